"""What a reader of a run's figures must know, found in its settings and verdicts."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from workbench.gate.policy import Policy, changed_bars
from workbench.records.challenge import Challenge
from workbench.records.reply import JudgeKind, JudgeSpec
from workbench.steps.claim_notes import claim_notes

if TYPE_CHECKING:
    import pandas as pd


def run_notes(
    policy: Policy, challenges: Sequence[Challenge], verdicts: "pd.DataFrame", specs: Sequence[JudgeSpec]
) -> tuple[str, ...]:
    """Say what was moved, asked again, answered by others or asked in parts: bars of the gate, errors, models, claims.

    Args:
        policy: The gate's policy.
        challenges: The answer key.
        verdicts: The verdict table.
        specs: The judge versions of the run.
    """
    return (
        *_moved(policy),
        *_asked_again(verdicts, specs),
        *_answered_by_others(verdicts, specs),
        *claim_notes(challenges, verdicts, specs),
    )


def _moved(policy: Policy) -> Iterator[str]:
    moved = changed_bars(policy)
    if moved:
        yield f"The gate's bars were moved in settings: {'; '.join(moved)}."


def _asked_again(verdicts: "pd.DataFrame", specs: Sequence[JudgeSpec]) -> Iterator[str]:
    for spec in specs:
        again = verdicts[(verdicts["judge_id"] == spec.judge_id) & (verdicts["replaced"] > 0)]
        if len(again):
            still = int(again["verdict"].str.startswith("error:").sum())
            yield (
                f"{spec.name} on {spec.model}: {len(again):,} errors were asked again with --retry-errors, "
                f"{len(again) - still:,} of them have a verdict now."
            )


def _answered_by_others(verdicts: "pd.DataFrame", specs: Sequence[JudgeSpec]) -> Iterator[str]:
    """A dated id of the model that was asked is the same model: `claude-haiku-5-5-20261007`."""
    for spec in specs:
        if spec.kind not in (JudgeKind.MODEL, JudgeKind.METRIC):
            continue
        answered = verdicts.loc[verdicts["judge_id"] == spec.judge_id, "answered_by"]
        others = answered[(answered != "") & ~answered.str.startswith(spec.model)]
        if len(others):
            names = ", ".join(sorted(others.unique()))
            yield f"{spec.name} on {spec.model}: {len(others):,} of {len(answered):,} replies came from {names}."

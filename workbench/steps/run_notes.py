"""What a reader of a run's figures must know, found in its settings and verdicts."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from workbench.gate.policy import Policy, changed_bars
from workbench.gate.sizes import PLANTS_PER_ANSWER
from workbench.records.challenge import Challenge, Set
from workbench.records.reply import JudgeKind, JudgeSpec
from workbench.steps.claim_notes import claim_notes

if TYPE_CHECKING:
    import pandas as pd


def run_notes(
    policy: Policy, challenges: Sequence[Challenge], verdicts: "pd.DataFrame", specs: Sequence[JudgeSpec]
) -> tuple[str, ...]:
    """Say what a figure does not show: bars that were moved, plants on few answers, errors, other models, claims.

    Args:
        policy: The gate's policy.
        challenges: The answer key.
        verdicts: The verdict table.
        specs: The judge versions of the run.
    """
    return (
        *_moved(policy),
        *_crowded(policy, challenges),
        *_asked_again(verdicts, specs),
        *_answered_by_others(verdicts, specs),
        *claim_notes(challenges, verdicts, specs),
    )


def _moved(policy: Policy) -> Iterator[str]:
    moved = changed_bars(policy)
    if moved:
        yield f"The gate's bars were moved in settings: {'; '.join(moved)}."


def _crowded(policy: Policy, challenges: Sequence[Challenge]) -> Iterator[str]:
    """Name rules of which many plants stand in few answers, where there are answers enough to earn a level at all."""
    for rule in sorted({one.rule for one in challenges}):
        mine = [one for one in challenges if one.rule == rule]
        parents = [one.parent for one in mine if one.set is Set.PLANTED]
        answers = len(set(parents))
        clean = sum(one.set is Set.CLEAN for one in mine)
        if clean >= policy.provisional.sources and len(parents) > PLANTS_PER_ANSWER * answers:
            yield (
                f"{rule}: {len(parents):,} planted mistakes stand in copies of {answers:,} answers. "
                f"With more than {PLANTS_PER_ANSWER} of each, which are caught or missed together, the bound of what "
                "is caught claims more than so few answers can show."
            )


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

"""What a reader of a run's figures must know, found in its settings and verdicts."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from workbench.gate.policy import Policy, changed_bars
from workbench.records.reply import JudgeKind, JudgeSpec

if TYPE_CHECKING:
    import pandas as pd


def run_notes(policy: Policy, verdicts: "pd.DataFrame", specs: Sequence[JudgeSpec]) -> tuple[str, ...]:
    """Say that the gate's bars were moved, and that another model answered than the one that was asked.

    Args:
        policy: The gate's policy.
        verdicts: The verdict table.
        specs: The judge versions of the run.
    """
    return (*_moved(policy), *_answered_by_others(verdicts, specs))


def _moved(policy: Policy) -> Iterator[str]:
    moved = changed_bars(policy)
    if moved:
        yield f"The gate's bars were moved in settings: {'; '.join(moved)}."


def _answered_by_others(verdicts: "pd.DataFrame", specs: Sequence[JudgeSpec]) -> Iterator[str]:
    """A dated id of the model that was asked is the same model: `claude-haiku-5-5-20261007`."""
    for spec in specs:
        if spec.kind is not JudgeKind.MODEL:
            continue
        answered = verdicts.loc[verdicts["judge_id"] == spec.judge_id, "answered_by"]
        others = answered[(answered != "") & ~answered.str.startswith(spec.model)]
        if len(others):
            names = ", ".join(sorted(others.unique()))
            yield f"{spec.name} on {spec.model}: {len(others):,} of {len(answered):,} replies came from {names}."

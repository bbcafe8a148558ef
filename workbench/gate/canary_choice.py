"""Which items show later whether a judge has changed? Those on which it was right and never flipped."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from workbench.analysis.canaries import CANARIES
from workbench.gate.certificate import Canary
from workbench.identity import digest
from workbench.records.challenge import Challenge, Set
from workbench.records.verdict import Outcome

if TYPE_CHECKING:
    import pandas as pd

_OPEN = (Set.PLANTED, Set.CLEAN, Set.NEAR_MISS)


def choose_canaries(
    challenges: Sequence[Challenge], verdicts: "pd.DataFrame", judge_id: str, *, rule: str
) -> tuple[Canary, ...]:
    """Choose half planted and half right items by hash, so that nobody chooses them. Held-out items stay sealed.

    Args:
        challenges: The answer key of the run.
        verdicts: Its verdicts, of all judges.
        judge_id: The judge version.
        rule: Its rule.

    Returns:
        Fewer than `CANARIES` where the run has not enough items on which every repeat was right; ordered by item.
    """
    mine = verdicts[verdicts["judge_id"] == judge_id]
    said = mine.groupby("item_id", observed=True)["verdict"].agg(["first", "nunique"])
    steady = {str(item): str(first) for item, first in said.loc[said["nunique"] == 1, "first"].items()}
    chosen: list[Canary] = []
    for expected in Outcome:
        right = {
            one.item.item_id
            for one in challenges
            if one.rule == rule
            and one.set in _OPEN
            and one.expected is expected
            and steady.get(one.item.item_id) == str(expected)
        }
        by_hash = sorted(right, key=lambda item: digest([judge_id, item]))
        chosen += [Canary(item=item, verdict=str(expected)) for item in by_hash[: CANARIES // 2]]
    return tuple(sorted(chosen, key=lambda one: one.item))

"""Which items show later whether a judge has changed? Those on which it was right and never flipped; and how surely."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from workbench.analysis.canaries import CANARIES, calibration_noise
from workbench.analysis.votes import single_calls
from workbench.gate.certificate import Canary
from workbench.identity import digest
from workbench.records.challenge import Challenge, Set
from workbench.records.reply import IN_CODE, JudgeSpec
from workbench.records.verdict import Outcome

if TYPE_CHECKING:
    import pandas as pd

_OPEN = (Set.PLANTED, Set.CLEAN, Set.NEAR_MISS)


def choose_canaries(challenges: Sequence[Challenge], verdicts: "pd.DataFrame", spec: JudgeSpec) -> tuple[Canary, ...]:
    """Choose half planted and half right items by hash, so that nobody chooses them. Held-out items stay sealed.

    A judge that votes is looked at by its first calls, here and in `canary_noise`, and asked about a canary once, as
    any other is. What a change turns is the calls, before it turns a vote; flips and noise are counted by call, so the
    test is as exact as ever and takes a third of the calls that votes would.

    Args:
        challenges: The answer key of the run.
        verdicts: Its verdicts, of all judges.
        spec: The judge version.

    Returns:
        Fewer than `CANARIES` where the run has not enough items on which every repeat was right; ordered by item.
    """
    mine = single_calls(verdicts, spec)
    said = mine.groupby("item_id", observed=True)["verdict"].agg(["first", "nunique"])
    steady = {str(item): str(first) for item, first in said.loc[said["nunique"] == 1, "first"].items()}
    chosen: list[Canary] = []
    for expected in Outcome:
        right = {
            one.item.item_id
            for one in challenges
            if one.rule == spec.rule
            and one.set in _OPEN
            and one.expected is expected
            and steady.get(one.item.item_id) == str(expected)
        }
        by_hash = sorted(right, key=lambda item: digest([spec.judge_id, item]))
        chosen += [Canary(item=item, verdict=str(expected)) for item in by_hash[: CANARIES // 2]]
    return tuple(sorted(chosen, key=lambda one: one.item))


def canary_noise(challenges: Sequence[Challenge], verdicts: "pd.DataFrame", spec: JudgeSpec) -> float:
    """With which chance does one more call flip a canary of an unchanged judge? A script's never does.

    Args:
        challenges: The answer key of the run.
        verdicts: Its verdicts, of all judges.
        spec: The judge version.

    Returns:
        From 0 to 1; 1, so that nothing is news, where no repeat of the run says anything.
    """
    if spec.kind in IN_CODE:
        return 0.0
    expected = {one.item.item_id: str(one.expected) for one in challenges if one.rule == spec.rule and one.set in _OPEN}
    mine = single_calls(verdicts, spec)
    mine = mine[mine["verdict"].isin(list(Outcome)) & mine["item_id"].isin(expected)]
    right = mine["verdict"].astype(str) == mine["item_id"].astype(str).map(expected)
    counts = right.groupby(mine["item_id"].astype(str)).agg(["size", "sum"])
    noise = calibration_noise((int(repeats), int(hits)) for repeats, hits in counts.itertuples(index=False))
    return 1.0 if noise is None else noise

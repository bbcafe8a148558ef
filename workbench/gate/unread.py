"""Which disagreements has no person decided yet?"""

from collections.abc import Sequence

from workbench.records.decision import PersonDecision
from workbench.records.summary import JudgeSummary


def undecided(judge: JudgeSummary, decided: Sequence[PersonDecision]) -> tuple[str, ...]:
    """Return the disagreements of a judge that no decision covers, in the order of the summary.

    Args:
        judge: The judge, measured.
        decided: All decisions, in the order in which they were written; the last on an item and judge version counts.
    """
    last = {(one.item, one.rule, one.judge_id): one for one in decided}
    covered = {one.item for one in last.values() if one.covers(item=one.item, rule=judge.rule, judge_id=judge.judge_id)}
    return tuple(item for item in judge.disagreements if item not in covered)

"""Which disagreements has no person decided yet?"""

from workbench.records.decision import Decisions
from workbench.records.summary import JudgeSummary


def undecided(judge: JudgeSummary, decided: Decisions) -> tuple[str, ...]:
    """Return the disagreements of a judge that no decision settles, in the order of the summary.

    Args:
        judge: The judge, measured.
        decided: Where everything that was decided stands.
    """
    return tuple(item for item in judge.disagreements if not decided.settles(item, judge.rule, judge.judge_id))

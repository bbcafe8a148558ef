"""What a comparison of candidates is made of, for the views that show it."""

from dataclasses import dataclass

from workbench.gate.recommend import Recommendation
from workbench.records.comparison import Comparison
from workbench.records.summary import JudgeSummary


@dataclass(frozen=True, kw_only=True)
class Candidate:
    """A candidate of a run.

    Attributes:
        judge: The candidate, measured and decided on.
        run_id: The run that it was measured in.
        repeats: Repeats asked for there.
        stale: What has changed since, in the judge or in its cases; empty where nothing has.
    """

    judge: JudgeSummary
    run_id: str
    repeats: int
    stale: str


@dataclass(frozen=True, kw_only=True)
class Compared:
    """A candidate beside the reference.

    Attributes:
        candidate: The candidate.
        comparison: What it fixed and broke.
        differences: In what two versions or models of one judge differ, in words; empty for judges of two names.
    """

    candidate: Candidate
    comparison: Comparison
    differences: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class ComparedRule:
    """The candidates of one rule.

    Attributes:
        rule: The rule.
        reference: The candidate that the others are compared with.
        others: The others.
        recommendation: The cheapest that has earned the level asked for, among those that have not changed since.
    """

    rule: str
    reference: Candidate
    others: tuple[Compared, ...]
    recommendation: Recommendation

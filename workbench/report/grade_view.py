"""What the report of a graded set is made of; the terminal, Markdown and JSON show the same of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from workbench.analysis.grade_trend import Trend
from workbench.analysis.grading import Grading
from workbench.gate.canary_check import CanaryCheck
from workbench.gate.certificate import Certificate
from workbench.records.counterfactual import Counterfactuals
from workbench.records.grade import Grade


@dataclass(frozen=True, kw_only=True)
class DriftView:
    """What the canaries said.

    Attributes:
        certificate: The certificate that they are of.
        noise: The chance that one call flips a canary of an unchanged judge.
        checks: Every time that they were asked since, the last one last; empty where they were not.
        note: Why nothing can be said, in words; empty where something can.
    """

    certificate: Certificate
    noise: float
    checks: Sequence[CanaryCheck]
    note: str


@dataclass(frozen=True, kw_only=True)
class Words:
    """The words of an answer, for those who read it."""

    question: str
    answer: str


@dataclass(frozen=True, kw_only=True)
class GradeView:
    """A graded set.

    Attributes:
        grade: What it is made of.
        grading: What was counted.
        known: How the judge did where the truth is known, in a sentence.
        counterfactual: The newest check of the system itself; None where there is none.
        drift: What the canaries said.
        trend: How it went from date to date.
        seen: Answers that the judge was certified on, so that they are not new.
        words: Item id to the words of the answers to read.
    """

    grade: Grade
    grading: Grading
    known: str
    counterfactual: Counterfactuals | None
    drift: DriftView
    trend: Trend
    seen: int
    words: Mapping[str, Words]

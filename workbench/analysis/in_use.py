"""Which share of the answers in use is wrong, and which of three ways may say so?

The share that the judge failed is not it: its false alarms are in it, and the mistakes that it passed are not. One way
stands at the head, the first that may be shown: an audit by verdict, which takes nothing for granted but that labels
were drawn at random; labels with the verdicts' help (PPI++), which needs many labels of a plain random sample; and the
verdicts corrected by the judge's known rates, which needs no label and takes planted mistakes for real ones.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from workbench.analysis.audit import SMALL, audited_share
from workbench.analysis.correction import LEAST, ONLY_LIKE_KNOWN, corrected_estimate
from workbench.analysis.estimate import Estimate
from workbench.analysis.intervals import normal_quantile
from workbench.analysis.prediction_powered import LEAST_LABELS, LEAST_WRONG, Labelled, powered_share

if TYPE_CHECKING:
    import pandas as pd

_BY_CHANCE = 0.01
"""Labels that lie so unevenly over the verdicts by chance less often than this were drawn by verdict."""


class Method(StrEnum):
    """How a share of wrong answers was come by."""

    AUDIT = "audit"
    POWERED = "ppi++"
    CORRECTED = "rogan-gladen"


@dataclass(frozen=True, kw_only=True)
class Verdicts:
    """What a judge said of answers in use, one verdict an answer, and what people said of some of them.

    Attributes:
        failed: Answers that it failed.
        passed: Answers that it passed.
        errors: Answers that it gave no verdict on.
        labelled: Those with a verdict that a person labelled.
    """

    failed: int
    passed: int
    errors: int
    labelled: Labelled

    @property
    def judged(self) -> int:
        """Answers with a verdict."""
        return self.failed + self.passed

    @property
    def answers(self) -> int:
        """All answers."""
        return self.judged + self.errors


@dataclass(frozen=True, kw_only=True)
class KnownRates:
    """What is known of a judge from answers whose truth is known. Counts may be sums of shares of repeats.

    Attributes:
        caught: Mistakes caught.
        mistakes: Mistakes.
        passed: Right answers passed.
        right: Right answers.
    """

    caught: float
    mistakes: int
    passed: float
    right: int


@dataclass(frozen=True, kw_only=True)
class Span:
    """A share of all answers, those without a verdict included.

    Attributes:
        share: From 0 to 1; None where an answer has no verdict: no single figure is right for those.
        low: The least it may be; answers without a verdict counted as right.
        high: The most it may be; answers without a verdict counted as wrong.
    """

    share: float | None
    low: float
    high: float


@dataclass(frozen=True, kw_only=True)
class Way:
    """One way to the share of wrong answers.

    Attributes:
        method: Which one.
        wrong: The share with its 95 % interval; None where it may not be shown.
        why: Why not, or what it rests on, in a sentence.
    """

    method: Method
    wrong: Span | None
    why: str


@dataclass(frozen=True, kw_only=True)
class FailureRate:
    """How many of the answers in use are wrong.

    Attributes:
        verdicts: What the judge and people said.
        raw: The share that the judge failed.
        ways: The ways that could be tried, the best first.
        by_verdict: Whether the labels lie over the verdicts as no plain random sample does.
    """

    verdicts: Verdicts
    raw: Span
    ways: tuple[Way, ...]
    by_verdict: bool

    @property
    def headline(self) -> Way | None:
        """The one way to show; None where none may be shown."""
        return next((way for way in self.ways if way.wrong is not None), None)


def count_verdicts(table: "pd.DataFrame") -> dict[str, Verdicts]:
    """Count what each judge said of answers in use, and people of some of them.

    Args:
        table: One row a judge and answer: `judge`, `verdict` (text form) and `label` (`pass`, `fail` or null).

    Returns:
        By judge, in the order of their names.
    """
    found = {}
    for judge, mine in table.groupby("judge", sort=True, observed=True):
        failed, passed = mine["verdict"] == "fail", mine["verdict"] == "pass"
        wrong, right = mine["label"] == "fail", mine["label"] == "pass"
        found[str(judge)] = Verdicts(
            failed=int(failed.sum()),
            passed=int(passed.sum()),
            errors=int((~failed & ~passed).sum()),
            labelled=Labelled(
                wrong_failed=int((wrong & failed).sum()),
                wrong_passed=int((wrong & passed).sum()),
                right_failed=int((right & failed).sum()),
                right_passed=int((right & passed).sum()),
            ),
        )
    return found


def failure_rate(verdicts: Verdicts, known: KnownRates | None = None) -> FailureRate | None:
    """Which share of answers in use is wrong?

    Args:
        verdicts: What the judge said of each answer, and people of some.
        known: What is known of the judge; None where nothing is.

    Returns:
        None where no answer has a verdict.
    """
    if not verdicts.judged:
        return None
    raw = verdicts.failed / verdicts.judged
    by_verdict = _drawn_by_verdict(verdicts)
    return FailureRate(
        verdicts=verdicts,
        raw=_of_all(Estimate(share=raw, error=0.0, low=raw, high=raw), verdicts),
        ways=tuple(_ways(verdicts, known, by_verdict=by_verdict)),
        by_verdict=by_verdict,
    )


def _ways(verdicts: Verdicts, known: KnownRates | None, *, by_verdict: bool) -> Iterator[Way]:
    if verdicts.labelled.items:
        yield _audited(verdicts)
        yield _powered(verdicts, by_verdict=by_verdict)
    if known is not None:
        yield _corrected(verdicts, known)


def _audited(verdicts: Verdicts) -> Way:
    of = verdicts.labelled
    few = [
        f"{labelled} of {answers:,} that it {verdict}"
        for verdict, labelled, answers in (
            ("failed", of.failed, verdicts.failed),
            ("passed", of.items - of.failed, verdicts.passed),
        )
        if labelled < min(SMALL, answers)
    ]
    if few:
        why = f"labelled are only {' and '.join(few)}; {SMALL} of each verdict are needed, or all"
        return Way(method=Method.AUDIT, wrong=None, why=why)
    found = audited_share(
        failed=verdicts.failed,
        labelled_failed=of.failed,
        wrong_failed=of.wrong_failed,
        passed=verdicts.passed,
        labelled_passed=of.items - of.failed,
        wrong_passed=of.wrong_passed,
    )
    return Way(
        method=Method.AUDIT,
        wrong=None if found is None else _of_all(found, verdicts),
        why="holds if the answers to label were drawn at random among those of one verdict",
    )


def _powered(verdicts: Verdicts, *, by_verdict: bool) -> Way:
    of = verdicts.labelled
    if by_verdict:
        why = "the labels were drawn by verdict, and it needs a plain random sample"
        return Way(method=Method.POWERED, wrong=None, why=why)
    if of.items < LEAST_LABELS or of.wrong < LEAST_WRONG:
        why = f"{of.items:,} labels, {of.wrong:,} of them fail; it needs {LEAST_LABELS} and {LEAST_WRONG}"
        return Way(method=Method.POWERED, wrong=None, why=why)
    found = powered_share(of, verdicts.failed - of.failed, verdicts.passed - (of.items - of.failed))
    return Way(
        method=Method.POWERED,
        wrong=None if found is None else _of_all(found, verdicts),
        why="holds if the labelled answers are a plain random sample" if found else "every answer is labelled",
    )


def _corrected(verdicts: Verdicts, known: KnownRates) -> Way:
    if min(known.mistakes, known.right) < LEAST:
        of = f"{known.mistakes} mistakes and {known.right} right answers"
        why = f"the judge is known from {of}; {LEAST} of each are needed"
        return Way(method=Method.CORRECTED, wrong=None, why=why)
    found = corrected_estimate(
        failed=verdicts.failed,
        answers=verdicts.judged,
        caught=known.caught,
        plants=known.mistakes,
        passed=known.passed,
        clean=known.right,
    )
    if found is None:
        why = "the judge is no better than chance: what it catches and what it passes add up to no more than 100%"
        return Way(method=Method.CORRECTED, wrong=None, why=why)
    beyond = "" if found.note == ONLY_LIKE_KNOWN else f"; {found.note}"
    return Way(method=Method.CORRECTED, wrong=_of_all(found, verdicts), why=f"{ONLY_LIKE_KNOWN}{beyond}")


def _of_all(found: Estimate, verdicts: Verdicts) -> Span:
    judged, answers = verdicts.judged, verdicts.answers
    return Span(
        share=None if verdicts.errors else found.share,
        low=found.low * judged / answers,
        high=(found.high * judged + verdicts.errors) / answers,
    )


def _drawn_by_verdict(verdicts: Verdicts) -> bool:
    """Whether labels lie over the verdicts as those of a plain random sample hardly ever do.

    Of such a sample the failed ones are hypergeometric; here with its mean, its variance and a normal tail.
    """
    labels, answers = verdicts.labelled.items, verdicts.judged
    if labels in (0, answers):
        return False
    share = verdicts.failed / answers
    spread = math.sqrt(labels * share * (1 - share) * (answers - labels) / (answers - 1))
    beyond = abs(verdicts.labelled.failed - labels * share) - 0.5
    return beyond > normal_quantile(1 - _BY_CHANCE / 2) * spread

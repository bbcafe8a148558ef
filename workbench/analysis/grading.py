"""What a graded set shows: what the judge passed, figures that stand nowhere, declines, and what to read first."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from workbench.analysis.in_use import FailureRate, KnownRates, Verdicts, failure_rate
from workbench.analysis.intervals import wilson
from workbench.analysis.prediction_powered import Labelled
from workbench.analysis.selective import Share
from workbench.records.grade import AnswerInUse
from workbench.records.status import Checked, Status


@dataclass(frozen=True, kw_only=True)
class Portion:
    """So many of so many.

    Attributes:
        hits: What was counted.
        items: What could have been; 0 where nothing was measured.
        low: Lower end of Wilson's 95 % interval; None without items.
        high: Upper end.
    """

    hits: int
    items: int
    low: float | None
    high: float | None


class Why(StrEnum):
    """Why an answer should be read, what most needs reading first.

    The judge failed it and it has a figure that stands in no passage; the judge failed it; it answers although no
    passage was shown; the judge passed it although it has such a figure; it has one and the judge was not asked; the
    judge gave no verdict.
    """

    TWO_SIGNS = "failed_with_figure"
    FAILED = "failed"
    NO_PASSAGES = "answered_without_passages"
    PASSED_FIGURE = "passed_with_figure"
    FIGURE = "figure"
    NO_VERDICT = "no_verdict"


@dataclass(frozen=True, kw_only=True)
class ToRead:
    """An answer that a person should read.

    Attributes:
        answer: The answer.
        why: Why.
        reason: What the judge said, or why there is no verdict; empty where it was not asked.
    """

    answer: AnswerInUse
    why: Why
    reason: str


@dataclass(frozen=True, kw_only=True)
class Grading:
    """What was counted of a graded set. The unit is the answer, judged once.

    Attributes:
        answers: All answers.
        sampled: Those that the judge was asked about.
        statuses: How many of them have which status, and how many of all had no passage to judge them by.
        judge_failed: Those of `ungrounded` on which the judge gave no verdict.
        passed: Answers that the judge passed, of those with a verdict.
        passed_at_worst: The same where every missing verdict counts against the system.
        declines_judged: Declines among those with a verdict: of these a judge has little to say.
        declines_passed: Those of them that the judge passed: they answer nothing.
        claims: Supported claims, of those with a verdict; None where the judge is not asked claim by claim.
        figures: Answers with a figure that stands in no passage, of all.
        declines: Answers that decline, of all.
        failure: What share of answers is wrong; None where no answer has a verdict.
        to_read: Answers to read, what most needs it first.
    """

    answers: int
    sampled: int
    statuses: Mapping[Status, int]
    judge_failed: int
    passed: Portion
    passed_at_worst: Portion
    declines_judged: int
    declines_passed: int
    claims: Share | None
    figures: Portion
    declines: Portion
    failure: FailureRate | None
    to_read: tuple[ToRead, ...]


def portion(hits: int, items: int) -> Portion:
    """Count so many of so many, with an interval."""
    low, high = wilson(hits, items) or (None, None)
    return Portion(hits=hits, items=items, low=low, high=high)


def count_grades(
    answers: Sequence[AnswerInUse],
    said: Mapping[str, Checked],
    known: KnownRates | None,
    *,
    claims: Share | None = None,
) -> Grading:
    """Count a graded set.

    Args:
        answers: All answers of the set.
        said: Item id to what the judge came to; each sampled answer is there.
        known: How the judge does where the truth is known; None where nothing is.
        claims: See `Grading`.
    """
    judged = [(one, said[one.item]) for one in answers if one.sampled]
    passed = sum(check.status is Status.ANSWERED for _, check in judged)
    errors = sum(check.judge_failed for _, check in judged)
    failed = len(judged) - passed - errors
    nobody = Labelled(wrong_failed=0, wrong_passed=0, right_failed=0, right_passed=0)
    return Grading(
        answers=len(answers),
        sampled=len(judged),
        statuses={
            Status.ANSWERED: passed,
            Status.UNGROUNDED: failed + errors,
            Status.NO_CONTEXT: sum(not one.shown for one in answers),
        },
        judge_failed=errors,
        passed=portion(passed, passed + failed),
        passed_at_worst=portion(passed, len(judged)),
        declines_judged=sum(one.declines and not check.judge_failed for one, check in judged),
        declines_passed=sum(one.declines and check.status is Status.ANSWERED for one, check in judged),
        claims=claims,
        figures=portion(sum(bool(one.figures) for one in answers), len(answers)),
        declines=portion(sum(one.declines for one in answers), len(answers)),
        failure=failure_rate(Verdicts(failed=failed, passed=passed, errors=errors, labelled=nobody), known),
        to_read=tuple(sorted(_to_read(answers, said), key=lambda one: (_ORDER[one.why], one.answer.case))),
    )


def _to_read(answers: Sequence[AnswerInUse], said: Mapping[str, Checked]) -> Iterator[ToRead]:
    for one in answers:
        check = said[one.item] if one.sampled else None
        why = _why(one, check)
        if why is not None:
            yield ToRead(answer=one, why=why, reason=check.reason if check is not None else "")


def _why(answer: AnswerInUse, check: Checked | None) -> Why | None:
    if check is not None and check.judge_failed:
        return Why.NO_VERDICT
    if check is not None and check.status is Status.UNGROUNDED:
        return Why.TWO_SIGNS if answer.figures else Why.FAILED
    if not answer.shown and not answer.declines:
        return Why.NO_PASSAGES
    if answer.figures:
        return Why.FIGURE if check is None else Why.PASSED_FIGURE
    return None


_ORDER = {why: place for place, why in enumerate(Why)}

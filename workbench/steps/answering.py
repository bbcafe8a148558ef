"""Does the assistant answer what it can, and decline what it cannot? Counted from saved and from labelled answers."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import date
from pathlib import Path

from workbench.analysis.decline_rise import decline_rise
from workbench.analysis.selective import Answered, Share, risk_coverage, selective
from workbench.cases.labelled import RealQuestion, load_asked
from workbench.cases.path_text import path_text
from workbench.cases.questions import question_key
from workbench.cases.trust import of_unknown_worth
from workbench.rag.right_decline import has_declined
from workbench.report.answering import Answering
from workbench.steps.bench import Bench

_CORRECT, _WRONG, _DECLINED, _ERRORS = "correct", "wrong", "declined", "errors"


def answering(bench: Bench) -> tuple[Answering, ...]:
    """Count what was answered and declined, of the saved answers and of the labelled ones that settings name.

    Raises:
        InputError: the file of labelled answers is not as expected.
    """
    saved = [RealQuestion(text=one.question, answerable=one.answerable, case=one) for one in bench.cases]
    trusted = all(one.label == "pass" for one in bench.cases)
    found = [_counted(saved, "saved answers", bench, trusted=trusted)]
    natural = bench.settings.natural
    if natural is not None:
        known = {question_key(one.question): one.answerable for one in bench.cases}
        real = [_of_saved(one, known) for one in load_asked(natural)]
        found.append(_counted(real, f"real answers of {path_text(Path(natural.name))}", bench, trusted=False))
    # Of saved answers to questions that nobody knows more about, there is nothing to say.
    said = [one.shares.errors[1] or (one.declines[1] and place) for place, one in enumerate(found)]
    return tuple(one for one, is_said in zip(found, said, strict=True) if is_said)


def _of_saved(question: RealQuestion, known: Mapping[str, bool | None]) -> RealQuestion:
    """Take from the saved answer to the same question whether it can be answered, where the row does not say it."""
    if question.answerable is not None:
        return question
    return replace(question, answerable=known.get(question_key(question.text)))


def _counted(questions: Iterable[RealQuestion], of: str, bench: Bench, *, trusted: bool) -> Answering:
    counts: dict[bool | None, Counter[str]] = {True: Counter(), False: Counter(), None: Counter()}
    by_date: dict[date, Counter[str]] = defaultdict(Counter)
    sure: list[float] = []
    loss: list[float] = []
    odd: list[str] = []
    questions = list(questions)
    unknown = of_unknown_worth(one.case for one in questions if one.case is not None)
    unlabelled = 0
    for question in questions:
        became = _became(question, bench.settings.not_found)
        nobody_said = question.case is not None and question.case.case_id in unknown
        if nobody_said and became == _CORRECT:
            unlabelled += 1
            continue
        counts[question.answerable][became] += 1
        if question.asked_on is not None and became != _ERRORS:
            by_date[question.asked_on][became] += 1
        if question.case is None or question.answerable is None:
            continue
        if (
            question.answerable is False
            and not nobody_said
            and (question.case.label == "pass") != (became == _DECLINED)
        ):
            odd.append(question.case.case_id)
        if question.confidence is not None and became in (_CORRECT, _WRONG):
            sure.append(question.confidence)
            loss.append(float(became == _WRONG))
    answerable, unanswerable = (Answered(**counts[known]) for known in (True, False))
    return Answering(
        of=of,
        trusted=trusted,
        answerable=answerable,
        unanswerable=unanswerable,
        shares=selective(answerable, unanswerable),
        declines=_declined(sum(counts.values(), Counter())),
        unknown=counts[None].total(),
        unlabelled=unlabelled,
        odd=tuple(odd),
        confident=len(sure),
        risk=risk_coverage(sure, loss),
        dates=len(by_date),
        rise=decline_rise({day: _declined(became) for day, became in by_date.items()}),
    )


def _declined(became: Counter[str]) -> Share:
    return became[_DECLINED], became.total() - became[_ERRORS]


def _became(question: RealQuestion, not_found: str) -> str:
    if question.case is None:
        return _ERRORS
    if has_declined(question.case, not_found):
        return _DECLINED
    return _CORRECT if question.answerable is not False and question.case.label == "pass" else _WRONG

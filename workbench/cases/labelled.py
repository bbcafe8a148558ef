"""Natural answers: real ones that a person labelled, right or wrong, as JSONL or CSV."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from pathlib import Path

from workbench.cases.check import problems_of
from workbench.cases.csv_rows import read_csv_rows
from workbench.cases.fields import Fields
from workbench.cases.foreign import unreadable
from workbench.cases.jsonl import case_of_row, has_error
from workbench.cases.load import answer_files, unwritable_name
from workbench.cases.markdown import read_markdown
from workbench.cases.rows import Row, described, read_rows
from workbench.errors import InputError, Problem
from workbench.records.case import Case

ROW_READERS: Mapping[str, Callable[[Path], tuple[list[Row], list[Problem]]]] = {
    ".jsonl": read_rows,
    ".csv": read_csv_rows,
}


_SAYS = ("status", "grounded", "confidence", "citations")
_SAID = 100
"""Characters of what a system says of its answer."""


@dataclass(frozen=True, kw_only=True)
class RealQuestion:
    """What became of a question that was really asked.

    Attributes:
        text: What was asked.
        answerable: Whether the documents hold the answer; None where the row does not say.
        case: The answer and its label; None where there was none, because the system failed.
        confidence: How sure the system was, the higher the surer; None where it did not say.
        asked_on: The day on which it was asked, in the time that the row gives; None where it gives none.
        says: What the system says of its own answer, by the name of the field. Nothing is made of it.
    """

    text: str
    answerable: bool | None
    case: Case | None
    confidence: float | None = None
    asked_on: date | None = None
    says: Mapping[str, str] = field(default_factory=dict)


def load_labelled(path: Path) -> tuple[Case, ...]:
    """Read labelled answers, sorted by id, whatever the order of the files. Questions without an answer are left out.

    Args:
        path: See `load_asked`.

    Raises:
        InputError: with everything that is wrong in any of the files, or where they hold no answer.
    """
    cases = [question.case for question in load_asked(path) if question.case is not None]
    if not cases:
        raise InputError(Problem(where=str(path), expected="at least one labelled answer", got="none"))
    return tuple(sorted(cases, key=lambda case: case.case_id))


def load_asked(path: Path, *, trusting: bool = False) -> tuple[RealQuestion, ...]:
    """Read what became of questions that were really asked, in the order of the files.

    Every line has the fields of `read_jsonl`, and its `label` must be there: nobody's silence is taken for a pass. One
    with an `error` says instead that the system failed on its question, and has no answer. `confidence`, a number, and
    `asked_at`, a date or a date with a time as ISO 8601 writes them, may be added. What a system says of its answer
    (`status`, `grounded`, `confidence`, `citations`) is kept as text to be shown, whatever it is.

    Args:
        path: A folder of `.jsonl` and `.csv` files, or one such file.
        trusting: Whether these are saved answers, of which one without a label is trusted. Markdown is then read too.

    Raises:
        InputError: with everything that is wrong in any of the files.
    """
    questions: list[RealQuestion] = []
    problems: list[Problem] = []
    for file in answer_files(path, (*((".md",) if trusting else ()), *ROW_READERS)):
        try:
            questions += (
                _read_markdown(file) if file.suffix.lower() == ".md" else _read_rows(file, problems, trusting=trusting)
            )
        except InputError as error:
            problems += error.problems
    problems += problems_of(question.case for question in questions if question.case is not None)
    if problems:
        raise unreadable(path, problems, any_read=bool(questions))
    return tuple(questions)


def _read_markdown(file: Path) -> list[RealQuestion]:
    if problem := unwritable_name(file):
        raise InputError(problem)
    case = read_markdown(file)
    return [RealQuestion(text=case.question, answerable=case.answerable, case=case)]


def _read_rows(file: Path, problems: list[Problem], *, trusting: bool) -> list[RealQuestion]:
    questions = []
    rows, wrong = ROW_READERS[file.suffix.lower()](file)
    problems += wrong
    for row in rows:
        before = len(problems)
        question = failed_question(row, problems) if has_error(row) else _answered(row, problems, trusting=trusting)
        if len(problems) == before:
            questions.append(question)
    return questions


def _answered(row: Row, problems: list[Problem], *, trusting: bool) -> RealQuestion:
    case = case_of_row(row, problems)
    if row.values.get("label") is None and not trusting:
        problems.append(Problem(where=row.where, expected='"label" (pass or fail)', got="none"))
    return RealQuestion(
        text=case.question,
        answerable=case.answerable,
        case=case,
        confidence=_confidence(row, problems),
        asked_on=_asked_on(row, problems),
        says=_says(row),
    )


def _says(row: Row) -> dict[str, str]:
    """What the system says of its answer, whatever it is: it is shown, cut to a length, and not read."""
    said = {name: _told(row.values[name]) for name in _SAYS if row.values.get(name) not in (None, "")}
    return {name: text if len(text) <= _SAID else f"{text[: _SAID - 4]} ..." for name, text in said.items()}


def _told(value: object) -> str:
    if isinstance(value, list) and all(isinstance(one, str) for one in value):
        value = ", ".join(value)
    if isinstance(value, str):
        # Half a surrogate pair is no reason to refuse a field that is not read.
        return value.encode("utf-8", "backslashreplace").decode("utf-8")
    return str(value) if type(value) is float else described(value).removeprefix("the number ")


def failed_question(row: Row, problems: list[Problem]) -> RealQuestion:
    """Read a row with an error. What is wrong is added to `problems`; the question is then not to be used."""
    fields = Fields(row.where, row.values, problems)
    if fields.text("answer").strip():
        fields.wrong('"error" or "answer"', "both")
    answerable = True if fields.phrase("evidence") is not None else fields.flag("answerable")
    text = fields.text("question", required=True)
    return RealQuestion(text=text, answerable=answerable, case=None, asked_on=_asked_on(row, problems))


def _asked_on(row: Row, problems: list[Problem]) -> date | None:
    value = row.values.get("asked_at")
    if value is None:
        return None
    try:
        return datetime.fromisoformat(value.strip()).date()
    except (AttributeError, ValueError):
        expected = '"asked_at" (a date such as 2026-03-31, a time may follow)'
        problems.append(Problem(where=row.where, expected=expected, got=described(value)))
        return None


def _confidence(row: Row, problems: list[Problem]) -> float | None:
    value = row.values.get("confidence")
    if value is None:
        return None
    try:
        number = math.nan if isinstance(value, bool) else float(value)
    except (TypeError, ValueError, OverflowError):
        number = math.nan
    if not math.isfinite(number):
        problems.append(Problem(where=row.where, expected='"confidence" (a number)', got=described(value)))
    return number

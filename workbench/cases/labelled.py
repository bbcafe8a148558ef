"""Natural answers: real ones that a person labelled, right or wrong, as JSONL or CSV."""

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from workbench.cases.check import problems_of
from workbench.cases.csv_rows import read_csv_rows
from workbench.cases.fields import Fields
from workbench.cases.jsonl import case_of_row
from workbench.cases.rows import Row, described, read_rows
from workbench.errors import InputError, Problem
from workbench.records.case import Case

ROW_READERS: Mapping[str, Callable[[Path], tuple[list[Row], list[Problem]]]] = {
    ".jsonl": read_rows,
    ".csv": read_csv_rows,
}


@dataclass(frozen=True, kw_only=True)
class RealQuestion:
    """What became of a question that was really asked.

    Attributes:
        text: What was asked.
        answerable: Whether the documents hold the answer; None where the row does not say.
        case: The answer and its label; None where there was none, because the system failed.
        confidence: How sure the system was, the higher the surer; None where it did not say.
    """

    text: str
    answerable: bool | None
    case: Case | None
    confidence: float | None


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


def load_asked(path: Path) -> tuple[RealQuestion, ...]:
    """Read what became of questions that were really asked, in the order of the files.

    Every line has the fields of `read_jsonl`, and its `label` must be there: nobody's silence is taken for a pass. One
    with an `error` says instead that the system failed on its question, and has no answer. `confidence`, a number, may
    be added.

    Args:
        path: A folder of `.jsonl` and `.csv` files, or one such file.

    Raises:
        InputError: with everything that is wrong in any of the files.
    """
    questions: list[RealQuestion] = []
    problems: list[Problem] = []
    for file in _files(path):
        rows, wrong = ROW_READERS[file.suffix.lower()](file)
        problems += wrong
        for row in rows:
            before = len(problems)
            question = failed_question(row, problems) if has_error(row) else _answered(row, problems)
            if len(problems) == before:
                questions.append(question)
    problems += problems_of(question.case for question in questions if question.case is not None)
    if problems:
        raise InputError(problems)
    return tuple(questions)


def has_error(row: Row) -> bool:
    """Say whether a row tells that the system failed on its question."""
    return row.values.get("error") not in (None, "", False)


def _answered(row: Row, problems: list[Problem]) -> RealQuestion:
    case = case_of_row(row, problems)
    if row.values.get("label") is None:
        problems.append(Problem(where=row.where, expected='"label" (pass or fail)', got="none"))
    confidence = _confidence(row, problems)
    return RealQuestion(text=case.question, answerable=case.answerable, case=case, confidence=confidence)


def failed_question(row: Row, problems: list[Problem]) -> RealQuestion:
    """Read a row with an error. What is wrong is added to `problems`; the question is then not to be used."""
    fields = Fields(row.where, row.values, problems)
    if fields.text("answer").strip():
        fields.wrong('"error" or "answer"', "both")
    answerable = True if fields.phrase("evidence") is not None else fields.flag("answerable")
    text = fields.text("question", required=True)
    return RealQuestion(text=text, answerable=answerable, case=None, confidence=None)


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


def _files(path: Path) -> Iterator[Path]:
    if path.is_dir():
        return (
            file
            for file in sorted(path.iterdir())
            if file.suffix.lower() in ROW_READERS and not file.name.startswith(".")
        )
    if path.suffix.lower() not in ROW_READERS:
        got = f"a file that ends in {path.suffix or 'nothing'}" if path.exists() else "nothing there"
        raise InputError(Problem(where=str(path), expected="labelled answers: a .jsonl or .csv file", got=got))
    return iter((path,))

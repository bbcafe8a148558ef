"""Answers in use: what a system answered lately. Nobody has labelled them, and some questions brought no answer."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from workbench.cases.check import problems_of
from workbench.cases.jsonl import case_of_row
from workbench.cases.labelled import ROW_READERS, failed_question, has_error
from workbench.cases.load import answer_files, unwritable_name
from workbench.cases.markdown import read_markdown
from workbench.cases.rows import Row
from workbench.errors import InputError, Problem
from workbench.records.case import Case

_ENDINGS = (".md", *ROW_READERS)
_SAID_BY_PEOPLE = ("label", "rule")


@dataclass(frozen=True, kw_only=True)
class InUse:
    """Answers in use.

    Attributes:
        cases: The answers, sorted by id, whatever the order of the files.
        failures: Questions on which the system failed, so that there is no answer.
    """

    cases: tuple[Case, ...]
    failures: int


def load_in_use(path: Path) -> InUse:
    """Read answers in use.

    Args:
        path: A folder of `.md`, `.jsonl` and `.csv` files (not its subfolders, nor hidden files), or one such file.
            Rows have the fields of `read_jsonl`; a label is not read, and may be missing. A row with an `error` says
            that the system failed on its question. No passages says that the search brought none.

    Raises:
        InputError: with everything that is wrong in any of the files, or where they hold neither answer nor error.
    """
    cases: list[Case] = []
    problems: list[Problem] = []
    failures = 0
    for file in answer_files(path, _ENDINGS):
        try:
            failures += _read(file, cases, problems)
        except InputError as error:
            problems += error.problems
    problems += problems_of(cases)
    if problems:
        raise InputError(problems)
    if not cases and not failures:
        raise InputError(Problem(where=str(path), expected="at least one answer", got="none"))
    return InUse(cases=tuple(sorted(cases, key=lambda case: case.case_id)), failures=failures)


def _read(file: Path, cases: list[Case], problems: list[Problem]) -> int:
    """Add the answers of a file, and return how many questions have none."""
    if file.suffix.lower() == ".md":
        wrong = unwritable_name(file)
        if wrong is not None:
            raise InputError(wrong)
        cases.append(read_markdown(file))
        return 0
    rows, more = ROW_READERS[file.suffix.lower()](file)
    problems += more
    failures = 0
    for row in rows:
        before = len(problems)
        if has_error(row):
            failed_question(row, problems)
            failures += len(problems) == before
            continue
        case = case_of_row(Row(where=row.where, values=_unlabelled(row.values)), problems)
        if len(problems) == before:
            cases.append(case)
    return failures


def _unlabelled(values: Mapping[str, object]) -> dict[str, object]:
    return {name: value for name, value in values.items() if name not in _SAID_BY_PEOPLE}

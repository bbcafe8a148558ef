"""Answers in use: what a system answered lately. Nobody has labelled them, and some questions brought no answer."""

from dataclasses import dataclass
from datetime import date
from pathlib import Path

from workbench.cases.labelled import load_asked
from workbench.errors import InputError, Problem
from workbench.records.case import Case


@dataclass(frozen=True, kw_only=True)
class InUse:
    """Answers in use.

    Attributes:
        cases: The answers, sorted by id, whatever the order of the files.
        failures: Questions on which the system failed, so that there is no answer.
        last_asked: The last date on which a question was asked; None where no row says when it was.
    """

    cases: tuple[Case, ...]
    failures: int
    last_asked: date | None


def load_in_use(path: Path) -> InUse:
    """Read answers in use.

    Args:
        path: A folder of `.md`, `.jsonl` and `.csv` files (not its subfolders, nor hidden files), or one such file; see
            `load_asked`. A label may be there and plays no part. No passages says that the search brought none.

    Raises:
        InputError: with everything that is wrong in any of the files, or where they hold neither answer nor error.
    """
    asked = load_asked(path, trusting=True)
    if not asked:
        raise InputError(Problem(where=str(path), expected="at least one answer", got="none"))
    cases = [question.case for question in asked if question.case is not None]
    return InUse(
        cases=tuple(sorted(cases, key=lambda case: case.case_id)),
        failures=len(asked) - len(cases),
        last_asked=max((question.asked_on for question in asked if question.asked_on is not None), default=None),
    )

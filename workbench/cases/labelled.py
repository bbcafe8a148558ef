"""Natural answers: real ones that a person labelled, right or wrong, as JSONL or CSV."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from workbench.cases.check import problems_of
from workbench.cases.csv_rows import read_csv_rows
from workbench.cases.jsonl import case_of_row
from workbench.cases.rows import Row, read_rows
from workbench.errors import InputError, Problem
from workbench.records.case import Case

_READERS: Mapping[str, Callable[[Path], tuple[list[Row], list[Problem]]]] = {".jsonl": read_rows, ".csv": read_csv_rows}


def load_labelled(path: Path) -> tuple[Case, ...]:
    """Read labelled answers, sorted by id, whatever the order of the files.

    Every line has the fields of `read_jsonl`, and its `label` must be there: nobody's silence is taken for a pass.

    Args:
        path: A folder of `.jsonl` and `.csv` files, or one such file.

    Raises:
        InputError: with everything that is wrong in any of the files, or where they hold no answer.
    """
    cases: list[Case] = []
    problems: list[Problem] = []
    for file in _files(path):
        rows, wrong = _READERS[file.suffix.lower()](file)
        problems += wrong
        for row in rows:
            before = len(problems)
            case = case_of_row(row, problems)
            if row.values.get("label") is None:
                problems.append(Problem(where=row.where, expected='"label" (pass or fail)', got="none"))
            if len(problems) == before:
                cases.append(case)
    problems += problems_of(cases)
    if problems:
        raise InputError(problems)
    if not cases:
        raise InputError(Problem(where=str(path), expected="at least one labelled answer", got="none"))
    return tuple(sorted(cases, key=lambda case: case.case_id))


def _files(path: Path) -> Iterator[Path]:
    if path.is_dir():
        return (
            file for file in sorted(path.iterdir()) if file.suffix.lower() in _READERS and not file.name.startswith(".")
        )
    if path.suffix.lower() not in _READERS:
        got = f"a file that ends in {path.suffix or 'nothing'}" if path.exists() else "nothing there"
        raise InputError(Problem(where=str(path), expected="labelled answers: a .jsonl or .csv file", got=got))
    return iter((path,))

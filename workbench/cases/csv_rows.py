"""CSV, read strictly: a line of names, then one case a line; lists are written as JSON text."""

import csv
import io
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from workbench.cases.reading import read_text
from workbench.cases.rows import Row, described
from workbench.errors import InputError, Problem

_JSON_COLUMNS = ("passages", "sources", "contexts")
_FLAGS = {"true": True, "false": False}


def read_csv_rows(path: Path) -> tuple[list[Row], list[Problem]]:
    """Read every line as an object with the columns as names, and report every line that cannot be read.

    An empty cell is a field that is not there. `passages` (or `sources`, `contexts`) hold JSON text, `answerable` is
    `true` or `false`. Quoted cells may hold line ends.

    Raises:
        InputError: the file cannot be read at all, or its first line does not name the columns, each once.
    """
    problems: list[Problem] = []
    rows = [_row(row, problems) for row in iter_csv_rows(path, problems)]
    return rows, problems


def iter_csv_rows(path: Path, problems: list[Problem]) -> Iterator[Row]:
    """Read as `read_csv_rows`, a line at a time and every cell as text, empty ones too; adds to `problems`."""
    # A cell may hold all passages of a case; the module's own limit is 131,072 characters.
    csv.field_size_limit(sys.maxsize)
    reader = csv.reader(io.StringIO(read_text(path), newline=""), strict=True)
    names: Sequence[str] | None = None
    try:
        for cells in reader:
            where = f"{path}:{reader.line_num}"
            if not cells:
                continue
            if names is None:
                names = _names(cells, where)
            elif len(cells) != len(names):
                problems.append(Problem(where=where, expected=f"{len(names)} cells", got=str(len(cells))))
            else:
                yield Row(where=where, values=dict(zip(names, cells, strict=True)))
    except csv.Error as error:
        problems.append(Problem(where=f"{path}:{reader.line_num}", expected="CSV", got=str(error)))


def _names(cells: Sequence[str], where: str) -> Sequence[str]:
    names = [cell.strip() for cell in cells]
    if len(set(names)) < len(names):
        raise InputError(Problem(where=where, expected="each column named once", got=", ".join(names)))
    return names


def _row(row: Row, problems: list[Problem]) -> Row:
    values: dict[str, Any] = {}
    for name, cell in row.values.items():
        if name in _JSON_COLUMNS and cell.strip():
            values[name] = _json(cell, name, row.where, problems)
        elif name == "answerable":
            values[name] = _FLAGS.get(cell.strip().lower(), cell or None)
        else:
            values[name] = cell or None
    return Row(where=row.where, values=values)


def _json(cell: str, name: str, where: str, problems: list[Problem]) -> Any:  # noqa: ANN401 - any JSON value
    try:
        return json.loads(cell)
    except (ValueError, RecursionError):
        problems.append(Problem(where=where, expected=f'"{name}" as JSON text', got=described(cell)))
        return []

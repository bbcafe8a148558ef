"""CSV, read strictly: a line of names, then one case a line; lists are written as JSON text."""

import csv
import io
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from workbench.cases.reading import read_text
from workbench.cases.rows import Row, described
from workbench.errors import InputError, Problem

_JSON_COLUMNS = ("passages", "sources", "contexts")
_FLAGS = {"true": True, "false": False}


def read_csv_rows(path: Path, *, all_text: bool = False) -> tuple[list[Row], list[Problem]]:
    """Read every line as an object with the columns as names, and report every line that cannot be read.

    An empty cell is a field that is not there. `passages` (or `sources`, `contexts`) hold JSON text, `answerable` is
    `true` or `false`. Quoted cells may hold line ends.

    Args:
        path: The file.
        all_text: Whether every cell is text as it stands, whatever its column is called.

    Raises:
        InputError: the file cannot be read at all, or its first line does not name the columns, each once.
    """
    # A cell may hold all passages of a case; the module's own limit is 131,072 characters.
    csv.field_size_limit(sys.maxsize)
    reader = csv.reader(io.StringIO(read_text(path), newline=""), strict=True)
    rows: list[Row] = []
    problems: list[Problem] = []
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
            elif all_text:
                values = {name: cell or None for name, cell in zip(names, cells, strict=True)}
                rows.append(Row(where=where, values=values))
            else:
                rows.append(_row(dict(zip(names, cells, strict=True)), where, problems))
    except csv.Error as error:
        problems.append(Problem(where=f"{path}:{reader.line_num}", expected="CSV", got=str(error)))
    return rows, problems


def _names(cells: Sequence[str], where: str) -> Sequence[str]:
    names = [cell.strip() for cell in cells]
    if len(set(names)) < len(names):
        raise InputError(Problem(where=where, expected="each column named once", got=", ".join(names)))
    return names


def _row(cells: dict[str, str], where: str, problems: list[Problem]) -> Row:
    values: dict[str, Any] = {}
    for name, cell in cells.items():
        if name in _JSON_COLUMNS and cell.strip():
            values[name] = _json(cell, name, where, problems)
        elif name == "answerable":
            values[name] = _FLAGS.get(cell.strip().lower(), cell or None)
        else:
            values[name] = cell or None
    return Row(where=where, values=values)


def _json(cell: str, name: str, where: str, problems: list[Problem]) -> Any:  # noqa: ANN401 - any JSON value
    try:
        return json.loads(cell)
    except (ValueError, RecursionError):
        problems.append(Problem(where=where, expected=f'"{name}" as JSON text', got=described(cell)))
        return []

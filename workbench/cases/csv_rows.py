"""CSV, read strictly: a line of names, then one case a line; lists are written as JSON text."""

import csv
import io
import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
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
    names, lines = csv_lines(text_lines(read_text(path)), str(path), problems)
    rows = [_row(where, dict(zip(names, cells, strict=True)), problems) for where, cells in lines]
    return rows, problems


def text_lines(text: str) -> Iterable[str]:
    """Return the lines of a text with their ends, as the reader of CSV takes them."""
    # Of a text, `io.StringIO` would hold a copy four times as large.
    return io.TextIOWrapper(io.BytesIO(text.encode("utf-8")), encoding="utf-8", newline="")


def csv_lines(
    lines: Iterable[str], name: str, problems: list[Problem], *, delimiter: str = ","
) -> tuple[Sequence[str], Iterator[tuple[str, Sequence[str]]]]:
    """Read lines with their ends: the names of the columns, and the place and the cells of each line, while it is read.

    Lines with another number of cells are passed over and added to `problems`.

    Raises:
        InputError: the first line does not name the columns, each once.
    """
    rows = _rows(lines, name, problems, delimiter)
    where, cells = next(rows, ("", ()))
    names = _names(cells, where)
    return names, _fitting(rows, len(names), problems)


def _rows(
    lines: Iterable[str], name: str, problems: list[Problem], delimiter: str
) -> Iterator[tuple[str, Sequence[str]]]:
    # A cell may hold all passages of a case; the module's own limit is 131,072 characters.
    csv.field_size_limit(sys.maxsize)
    reader = csv.reader(lines, strict=True, delimiter=delimiter)
    # A cell may hold line ends: a row is where its first line is.
    first = 1
    try:
        for cells in reader:
            if cells:
                yield f"{name}:{first}", cells
            first = reader.line_num + 1
    except csv.Error as error:
        problems.append(Problem(where=f"{name}:{first}", expected="CSV", got=str(error)))


def _fitting(
    lines: Iterator[tuple[str, Sequence[str]]], width: int, problems: list[Problem]
) -> Iterator[tuple[str, Sequence[str]]]:
    for where, cells in lines:
        if len(cells) == width:
            yield where, cells
        else:
            problems.append(Problem(where=where, expected=f"{width} cells", got=str(len(cells))))


def _names(cells: Sequence[str], where: str) -> Sequence[str]:
    names = [cell.strip() for cell in cells]
    if len(set(names)) < len(names):
        raise InputError(Problem(where=where, expected="each column named once", got=", ".join(names)))
    return names


def _row(where: str, cells: Mapping[str, str], problems: list[Problem]) -> Row:
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

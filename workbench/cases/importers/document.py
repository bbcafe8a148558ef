"""One JSON document as rows: a list of objects, an object that holds such a list, or a table by its columns."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from workbench.cases.importers.foreign_text import LIMIT, foreign_lines, not_utf8
from workbench.cases.rows import Row, described, json_decoder, json_fault
from workbench.errors import InputError, Problem

_WRAPPERS = (
    "data",
    "rows",
    "records",
    "examples",
    "items",
    "goldens",
    "testCases",
    "test_cases",
    "runs",
    "spans",
    "traces",
    "samples",
    "results",
    "answers",
    "entries",
)
"""Fields in which tools put the list of their objects."""


def document_rows(path: Path, problems: list[Problem]) -> Iterator[Row]:
    """Read a document that is in memory as a whole, and return its objects with their place in it.

    Raises:
        InputError: it is not JSON, not UTF-8, too large, or neither a list nor an object.
    """
    value = _read(path)
    for place, one in _entries(value):
        where = f"{path}, {place}" if place else str(path)
        if isinstance(one, Mapping):
            yield Row(where=where, values=one)
        else:
            problems.append(Problem(where=where, expected="an object", got=described(one)))


def _read(path: Path) -> Any:  # noqa: ANN401 - any JSON value
    text = _text(path)
    try:
        return json_decoder(nan_is_null=True).decode(text)
    except (ValueError, RecursionError) as error:
        raise InputError(Problem(where=str(path), expected="JSON", got=json_fault(error))) from error


def _text(path: Path) -> str:
    parts = []
    room = LIMIT
    for line in foreign_lines(path):
        room -= len(line)
        if room < 0:
            got = "a longer one; export it as JSONL, which is read a line at a time"
            expected = f"a JSON document of at most {LIMIT:,} characters"
            raise InputError(Problem(where=str(path), expected=expected, got=got))
        parts.append(line)
    text = "".join(parts)
    if bad := not_utf8(text):
        raise InputError(Problem(where=str(path), expected="UTF-8 text", got=bad))
    return text


def _entries(value: Any) -> Iterator[tuple[str, Any]]:  # noqa: ANN401 - any JSON value
    if isinstance(value, list):
        yield from ((f"entry {number}", one) for number, one in enumerate(value, start=1))
    elif not isinstance(value, dict):
        yield "", value
    elif inner := _wrapped(value):
        yield from ((f"{inner}, entry {number}", one) for number, one in enumerate(value[inner], start=1))
    elif columns := _columns(value):
        for number, cells in enumerate(zip(*columns.values(), strict=True), start=1):
            yield f"row {number}", dict(zip(columns, cells, strict=True))
    else:
        yield "", value


def _wrapped(value: Mapping[str, Any]) -> str:
    """Return the field that holds the list of objects; empty where none does."""
    if "eval" in value and "samples" in value:
        return ""  # A log of Inspect, which reads its samples itself.
    return next((name for name in _WRAPPERS if _is_objects(value.get(name))), "")


def _is_objects(value: Any) -> bool:  # noqa: ANN401 - any JSON value
    return isinstance(value, list) and bool(value) and all(isinstance(one, dict) for one in value)


def _columns(value: Mapping[str, Any]) -> dict[str, list[Any]]:
    """Return the cells of each column where the object is a table by columns, as pandas and `datasets` write it.

    The cells are a list, or an object with the same keys in every column.
    """
    if "columns" in value and "data" in value:
        return _split(value["columns"], value["data"])
    cells = list(value.values())
    if len(cells) < 2:
        return {}
    if all(isinstance(one, dict) for one in cells):
        keys = list(cells[0])
        if not keys or any(list(one) != keys for one in cells) or not all(key.isdecimal() for key in keys):
            return {}
        return {name: list(one.values()) for name, one in value.items()}
    if all(isinstance(one, list) for one in cells) and len({len(one) for one in cells}) == 1:
        return dict(value)
    return {}


def _split(names: Any, rows: Any) -> dict[str, list[Any]]:  # noqa: ANN401 - any JSON value
    if not isinstance(names, list) or not isinstance(rows, list) or not all(isinstance(name, str) for name in names):
        return {}
    if len(set(names)) < len(names) or any(not isinstance(row, list) or len(row) != len(names) for row in rows):
        return {}
    return {name: [row[place] for row in rows] for place, name in enumerate(names)}

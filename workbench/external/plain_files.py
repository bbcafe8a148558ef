"""JSONL and CSV read by Arrow, where it is certain that it reads what the strict readers would.

Arrow is many times faster and nearly as strict. What it would take another way is looked for first, or told to it, or
seen in what comes out; then there is no table, and the strict readers read the file, or say where it is wrong.
"""

import json
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pyarrow as pa

_BLOCK = 1 << 24
_FIRST = 1_000
_EXACT = 2.0**53
"""From here on a whole number as a float may be another one."""


class _MixedError(Exception):
    """Values that are of no one kind, or nested deeper than a table is laid flat."""


def plain_jsonl(text: str) -> "pa.Table | None":
    """Read one object a line, from the first line on; None where that is not certain.

    Objects inside an object are laid flat: `{"scores": {"a": 1}}` is `scores.a`. Of columns that hold both, whole
    numbers become floats.

    Args:
        text: The file, with line ends as `reading.plain_line_ends` makes them.
    """
    import pyarrow as pa
    from pyarrow import json as arrow_json

    body = text.rstrip("\n")
    rows = body.count("\n") + 1
    # Objects that follow one another stand apart by a line end and nothing else, so each has a line. No raw line end
    # stands inside a text, and none of these inside an object.
    if not body.startswith("{") or body.count("}\n{") != rows - 1 or "-NaN" in body:
        return None
    try:
        # Nothing is left to be guessed: Arrow takes texts that look like times for times.
        schema = _struct(map(json.loads, body.split("\n", _FIRST)[:_FIRST]), deep=True)
        table = arrow_json.read_json(
            pa.BufferReader(body.encode()),
            read_options=arrow_json.ReadOptions(block_size=_BLOCK),
            parse_options=arrow_json.ParseOptions(explicit_schema=pa.schema(schema), unexpected_field_behavior="error"),
        ).flatten()
    except (_MixedError, RecursionError, ValueError, pa.ArrowException):
        return None
    is_told_apart = len(set(table.column_names)) == table.num_columns
    return table if is_told_apart and table.num_rows == rows and all(map(_is_exact, table.columns)) else None


def plain_csv(text: str) -> "pa.Table | None":
    """Read lines of cells without quotes, every cell as text; None where that is not certain.

    Args:
        text: The file, with line ends as `reading.plain_line_ends` makes them. Its first line names the columns.
    """
    import pyarrow as pa
    from pyarrow import csv as arrow_csv

    if '"' in text or "\0" in text:
        return None
    head, _, cells = text.rstrip("\n").partition("\n")
    names = [name.strip() for name in head.split(",")]
    # Arrow takes a byte order mark off, wherever it begins to read.
    if not (head and cells) or len(set(names)) < len(names) or cells.startswith(("\ufeff", "\n")) or "\n\n" in cells:
        return None
    try:
        table = arrow_csv.read_csv(
            pa.BufferReader(cells.encode()),
            read_options=arrow_csv.ReadOptions(column_names=names, block_size=_BLOCK),
            parse_options=arrow_csv.ParseOptions(quote_char=False),
            convert_options=arrow_csv.ConvertOptions(column_types=dict.fromkeys(names, pa.string())),
        )
    except pa.ArrowException:
        return None
    return table if table.num_rows == cells.count("\n") + 1 else None


def _struct(objects: Iterable[Any], *, deep: bool) -> "pa.StructType":
    """Return the kind of each name's values, in the order in which the names come."""
    import pyarrow as pa

    values: dict[str, list[Any]] = {}
    for one in objects:
        if not isinstance(one, dict):
            raise _MixedError
        for name, value in one.items():
            values.setdefault(name, []).append(value)
    return pa.struct([pa.field(name, _kind(found, deep=deep)) for name, found in values.items()])


def _kind(values: Sequence[Any], *, deep: bool) -> "pa.DataType":
    """Return the one kind of some values; `deep` says whether they may be objects or lists."""
    import pyarrow as pa

    present = [value for value in values if value is not None]
    kinds = set(map(type, present))
    plain: list[tuple[set[type], pa.DataType]] = [
        ({str}, pa.string()),
        ({bool}, pa.bool_()),
        ({int}, pa.int64()),
        ({int, float}, pa.float64()),
    ]
    found = next((kind for of, kind in plain if kinds <= of), None)
    if found is not None:
        return found
    if deep and kinds == {dict}:
        return _struct(present, deep=False)
    if deep and kinds == {list}:
        return pa.list_(_kind(list(chain.from_iterable(present)), deep=False))
    raise _MixedError


def _is_exact(column: "pa.ChunkedArray") -> bool:
    import pyarrow as pa
    from pyarrow import compute

    if pa.types.is_list(column.type):
        return _is_exact(compute.list_flatten(column))
    if not pa.types.is_floating(column.type):
        return True
    # Infinity is no JSON; a whole number this large may have been read as another one.
    return not (compute.max(compute.abs(column.drop_null())).as_py() or 0.0) >= _EXACT

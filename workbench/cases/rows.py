"""JSONL, read strictly: one JSON object a line, each key once, no NaN."""

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from workbench.cases.reading import lines, read_text
from workbench.errors import Problem


class Row(NamedTuple):
    """One object and where it stands, as `file:line`. A file may have a million."""

    where: str
    values: Mapping[str, Any]


class _NotJson(ValueError):
    """Something that Python's reader accepts and JSON does not."""


def read_rows(path: Path, *, nan_is_null: bool = False) -> tuple[list[Row], list[Problem]]:
    """Read every line that holds an object, and report every line that does not. Empty lines are passed over.

    Args:
        path: The file.
        nan_is_null: Whether NaN, which is not JSON but what many libraries write for a failed call, is read as null.

    Raises:
        InputError: the file cannot be read at all.
    """
    problems: list[Problem] = []
    return list(iter_rows(read_text(path), str(path), problems, nan_is_null=nan_is_null)), problems


def iter_rows(text: str, name: str, problems: list[Problem], *, nan_is_null: bool = False) -> Iterator[Row]:
    """Read the text of a file as `read_rows`, an object at a time: not all rows are kept. Adds to `problems`."""
    yield from rows_of(lines(text), name, problems, nan_is_null=nan_is_null)


def rows_of(lines: Iterable[str], name: str, problems: list[Problem], *, nan_is_null: bool = False) -> Iterator[Row]:
    """Read lines, without their ends, as `iter_rows`: they are looked at one after another and not kept."""
    # One for all lines: to make one takes longer than to read a short line.
    decoder = json_decoder(nan_is_null=nan_is_null)
    for number, line in enumerate(lines, start=1):
        if not line.strip(" \t"):
            continue
        where = f"{name}:{number}"
        try:
            value = _decoded(decoder, line)
        except (ValueError, RecursionError) as error:
            problems.append(Problem(where=where, expected="one JSON object", got=json_fault(error)))
        else:
            if isinstance(value, dict):
                yield Row(where=where, values=value)
            else:
                problems.append(Problem(where=where, expected="one JSON object", got=described(value)))


def json_decoder(*, nan_is_null: bool = False) -> json.JSONDecoder:
    """Return a reader of JSON that refuses what JSON does not have: a key twice in one object, NaN, Infinity."""
    constant = _nan_or_constant if nan_is_null else _constant
    return json.JSONDecoder(object_pairs_hook=_object, parse_constant=constant)


def json_fault(error: Exception) -> str:
    """Say why such a reader gave up."""
    if isinstance(error, json.JSONDecodeError):
        line = f"line {error.lineno}, " if error.lineno > 1 else ""
        return f"{error.msg.lower()} at {line}character {error.colno}"
    if isinstance(error, RecursionError):
        return "lists or objects nested too deeply"
    return str(error) if isinstance(error, _NotJson) else "a number with too many digits"


def _decoded(decoder: json.JSONDecoder, line: str) -> Any:  # noqa: ANN401 - any JSON value
    if line[0] == "{":
        value, end = decoder.raw_decode(line)
        if end == len(line):
            return value
    # It looks for space around the value, which takes as long as a short value.
    return decoder.decode(line)


def described(value: object) -> str:
    """Name a JSON value in an error message, a long one by its start."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        short = json.dumps(value if len(value) <= 40 else value[:40] + "...", ensure_ascii=False, allow_nan=False)
        return short.encode("utf-8", "backslashreplace").decode("utf-8")
    if isinstance(value, list):
        return f"a list of {len(value)}"
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, int | float):
        return f"the number {str(value)[:20]}"
    # A file of other than JSON may hold dates, bytes and more.
    return str(value)[:60]


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values = dict(pairs)
    if len(values) < len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise _NotJson(f"the key {described(key)} twice in one object")
            seen.add(key)
    return values


def _constant(name: str) -> None:
    raise _NotJson(f"{name}, which is not JSON")


def _nan_or_constant(name: str) -> None:
    if name != "NaN":
        _constant(name)

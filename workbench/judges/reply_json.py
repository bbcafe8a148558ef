"""JSON as models write it: read strictly first, then with a few bounded repairs, never by guessing."""

import json
import math
import re
from collections.abc import Iterator
from typing import Any

_FENCED = re.compile(r"\s*```[a-zA-Z]*[ \t]*\n(.*?)\n?[ \t]*```\s*", re.DOTALL)
# A whole string, or a comma right before a closing bracket; only the comma is taken out.
_STRING_OR_TRAILING_COMMA = re.compile(r'("(?:\\.|[^"\\])*")|,(?=\s*[}\]])', re.DOTALL)
_BRACES = frozenset("{}")


class NotJson(ValueError):
    """The text is not JSON."""


class SaidTwice(NotJson):
    """An object names one key twice, with two values."""


def read_json(text: str) -> Any:  # noqa: ANN401 - any JSON value
    """Read a text that is one JSON value and nothing else, as it stands or after the repairs.

    The repairs: a code fence around it, raw line ends inside strings, a comma before a closing bracket.

    Raises:
        NotJson: it is not, or it holds NaN or Infinity.
        SaidTwice: an object in it names one key twice, with different values.
    """
    inner = without_fence(text)
    for candidate in (inner, _without_trailing_commas(inner)):
        try:
            return _DECODER.decode(candidate)
        except SaidTwice:
            raise
        except (ValueError, RecursionError) as error:
            last = error
    raise NotJson(str(last))


def objects_in_prose(text: str) -> tuple[list[tuple[str, dict[str, Any]]], str]:
    """Find the JSON objects in a text that holds prose too.

    Returns:
        Each object with its text, in order, and the rest of the text. Where an opening brace begins no whole
        object, everything from there on is in the rest.
    """
    found, rest = _whole_objects(text)
    return (found, rest) if not has_braces(rest) else _whole_objects(_without_trailing_commas(text))


def _whole_objects(text: str) -> tuple[list[tuple[str, dict[str, Any]]], str]:
    found: list[tuple[str, dict[str, Any]]] = []
    rest: list[str] = []
    place = 0
    while (start := text.find("{", place)) >= 0:
        try:
            value, end = _DECODER.raw_decode(text, start)
        except (ValueError, RecursionError):
            break
        rest.append(text[place:start])
        found.append((text[start:end], value))
        place = end
    rest.append(text[place:])
    return found, "".join(rest)


def has_braces(text: str) -> bool:
    """Say whether a text holds a brace, so that it may be part of an object that could not be read."""
    return not _BRACES.isdisjoint(text)


def without_fence(text: str) -> str:
    """Return what is inside the code fence when the whole text is one; else the text."""
    match = _FENCED.fullmatch(text)
    return (match.group(1) if match else text).strip()


def _without_trailing_commas(text: str) -> str:
    return _STRING_OR_TRAILING_COMMA.sub(lambda match: match.group(1) or "", text)


def _once_each(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The standard reader keeps the last of two equal keys in silence; two verdicts are not one."""
    for key, value in _repeated(pairs):
        raise SaidTwice(f"the key {key!r} comes twice, with different values, such as {value!r}")
    return dict(pairs)


def _repeated(pairs: list[tuple[str, Any]]) -> Iterator[tuple[str, Any]]:
    seen: dict[str, Any] = {}
    for key, value in pairs:
        if seen.setdefault(key, value) != value:
            yield key, value


def _no_constant(name: str) -> None:
    raise NotJson(f"{name} is not JSON")


def _finite(digits: str) -> float:
    value = float(digits)
    if not math.isfinite(value):
        raise NotJson(f"{digits} is too large for a number")
    return value


# strict=False admits raw line ends and tabs inside strings, and nothing else.
_DECODER = json.JSONDecoder(
    strict=False, object_pairs_hook=_once_each, parse_float=_finite, parse_constant=_no_constant
)

"""JSON as models write it: read strictly first, then with a few bounded repairs, never by guessing."""

import json
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

_FENCE = "```"
# A string, also one that is never closed, or a comma right before a closing bracket; only the comma is taken out. A
# string is never tried twice (`*+`), or a long hostile reply would keep the run waiting for minutes.
_STRING_OR_TRAILING_COMMA = re.compile(r'("(?:\\.|[^"\\])*+(?:"|\\?\Z))|,(?=\s*[}\]])', re.DOTALL)
_BRACES = frozenset("{}")
_REPAIRS = 2


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


@dataclass(frozen=True, kw_only=True)
class Mixed:
    """A text that holds JSON objects and prose.

    Attributes:
        objects: Each object with its text, in order.
        prose: What stands before, between and after them: one piece more than there are objects. Where an opening
            brace begins no whole object, everything from there on is in the last piece.
    """

    objects: tuple[tuple[str, dict[str, Any]], ...]
    prose: tuple[str, ...]


def objects_in_prose(text: str) -> Mixed:
    """Find the JSON objects in a text that holds prose too.

    Raises:
        SaidTwice: one of them names one key twice, with different values.
    """
    objects: list[tuple[str, dict[str, Any]]] = []
    prose: list[str] = []
    place, repairs = 0, _REPAIRS
    while (start := text.find("{", place)) >= 0:
        try:
            value, end = _DECODER.raw_decode(text, start)
        except SaidTwice:
            raise
        except (ValueError, RecursionError):
            if not repairs:
                break
            # Mended from this brace on: what the prose before it holds of quotation marks says nothing of its strings.
            repairs -= 1
            text = text[:start] + _without_trailing_commas(text[start:])
            continue
        prose.append(text[place:start])
        objects.append((text[start:end], value))
        place = end
    return Mixed(objects=tuple(objects), prose=(*prose, text[place:]))


def has_braces(text: str) -> bool:
    """Say whether a text holds a brace, so that it may be part of an object that could not be read."""
    return not _BRACES.isdisjoint(text)


def without_fence(text: str) -> str:
    """Return what is inside the code fence when the whole text is one; else the text."""
    whole = text.strip()
    opening, newline, rest = whole.partition("\n")
    language = opening.removeprefix(_FENCE).strip()
    is_fence = opening.startswith(_FENCE) and newline and rest.endswith(_FENCE) and (language.isalpha() or not language)
    return rest.removesuffix(_FENCE).strip() if is_fence else whole


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

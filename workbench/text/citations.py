"""Citation marks in an answer: `[id]`, `[id, id]`, `[1]`."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

_MARK = re.compile(r"\[([^\[\]\n]{1,120})\](?!\()")
_SEPARATOR = re.compile(r"\s*[,;]\s*|\s+and\s+|\s*&\s*")
_ID_LIKE = re.compile(r"[A-Za-z]{0,24}[-_.:#]?\d{1,6}|[A-Za-z0-9]+(?:[-_.:][A-Za-z0-9]+)+")


@dataclass(frozen=True, kw_only=True)
class Mark:
    """One citation mark: its place in the answer, brackets included, and the ids it names."""

    start: int
    end: int
    ids: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Citations:
    """The citation marks of an answer.

    Attributes:
        marks: Every mark that cites, in order.
        shown: Ids cited that were shown, each once.
        unknown: Ids cited that were not shown, each once.
    """

    marks: tuple[Mark, ...]
    shown: tuple[str, ...]
    unknown: tuple[str, ...]


def citations(answer: str, shown_ids: Iterable[str]) -> Citations:
    """Read the citation marks of an answer.

    Args:
        answer: The whole answer.
        shown_ids: Ids of the passages that were shown. A mark is a citation when one of its parts is such an id or
            has the form of one (letters and digits with a dash or a number); `[sic]` and `[he]` are not.
    """
    known = set(shown_ids)
    marks: list[Mark] = []
    for match in _MARK.finditer(answer):
        whole = match.group(1).strip()
        parts = (whole,) if whole in known else tuple(part for part in _SEPARATOR.split(whole) if part)
        if parts and all(part in known or _ID_LIKE.fullmatch(part) for part in parts):
            marks.append(Mark(start=match.start(), end=match.end(), ids=parts))
    cited = dict.fromkeys(part for mark in marks for part in mark.ids)
    return Citations(
        marks=tuple(marks),
        shown=tuple(part for part in cited if part in known),
        unknown=tuple(part for part in cited if part not in known),
    )

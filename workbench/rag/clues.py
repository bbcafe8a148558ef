"""Where the figures, dates and names of an answer stand: in the evidence, beside it, in another passage, or nowhere.

Only what can be shown: a value that stands in no passage was not read there, and one of another passage may have been.
Which claim it belongs to, and whether that is wrong, is for a reader.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from workbench.rag.values import shown, without_citations
from workbench.records.case import Case
from workbench.records.stage import Clues, Evidence
from workbench.text.dates import Moment, moments
from workbench.text.figures import Figure, FigureKind, figures
from workbench.text.known_moments import KnownMoments
from workbench.text.names import Name, names
from workbench.text.quantities import Quantities


@dataclass(frozen=True)
class _Value:
    """A figure with its unit, a date or time, or a name: what is written, and what it is."""

    text: str
    what: Figure | Moment | Name


class _Text:
    """What a text holds, in any spelling. It is read only for the kinds of values that are looked for."""

    def __init__(self, text: str) -> None:
        self._text = text

    @cached_property
    def _quantities(self) -> Quantities:
        return Quantities(self._text)

    @cached_property
    def _moments(self) -> KnownMoments:
        return KnownMoments(self._text)

    @cached_property
    def _folded(self) -> str:
        return " ".join(self._text.split()).casefold()

    def holds(self, value: _Value) -> bool:
        match value.what:
            case Figure():
                return self._quantities.holds(value.what)
            case Moment():
                return self._moments.holds(value.what)
        return re.search(rf"\b{re.escape(value.what.last.casefold())}\b", self._folded) is not None


def clues(case: Case, evidence: Evidence | None) -> Clues:
    """Look for each figure, date and name of an answer in what the model was sent."""
    answer = without_citations(case.answer, case.passages)
    said = list(_values(answer))
    asked, phrase = _Text(case.question), _Text(evidence.phrase if evidence else "")
    home = evidence.passage if evidence and evidence.rank is not None else None
    sent = {passage.id: _passage(text) for passage, text in zip(case.passages, shown(case.passages), strict=True)}
    in_phrase: list[str] = []
    beside: list[str] = []
    nowhere: list[str] = []
    elsewhere: dict[str, tuple[str, ...]] = {}
    for value in said:
        if phrase.holds(value):
            in_phrase.append(value.text)
            continue
        if asked.holds(value):
            continue
        holders = [name for name, text in sent.items() if text.holds(value)]
        if home in holders:
            beside.append(value.text)
        elif holders:
            elsewhere[value.text] = tuple(holders)
        else:
            nowhere.append(value.text)
    told = _Text(answer)
    wanted = [value for value in _values(evidence.phrase if evidence else "") if not asked.holds(value)]
    return Clues(
        evidence=_once(in_phrase),
        beside=_once(beside),
        elsewhere=elsewhere,
        nowhere=_once(nowhere),
        missing=_once([value.text for value in wanted if not told.holds(value)]),
    )


@lru_cache(maxsize=1024)
def _passage(text: str) -> _Text:
    """Read a passage once: the same ones come again and again."""
    return _Text(text)


def _values(text: str) -> Iterator[_Value]:
    found: list[tuple[int, int, Figure | Moment | Name]] = [
        *((one.start, one.end, one) for one in moments(text)),
        *((one.start, one.end_of_unit, one) for one in figures(text) if one.kind is not FigureKind.LABEL),
        *((one.start, one.end, one) for one in names(text)),
    ]
    covered = 0
    # Of what stands in one place the longest counts: the day of a date is no figure.
    for start, end, what in sorted(found, key=lambda one: (one[0], -one[1])):
        if start >= covered:
            covered = end
            is_money = start > 0 and unicodedata.category(text[start - 1]) == "Sc"
            yield _Value(text[start - is_money : end], what)


def _once(texts: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(texts))

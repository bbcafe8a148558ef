"""Values of an answer: figures, dates, weekdays, times and names, which say where it was taken from."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from workbench.records.passage import Passage
from workbench.text.citations import citations
from workbench.text.dates import Moment, MomentKind, is_short_day, moments
from workbench.text.declines import declines
from workbench.text.figures import Figure, FigureKind, figures
from workbench.text.known_moments import KnownMoments
from workbench.text.name_lists import GIVEN_NAMES
from workbench.text.names import Name, NameKind, names
from workbench.text.quantities import Quantities
from workbench.text.sentences import sentences
from workbench.text.tokens import content_set

# "Two" of one thing is not "two" of another, and many things are of one year; 504 Wh stands for itself.
_SMALL = 12
_DATED = (FigureKind.YEAR, FigureKind.DATE, FigureKind.TIME, FigureKind.ORDINAL)
_LEAST_SHARED = 2
# Scripts with letters from here on have no blanks between words.
_LATIN = "\u2e80"
_NUMBER = re.compile(r"\d+")
_LONGEST_GIVEN = 40


@dataclass(frozen=True, kw_only=True)
class Value:
    """One value of a text.

    Attributes:
        text: As it stands there, with its unit.
        said: Content words of its sentences, by which a common number is told from others.
        figure: The figure that it is; None for anything else.
        name: The name that it is; None for anything else.
        moment: The date, month, weekday, time or version that it is; None for anything else.
    """

    text: str
    said: frozenset[str]
    figure: Figure | None = None
    name: Name | None = None
    moment: Moment | None = None

    @property
    def common(self) -> bool:
        """Whether it is a bare number, year or moment that many things come in."""
        figure = self.figure
        if figure is None:
            return self.moment is not None
        return figure.unit is None and (figure.value <= _SMALL or figure.kind in _DATED)

    def is_like(self, other: "Value") -> bool:
        """Say whether two values are of one kind, so that one could stand in place of the other."""
        if self.moment is not None or other.moment is not None:
            return (self.moment and self.moment.kind) is (other.moment and other.moment.kind)
        if self.figure is None or other.figure is None:
            return self.name is not None and other.name is not None and self.name.kind is other.name.kind
        mine, theirs = self.figure.unit, other.figure.unit
        if mine is None or theirs is None:
            return mine is theirs and self.figure.kind is other.figure.kind
        return mine.dimension == theirs.dimension


class Known:
    """What some texts tell: asked of each value of an answer. They are read for the kinds that are asked for only."""

    def __init__(self, *texts: str) -> None:
        self._texts = texts

    @cached_property
    def _quantities(self) -> Quantities:
        return Quantities(*self._texts)

    @cached_property
    def _moments(self) -> KnownMoments:
        return KnownMoments(*self._texts)

    @cached_property
    def _text(self) -> str:
        return "\n\n".join(self._texts)

    def tells(self, value: Value) -> bool:
        """Say whether a value stands in the texts, in any spelling or unit."""
        if value.figure is not None:
            return self._quantities.holds(value.figure)
        if value.moment is not None:
            return self._moments.holds(value.moment)
        name = value.name
        return name is not None and _has_name(self._text, name)


@lru_cache(maxsize=64)
def known_by(*texts: str) -> Known:
    """What some texts tell. Remembered, because the same passages are read for each change and each answer."""
    return Known(*texts)


class Told:
    """What an answer tells. Its citation marks are no values."""

    def __init__(self, answer: str, passages: Iterable[Passage]) -> None:
        self.text = without_citations(answer, passages)
        self.words = content_set(" ".join(one.text for one in sentences(self.text) if not declines(one.text)))
        self._known = Known(self.text)

    def tells(self, value: Value) -> bool:
        """Say whether the answer tells a value; a common one only where its sentence says the same, or nothing else."""
        if not value.common:
            return self._known.tells(value)
        return any(_says(one.text, value) for one in sentences(self.text) if not declines(one.text))


def values_of(text: str) -> tuple[Value, ...]:
    """Return the values of a text in order, each once. Labels, such as the number of a section, are none."""
    found: dict[str, Value] = {}
    for span in sentences(text):
        for value in _values_in(span.text, content_set(span.text)):
            before = found.get(value.text)
            found[value.text] = value if before is None else replace(before, said=before.said | value.said)
    return tuple(found.values())


def _values_in(sentence: str, said: frozenset[str]) -> Iterator[Value]:
    dated = [one for one in moments(sentence) if one.kind is not MomentKind.YEAR and not is_short_day(one)]
    for moment in dated:
        yield Value(text=moment.text, said=said, moment=moment)
    for figure in figures(sentence):
        within = any(moment.start <= figure.start < moment.end for moment in dated)
        if not within and (figure.kind is not FigureKind.LABEL or _counts(sentence, figure)):
            yield Value(text=_whole(sentence, figure), said=said, figure=figure)
    for name in names(sentence):
        yield Value(text=name.text, said=said, name=name)


def without_citations(answer: str, passages: Iterable[Passage]) -> str:
    """Return an answer with blanks in place of its citation marks."""
    for mark in reversed(citations(answer, [passage.id for passage in passages]).marks):
        answer = answer[: mark.start] + " " + answer[mark.end :]
    return answer


def shown(passages: Sequence[Passage]) -> tuple[str, ...]:
    """Return the texts of passages, titles included."""
    return tuple(f"{passage.title}\n{passage.text}" for passage in passages)


def listed(values: Iterable[Value]) -> str:
    """Return values as a message names them."""
    return ", ".join(f'"{value.text}"' for value in values)


def _says(sentence: str, value: Value) -> bool:
    """Say whether a sentence tells a value, and with it what the value's own sentence says, or nothing else."""
    if not Known(sentence).tells(value):
        return False
    words = content_set(_NUMBER.sub(" ", sentence)) - content_set(value.text)
    return len(words & value.said) >= min(_LEAST_SHARED, len(words))


def _counts(sentence: str, figure: Figure) -> bool:
    """Whether a number stands in a script without blanks, where its counter touches it as the rest of a label would."""
    before, after = sentence[: figure.start][-1:], sentence[figure.end :][:1]
    return (after > _LATIN and after.isalpha()) and not (before.isascii() and before.isalpha())


def _whole(text: str, figure: Figure) -> str:
    """The figure with its unit, and with the currency before it."""
    start = figure.start - (figure.start > 0 and text[figure.start - 1] in "£$€¥₹")
    return text[start : figure.end_of_unit]


def _has_name(text: str, name: Name) -> bool:
    """The name itself or, of a person, the surname behind no other given name."""
    if _stands(name.text, text):
        return True
    return name.kind is NameKind.PERSON and any(
        not GIVEN_NAMES & {*text[max(0, place - _LONGEST_GIVEN) : place].split()[-1:]}
        for place in _stands(name.last, text)
    )


def _stands(phrase: str, text: str) -> list[int]:
    """Where a phrase stands in a text as whole words."""
    return [match.start() for match in re.finditer(rf"(?<!\w){re.escape(phrase)}(?!\w)", text)]

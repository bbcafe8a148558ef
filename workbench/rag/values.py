"""Values of an answer: figures, dates, weekdays, times and names, which say where it was taken from."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from workbench.records.passage import Passage
from workbench.text.dates import Moment, MomentKind, is_short_day, moments
from workbench.text.figures import Figure, FigureKind, figures
from workbench.text.known_moments import KnownMoments
from workbench.text.name_lists import GIVEN_NAMES
from workbench.text.names import Name, NameKind, names
from workbench.text.proper_names import proper_names, stands_as_name
from workbench.text.quantities import Quantities
from workbench.text.sentences import sentences
from workbench.text.tokens import content_set

# "Two" of one thing is not "two" of another, and many things are of one year; 504 Wh stands for itself.
_SMALL = 12
_DATED = (FigureKind.YEAR, FigureKind.DATE, FigureKind.TIME, FigureKind.ORDINAL)
# Scripts with letters from here on have no blanks between words.
LATIN = "\u2e80"
_LONGEST_GIVEN = 40


@dataclass(frozen=True, kw_only=True)
class Value:
    """One value of a text.

    Attributes:
        text: As it stands there, with its unit.
        said: Content words of its sentences, by which a bare number is told from others.
        figure: The figure that it is; None for anything else.
        name: The name that it is; None for anything else.
        moment: The date, month, weekday, time or version that it is; None for anything else.
        proper: Whether it is a name that stands on no list, so that nobody knows what it names.
    """

    text: str
    said: frozenset[str]
    figure: Figure | None = None
    name: Name | None = None
    moment: Moment | None = None
    proper: bool = False

    @property
    def is_name(self) -> bool:
        """Whether it names somebody or something."""
        return self.proper or self.name is not None

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
        if self.proper or other.proper:
            return self.is_name and other.is_name
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
    def text(self) -> str:
        """The texts as one."""
        return "\n\n".join(self._texts)

    def tells_with_unit(self, value: Value) -> bool:
        """Say whether a figure stands in the texts in a unit that measures the same."""
        return value.figure is not None and self._quantities.holds_with_unit(value.figure)

    def tells(self, value: Value) -> bool:
        """Say whether a value stands in the texts, in any spelling or unit."""
        if value.proper:
            return stands_as_name(value.text, self.text)
        if value.figure is not None:
            return self._quantities.holds(value.figure)
        if value.moment is not None:
            return self._moments.holds(value.moment)
        name = value.name
        return name is not None and _has_name(self.text, name)


@lru_cache(maxsize=64)
def known_by(*texts: str) -> Known:
    """What some texts tell. Remembered, because the same passages are read for each change and each answer."""
    return Known(*texts)


def values_of(text: str) -> tuple[Value, ...]:
    """Return the values of a text in order, each once. Labels, such as the number of a section, are none."""
    found: dict[str, Value] = {}
    for span in sentences(text):
        for value in _values_in(span.text, content_set(span.text)):
            before = found.get(value.text)
            found[value.text] = value if before is None else replace(before, said=before.said | value.said)
    return tuple(found.values())


def names_of(text: str) -> tuple[Value, ...]:
    """Return the names of a text that no list holds, as far as English tells them from other words."""
    found = (name for name in proper_names(text) if not names(name) and not moments(name) and not figures(name))
    return tuple(Value(text=name, said=frozenset(), proper=True) for name in found)


def placed(value: Value, texts: Iterable[str]) -> Value:
    """Return a figure or moment with what sentences of some texts say of it, too: a paraphrase may use their words."""
    if value.is_name:
        return value
    lines = (span.text for text in texts for span in sentences(text))
    return replace(value, said=value.said.union(*(content_set(line) for line in lines if Known(line).tells(value))))


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


def shown(passages: Sequence[Passage]) -> tuple[str, ...]:
    """Return the texts of passages, titles included."""
    return tuple(f"{passage.title}\n{passage.text}" for passage in passages)


def listed(values: Iterable[Value]) -> str:
    """Return values as a message names them."""
    return ", ".join(f'"{value.text}"' for value in values)


def _counts(sentence: str, figure: Figure) -> bool:
    """Whether a number stands in a script without blanks, where its counter touches it as the rest of a label would."""
    before, after = sentence[: figure.start][-1:], sentence[figure.end :][:1]
    return (after > LATIN and after.isalpha()) and not (before.isascii() and before.isalpha())


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

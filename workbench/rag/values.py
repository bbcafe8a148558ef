"""Values of an answer: figures, years and names, which say where it was taken from."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from workbench.records.passage import Passage
from workbench.text.citations import citations
from workbench.text.declines import declines
from workbench.text.figures import Figure, FigureKind, figures
from workbench.text.name_lists import GIVEN_NAMES
from workbench.text.names import Name, NameKind, names
from workbench.text.quantities import Quantities
from workbench.text.sentences import sentences
from workbench.text.tokens import content_set

# "Two" of one thing is not "two" of another; 504 Wh stands for itself.
_SMALL = 12
_LEAST_SHARED = 2
_LONGEST_GIVEN = 40


@dataclass(frozen=True, kw_only=True)
class Value:
    """One value of a text.

    Attributes:
        text: As it stands there, with its unit.
        said: Content words of its sentence, by which a small bare number is told from others.
        figure: The figure that it is; None for a name.
        name: The name that it is; None for a figure.
    """

    text: str
    said: frozenset[str]
    figure: Figure | None = None
    name: Name | None = None

    @property
    def small(self) -> bool:
        """Whether it is a bare number that many things come in."""
        return self.figure is not None and self.figure.unit is None and self.figure.value <= _SMALL

    def is_like(self, other: "Value") -> bool:
        """Say whether two values are of one kind, so that one could stand in place of the other."""
        if self.figure is None or other.figure is None:
            return self.name is not None and other.name is not None and self.name.kind is other.name.kind
        mine, theirs = self.figure.unit, other.figure.unit
        if mine is None or theirs is None:
            return mine is theirs and self.figure.kind is other.figure.kind
        return mine.dimension == theirs.dimension


class Known:
    """What some texts tell: asked of each value of an answer."""

    def __init__(self, *texts: str) -> None:
        self._text = "\n\n".join(texts)
        self._quantities = Quantities(*texts)

    def tells(self, value: Value) -> bool:
        """Say whether a value stands in the texts, in any spelling or unit."""
        if value.figure is not None:
            return self._quantities.holds(value.figure)
        name = value.name
        return name is not None and _has_name(self._text, name)


class Told:
    """What an answer tells. Its citation marks are no values."""

    def __init__(self, answer: str, passages: Iterable[Passage]) -> None:
        self.text = without_citations(answer, passages)
        self.words = content_set(" ".join(one.text for one in sentences(self.text) if not declines(one.text)))
        self._known = Known(self.text)

    def tells(self, value: Value) -> bool:
        """Say whether the answer tells a value; a small bare number only in a sentence about the same."""
        if not value.small:
            return self._known.tells(value)
        return any(
            len(content_set(one.text) & value.said) >= _LEAST_SHARED and Known(one.text).tells(value)
            for one in sentences(self.text)
            if not declines(one.text)
        )


def values_of(text: str) -> tuple[Value, ...]:
    """Return the values of a text in order, each once. Labels, such as the number of a section, are none."""
    found: dict[str, Value] = {}
    for span in sentences(text):
        said = content_set(span.text)
        for figure in figures(span.text):
            if figure.kind is not FigureKind.LABEL:
                whole = _whole(span.text, figure)
                found.setdefault(whole, Value(text=whole, said=said, figure=figure))
        for name in names(span.text):
            found.setdefault(name.text, Value(text=name.text, said=said, name=name))
    return tuple(found.values())


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

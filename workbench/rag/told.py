"""What an answer tells: asked of each value that the passages or a trusted answer tell."""

import re
from collections.abc import Iterable
from functools import cached_property

from workbench.rag.values import LATIN, Known, Value
from workbench.records.passage import Passage
from workbench.text.citations import citations
from workbench.text.dates import MomentKind
from workbench.text.declines import declines
from workbench.text.denied import without_denied
from workbench.text.figures import figures
from workbench.text.sentences import sentences
from workbench.text.tokens import content_set

_LEAST_SHARED = 2
# A clock time or a whole date is hardly said of anything else by chance.
_TELLING_MOMENTS = (MomentKind.TIME, MomentKind.DATE)
_NUMBER = re.compile(r"\d+")


class Told:
    """What an answer tells. Its citation marks are no values."""

    def __init__(self, answer: str, passages: Iterable[Passage]) -> None:
        self.text = without_citations(answer, passages)
        self._lines = [_Line(span.text, declines=declines(span.text)) for span in sentences(self.text)]
        self.words = content_set(" ".join(line.text for line in self._lines if not line.declines))

    def mentions(self, value: Value) -> bool:
        """Say whether a value comes up, if only to be denied or as what nothing is said of.

        A moment, or a number without the unit that it has elsewhere, counts only where its sentence says the same as
        that of the value, or nothing else.
        """
        return any(_says(line.whole, value) for line in self._lines if not (value.common and line.declines))

    def states(self, value: Value) -> bool:
        """Say whether a value comes up and is not denied: "not 52 days" states nothing."""
        return any(_says(line.stated, value) for line in self._lines if not (value.common and line.declines))

    def tells(self, value: Value) -> bool:
        """Say whether the answer tells a value as true: neither denied nor in a sentence that declines."""
        return any(_says(line.stated, value) for line in self._lines if not line.declines)


class _Line:
    """A sentence, read once for all values."""

    def __init__(self, text: str, *, declines: bool) -> None:
        self.text = text
        self.declines = declines
        self.whole = Known(text)

    @cached_property
    def stated(self) -> Known:
        left = without_denied(self.text)
        return self.whole if left == self.text else Known(left)


def without_citations(answer: str, passages: Iterable[Passage]) -> str:
    """Return an answer with blanks in place of its citation marks."""
    for mark in reversed(citations(answer, [passage.id for passage in passages]).marks):
        answer = answer[: mark.start] + " " + answer[mark.end :]
    return answer


def _says(known: Known, value: Value) -> bool:
    """Say whether a sentence tells a value for itself, or with what the value's own sentence says, or nothing else."""
    if not known.tells(value):
        return False
    sentence = known.text
    stands_for_itself = value.is_name or known.tells_with_unit(value) or any(sign > LATIN for sign in sentence)
    if stands_for_itself and not value.common:
        return True
    words = content_set(_without_figures(sentence)) - content_set(value.text)
    return len(words & value.said) >= min(_least_shared(value), len(words))


def _without_figures(sentence: str) -> str:
    """The words that are no figure: "four hundred and twenty" alone says nothing else."""
    for figure in reversed(figures(sentence)):
        sentence = f"{sentence[: figure.start]} {sentence[figure.end :]}"
    return _NUMBER.sub(" ", sentence)


def _least_shared(value: Value) -> int:
    telling = not value.common or (value.moment is not None and value.moment.kind in _TELLING_MOMENTS)
    return 1 if telling else _LEAST_SHARED

"""What an answer tells: asked of each value that the passages or a trusted answer tell."""

import re
from collections.abc import Iterable

from workbench.rag.values import Known, Value
from workbench.records.passage import Passage
from workbench.text.citations import citations
from workbench.text.dates import MomentKind
from workbench.text.declines import declines
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
        self.words = content_set(" ".join(one.text for one in sentences(self.text) if not declines(one.text)))
        self._known = Known(self.text)

    def tells(self, value: Value) -> bool:
        """Say whether the answer tells a value; a common one only where its sentence says the same, or nothing else."""
        if not value.common:
            return self._known.tells(value)
        return any(_says(one.text, value) for one in sentences(self.text) if not declines(one.text))


def without_citations(answer: str, passages: Iterable[Passage]) -> str:
    """Return an answer with blanks in place of its citation marks."""
    for mark in reversed(citations(answer, [passage.id for passage in passages]).marks):
        answer = answer[: mark.start] + " " + answer[mark.end :]
    return answer


def _says(sentence: str, value: Value) -> bool:
    """Say whether a sentence tells a value, and with it what the value's own sentence says, or nothing else."""
    if not Known(sentence).tells(value):
        return False
    words = content_set(_NUMBER.sub(" ", sentence)) - content_set(value.text)
    least = 1 if value.moment is not None and value.moment.kind in _TELLING_MOMENTS else _LEAST_SHARED
    return len(words & value.said) >= min(least, len(words))

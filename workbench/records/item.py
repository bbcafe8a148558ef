"""An item: all that a judge may see of a case, and nothing else."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from unicodedata import normalize

from workbench.identity import digest
from workbench.records.passage import Passage

# The characters of Unicode's category Cf: asked one by one, a large set of items would take seconds.
_FORMAT = re.compile(
    "[\u00ad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff"
    "\ufff9-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0001"
    "\U000e0020-\U000e007f]+"
)


@dataclass(frozen=True, kw_only=True)
class Item:
    """What a judge is shown. The id is a hash of the rest, so it has one form for clean and planted copies."""

    item_id: str
    question: str
    passages: tuple[Passage, ...]
    answer: str

    @classmethod
    def of(cls, *, question: str, passages: Iterable[Passage], answer: str) -> "Item":
        """Make an item and its id from its content."""
        passages = tuple(passages)
        content = [question, [vars(passage) for passage in passages], answer]
        return cls(item_id=digest(content), question=question, passages=passages, answer=answer)

    @cached_property
    def likeness(self) -> str:
        """The same hash without blanks and characters that nobody sees: a copy that differs in nothing else was seen.

        Nothing more is taken out: of two items that differ in a mark or a capital, one may hold a mistake.
        """
        passages = [{name: _seen(part) for name, part in vars(passage).items()} for passage in self.passages]
        return digest([_seen(self.question), passages, _seen(self.answer)])


def _seen(text: str) -> str:
    """The text as a reader tells it from others, without blanks and format characters."""
    solid = "".join(text.split())
    if solid.isascii():
        return solid
    return normalize("NFC", _FORMAT.sub("", solid))

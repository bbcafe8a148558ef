"""An item: all that a judge may see of a case, and nothing else."""

from collections.abc import Iterable
from dataclasses import dataclass

from workbench.identity import digest
from workbench.records.passage import Passage


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

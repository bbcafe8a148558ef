"""Waiting for batches: how long between two looks, and what is said meanwhile."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from workbench.records.batch import Batch


@dataclass(frozen=True, kw_only=True)
class BatchPace:
    """How often batches are looked after.

    Attributes:
        first_s: Seconds between the first two looks; each further wait is half as long again.
        longest_s: Where that ends. A batch takes minutes to hours, and asking for its state costs nothing.
        settle_s: A batch whose sending got no answer is given so long to show up in the provider's list.
        downloads: How often all results are fetched before one that is not among them counts as missing.
    """

    first_s: float = 2.0
    longest_s: float = 60.0
    settle_s: float = 60.0
    downloads: int = 3

    def waits(self) -> Iterator[float]:
        """Give one wait after the other, without end."""
        wait = self.first_s
        while True:
            yield wait
            wait = min(wait * 1.5, self.longest_s)


@dataclass(frozen=True, kw_only=True)
class Waiting:
    """What a run waits for.

    Attributes:
        batches: The batches that are not done.
        calls: How many calls are in them.
        trouble: Why the last look did not work out; empty where it did.
    """

    batches: tuple[Batch, ...]
    calls: int
    trouble: str = ""


class BatchWatch(Protocol):
    """Whoever wants to see how batches go; every method must be quick."""

    def noted(self, text: str) -> None:
        """Called with a sentence that the user must see."""

    def waiting(self, waiting: Waiting) -> None:
        """Called each time before the next wait."""

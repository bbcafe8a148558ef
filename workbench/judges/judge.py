"""The protocol of a judge: all that the runner needs to know of one."""

from collections.abc import Mapping
from typing import Protocol, runtime_checkable

from workbench.records.item import Item
from workbench.records.reply import JudgeSpec, Reply


class Judge(Protocol):
    """A judge: it is shown an item, and says pass or fail, or that it has no verdict.

    One call is one attempt. Asking again is the runner's work: a reply says whether that may help (`retryable`), how
    long to wait (`retry_after_s`) and whether every further call would fail alike (`stops_run`).
    """

    @property
    def spec(self) -> JudgeSpec:
        """Who judges, and in which version."""
        ...

    async def judge(self, item: Item, repeat: int) -> Reply:
        """Judge one item once.

        Never raises for a failed call: that is a reply with an error verdict. A cancellation passes through.

        Args:
            item: What the judge is shown.
            repeat: Index of this rerun of the item, from 0. It may not change what is asked.
        """
        ...

    async def close(self) -> None:
        """Release connections and files. Calling it twice is harmless."""
        ...


@runtime_checkable
class JudgeInParts(Judge, Protocol):
    """A judge that is asked about the parts of an item, one call each, and whose verdict is made of what came back.

    Its `judge` is asked about one part at a time. Each reply is recorded and paid for by itself.
    """

    def parts(self, item: Item) -> tuple[Item, ...]:
        """Return what it is asked about: items of their own, each once. None where no call is needed."""
        ...

    def whole(self, item: Item, replies: Mapping[str, Reply]) -> Reply:
        """Make the verdict on an item.

        Args:
            item: The item.
            replies: The reply on each of its parts, by item id.
        """
        ...


@runtime_checkable
class CachedPrompts(Protocol):
    """A judge whose model keeps the beginning of a prompt for a while: the rubric first, then the passages.

    The runner then asks in an order in which each beginning is written once. A judge without this has no such order.
    """

    @property
    def cache_life_s(self) -> float:
        """How long a beginning is kept after its last use, in seconds."""
        ...

    @property
    def rubric_used_at(self) -> float:
        """When the last call was made that brought a message, by `time.monotonic`; minus infinity where none did."""
        ...

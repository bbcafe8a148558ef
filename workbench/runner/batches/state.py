"""Which calls of batches have their attempt in the journal, and which are still out."""

from collections.abc import Iterable, Mapping
from typing import Protocol

from workbench.records.batch import Batch, BatchedCall

CellKey = tuple[str, str, int]


class BatchBook(Protocol):
    """Where batches are written down. What a method has written is on the disk when it returns."""

    @property
    def batches(self) -> tuple[Batch, ...]:
        """Every batch of the run, in the order of sending; dropped ones too."""
        ...

    def announce(self, batch: Batch) -> None:
        """Write down what is about to be sent."""
        ...

    def sent(self, label: str, batch_id: str, *, at: str) -> None:
        """Write down the provider's id of a batch."""
        ...

    def drop(self, label: str, reason: str, *, at: str) -> None:
        """Write down that nothing is to be expected of a batch."""
        ...


def calls_out(batch: Batch, made: Mapping[CellKey, int]) -> list[BatchedCall]:
    """List the calls of a batch without an attempt on record.

    Args:
        batch: The batch.
        made: Attempts on record of every cell that still waits for its verdict; a cell that is not in it has its own.
    """
    if batch.dropped:
        return []
    return [call for call in batch.calls if made.get(call.key, call.attempt) < call.attempt]


def open_batches(batches: Iterable[Batch], made: Mapping[CellKey, int]) -> tuple[Batch, ...]:
    """List the batches that something is still to be expected of. Arguments as for `calls_out`."""
    return tuple(batch for batch in batches if calls_out(batch, made))

"""A message batch of a run: which calls are in it, and what is known of it."""

from dataclasses import dataclass
from typing import NamedTuple

from workbench.identity import digest

_ID_LENGTH = 40


class BatchedCall(NamedTuple):
    """One call of a batch: the cell that it is about, and the number of the attempt on it."""

    item_id: str
    judge_id: str
    repeat: int
    attempt: int

    @property
    def key(self) -> tuple[str, str, int]:
        """Return what identifies the cell."""
        return (self.item_id, self.judge_id, self.repeat)


@dataclass(frozen=True, kw_only=True)
class Batch:
    """A batch, from before it was sent.

    Attributes:
        label: A random name of ours. It is part of every custom id, so that no other batch holds the same.
        at: When it was about to be sent, UTC, ISO 8601.
        after: The provider's id of the newest batch at that time; empty where there was none.
        url: The server that settings name for its judges; empty for the usual one.
        key_env: The environment variable with the key for it; empty for the usual one.
        calls: What is asked in it.
        batch_id: The provider's id; empty where no answer to the sending is on disk, so that it is in doubt whether
            there is such a batch.
        dropped: Why there is nothing to expect from it; empty where there is.
    """

    label: str
    at: str
    after: str
    url: str
    key_env: str
    calls: tuple[BatchedCall, ...]
    batch_id: str = ""
    dropped: str = ""

    @property
    def name(self) -> str:
        """Return the name that people can use: the provider's, or ours where it is not known."""
        return self.batch_id or self.label

    def custom_id(self, call: BatchedCall) -> str:
        """Return the id of a call in the batch: 40 hex digits, where up to 64 of [A-Za-z0-9_-] may stand."""
        return digest([self.label, *call], length=_ID_LENGTH)

"""What the runner needs of a provider's message batches, whoever speaks to the provider.

A batch is a list of requests that are answered within a day, at a lower price and in any order.
"""

from collections.abc import AsyncGenerator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from workbench.judges.judge import Judge
from workbench.judges.server import Server
from workbench.records.item import Item
from workbench.records.reply import Reply


@dataclass(frozen=True, kw_only=True)
class BatchRequest:
    """One request of a batch: an id of ours, unique in it, and the body that would be sent alone."""

    custom_id: str
    params: Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class BatchResult:
    """One result: the id of its request, and what came of it, to be read by `BatchJudge.batch_reply`.

    The id is empty where the line could not be read.
    """

    custom_id: str
    result: object


@dataclass(frozen=True, kw_only=True)
class BatchStatus:
    """How a batch is.

    Attributes:
        batch_id: The provider's id of it.
        requests: How many requests it holds.
        ended: Whether nothing more will come of it, so that its results can be fetched.
    """

    batch_id: str
    requests: int
    ended: bool


class BatchCallFailed(Exception):
    """A call about a batch, not one of its requests, that failed. `reply` says how, as for a failed judgement."""

    def __init__(self, reply: Reply, *, unknown: bool = False) -> None:
        """Keep how it failed; `unknown` where the server has no such batch, or no batches at all."""
        super().__init__(reply.reason)
        self.reply = reply
        self.unknown = unknown


class BatchService(Protocol):
    """A provider's batches. Every method raises `BatchCallFailed`, and none asks again by itself."""

    @property
    def server(self) -> Server:
        """Where they are made."""
        ...

    async def newest(self) -> str:
        """Return the id of the batch that was made last, by whomever; empty where there is none."""
        ...

    async def made_after(self, batch_id: str) -> tuple[BatchStatus, ...]:
        """Return the batches that were made after one, newest first; all of them where it is not found."""
        ...

    async def create(self, requests: Sequence[BatchRequest]) -> str:
        """Make a batch, and return its id. Where this fails without an answer, it may have been made all the same."""
        ...

    async def status(self, batch_id: str) -> BatchStatus:
        """Say how a batch is."""
        ...

    def results(self, batch_id: str) -> AsyncGenerator[BatchResult, None]:
        """Give the results of a batch that has ended, one by one as they come in, in no order."""
        ...

    async def cancel(self, batch_id: str) -> None:
        """Ask to make no further request of a batch. Those that are done by then stay paid for and have results."""
        ...


@runtime_checkable
class BatchJudge(Judge, Protocol):
    """A judge that can be asked in a batch as well as alone, as one and the same version."""

    @property
    def batches(self) -> BatchService:
        """Where its batches are made."""
        ...

    def batch_request(self, item: Item) -> Mapping[str, Any]:
        """Return the body that asks about an item, for a batch."""
        ...

    def batch_reply(self, result: object, item: Item) -> Reply:
        """Read what came of a request. A result without a verdict is a reply with an error verdict."""
        ...

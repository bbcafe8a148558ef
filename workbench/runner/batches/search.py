"""Finding a batch whose sending got no answer: was it made?

The provider's list tells when a batch was made and how many requests it holds, but not which. So every batch that was
made since, that holds as many requests and that is nobody else's of ours may be the one. Which it is, its results say:
no other batch has its custom ids. While such a batch is still at work, nothing can be decided, and nothing is sent.
"""

from collections.abc import Collection
from contextlib import aclosing
from dataclasses import dataclass

from workbench.judges.batch import BatchCallFailed, BatchService
from workbench.records.batch import Batch
from workbench.records.reply import Reply
from workbench.records.verdict import ErrorCode, Verdict


@dataclass(frozen=True, kw_only=True)
class Traces:
    """What was found of a batch in doubt.

    Attributes:
        batch_id: The provider's id; empty where it was not found.
        undecided: Batches that may be the one and are still at work.
    """

    batch_id: str = ""
    undecided: tuple[str, ...] = ()


async def look_for(batch: Batch, service: BatchService, ours: Collection[str], others: set[str]) -> Traces:
    """Look for a batch in doubt.

    Args:
        batch: The batch.
        service: Where it would be.
        ours: Ids of the batches of this run that are known.
        others: Ids of batches that have turned out to be somebody else's; filled here, so that each is read once.

    Raises:
        BatchCallFailed: the provider could not be asked.
    """
    undecided = []
    for status in await service.made_after(batch.after):
        known = status.batch_id in ours or status.batch_id in others
        if known or status.requests != len(batch.calls):
            continue
        if not status.ended:
            undecided.append(status.batch_id)
        elif await _holds(status.batch_id, batch, service):
            return Traces(batch_id=status.batch_id)
        else:
            others.add(status.batch_id)
    return Traces(undecided=tuple(undecided))


async def _holds(batch_id: str, batch: Batch, service: BatchService) -> bool:
    """Say whether the results of a batch that has ended answer the calls of ours.

    Raises:
        BatchCallFailed: they could not be fetched, or none of them can be read.
    """
    ids = {batch.custom_id(call) for call in batch.calls}
    async with aclosing(service.results(batch_id)) as results:
        async for one in results:
            if one.custom_id:
                return one.custom_id in ids
    reason = f"batch {batch_id} may be the one whose sending got no answer, and none of its results can be read"
    raise BatchCallFailed(Reply(verdict=Verdict(error=ErrorCode.UNPARSED), reason=reason))

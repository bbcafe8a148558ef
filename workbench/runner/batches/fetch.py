"""Fetching the results of one batch, once: each that is not on record yet is recorded as it comes in."""

from collections.abc import Mapping
from contextlib import aclosing
from dataclasses import dataclass, replace

from workbench.judges.batch import BatchJudge, BatchService
from workbench.records.batch import Batch
from workbench.records.item import Item
from workbench.records.reply import Reply
from workbench.records.verdict import ErrorCode, Verdict
from workbench.runner.batches.tally import BatchTally


@dataclass(frozen=True, kw_only=True)
class Oddities:
    """Results that no call was waiting for. None of them became a verdict.

    Attributes:
        doubles: Results beyond the first of a call.
        strangers: Results with a custom id that the batch does not have.
        unreadable: Lines that are no result.
    """

    doubles: int = 0
    strangers: int = 0
    unreadable: int = 0

    def told(self) -> str:
        """Say what was odd; empty where nothing was."""
        counts = {
            "second results of its calls": self.doubles,
            "results of calls that are not in it": self.strangers,
            "lines that cannot be read": self.unreadable,
        }
        return ", ".join(f"{what}: {count:,}" for what, count in counts.items() if count)


async def fetch(batch: Batch, service: BatchService, judges: Mapping[str, BatchJudge], tally: BatchTally) -> Oddities:
    """Fetch all results of a batch that has ended.

    Raises:
        BatchCallFailed: they could not be fetched, or not to the end. What came in before is on record.
    """
    calls = {batch.custom_id(call): call for call in batch.calls}
    seen: set[str] = set()
    doubles = strangers = unreadable = 0
    async with aclosing(service.results(batch.batch_id)) as results:
        async for one in results:
            call = calls.get(one.custom_id)
            if call is None:
                strangers += bool(one.custom_id)
                unreadable += not one.custom_id
            elif one.custom_id in seen:
                doubles += 1
            else:
                seen.add(one.custom_id)
                if tally.lacks(call):
                    reply = _read(judges[call.judge_id], one.result, tally.owed[call.key].item)
                    tally.keep(call, replace(reply, batch=batch.batch_id))
    return Oddities(doubles=doubles, strangers=strangers, unreadable=unreadable)


def _read(judge: BatchJudge, result: object, item: Item) -> Reply:
    """Read a result as `ask` reads a reply: a judge that raises gives `error:judge_crashed`."""
    try:
        return judge.batch_reply(result, item)
    except Exception as error:  # noqa: BLE001 - one odd result must not keep the others from being recorded
        reason = f"the result could not be read: {type(error).__name__}: {error}"
        return Reply(verdict=Verdict(error=ErrorCode.JUDGE_CRASHED), reason=reason)

"""Asking judges in message batches: sent once, waited for, and recorded like calls made alone.

What keeps a batch from being sent twice: its calls are on the disk before it is sent, and its id is before anything
else happens. Which of its calls are done, the journal says and nothing else, so results are fetched until it holds them
all, however often the process dies in between.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from workbench.judges.batch import BatchCallFailed, BatchJudge, BatchService
from workbench.records.batch import Batch
from workbench.records.reply import Reply
from workbench.records.verdict import ErrorCode, Verdict
from workbench.runner.batches.fetch import Oddities, fetch
from workbench.runner.batches.packs import BatchSize, Packed, packs
from workbench.runner.batches.patience import Patience
from workbench.runner.batches.search import Traces, look_for
from workbench.runner.batches.send import Sender
from workbench.runner.batches.state import BatchBook
from workbench.runner.batches.tally import BatchTally
from workbench.runner.batches.waits import BatchPace, BatchWatch, Waiting
from workbench.runner.clock import Clock, utc_now
from workbench.runner.limits import Limits
from workbench.runner.outcome import Ending, Progress
from workbench.runner.schedule import Cell


@dataclass(frozen=True, kw_only=True)
class BatchOutcome:
    """How a session with batches ended.

    Attributes:
        ending: As for `RunOutcome`.
        reason: What stopped it; empty where nothing is owed any more.
        progress: How far it came.
        still_open: Batches that something is still to be expected of, and that are paid for.
    """

    ending: Ending
    reason: str
    progress: Progress
    still_open: tuple[Batch, ...]


class BatchRun:
    """The batches of one session. Call `send`, then `collect`; in between there is time for other work."""

    def __init__(  # noqa: PLR0913 - what a session is made of, half of it optional and by name
        self,
        tally: BatchTally,
        judges: Mapping[str, BatchJudge],
        book: BatchBook,
        watch: BatchWatch,
        *,
        limits: Limits,
        size: BatchSize | None = None,
        pace: BatchPace | None = None,
        on_interrupt: Callable[[], None] = lambda: None,
        clock: Clock | None = None,
    ) -> None:
        """Prepare a session.

        Args:
            tally: The cells that are owed; those whose judges cannot be asked in batches must not be among them.
            judges: Judge id to judge.
            book: Where batches are written down.
            watch: Told how it goes.
            limits: Attempts on a cell and waits after failures; `concurrency` plays no part.
            size: How large a batch may be.
            pace: How often batches are looked after.
            on_interrupt: Called on the first Ctrl+C, where there is a call to be finished.
            clock: Waiting and chance.
        """
        self._tally = tally
        self._judges = judges
        self._book = book
        self._watch = watch
        self._size = size or BatchSize()
        self._pace = pace or BatchPace()
        self._patience = Patience(limits, clock or Clock(), on_interrupt)
        self._sender = Sender(tally, book, watch, patience=self._patience, limits=limits)
        self._others: set[str] = set()

    async def send(self) -> None:
        """Send what is owed and in no batch. What may be in a batch that got no answer is left to `collect`."""
        await self._patience.heeding_ctrl_c(self._send_all())

    async def collect(self) -> None:
        """Wait for the batches, record their results, and send what may be asked again, until nothing is owed."""
        await self._patience.heeding_ctrl_c(self._collect_all())

    def outcome(self) -> BatchOutcome:
        """Say how it ended."""
        ending, reason = self._patience.ending, self._patience.reason
        if not reason:
            ending, reason = Ending.STOPPED, self._tally.meter.full
        if not reason:
            reason = f"{len(self._tally.cancelled):,} calls were cancelled with their batch"
        return BatchOutcome(
            ending=ending if self._tally.owed else Ending.COMPLETE,
            reason=reason if self._tally.owed else "",
            progress=self._tally.progress(),
            still_open=self._open(),
        )

    async def _send_all(self) -> None:
        for service, cells in self._unsent().items():
            let = await self._tally.meter.let_through(cells)
            for pack in packs(let, self._judges, self._size, self._refuse):
                if not self._patience.over:
                    await self._send(service, pack)
            sent = {call.key for batch in self._open() for call in self._tally.out(batch)}
            unsent = (cell for cell in let if cell.key in self._tally.owed and cell.key not in sent)
            self._tally.meter.give_back(self._tally.next_call(cell) for cell in unsent)

    async def _send(self, service: BatchService, pack: list[Packed]) -> None:
        newest = await self._patience.steadily(service.newest, hint="nothing was sent", trying=self._say_waiting)
        if newest is not None:
            await self._sender.send(service, pack, newest)

    async def _collect_all(self) -> None:
        waits = self._pace.waits()
        while not self._patience.over:
            moved = await self._settle_doubts()
            for batch in self._open():
                if batch.batch_id and await self._ended(batch):
                    await self._fetch(batch)
                    moved = True
            if not self._patience.over:
                await self._send_all()
            if self._patience.over or not self._open():
                return
            if moved:
                waits = self._pace.waits()
            else:
                self._say_waiting()
                await self._patience.pause(next(waits))

    async def _settle_doubts(self) -> bool:
        """Find out about the batches whose sending got no answer, as far as that can be; say whether it could."""
        doubts = [batch for batch in self._open() if not batch.batch_id]
        settled = False
        for batch in doubts:
            traces = await self._look_for(batch)
            if traces == Traces():
                text = f"looking once more in {self._pace.settle_s:g} s for the batch whose sending got no answer"
                self._watch.noted(text)
                await self._patience.pause(self._pace.settle_s)
                traces = None if self._patience.over else await self._look_for(batch)
            if traces is None:
                return settled
            settled = self._settle(batch, traces) or settled
        return settled

    def _settle(self, batch: Batch, traces: Traces) -> bool:
        calls = f"{len(batch.calls):,} calls"
        if traces.batch_id:
            self._book.sent(batch.label, traces.batch_id, at=utc_now())
            self._watch.noted(
                f"found batch {traces.batch_id}, whose sending got no answer: its {calls} are not sent again"
            )
        elif not traces.undecided:
            self._sender.drop(batch, "the provider lists no such batch")
            self._watch.noted(f"no batch came of the sending that got no answer: its {calls} are sent again")
        else:
            may_be = " or ".join(traces.undecided)
            self._patience.trouble = f"{may_be} may be the batch whose sending got no answer; its results will tell"
        return not traces.undecided

    async def _look_for(self, batch: Batch) -> Traces | None:
        ours = {one.batch_id for one in self._book.batches}
        service = self._service(batch)
        return await self._patience.steadily(
            lambda: look_for(batch, service, ours, self._others),
            hint=f"so nobody can tell whether {len(batch.calls):,} calls were sent; {_giving_up(batch)}",
            trying=self._say_waiting,
        )

    async def _ended(self, batch: Batch) -> bool:
        service = self._service(batch)
        status = await self._patience.steadily(
            lambda: service.status(batch.batch_id),
            hint=f"set the key of the workspace that made batch {batch.name}; {_giving_up(batch)}",
            for_ever=True,
            trying=self._say_waiting,
        )
        return status is not None and status.ended

    async def _fetch(self, batch: Batch) -> None:
        """Record every result of a batch; a call without one after several downloads counts as missing."""
        odd = None
        for _ in range(self._pace.downloads):
            odd = await self._download(batch)
            if odd is None:
                return
            if not self._tally.out(batch):
                break
            await self._patience.pause(self._pace.first_s)
            if self._patience.over:
                return
        if odd and (told := odd.told()):
            self._watch.noted(f"batch {batch.batch_id} holds what does not count: {told}")
        self._give_up_missing(batch)
        if self._tally.stops:
            self._patience.stop(Ending.STOPPED, self._tally.stops)

    async def _download(self, batch: Batch) -> Oddities | None:
        service = self._service(batch)

        async def fetched() -> Oddities:
            try:
                return await fetch(batch, service, self._judges, self._tally)
            except BatchCallFailed:
                # What broke off after the last result has nothing more to bring.
                if self._tally.out(batch):
                    raise
                return Oddities()

        return await self._patience.steadily(
            fetched,
            hint=_giving_up(batch),
            for_ever=True,
            trying=self._say_waiting,
        )

    def _give_up_missing(self, batch: Batch) -> None:
        missing = self._tally.out(batch)
        if missing:
            self._watch.noted(f"batch {batch.batch_id} has no result for {len(missing):,} of its calls")
        for call in missing:
            reason = f"batch {batch.batch_id} has ended without a result for this call, which may have been paid for"
            reply = Reply(verdict=Verdict(error=ErrorCode.MISSING), reason=reason, retryable=True, batch=batch.batch_id)
            self._tally.keep(call, reply)

    def _refuse(self, cell: Cell, code: ErrorCode, reason: str) -> None:
        call = self._tally.next_call(cell)
        self._tally.meter.give_back([call])
        self._tally.keep(call, Reply(verdict=Verdict(error=code), reason=reason))

    def _open(self) -> tuple[Batch, ...]:
        return tuple(batch for batch in self._book.batches if self._tally.out(batch))

    def _unsent(self) -> dict[BatchService, list[Cell]]:
        """Group what is owed, in no batch and not cancelled by where it is sent, in order."""
        kept_back = {call.key for batch in self._open() for call in self._tally.out(batch)} | self._tally.cancelled
        groups: dict[BatchService, list[Cell]] = {}
        for key, cell in self._tally.owed.items():
            if key not in kept_back:
                groups.setdefault(self._judges[cell.judge_id].batches, []).append(cell)
        return groups

    def _service(self, batch: Batch) -> BatchService:
        return self._judges[batch.calls[0].judge_id].batches

    def _say_waiting(self) -> None:
        still_open = self._open()
        calls = sum(len(self._tally.out(batch)) for batch in still_open)
        self._watch.waiting(Waiting(batches=still_open, calls=calls, trouble=self._patience.trouble))


def _giving_up(batch: Batch) -> str:
    return (
        f"where its results are gone for good, `workbench batches --give-up {batch.name}` lets its "
        f"{len(batch.calls):,} calls be made, and paid for, again"
    )

"""What became of the cells that are asked in batches."""

from collections.abc import Callable, Iterable, Mapping

from workbench.records.batch import Batch, BatchedCall
from workbench.records.reply import Attempt, Reply
from workbench.records.verdict import ErrorCode
from workbench.runner.batches.meter import BatchMeter
from workbench.runner.batches.state import CellKey, calls_out
from workbench.runner.clock import utc_now
from workbench.runner.count import Count
from workbench.runner.limits import Limits
from workbench.runner.outcome import Progress
from workbench.runner.retry import may_ask_again
from workbench.runner.schedule import Cell


class BatchTally:
    """The cells that still owe a verdict; records every attempt before it counts.

    Attributes:
        owed: Cells without a verdict, in order.
        cancelled: Those whose last attempt was cancelled. Somebody wanted that, so this session leaves them alone.
        meter: Told of every call that has ended, and asked which may be sent.
        stops: Why every further call would fail in the same way, as a reply said; empty where none did.
    """

    def __init__(
        self,
        cells: Iterable[Cell],
        record: Callable[[Attempt], None],
        *,
        limits: Limits,
        meter: BatchMeter,
        on_progress: Callable[[Progress], None],
        earlier: Mapping[CellKey, int] | None = None,
    ) -> None:
        """Take the cells over.

        Args:
            cells: What is owed; `attempts` of each counts all attempts on record.
            record: Called with every attempt before it counts.
            limits: Attempts a cell.
            meter: Told of every call that has ended, and asked which may be sent.
            on_progress: Called after every final attempt.
            earlier: Attempts of a cell that do not count towards the limit, because it is asked anew on purpose.
        """
        self.owed: dict[CellKey, Cell] = {cell.key: cell for cell in cells}
        self.cancelled: set[CellKey] = set()
        self.stops = ""
        self._made = {cell.key: cell.attempts for cell in self.owed.values()}
        self._count = Count(len(self.owed))
        self._record = record
        self._limits = limits
        self._on_progress = on_progress
        self.meter = meter
        self._earlier = earlier or {}

    def next_call(self, cell: Cell) -> BatchedCall:
        """Return the next attempt on a cell."""
        return BatchedCall(*cell.key, self._made[cell.key] + 1)

    def out(self, batch: Batch) -> list[BatchedCall]:
        """List the calls of a batch that have no attempt on record."""
        return calls_out(batch, self._made)

    def lacks(self, call: BatchedCall) -> bool:
        """Say whether a call has no attempt on record."""
        return self._made.get(call.key, call.attempt) < call.attempt

    def keep(self, call: BatchedCall, reply: Reply) -> None:
        """Record what came of a call, then count it."""
        cancelled = reply.verdict.error is ErrorCode.CANCELLED
        last = max(self._earlier.get(call.key, 0) + self._limits.max_attempts, call.attempt)
        stops = reply.stops_run and reply.verdict.error is not None
        final = not (cancelled or stops or may_ask_again(reply, call.attempt, last))
        self._record(Attempt(**call._asdict(), final=final, at=utc_now(), reply=reply))
        self.meter.end(call, reply)
        self._count.add(reply.verdict, final=final)
        self._made[call.key] = call.attempt
        if cancelled:
            self.cancelled.add(call.key)
        if stops:
            self.stops = self.stops or f"{reply.verdict}: {reply.reason}"
        if final:
            del self.owed[call.key], self._made[call.key]
            self._on_progress(self.progress())

    def progress(self) -> Progress:
        """Say how far it is."""
        return self._count.progress()

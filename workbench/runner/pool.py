"""The workers of a run and what they share."""

import asyncio
import time
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass

from workbench.judges.judge import Judge, JudgeInParts
from workbench.records.reply import Attempt, Reply
from workbench.runner.ask import ask
from workbench.runner.clock import Clock
from workbench.runner.count import Count
from workbench.runner.lane import Lane
from workbench.runner.lanes import lanes
from workbench.runner.limits import Limits
from workbench.runner.meter import Meter
from workbench.runner.outcome import Ending, Progress, RunOutcome
from workbench.runner.retry import Wait, may_ask_again, wait_before_next
from workbench.runner.schedule import Cell

# Script judges never wait for anything, so workers hand the loop back this often: for Ctrl+C and for other judges.
_BREATH_S = 0.01


class Pool:
    """The state of one run. Workers take cells from the lane of their model, so the cells need no task each.

    Attributes:
        failure: The first thing that went wrong outside the judges, such as a full disk; raised when all is in.
        cut_off: Set before the workers are cancelled by a second Ctrl+C.
    """

    def __init__(  # noqa: PLR0913 - what a run is made of, each by name
        self,
        *,
        cells: Sequence[Cell],
        judges: Mapping[str, Judge],
        record: Callable[[Attempt], None],
        limits: Limits,
        meter: Meter,
        on_progress: Callable[[Progress], None],
        wanted: Callable[[Cell], bool] | None,
        following: Callable[[Cell], Cell | None] | None,
        clock: Clock,
    ) -> None:
        self.failure: BaseException | None = None
        self.cut_off = False
        self._count = Count(len(cells))
        self._judges = judges
        self._record = record
        self._limits = limits
        self._meter = meter
        self._on_progress = on_progress
        self._wants = wanted
        self._following = following
        self._clock = clock
        self._stopped = asyncio.Event()
        self._ending = Ending.COMPLETE
        self._reason = ""
        self._lanes = lanes(
            cells,
            judges,
            limits=limits,
            wanted=self._wanted,
            sleep=self._sleep,
            on_held=lambda: self._on_progress(self._progress()),
        )
        self._breath = time.monotonic() + _BREATH_S
        self._abandoned = self._capped = 0
        self._longest_asked: float | None = None

    def stop(self, ending: Ending, reason: str) -> None:
        """Start no further cell. The first reason stands."""
        if not self._stopped.is_set():
            self._ending, self._reason = ending, reason
            self._stopped.set()
            for lane in self._lanes:
                lane.close()

    def workers(self) -> list[Coroutine[None, None, None]]:
        """Return the workers, as many for each model as calls to it may be in flight."""
        return [self._work(lane) for lane in self._lanes for _ in range(min(self._limits.concurrency, lane.left))]

    async def _work(self, lane: Lane) -> None:
        """Take cells until there are none or the run stops."""
        try:
            while (cell := await lane.next()) is not None:
                try:
                    await self._settle(lane, cell)
                    while (cell := self._next_of(cell)) is not None:
                        await self._settle(lane, cell)
                finally:
                    lane.leave()
                if time.monotonic() > self._breath:
                    await asyncio.sleep(0)
                    self._breath = time.monotonic() + _BREATH_S
        except BaseException as error:
            if not self.cut_off:
                self.failure = self.failure or error
            self.stop(Ending.STOPPED, str(error))
            raise

    def _next_of(self, cell: Cell) -> Cell | None:
        """Return the cell that the verdict of another has made necessary. It keeps the place of that one."""
        if self._following is None or self._stopped.is_set():
            return None
        found = self._following(cell)
        if found is not None:
            self._count.plan_one_more()
        return found

    async def _settle(self, lane: Lane, cell: Cell) -> None:
        """Ask for one cell until it has its verdict, its attempts are used up or the run stops."""
        judge = self._judges[cell.judge_id]
        if isinstance(judge, JudgeInParts):
            await self._settle_in_parts(lane, cell, judge)
            return
        # However many attempts earlier sessions made: a cell without a verdict must be able to get one.
        last = max(self._limits.max_attempts, cell.attempts + 1)
        await self._answered(lane, cell, _Call(cell=cell, made=cell.attempts, last=last))

    async def _settle_in_parts(self, lane: Lane, cell: Cell, judge: JudgeInParts) -> None:
        """Ask about one part after the other, and record what comes of them all. Parts that have a verdict keep it."""
        replies = dict(cell.answered)
        owed = [part for part in judge.parts(cell.item) if part.item_id not in replies]
        made = cell.attempts
        if not owed:
            lane.not_asked(cell)
        for part in owed:
            call = _Call(cell=cell.about(part), last=self._limits.max_attempts, before=made, part=part.item_id)
            reply = await self._answered(lane, cell, call)
            if reply is None:
                return
            replies[part.item_id] = reply
            made += call.made
        self._keep(cell, made + 1, judge.whole(cell.item, replies), final=True)

    async def _answered(self, lane: Lane, cell: Cell, call: "_Call") -> Reply | None:
        """Make a call until it brings a verdict or its attempts are used up; None where the run stops before."""
        judge = self._judges[cell.judge_id]
        before = call.made
        while call.made < call.last:
            refused = await self._meter.start(call.cell)
            if refused:
                self.stop(Ending.STOPPED, refused)
                return None
            await lane.turn()
            if self._stopped.is_set():
                self._meter.give_back(call.cell)
                return None
            reply = await self._ask(judge, call.cell)
            call.made += 1
            lane.heard(cell, reply)
            ended = not (may_ask_again(reply, call.made, call.last) or _stops(reply))
            self._keep(cell, call.before + call.made, reply, final=ended and not call.part, part=call.part)
            if _stops(reply):
                self.stop(Ending.STOPPED, f"{reply.verdict}: {reply.reason}")
            if self._stopped.is_set() or (ended and not (lane.left and reply.retry_after_s)):
                return reply if ended else None
            wait = wait_before_next(reply, call.made - before, self._limits, self._clock.jitter())
            if ended:
                await self._spare(lane, wait)
                return reply
            await self._pause(lane, wait)
        return None

    async def _ask(self, judge: Judge, cell: Cell) -> Reply:
        reply = None
        try:
            reply = await ask(judge, cell)
        except asyncio.CancelledError:
            self._abandoned += 1
            raise
        finally:
            self._meter.end(cell, reply)
        return reply

    def _keep(self, cell: Cell, attempt: int, reply: Reply, *, final: bool, part: str = "") -> None:
        """Record an attempt, then count it."""
        item_id, judge_id, repeat = cell.key
        self._record(
            Attempt(
                item_id=item_id,
                judge_id=judge_id,
                repeat=repeat,
                attempt=attempt,
                final=final,
                at=self._clock.now(),
                reply=reply,
                part=part,
            )
        )
        self._count.add(reply.verdict, final=final)
        if final:
            self._on_progress(self._progress())

    async def _pause(self, lane: Lane, wait: Wait) -> None:
        """Wait before the next attempt; where the server named the time, all calls to its model wait."""
        lane.leave()
        await self._spare(lane, wait)
        if wait.seconds > wait.hold_s:
            await self._sleep(wait.seconds - wait.hold_s)
        await lane.enter()

    async def _spare(self, lane: Lane, wait: Wait) -> None:
        """Leave a model alone for the time that the server named."""
        if wait.asked_s is not None:
            self._longest_asked = max(wait.asked_s, self._longest_asked or 0.0)
            self._capped += wait.capped
            await lane.hold(wait.hold_s)

    async def _sleep(self, seconds: float) -> None:
        """Wait, but not beyond a stop."""
        sleep = asyncio.ensure_future(self._clock.sleep(seconds))
        stop = asyncio.create_task(self._stopped.wait())
        try:
            await asyncio.wait((sleep, stop), return_when=asyncio.FIRST_COMPLETED)
        finally:
            sleep.cancel()
            stop.cancel()

    def _progress(self) -> Progress:
        return self._count.progress(held_back=tuple(lane.name for lane in self._lanes if lane.held))

    def _wanted(self, cell: Cell) -> bool:
        """Ask whether a cell is still needed, and count it where it is not."""
        if self._wants is None or self._wants(cell):
            return True
        self._count.leave_out()
        return False

    def outcome(self) -> RunOutcome:
        """Return how the run ended; ask when all workers are done."""
        progress = self._progress()
        complete = progress.complete
        return RunOutcome(
            ending=Ending.COMPLETE if complete else self._ending,
            reason="" if complete else self._reason,
            progress=progress,
            abandoned=self._abandoned,
            longest_wait_asked_s=self._longest_asked,
            retry_after_cap_s=self._limits.retry_after_cap_s,
            capped_waits=self._capped,
            paces=tuple(lane.pace() for lane in self._lanes),
        )


@dataclass(kw_only=True)
class _Call:
    """A call that is made until it brings a verdict.

    Attributes:
        cell: What is asked.
        made: Attempts made.
        last: Attempts that may be made.
        before: Attempts made on other parts of the item.
        part: The part of the item that it is about; empty where it is about the item.
    """

    cell: Cell
    last: int
    made: int = 0
    before: int = 0
    part: str = ""


def _stops(reply: Reply) -> bool:
    """Say whether the run must stop. A verdict is never thrown away, so only an error can stop it."""
    return reply.stops_run and reply.verdict.error is not None

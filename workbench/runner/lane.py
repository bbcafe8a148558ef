"""The judges on one model: whose cell is next, and how fast the model is asked."""

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable, Mapping

from workbench.records.reply import Reply
from workbench.runner.limits import Limits
from workbench.runner.line import Line
from workbench.runner.outcome import Pace
from workbench.runner.pace import CallsAtOnce, Room
from workbench.runner.schedule import Cell


class Lane:
    """What all judges on one model share. Lanes do not wait for one another.

    A worker gets a cell, and with it a place among the calls at once, from `next`. It gives the place up with `leave`
    when the cell is settled, or while it waits before another attempt, and gets one again with `enter`.

    Attributes:
        name: The model, or the judge that runs on none.
    """

    def __init__(
        self,
        name: str,
        lines: Mapping[str, Line],
        *,
        limits: Limits,
        sleep: Callable[[float], Awaitable[None]],
        on_held: Callable[[], None],
    ) -> None:
        """Make a lane.

        Args:
            name: The model, or the judge that runs on none.
            lines: The cells, by judge.
            limits: The bounds of the run.
            sleep: Waits that many seconds, or until the run stops.
            on_held: Called when the model begins to be held back.
        """
        self.name = name
        self._lines = lines
        self._turns = deque(lines.values())
        self._sleep = sleep
        self._on_held = on_held
        self._at_once = CallsAtOnce(limits.concurrency)
        self._busy = self._in_flight = 0
        self._room = Room()
        self._longest_s = limits.retry_after_cap_s
        self._idle: deque[asyncio.Future[Cell | None]] = deque()
        self._back: deque[asyncio.Future[None]] = deque()
        self._closed = False
        self._held = 0
        self._open = asyncio.Event()
        self._open.set()
        self._held_since = self._held_s = 0.0
        self._holds = 0

    @property
    def left(self) -> int:
        """Cells that no worker has taken yet."""
        return sum(line.left for line in self._turns)

    @property
    def held(self) -> bool:
        """Whether the model is held back right now."""
        return self._held > 0

    def close(self) -> None:
        """Give out no further cell."""
        self._closed = True
        self._open.set()
        self._share_out()

    async def next(self) -> Cell | None:
        """Wait for a cell that may be asked, and take a place; None where there is none left."""
        cell = self._deal()
        if cell is None and self.left and not self._closed:
            waiting = asyncio.get_running_loop().create_future()
            self._idle.append(waiting)
            cell = await waiting
        return cell

    def leave(self) -> None:
        """Give up a place."""
        self._busy -= 1
        self._share_out()

    async def enter(self) -> None:
        """Wait for a place, before all who have no cell yet. Returns at once when the run stops."""
        if self._closed or self._busy < self._at_once.now:
            self._busy += 1
            return
        waiting = asyncio.get_running_loop().create_future()
        self._back.append(waiting)
        await waiting

    async def turn(self) -> None:
        """Wait until the model may be asked: it is not held back, and has room. Returns at once when the run stops.

        The call is made right after, and `heard` is told of it.
        """
        await self._opened()
        self._in_flight += 1
        wait = self._room.take(time.monotonic())
        if wait > 0 and not self._closed:
            await self._shut(min(wait, self._longest_s))
            await self._opened()

    async def hold(self, seconds: float) -> None:
        """Wait as long as the model asked to, and let no other call to it start meanwhile."""
        self._holds += 1
        await self._shut(seconds)

    def heard(self, cell: Cell, reply: Reply) -> None:
        """Learn from a reply how fast to go on, and which cells need not wait any longer."""
        self._in_flight -= 1
        self._at_once.heard(reply)
        if reply.room is not None:
            self._room.heard(reply.room, self._in_flight, time.monotonic())
        self._lines[cell.judge_id].answered(cell, written=reply.verdict.error is None or bool(reply.usage))
        self._share_out()

    def not_asked(self, cell: Cell) -> None:
        """Take note of a cell that was settled without a call."""
        self._lines[cell.judge_id].not_asked(cell)
        self._share_out()

    def pace(self) -> Pace:
        """Say how fast it went."""
        return Pace(
            model=self.name,
            most=self._at_once.most,
            lowest=self._at_once.lowest,
            holds=self._holds,
            held_s=self._held_s,
        )

    async def _opened(self) -> None:
        while self._held and not self._closed:
            await self._open.wait()

    async def _shut(self, seconds: float) -> None:
        if not self._held:
            self._open.clear()
            self._held_since = time.monotonic()
        self._held += 1
        if self._held == 1:
            self._on_held()
        try:
            await self._sleep(seconds)
        finally:
            self._held -= 1
            if not self._held:
                self._held_s += time.monotonic() - self._held_since
                self._open.set()
                self._share_out()

    def _share_out(self) -> None:
        """Give places to those who come back, and cells to idle workers; or send them home when no cell is left."""
        while self._back and (self._closed or self._busy < self._at_once.now):
            waiting = self._back.popleft()
            if not waiting.done():
                self._busy += 1
                waiting.set_result(None)
        while self._idle:
            if self._idle[0].done():
                self._idle.popleft()
            elif self._closed or not self.left:
                self._idle.popleft().set_result(None)
            elif (cell := self._deal()) is not None:
                self._idle.popleft().set_result(cell)
            elif self.left:
                return

    def _deal(self) -> Cell | None:
        """Take a cell from the judges in turn."""
        if self._closed or self._held or self._busy >= self._at_once.now:
            return None
        now = time.monotonic()
        for _ in range(len(self._turns)):
            cell = self._turns[0].take(now)
            self._turns.rotate(-1)
            if cell is not None:
                self._busy += 1
                return cell
        return None

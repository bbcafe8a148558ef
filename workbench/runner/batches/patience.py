"""How a session with batches waits, asks again, and heeds Ctrl+C."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar

from workbench.judges.batch import BatchCallFailed
from workbench.records.reply import Reply
from workbench.runner.clock import Clock
from workbench.runner.interrupt import listening
from workbench.runner.limits import Limits
from workbench.runner.outcome import Ending
from workbench.runner.retry import wait_before_next

T = TypeVar("T")


class Patience:
    """Whether a session goes on, and its waits.

    Attributes:
        ending: Why it stopped; complete where it did not.
        reason: The same for people; empty where it did not.
        trouble: Why the last call about a batch failed, while it is made again; empty where it did not.
    """

    def __init__(self, limits: Limits, clock: Clock, on_interrupt: Callable[[], None]) -> None:
        self.ending = Ending.COMPLETE
        self.reason = self.trouble = ""
        self._limits = limits
        self._clock = clock
        self._on_interrupt = on_interrupt
        self._over = asyncio.Event()
        self._cut = self._pausing = False

    @property
    def over(self) -> bool:
        """Whether nothing more may be sent or waited for."""
        return self._over.is_set()

    def stop(self, ending: Ending, reason: str) -> None:
        """Send and wait no further. The first reason stands."""
        if not self.over:
            self.ending, self.reason = ending, reason
            self._over.set()

    async def pause(self, seconds: float) -> None:
        """Wait; a stop ends the wait at once."""
        sleep = asyncio.ensure_future(self._clock.sleep(seconds))
        stop = asyncio.create_task(self._over.wait())
        self._pausing = True
        try:
            await asyncio.wait((sleep, stop), return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._pausing = False
            sleep.cancel()
            stop.cancel()

    async def pause_after(self, reply: Reply, failures: int) -> None:
        """Wait as long as after so many failed calls in a row, the last of which brought this reply."""
        await self.pause(wait_before_next(reply, failures, self._limits, self._clock.jitter()).seconds)

    async def steadily(
        self, call: Callable[[], Awaitable[T]], *, hint: str, for_ever: bool = False, trying: Callable[[], None]
    ) -> T | None:
        """Make a call that costs nothing until it works out; None where the session stops before that.

        Args:
            call: The call.
            hint: What to do where it never works out.
            for_ever: Whether a failure that may pass is waited for as long as it takes, not for some attempts only.
            trying: Told each time before it is made again.
        """
        failures = 0
        while True:
            try:
                answer = await call()
            except BatchCallFailed as failure:
                failures += 1
                may_pass = failure.reply.retryable and not failure.unknown
                if not may_pass or (failures == self._limits.max_attempts and not for_ever):
                    self.stop(Ending.STOPPED, f"{failure.reply.reason}\n  {hint}")
                if self.over:
                    return None
                self.trouble = failure.reply.reason
                trying()
                await self.pause_after(failure.reply, failures)
                if self.over:
                    return None
            else:
                self.trouble = ""
                return answer

    async def heeding_ctrl_c(self, work: Coroutine[Any, Any, None]) -> None:
        """Do some work; the first Ctrl+C lets it come to a good end, the second cuts it off."""
        task = asyncio.ensure_future(work)

        def cut() -> None:
            self._cut = True
            task.cancel()

        def finish() -> None:
            self.stop(Ending.INTERRUPTED, "interrupted")
            if not self._pausing:
                self._on_interrupt()

        with listening(finish=finish, cut=cut):
            try:
                await task
            except asyncio.CancelledError:
                if not self._cut:
                    task.cancel()
                    raise

"""Asking the system under test: so many questions at once, each answer on the disk before it is read."""

import asyncio
from collections.abc import Iterable, Sequence
from typing import Protocol

from workbench.records.system import Answered, Ask, SystemReply
from workbench.runner.clock import Clock
from workbench.runner.interrupt import listening
from workbench.runner.limits import Limits
from workbench.runner.outcome import Ending
from workbench.runner.retry import wait_before_next
from workbench.store.journal import Journal
from workbench.store.system_answers import answer_line
from workbench.system.system import System

_CLOCK = Clock()
_MOST_IN_A_ROW = 10
"""Failed calls one after another, after which nobody would expect the next one to bring an answer."""


class AskWatch(Protocol):
    """Is told how the asking goes."""

    def asking(self, done: int, owed: int, failed: int) -> None:
        """So many of the calls of this part are made, and so many of them brought no answer."""
        ...

    def waiting(self, seconds: float, error: str) -> None:
        """A call failed in a way that may pass, and is made again after so long."""
        ...

    def interrupted(self) -> None:
        """The first Ctrl+C came: calls in flight are waited for."""
        ...


class Asking:
    """The calls of one command to one system.

    Attributes:
        answers: The reply to each question and repeat: the one that is on the disk already, or a new one.
        ending: Whether all was asked.
        reason: Why not; empty where it was.
        made: Calls that were made now.
        last_at: When the last reply came, in UTC; empty where there is none.
    """

    def __init__(  # noqa: PLR0913 - what asking is made of, most of it by name
        self,
        system: System,
        journal: Journal,
        known: Iterable[Answered],
        *,
        limits: Limits,
        max_calls: int | None,
        watch: AskWatch,
        clock: Clock = _CLOCK,
    ) -> None:
        """Begin with what is on the disk. A failed call is no answer, and is made again."""
        self.answers: dict[tuple[str, int], SystemReply] = {}
        self.last_at = ""
        for answered in known:
            self._take(answered)
        self.ending = Ending.COMPLETE
        self.reason = ""
        self.made = 0
        self._system = system
        self._journal = journal
        self._limits = limits
        self._max_calls = max_calls
        self._watch = watch
        self._clock = clock
        self._stopped = asyncio.Event()
        self._in_a_row = 0

    def replies(self, ask: Ask, repeats: int) -> list[SystemReply]:
        """Return what came back to each repeat of a question, as far as it was asked."""
        found = (self.answers.get((ask.key, repeat)) for repeat in range(repeats))
        return [reply for reply in found if reply is not None]

    async def ask(self, asks: Sequence[Ask], repeats: int) -> None:
        """Ask each question so many times, but for what has its answer. Stops early where `ending` says so."""
        cells = {(ask.key, repeat): ask for repeat in range(repeats) for ask in asks}
        owed = [(ask, key[1]) for key, ask in cells.items() if self._is_owed(key)]
        waiting = iter(owed)
        done = [0, 0]

        async def work() -> None:
            for ask, repeat in waiting:
                try:
                    reply = await self._asked(ask, repeat)
                except BaseException as error:
                    self._stop(str(error))
                    raise
                if reply is None:
                    return
                done[0] += 1
                done[1] += bool(reply.error)
                self._watch.asking(done[0], len(owed), done[1])

        workers = [asyncio.ensure_future(work()) for _ in range(min(self._limits.concurrency, len(owed)))]

        def cut() -> None:
            for worker in workers:
                worker.cancel()

        with listening(finish=self._finish, cut=cut):
            try:
                results = await asyncio.gather(*workers, return_exceptions=True)
            finally:
                cut()
        failure = next((one for one in results if isinstance(one, Exception)), None)
        if failure is not None:
            raise failure

    async def _asked(self, ask: Ask, repeat: int) -> SystemReply | None:
        """Ask until there is an answer, or a failure that asking again would not mend; None where no call was made."""
        reply = None
        for attempt in range(1, self._limits.max_attempts + 1):
            if not self._may_call():
                break
            reply = await self._system.ask(ask)
            again = bool(reply.error) and reply.retryable and attempt < self._limits.max_attempts
            self._keep(ask, repeat, reply, final=not again)
            if not again:
                break
            wait = wait_before_next(reply, attempt, self._limits, self._clock.jitter())
            self._watch.waiting(wait.seconds, reply.error)
            await self._pause(wait.seconds)
        return reply

    async def _pause(self, seconds: float) -> None:
        """Wait; a stop ends the wait at once."""
        waits = [asyncio.ensure_future(self._clock.sleep(seconds)), asyncio.ensure_future(self._stopped.wait())]
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for one in waits:
                one.cancel()

    def _is_owed(self, key: tuple[str, int]) -> bool:
        reply = self.answers.get(key)
        return reply is None or bool(reply.error)

    def _may_call(self) -> bool:
        if self.ending is not Ending.COMPLETE:
            return False
        if self._max_calls is not None and self.made >= self._max_calls:
            self._stop(f"--max-calls {self._max_calls:,} is used up")
            return False
        self.made += 1
        return True

    def _keep(self, ask: Ask, repeat: int, reply: SystemReply, *, final: bool) -> None:
        """Bring a reply to the disk, then count it."""
        answered = Answered(key=ask.key, repeat=repeat, at=self._clock.now(), reply=reply)
        self._journal.append_line(answer_line(answered))
        self._take(answered)
        # What is asked again has not failed yet.
        self._in_a_row = self._in_a_row + final if reply.error else 0
        if reply.stops:
            self._stop(f"every further call would fail: {reply.error}")
        elif self._in_a_row >= _MOST_IN_A_ROW:
            self._stop(f"{self._in_a_row} calls in a row failed, the last one so: {reply.error}")

    def _take(self, answered: Answered) -> None:
        """The first answer of a repeat stands; a failed call only until there is one."""
        self.last_at = max(self.last_at, answered.at)
        key = (answered.key, answered.repeat)
        before = self.answers.get(key)
        if before is None or before.error:
            self.answers[key] = answered.reply

    def _finish(self) -> None:
        self._watch.interrupted()
        self._stop("interrupted", Ending.INTERRUPTED)

    def _stop(self, reason: str, ending: Ending = Ending.STOPPED) -> None:
        if self.ending is Ending.COMPLETE:
            self.ending, self.reason = ending, reason
        self._stopped.set()

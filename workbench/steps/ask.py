"""Asking what a run owes, in a session of its own: one call at a time, or in message batches where that is wanted."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from workbench.judges.judge import Judge
from workbench.records.batch import Batch
from workbench.records.reply import Attempt
from workbench.runner.batches.waits import BatchWatch
from workbench.runner.budget import Budget, Spend
from workbench.runner.limits import Limits
from workbench.runner.outcome import Progress, RunOutcome
from workbench.runner.run import run
from workbench.runner.schedule import Cell
from workbench.steps.batches import BatchPart, ask_in_batches, awaited, leave_to_batches, unfetched
from workbench.steps.rounds import OfAll, ask_in_rounds
from workbench.steps.stop_early import StopEarly
from workbench.store.batch_file import BatchFile
from workbench.store.journal_reader import JournalState

_BEAT_S = 1.0


class ProgressWatch(Protocol):
    """Whoever wants to see how far a run is."""

    def progressed(self, progress: Progress, spend: Spend) -> None:
        """Called after every verdict, and every second or so where none comes; must be quick."""

    def interrupted(self) -> None:
        """Called on the first Ctrl+C: what is in flight is being finished."""


@dataclass(frozen=True, kw_only=True)
class Session:
    """What a session of a run has.

    Attributes:
        judges: The judges.
        state: What the journal held when it was opened.
        record: Writes an attempt to the journal.
        book: The run's message batches.
        limits: How hard to press.
        budget: What may be spent.
        watch: Told how far it is.
        batches: Told how message batches go; None where all judges are asked one call at a time.
        stopping: Says which calls the decisions still need; None where all are made.
    """

    judges: Sequence[Judge]
    state: JournalState
    record: Callable[[Attempt], None]
    book: BatchFile
    limits: Limits
    budget: Budget
    watch: ProgressWatch
    batches: BatchWatch | None
    stopping: StopEarly | None = None

    def record_alone(self, attempt: Attempt) -> None:
        """Record an attempt of a cell that the runner starts anew; in the journal its attempts are numbered on."""
        earlier = self.state.errors.get((attempt.item_id, attempt.judge_id, attempt.repeat), 0)
        self.record(replace(attempt, attempt=earlier + attempt.attempt) if earlier else attempt)
        if self.stopping is not None:
            self.stopping.recorded(attempt)


async def ask(cells: list[Cell], session: Session) -> tuple[RunOutcome, tuple[Batch, ...]]:
    """Ask some cells.

    Returns:
        How it ended, and the message batches that something is still to be expected of.
    """
    pulse = _Pulse(session.watch, session.budget, planned=len(cells))

    async def ask_some(some: list[Cell], of_all: OfAll) -> RunOutcome:
        return await run(
            some,
            session.judges,
            session.record_alone,
            limits=session.limits,
            meter=session.budget,
            on_progress=lambda progress: pulse.progressed(of_all(progress)),
            on_interrupt=session.watch.interrupted,
            wanted=session.stopping.wants if session.stopping is not None else None,
            following=session.stopping.following if session.stopping is not None else None,
        )

    async def ask_alone(some: list[Cell], of_all: OfAll) -> RunOutcome:
        # Only here: while batches are waited for, there is nothing to tell for minutes or hours.
        beating = asyncio.create_task(pulse.beat())
        try:
            if session.stopping is None:
                return await ask_some(some, of_all)
            return await ask_in_rounds(
                some,
                session.stopping,
                lambda cells, of_round: ask_some(cells, lambda progress: of_all(of_round(progress))),
            )
        finally:
            beating.cancel()

    if session.batches is None:
        inside = awaited(session.book, session.state)
        return await leave_to_batches(cells, inside, ask_alone), unfetched(session.book, session.state)
    part = BatchPart(
        book=session.book,
        state=session.state,
        record=session.record,
        limits=session.limits,
        meter=session.budget,
        on_progress=pulse.progressed,
        watch=session.batches,
        on_interrupt=session.watch.interrupted,
    )
    return await ask_in_batches(cells, {judge.spec.judge_id: judge for judge in session.judges}, ask_alone, part)


class _Pulse:
    """Tells a watch how a run goes, also while no verdict comes."""

    def __init__(self, watch: ProgressWatch, budget: Budget, *, planned: int) -> None:
        self._watch = watch
        self._budget = budget
        self._last = Progress(planned=planned, done=0, passed=0, failed=0, errors=0, attempts=0)

    def progressed(self, progress: Progress) -> None:
        self._last = progress
        self._watch.progressed(progress, self._budget.spend)

    async def beat(self) -> None:
        while True:
            await asyncio.sleep(_BEAT_S)
            self._watch.progressed(self._last, self._budget.spend)

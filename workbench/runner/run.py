"""Run the cells of a plan: every reply is recorded before it counts, and a stop loses nothing."""

import asyncio
import gc
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager

from workbench.judges.judge import Judge
from workbench.records.reply import Attempt
from workbench.runner.clock import Clock
from workbench.runner.interrupt import listening
from workbench.runner.limits import Limits
from workbench.runner.meter import Meter, Unmetered
from workbench.runner.outcome import Ending, Progress, RunOutcome
from workbench.runner.pool import Pool
from workbench.runner.schedule import Cell


async def run(  # noqa: PLR0913 - what a run is made of, most of it optional and by name
    cells: Sequence[Cell],
    judges: Iterable[Judge],
    record: Callable[[Attempt], None],
    *,
    limits: Limits | None = None,
    meter: Meter | None = None,
    on_progress: Callable[[Progress], None] | None = None,
    on_interrupt: Callable[[], None] | None = None,
    wanted: Callable[[Cell], bool] | None = None,
    following: Callable[[Cell], Cell | None] | None = None,
    clock: Clock | None = None,
) -> RunOutcome:
    """Ask for every cell's verdict, with a fixed number of workers for each model.

    The cells of a judge are asked in order, but for a judge whose model keeps prompts (`CachedPrompts`): there the
    first call with a rubric, and the first with the same passages, goes alone, and the others follow when it is
    answered. All judges on one model share its pace: fewer calls at once while it is overloaded, none while it asks to
    wait or has no room. Models do not wait for one another.

    An error that may pass is asked again after a pause; the last error allowed becomes the verdict. A reply that says
    that every further call would fail in the same way stops the run; so does Ctrl+C. What is in flight is then
    finished and recorded, and the cells left over have no final attempt: resuming asks for exactly those. The first
    Ctrl+C stops, the second cuts the calls in flight off.

    Judges are not closed: whoever made them closes them.

    Args:
        cells: What is owed, from `plan_cells`.
        judges: The judges that the cells name.
        record: Called with every attempt before it counts, in the event loop; it must be quick. If it raises, no new
            cell is started, the calls in flight are finished and recorded where that still works, and the first
            error is raised.
        limits: Calls at once, attempts a cell, waits.
        meter: Asked before each attempt whether it may be made; where it says no, the run stops with its reason.
        on_progress: Called after every final attempt and when a model is held back, in the event loop; it must be
            quick.
        on_interrupt: Called on the first Ctrl+C, in the event loop: what is in flight is being finished from then on.
        wanted: Asked of each cell right before it is given out, in the event loop; it must be quick. A cell that is
            not wanted then is not asked. Left out, all are wanted.
        following: Asked of each cell that has just got its verdict, in the event loop, for a cell that this verdict has
            made necessary; it is asked next. Left out, there is none.
        clock: Waiting, date and chance.

    Returns:
        How it ended. Nothing in it tells one verdict from another: those are with `record`.

    Raises:
        ValueError: a cell names a judge that is not there.
    """
    limits = limits or Limits()
    by_id = {judge.spec.judge_id: judge for judge in judges}
    unknown = sorted({cell.judge_id for cell in cells} - by_id.keys())
    if unknown:
        raise ValueError(f"cells name judges that were not handed in: {', '.join(unknown)}")
    pool = Pool(
        cells=cells,
        judges=by_id,
        record=record,
        limits=limits,
        meter=meter or Unmetered(),
        on_progress=on_progress or _say_nothing,
        wanted=wanted,
        following=following,
        clock=clock or Clock(),
    )
    workers = [asyncio.create_task(worker) for worker in pool.workers()]

    def finish() -> None:
        pool.stop(Ending.INTERRUPTED, "interrupted")
        if on_interrupt is not None:
            on_interrupt()

    if workers:
        with listening(finish=finish, cut=lambda: _cut(pool, workers)), _collecting_only_what_is_new():
            await _finished(workers)
    _raise_first(pool, workers)
    return pool.outcome()


@contextmanager
def _collecting_only_what_is_new() -> Iterator[None]:
    """Spare the garbage collector what was there before: it outlives the run, and an SDK is a great many objects."""
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()


def _say_nothing(_progress: Progress) -> None:
    """Take progress and tell nobody."""


def _cut(pool: Pool, workers: Sequence[asyncio.Task[None]]) -> None:
    pool.cut_off = True
    for worker in workers:
        worker.cancel()


async def _finished(workers: Sequence[asyncio.Task[None]]) -> None:
    """Wait for all workers, and take them along when the run itself is cancelled."""
    try:
        await asyncio.wait(workers)
    except asyncio.CancelledError:
        for worker in workers:
            worker.cancel()
        await asyncio.wait(workers)
        raise


def _raise_first(pool: Pool, workers: Sequence[asyncio.Task[None]]) -> None:
    errors = [worker.exception() for worker in workers if not worker.cancelled()]
    if pool.failure is not None:
        raise pool.failure
    for error in errors:
        if error is not None:
            raise error

"""Asking a run's judges in message batches; and, where they are asked alone, leaving out what is in a batch."""

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from workbench.errors import InputError, Problem, SetupError
from workbench.judges.batch import BatchCallFailed, BatchJudge
from workbench.judges.judge import Judge, JudgeInParts
from workbench.records.batch import Batch
from workbench.records.reply import Attempt
from workbench.runner.batches.meter import BatchMeter
from workbench.runner.batches.run import BatchOutcome, BatchRun
from workbench.runner.batches.state import CellKey, calls_out, open_batches
from workbench.runner.batches.tally import BatchTally
from workbench.runner.batches.waits import BatchWatch
from workbench.runner.limits import Limits
from workbench.runner.meter import Meter
from workbench.runner.outcome import Ending, Progress, RunOutcome, added
from workbench.runner.schedule import Cell
from workbench.store.batch_file import BatchFile
from workbench.store.journal_reader import JournalState, journal_state
from workbench.store.run_folder import FoundRun

AskAlone = Callable[[list[Cell], Callable[[Progress], Progress]], Awaitable[RunOutcome]]
"""Asks cells one call at a time; the second argument makes the progress of the whole run from that of these cells."""


@dataclass(frozen=True, kw_only=True)
class BatchPart:
    """What a run needs to ask in batches.

    Attributes:
        book: The run's batches.
        state: What its journal held at the start of the session.
        record: Writes an attempt to the journal.
        limits: Attempts a cell, and waits.
        meter: Asked before each call.
        on_progress: Told how far the run is.
        watch: Told how batches go.
        on_interrupt: Called on the first Ctrl+C.
    """

    book: BatchFile
    state: JournalState
    record: Callable[[Attempt], None]
    limits: Limits
    meter: Meter
    on_progress: Callable[[Progress], None]
    watch: BatchWatch
    on_interrupt: Callable[[], None]


def attempts_on_record(book: BatchFile, state: JournalState) -> dict[CellKey, int]:
    """Count the attempts on every cell that was ever in a batch, but for those that passed or failed."""
    keys = {call.key for batch in book.batches for call in batch.calls}
    return {
        key: state.errors.get(key, state.attempts.get(key, 0))
        for key in keys
        if key not in state.done or key in state.errors
    }


def awaited(book: BatchFile, state: JournalState) -> frozenset[CellKey]:
    """Name the cells that a batch may still bring a reply for."""
    made = attempts_on_record(book, state)
    return frozenset(call.key for batch in book.batches for call in calls_out(batch, made))


def batches_of(found: FoundRun) -> tuple[Batch, ...]:
    """List the batches of a run that a reply may still come from.

    Raises:
        StoreError: the run's files are damaged.
    """
    journal = found.folder.journal
    return unfetched(BatchFile(found.folder.batches), journal_state(journal) if journal.exists() else JournalState())


def unfetched(book: BatchFile, state: JournalState) -> tuple[Batch, ...]:
    """List the batches that a reply may still come from."""
    return open_batches(book.batches, attempts_on_record(book, state))


async def refuse_without_batches(judges: Sequence[Judge]) -> None:
    """Refuse to ask in batches where that cannot work at all. Sends nothing that costs money.

    Raises:
        InputError: no judge can be asked in a batch.
        SetupError: a server has no batches.
    """
    able = {judge.batches: judge for judge in judges if isinstance(judge, BatchJudge)}
    if not able:
        names = ", ".join(f"{judge.spec.name} ({_how(judge)})" for judge in judges)
        expected = "a judge on a model of the Messages API, asked about whole answers"
        raise InputError(Problem(where="--batch", expected=expected, got=names))
    for service, judge in able.items():
        try:
            await service.newest()
        except BatchCallFailed as failure:
            if failure.unknown:
                where = f"the server of judge {judge.spec.name} ({service.server.place})"
                raise SetupError(
                    f"{where} has no message batches: {failure}\n  nothing was sent; run without --batch"
                ) from failure


def _how(judge: Judge) -> str:
    return "asked claim by claim" if isinstance(judge, JudgeInParts) else str(judge.spec.kind)


async def leave_to_batches(cells: Sequence[Cell], inside: Collection[CellKey], ask_alone: AskAlone) -> RunOutcome:
    """Ask what is in no batch. What is in one stays owed: to ask for it alone would mean to pay twice."""
    alone = [cell for cell in cells if cell.key not in inside]
    left = len(cells) - len(alone)
    waiting = Progress(planned=left, done=0, passed=0, failed=0, errors=0, attempts=0)
    outcome = await ask_alone(alone, lambda progress: added(progress, waiting))
    if not left:
        return outcome
    complete = outcome.ending is Ending.COMPLETE
    return replace(
        outcome,
        ending=Ending.STOPPED if complete else outcome.ending,
        reason=f"{left:,} are asked for in batches, so they were not asked for alone" if complete else outcome.reason,
        progress=added(outcome.progress, waiting),
    )


async def ask_in_batches(
    cells: Sequence[Cell], judges: Mapping[str, Judge], ask_alone: AskAlone, part: BatchPart
) -> tuple[RunOutcome, tuple[Batch, ...]]:
    """Ask what can be asked in batches so, and the rest alone while they are at work.

    Returns:
        How it ended, and the batches that something is still to be expected of.
    """
    able = {judge_id: judge for judge_id, judge in judges.items() if isinstance(judge, BatchJudge)}
    alone = [cell for cell in cells if cell.judge_id not in able]
    batched = [
        replace(cell, attempts=part.state.errors.get(cell.key, cell.attempts))
        for cell in cells
        if cell.judge_id in able
    ]
    before = Progress(planned=len(alone), done=0, passed=0, failed=0, errors=0, attempts=0)
    tally = BatchTally(
        batched,
        part.record,
        limits=part.limits,
        meter=BatchMeter(part.meter),
        on_progress=lambda progress: part.on_progress(added(before, progress)),
        earlier=part.state.errors,
    )
    run = BatchRun(tally, able, part.book, part.watch, limits=part.limits, on_interrupt=part.on_interrupt)
    await run.send()
    interrupted = run.outcome().ending is Ending.INTERRUPTED
    outcome = await ask_alone([] if interrupted else alone, lambda progress: added(progress, tally.progress()))
    before = replace(outcome.progress, planned=len(alone))
    if outcome.ending is Ending.COMPLETE:
        await run.collect()
    return _joined(replace(outcome, progress=before), run.outcome())


def _joined(alone: RunOutcome, batched: BatchOutcome) -> tuple[RunOutcome, tuple[Batch, ...]]:
    first = alone if alone.ending is not Ending.COMPLETE else batched
    joined = replace(alone, ending=first.ending, reason=first.reason, progress=added(alone.progress, batched.progress))
    return joined, batched.still_open

"""Run every judge on every item N times, and measure what came of it."""

import asyncio
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from threading import Thread
from typing import Protocol

from workbench.errors import StoreError, WriteError
from workbench.records.batch import Batch
from workbench.records.estimate import Estimate
from workbench.records.reply import Attempt, JudgeKind, JudgeSpec
from workbench.records.summary import Summary
from workbench.runner.batches.waits import BatchWatch
from workbench.runner.budget import Bounds, Budget, Spend
from workbench.runner.limits import Limits
from workbench.runner.outcome import RunOutcome
from workbench.runner.schedule import Cell
from workbench.steps.ask import ProgressWatch, Session, ask
from workbench.steps.batches import awaited, refuse_without_batches, unfetched
from workbench.steps.looks import LookWriter, read_looks
from workbench.steps.measure import load_libraries, measure
from workbench.steps.open_run import Way, existing_run, open_or_create, owed_cells, prepare
from workbench.steps.outlook import Outlook, look_ahead, refuse_unpriced
from workbench.steps.plan import Plan
from workbench.steps.plant import keep_answer_key
from workbench.steps.replies import RepliesOnRecord
from workbench.steps.self_test import control_cells, self_test
from workbench.steps.settings import Settings
from workbench.steps.stop_early import StopEarly, stop_early
from workbench.store.batch_file import BatchFile
from workbench.store.journal import Journal, open_journal
from workbench.store.run_folder import FoundRun


@dataclass(frozen=True, kw_only=True)
class Finished:
    """A run that came to an end for now.

    Attributes:
        found: Its folder and manifest.
        outcome: How it ended; None where nothing was left to do.
        summary: What was measured; None where the run is not complete.
        spend: What this session spent; None where nothing was asked.
        estimate: What it was estimated to cost; None where nothing was owed.
        still_open: Message batches that something is still to be expected of.
        asked_again: Verdicts that were errors and were asked again.
        warnings: What the user should know, such as a torn line that was dropped.
    """

    found: FoundRun
    outcome: RunOutcome | None
    summary: Summary | None
    spend: Spend | None
    estimate: Estimate | None
    still_open: tuple[Batch, ...]
    asked_again: int
    warnings: tuple[str, ...]


Measuring = Callable[[FoundRun, Settings], Summary]
"""What makes a summary of a run that is complete."""


class Watch(ProgressWatch, Protocol):
    """Whoever wants to see how a run goes."""

    def started(self, found: FoundRun, owed: int, estimate: Estimate | None) -> None:
        """Called before the first call, with the number of verdicts that are owed and what they cost.

        Where nothing is owed, there is no estimate.
        """


def run_plan(  # noqa: PLR0913 - a plan, and how it is carried out, all of it optional and by name
    plan: Plan,
    *,
    way: Way = Way.GO_ON,
    tested: bool = True,
    bounds: Bounds | None = None,
    watch: Watch,
    batches: BatchWatch | None = None,
    measuring: Measuring = measure,
) -> Finished:
    """Carry a plan out, or go on where an earlier session of the same run stopped.

    Args:
        plan: The plan.
        way: Whether to start a new run although one that measures the same is there, or to ask its errors again.
        tested: Whether model judges must come through the self-test first.
        bounds: The most that this session may spend.
        watch: Told how it goes.
        batches: Told how message batches go; None where all judges are asked one call at a time.
        measuring: Measures it where it is complete, and writes its reports, unless it is told not to.

    Raises:
        SetupError: batches are asked for, and a server has none.
        StoppedError: a model judge did not come through the self-test.
        StoreError: the run folder cannot be written, is in use or is damaged, a ledger is, or an unfinished run that
            was paid for would be left behind.
        InputError: a model cannot judge, the spend is bounded and a price is unknown, or batches are asked for and no
            judge can be asked in one.
        NotMeasured: errors are to be asked again, and there is no run.
    """
    settings = plan.bench.settings
    # A ledger that cannot be read refuses the run here, before anything is written or paid for.
    read_looks(settings, held_out=plan.held_out)
    return asyncio.run(_run(plan, way, tested, bounds or Bounds(), watch, batches, measuring))


async def _run(  # noqa: PLR0913 - all that `run_plan` is given
    plan: Plan,
    way: Way,
    tested: bool,
    bounds: Bounds,
    watch: Watch,
    batches: BatchWatch | None,
    measuring: Measuring,
) -> Finished:
    settings = plan.bench.settings
    judges = await plan.candidates.connected(settings)
    try:
        if batches is not None:
            await refuse_without_batches(judges)
        specs = [judge.spec for judge in judges]
        # A new run that is refused leaves no folder behind; a run with nothing owed asks no server.
        outlook = await _foreseen(plan, specs, bounds) if existing_run(plan, specs, way) is None else None
        opened = open_or_create(plan, specs, way)
        found = opened.found
        with (
            RepliesOnRecord(found, settings) as on_record,
            open_journal(found.folder.journal, lock=found.folder.lock) as journal,
        ):
            book = BatchFile(found.folder.batches)
            inside = awaited(book, journal.state)
            cells = owed_cells(plan, found, journal.state, way, inside)
            on_record.begin(journal)
            stopping = _stopping(plan, found, cells)
            cells = stopping.owed(cells) if stopping is not None else cells
            if cells and outlook is None:
                outlook = await _foreseen(plan, specs, bounds)
            found = prepare(plan, found)
            if plan.bench.own:
                keep_answer_key(plan.bench, plan.key)
            controls = control_cells(specs, cells, found) if tested else []
            foreseen = None
            if outlook is not None and cells:
                # What is in a batch was paid for when it was sent.
                unpaid = [*controls, *(cell for cell in cells if cell.key not in inside)]
                foreseen = _estimate(plan, found, unpaid, journal, outlook, in_batches=batches is not None)
            watch.started(found, len(cells), foreseen)
            budget = Budget(outlook.forecast.tariff(), bounds) if outlook is not None else None
            outcome, still_open = None, unfetched(book, journal.state)
            if outlook is not None and budget is not None:
                session = Session(
                    judges=judges,
                    state=journal.state,
                    record=_recorder(plan, found, journal),
                    book=book,
                    limits=Limits(concurrency=settings.concurrency),
                    budget=budget,
                    watch=watch,
                    batches=batches,
                    stopping=stopping,
                )
                if any(spec.kind is JudgeKind.MODEL for spec in specs):
                    # The first replies are some time off. A process waits for its threads, so none is cut off.
                    Thread(target=load_libraries, name="libraries").start()
                sent = outlook.without_unsent(cells, session.record_alone, but=inside)
                if tested:
                    outcome = await self_test(
                        found, judges, sent, limits=session.limits, meter=budget, on_interrupt=watch.interrupted
                    )
                if sent and outcome is None:
                    outcome, still_open = await ask(sent, session)
    finally:
        for judge in judges:
            await judge.close()
    complete = outcome is None or outcome.progress.complete
    return Finished(
        found=found,
        outcome=outcome,
        summary=_measured(found, settings, measuring) if complete else None,
        spend=budget.spend if budget is not None else None,
        estimate=foreseen,
        still_open=still_open,
        asked_again=sum(cell.key in journal.state.errors for cell in cells),
        warnings=tuple(warning for warning in (opened.note, journal.warning) if warning),
    )


def _stopping(plan: Plan, found: FoundRun, cells: Sequence[Cell]) -> StopEarly | None:
    """What the decisions still need; None where everything is asked."""
    if not plan.stop_early:
        return None
    return stop_early(found, plan.asked.challenges, plan.bench.settings, again={cell.key for cell in cells})


def _measured(found: FoundRun, settings: Settings, measuring: Measuring) -> Summary:
    try:
        return measuring(found, settings)
    except StoreError as error:
        if not isinstance(error.__cause__, OSError):
            raise
        raise WriteError(
            f"{error}\n  every verdict is in {found.folder.journal}; make room or mend the disk, then: workbench report"
        ) from error


async def _foreseen(plan: Plan, specs: Sequence[JudgeSpec], bounds: Bounds) -> Outlook:
    outlook = await look_ahead(plan.bench.settings, plan.candidates.entries, specs, plan.asked.challenges)
    refuse_unpriced(outlook, bounds)
    return outlook


def _estimate(
    plan: Plan, found: FoundRun, cells: list[Cell], journal: Journal, outlook: Outlook, *, in_batches: bool
) -> Estimate:
    done = Counter(judge_id for _, judge_id, _ in journal.state.done - {cell.key for cell in cells})
    return outlook.estimate(
        cells,
        bench=plan.bench.settings.name,
        repeats=plan.repeats,
        run_id=found.manifest.run_id,
        done=done,
        batch=in_batches,
    )


def _recorder(plan: Plan, found: FoundRun, journal: Journal) -> Callable[[Attempt], None]:
    looks = LookWriter(found, plan.asked.challenges, plan.bench.settings)

    def record(attempt: Attempt) -> None:
        looks.before(attempt)
        journal.append(attempt)

    return record

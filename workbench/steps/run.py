"""Run every judge on every item N times, and measure what came of it."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from workbench.errors import StoreError, WriteError
from workbench.judges.judge import Judge
from workbench.records.reply import Attempt
from workbench.records.summary import Summary
from workbench.runner.limits import Limits
from workbench.runner.outcome import Progress, RunOutcome
from workbench.runner.run import run
from workbench.runner.schedule import Cell
from workbench.steps.looks import LookWriter, read_looks
from workbench.steps.measure import measure
from workbench.steps.open_run import Way, open_or_create, owed_cells, prepare
from workbench.steps.plan import Plan
from workbench.steps.plant import keep_answer_key
from workbench.steps.self_test import self_test
from workbench.steps.settings import Settings
from workbench.store.journal import Journal, open_journal
from workbench.store.run_folder import FoundRun


@dataclass(frozen=True, kw_only=True)
class Finished:
    """A run that came to an end for now.

    Attributes:
        found: Its folder and manifest.
        outcome: How it ended; None where nothing was left to do.
        summary: What was measured; None where the run is not complete.
        asked_again: Verdicts that were errors and were asked again.
        warnings: What the user should know, such as a torn line that was dropped.
    """

    found: FoundRun
    outcome: RunOutcome | None
    summary: Summary | None
    asked_again: int
    warnings: tuple[str, ...]


class Watch(Protocol):
    """Whoever wants to see how a run goes."""

    def started(self, found: FoundRun, owed: int) -> None:
        """Called before the first call, with the number of verdicts that are owed."""

    def progressed(self, progress: Progress) -> None:
        """Called after every verdict; must be quick."""


def run_plan(plan: Plan, *, way: Way = Way.GO_ON, tested: bool = True, watch: Watch) -> Finished:
    """Carry a plan out, or go on where an earlier session of the same run stopped.

    Args:
        plan: The plan.
        way: Whether to start a new run although one that measures the same is there, or to ask its errors again.
        tested: Whether model judges must come through the self-test first.
        watch: Told how it goes.

    Raises:
        StoppedError: a model judge did not come through the self-test.
        StoreError: the run folder cannot be written, is in use or is damaged, a ledger is, or an unfinished run that
            was paid for would be left behind.
        NotMeasured: errors are to be asked again, and there is no run.
    """
    settings = plan.bench.settings
    # A ledger that cannot be read refuses the run here, before anything is written or paid for.
    read_looks(settings, held_out=plan.held_out)
    return asyncio.run(_run(plan, way, tested, watch))


async def _run(plan: Plan, way: Way, tested: bool, watch: Watch) -> Finished:
    settings = plan.bench.settings
    judges = await plan.candidates.connected(settings)
    try:
        opened = open_or_create(plan, [judge.spec for judge in judges], way)
        found = opened.found
        with open_journal(found.folder.journal, lock=found.folder.lock) as journal:
            cells = owed_cells(plan, found, journal, way)
            found = prepare(plan, found)
            if plan.bench.own:
                keep_answer_key(plan.bench, plan.key)
            watch.started(found, len(cells))
            limits = Limits(concurrency=settings.concurrency)
            outcome = await self_test(found, judges, cells, limits=limits) if tested else None
            if cells and outcome is None:
                outcome = await _ask(plan, found, cells, judges, journal, watch)
    finally:
        for judge in judges:
            await judge.close()
    complete = outcome is None or outcome.progress.done == outcome.progress.planned
    return Finished(
        found=found,
        outcome=outcome,
        summary=_measured(found, settings) if complete else None,
        asked_again=sum(cell.key in journal.state.errors for cell in cells),
        warnings=tuple(warning for warning in (opened.note, journal.warning) if warning),
    )


def _measured(found: FoundRun, settings: Settings) -> Summary:
    try:
        return measure(found, settings)
    except StoreError as error:
        if not isinstance(error.__cause__, OSError):
            raise
        raise WriteError(
            f"{error}\n  every verdict is in {found.folder.journal}; make room or mend the disk, then: workbench report"
        ) from error


async def _ask(
    plan: Plan, found: FoundRun, cells: list[Cell], judges: Sequence[Judge], journal: Journal, watch: Watch
) -> RunOutcome:
    settings = plan.bench.settings
    looks = LookWriter(found, plan.asked.challenges, settings)
    # A cell whose error is asked again starts anew for the runner; in the journal its attempts are numbered on.
    made = journal.state.errors

    def record(attempt: Attempt) -> None:
        looks.before(attempt)
        earlier = made.get((attempt.item_id, attempt.judge_id, attempt.repeat), 0)
        journal.append(replace(attempt, attempt=earlier + attempt.attempt) if earlier else attempt)

    limits = Limits(concurrency=settings.concurrency)
    return await run(cells, judges, record, limits=limits, on_progress=watch.progressed)

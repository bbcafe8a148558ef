"""Run every judge on every item N times, and measure what came of it."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from workbench.judges.judge import Judge
from workbench.records.reply import Attempt
from workbench.records.summary import Summary
from workbench.runner.limits import Limits
from workbench.runner.outcome import Progress, RunOutcome
from workbench.runner.run import run
from workbench.runner.schedule import Cell
from workbench.steps.looks import LookWriter, read_looks
from workbench.steps.measure import measure
from workbench.steps.open_run import open_or_create, owed_cells, prepare
from workbench.steps.plan import Plan
from workbench.steps.plant import keep_answer_key
from workbench.store.journal import Journal, open_journal
from workbench.store.run_folder import FoundRun


@dataclass(frozen=True, kw_only=True)
class Finished:
    """A run that came to an end for now.

    Attributes:
        found: Its folder and manifest.
        outcome: How it ended; None where nothing was left to do.
        summary: What was measured; None where the run is not complete.
        warnings: What the user should know, such as a torn line that was dropped.
    """

    found: FoundRun
    outcome: RunOutcome | None
    summary: Summary | None
    warnings: tuple[str, ...]


class Watch(Protocol):
    """Whoever wants to see how a run goes."""

    def started(self, found: FoundRun, owed: int) -> None:
        """Called before the first call, with the number of verdicts that are owed."""

    def progressed(self, progress: Progress) -> None:
        """Called after every verdict; must be quick."""


def run_plan(plan: Plan, *, again: bool = False, watch: Watch) -> Finished:
    """Carry a plan out, or go on where an earlier session of the same run stopped.

    Args:
        plan: The plan.
        again: Start a new run although one that measures the same is there.
        watch: Told how it goes.

    Raises:
        StoreError: the run folder cannot be written, is in use or is damaged, or a ledger is.
    """
    settings = plan.bench.settings
    # A ledger that cannot be read refuses the run here, before anything is written or paid for.
    read_looks(settings, held_out=plan.held_out)
    return asyncio.run(_run(plan, again, watch))


async def _run(plan: Plan, again: bool, watch: Watch) -> Finished:
    settings = plan.bench.settings
    judges = await plan.candidates.connected(settings)
    try:
        found = open_or_create(plan, [judge.spec for judge in judges], again=again)
        with open_journal(found.folder.journal, lock=found.folder.lock) as journal:
            cells = owed_cells(plan, found, journal)
            found = prepare(plan, found)
            if plan.bench.own:
                keep_answer_key(plan.bench, plan.key)
            watch.started(found, len(cells))
            outcome = await _ask(plan, found, cells, judges, journal, watch) if cells else None
    finally:
        for judge in judges:
            await judge.close()
    complete = outcome is None or outcome.progress.done == outcome.progress.planned
    return Finished(
        found=found,
        outcome=outcome,
        summary=measure(found, settings) if complete else None,
        warnings=(journal.warning,) if journal.warning else (),
    )


async def _ask(
    plan: Plan, found: FoundRun, cells: list[Cell], judges: Sequence[Judge], journal: Journal, watch: Watch
) -> RunOutcome:
    settings = plan.bench.settings
    looks = LookWriter(found, plan.asked.challenges, settings)

    def record(attempt: Attempt) -> None:
        looks.before(attempt)
        journal.append(attempt)

    limits = Limits(concurrency=settings.concurrency)
    return await run(cells, judges, record, limits=limits, on_progress=watch.progressed)

"""What a run would cost. Nothing is judged, written or paid for."""

import asyncio
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from workbench.identity import digest
from workbench.records.estimate import Estimate
from workbench.records.reply import JudgeSpec
from workbench.steps.batches import awaited
from workbench.steps.candidates import specs_of
from workbench.steps.open_run import Way, all_cells, existing_run, no_run_to_retry, owed_cells
from workbench.steps.outlook import COUNTED_FOR_AN_ESTIMATE, look_ahead
from workbench.steps.plan import Plan
from workbench.steps.self_test import control_cells
from workbench.steps.stop_early import stop_early
from workbench.store.batch_file import BatchFile
from workbench.store.journal_reader import journal_state
from workbench.store.run_folder import list_runs

EVERY_CALL = "This is for every call; with --stop-early a judge is asked no more than its decision needs."

_SHAPE = "server_takes"


def estimate_run(
    plan: Plan, *, way: Way = Way.GO_ON, tested: bool = True, batch: bool = False, offline: bool = False
) -> Estimate:
    """Say what a plan would cost. What an earlier session of the same run has paid for is not counted again.

    Args:
        plan: The plan.
        way: How the run would be taken up.
        tested: Whether model judges would have to come through the self-test first.
        batch: Whether models would be asked in message batches.
        offline: Whether no server is asked what its models take and how many tokens a prompt has.

    Raises:
        InputError: a model cannot judge, or the price file cannot be read.
        StoreError: the run that would be resumed cannot be read.
        NotMeasured: errors of a run are to be asked again, and there is none.
    """
    specs = as_recorded(specs_of(plan.candidates.entries, plan.bench.settings), plan.bench.settings.runs)
    found = existing_run(plan, specs, way)
    if found is None and way is Way.RETRY_ERRORS:
        raise no_run_to_retry(plan.bench.settings.runs)
    settings, entries = plan.bench.settings, plan.candidates.entries
    looking = look_ahead(
        settings, entries, specs, plan.asked.challenges, count=COUNTED_FOR_AN_ESTIMATE, offline=offline
    )
    outlook = asyncio.run(looking)
    outlook = replace(outlook, notes=(*outlook.notes, EVERY_CALL)) if plan.stop_early else outlook
    estimate = partial(outlook.estimate, bench=settings.name, repeats=plan.repeats, batch=batch)
    if found is None or not found.folder.journal.exists():
        cells = all_cells(plan, specs)
        return estimate([*(control_cells(specs, cells, None) if tested else ()), *cells])
    state = journal_state(found.folder.journal)
    # What is in a message batch was paid for when it was sent.
    inside = awaited(BatchFile(found.folder.batches), state)
    cells = owed_cells(plan, found, state, way)
    if plan.stop_early:
        again = {cell.key for cell in cells}
        cells = stop_early(found, plan.asked.challenges, plan.bench.settings, again=again).owed(cells)
    cells = [cell for cell in cells if cell.key not in inside]
    owed = {cell.key for cell in cells}
    done = Counter(key[1] for key in state.done if key not in owed)
    controls = control_cells(specs, cells, found) if tested else []
    return estimate([*controls, *cells], run_id=found.manifest.run_id, done=done)


def as_recorded(specs: Sequence[JudgeSpec], runs: Path) -> list[JudgeSpec]:
    """Give judges on chat servers the version that they had in the newest run.

    Theirs is not whole before the server was asked what it takes, and that is a call that an estimate does not make.
    """
    known: dict[str, JudgeSpec] = {}
    for run in list_runs(runs).runs:
        for spec in run.manifest.judges:
            rest = {name: value for name, value in spec.details.items() if name != _SHAPE}
            if len(rest) < len(spec.details):
                known.setdefault(digest({"rule": spec.rule, **rest}), spec)
    return [known.get(spec.judge_id, spec) for spec in specs]

"""The run folder of a plan: a new one, or the one where an earlier session of the same run stopped."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from workbench.errors import StoreError
from workbench.records.item import Item
from workbench.records.reply import JudgeSpec
from workbench.runner.clock import utc_now
from workbench.runner.schedule import Cell, plan_cells
from workbench.steps.baselines import baselines
from workbench.steps.plan import Plan
from workbench.steps.stored_run import read_answer_key
from workbench.store.challenge_lines import set_hash
from workbench.store.challenges import write_challenges
from workbench.store.journal import Journal
from workbench.store.lock import FolderLock
from workbench.store.manifest import Manifest, installed_versions
from workbench.store.manifest_file import write_manifest
from workbench.store.run_folder import FoundRun, create_run, find_run
from workbench.store.run_identity import RunIdentity

_CREATE_S = 30.0


def open_or_create(plan: Plan, specs: Sequence[JudgeSpec], *, again: bool) -> FoundRun:
    """Find the newest run that measures what a plan asks for, or make a new one.

    Args:
        plan: The plan.
        specs: Its judges.
        again: Make a new one although there is one.

    Raises:
        StoreError: the run folder cannot be written, or its manifest cannot be read.
    """
    manifest = _manifest(plan, specs)
    runs = plan.bench.settings.runs
    if again:
        return create_run(runs, manifest)
    found = find_run(runs, manifest.identity)
    return found or _create_once(runs, manifest)


def prepare(plan: Plan, found: FoundRun) -> FoundRun:
    """Bring the files beside the journal up to date. Call it while the run's lock is held.

    What does not belong to a run's identity may have changed since an earlier session, such as what the search check
    found, or where the answers are. And a session that was killed early left a run without its answer key.

    Raises:
        StoreError: the run folder cannot be written, or its answer key was changed.
    """
    if found.folder.challenges.exists():
        read_answer_key(found)
    else:
        write_challenges(found.folder.challenges, plan.asked.challenges)
    before = found.manifest
    fresh = _manifest(plan, before.judges)
    now = replace(fresh, run_id=before.run_id, created_at=before.created_at, versions=before.versions)
    if now == before:
        return found
    write_manifest(found.folder.manifest, now)
    return replace(found, manifest=now)


def owed_cells(plan: Plan, found: FoundRun, journal: Journal) -> list[Cell]:
    """List the verdicts that a run still owes.

    Raises:
        StoreError: the journal holds verdicts on cells that the run does not have.
    """
    items: dict[str, list[Item]] = defaultdict(list)
    for challenge in plan.asked.challenges:
        items[challenge.rule].append(challenge.item)
    every = plan_cells(items, found.manifest.judges, repeats=plan.repeats, seed=plan.bench.settings.seed)
    state = journal.state
    strange = (state.done | state.attempts.keys()) - {cell.key for cell in every}
    if strange:
        item_id, judge_id, repeat = min(strange)
        raise StoreError(
            f"{found.folder.journal}: {len(strange):,} of its verdicts belong to another run, such as that on item "
            f"{item_id} by judge {judge_id}, repeat {repeat}\n"
            "  put the journal of this run back, or start a new run with --again"
        )
    return [replace(cell, attempts=state.attempts.get(cell.key, 0)) for cell in every if cell.key not in state.done]


def _create_once(runs: Path, manifest: Manifest) -> FoundRun:
    """Make a new run, unless a process that was given the same command has made it in this moment."""
    try:
        runs.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(f"cannot make the folder {runs}: {error.strerror or error}") from error
    lock = FolderLock.take(runs / ".lock", wait_s=_CREATE_S)
    try:
        return find_run(runs, manifest.identity) or create_run(runs, manifest)
    finally:
        lock.release()


def _manifest(plan: Plan, specs: Sequence[JudgeSpec]) -> Manifest:
    asked = plan.asked
    return Manifest(
        bench=plan.bench.settings.name,
        created_at=utc_now(),
        identity=RunIdentity(
            judges=tuple(specs),
            sets={rule: set_hash(built.challenges) for rule, built in sorted(asked.built.items())},
            repeats=plan.repeats,
            seed=plan.bench.settings.seed,
        ),
        versions=installed_versions(),
        settings=plan.told,
        counts=asked.counts,
        build=asked.declined,
        left_out=asked.left_out,
        baselines=baselines(specs),
        search=plan.bench.search,
        notes=plan.notes,
    )

"""The run folder of a plan: a new one, or the one where an earlier session of the same run stopped."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path

from workbench.errors import NotMeasured, StoreError
from workbench.records.item import Item
from workbench.records.reply import JudgeSpec
from workbench.runner.clock import utc_now
from workbench.runner.schedule import Cell, CellKey, plan_cells
from workbench.steps.answered_parts import with_answered_parts
from workbench.steps.baselines import baselines
from workbench.steps.left_behind import refuse_to_leave
from workbench.steps.plan import Plan
from workbench.steps.stored_run import read_answer_key
from workbench.steps.versions import earlier_runs
from workbench.store.challenges import write_challenges
from workbench.store.journal_reader import JournalState
from workbench.store.lock import FolderLock
from workbench.store.manifest import Manifest, installed_versions
from workbench.store.manifest_file import write_manifest
from workbench.store.run_folder import FoundRun, create_run, find_run
from workbench.store.run_identity import RunIdentity

_CREATE_S = 30.0


class Way(StrEnum):
    """How a command takes up a run."""

    GO_ON = "go_on"
    AGAIN = "again"
    RETRY_ERRORS = "retry_errors"


@dataclass(frozen=True, kw_only=True)
class Opened:
    """The run of a plan.

    Attributes:
        found: Its folder and manifest.
        note: What a new run leaves behind, in words; empty where that is nothing.
    """

    found: FoundRun
    note: str = ""


def open_or_create(plan: Plan, specs: Sequence[JudgeSpec], way: Way) -> Opened:
    """Find the newest run that measures what a plan asks for, or make a new one.

    Args:
        plan: The plan.
        specs: Its judges.
        way: Whether to make a new one although there is one, or to take none but one that is there.

    Raises:
        StoreError: the run folder cannot be written, its manifest cannot be read, or an unfinished run that was paid
            for would be left behind.
        NotMeasured: errors of a run are to be asked again, and no run measures what the plan asks for.
    """
    manifest = _manifest(plan, specs)
    runs = plan.bench.settings.runs
    if way is Way.AGAIN:
        return Opened(found=_create(runs, manifest))
    found = find_run(runs, manifest.identity)
    if found is not None:
        return Opened(found=found)
    note = refuse_to_leave(plan, manifest)
    if way is Way.RETRY_ERRORS:
        raise no_run_to_retry(runs, note)
    return Opened(found=_create_once(runs, manifest), note=note)


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
    kept = {name: getattr(before, name) for name in ("run_id", "created_at", "versions", "earlier")}
    now = replace(fresh, **kept)
    if now == before:
        return found
    write_manifest(found.folder.manifest, now)
    return replace(found, manifest=now)


def existing_run(plan: Plan, specs: Sequence[JudgeSpec], way: Way) -> FoundRun | None:
    """Find the run that a command would take up; None where it would make a new one. Writes nothing.

    Raises:
        StoreError: its manifest cannot be read.
    """
    identity = _manifest(plan, specs).identity
    return None if way is Way.AGAIN else find_run(plan.bench.settings.runs, identity)


def no_run_to_retry(runs: Path, note: str = "") -> NotMeasured:
    """An error for errors that are to be asked again where no run is."""
    said = f"no run in {runs} measures what this command asks for, so there is no error to ask again"
    return NotMeasured("\n  ".join((said, note)).rstrip())


def all_cells(plan: Plan, judges: Sequence[JudgeSpec]) -> list[Cell]:
    """List every verdict of a run, in the order of the calls."""
    items: dict[str, list[Item]] = defaultdict(list)
    for challenge in plan.asked.challenges:
        items[challenge.rule].append(challenge.item)
    # A right answer is one case with its near misses, so a run that stops early asks for them together.
    together = {one.item.item_id: one.parent for one in plan.asked.challenges} if plan.stop_early else None
    return plan_cells(items, judges, repeats=plan.repeats, seed=plan.bench.settings.seed, together=together)


def owed_cells(
    plan: Plan, found: FoundRun, state: JournalState, way: Way, awaited: frozenset[CellKey] = frozenset()
) -> list[Cell]:
    """List the verdicts that a run still owes; with `Way.RETRY_ERRORS` those too that are errors.

    An error that is asked again starts with all its attempts anew: whoever asked for it has mended the cause.

    Args:
        plan: The plan.
        found: Its run.
        state: What the journal of the run holds.
        way: How the run is taken up.
        awaited: Cells that a message batch may bring a reply for. Errors among them are owed too: an earlier session
            asked for them again.

    Raises:
        StoreError: the journal holds verdicts on cells that the run does not have.
    """
    every = all_cells(plan, found.manifest.judges)
    strange = (state.done | state.attempts.keys()) - {cell.key for cell in every}
    if strange:
        item_id, judge_id, repeat = min(strange)
        raise StoreError(
            f"{found.folder.journal}: {len(strange):,} of its verdicts belong to another run, such as that on item "
            f"{item_id} by judge {judge_id}, repeat {repeat}\n"
            "  put the journal of this run back, or start a new run with --again"
        )
    done = state.done - awaited - (state.errors.keys() if way is Way.RETRY_ERRORS else frozenset())
    owed = [replace(cell, attempts=state.attempts.get(cell.key, 0)) for cell in every if cell.key not in done]
    return with_answered_parts(owed, found.folder.journal, state)


def _create_once(runs: Path, manifest: Manifest) -> FoundRun:
    """Make a new run, unless a process that was given the same command has made it in this moment."""
    try:
        runs.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(f"cannot make the folder {runs}: {error.strerror or error}") from error
    lock = FolderLock.take(runs / ".lock", wait_s=_CREATE_S)
    try:
        return find_run(runs, manifest.identity) or _create(runs, manifest)
    finally:
        lock.release()


def _create(runs: Path, manifest: Manifest) -> FoundRun:
    return create_run(runs, replace(manifest, earlier=earlier_runs(runs, manifest.judges)))


def _manifest(plan: Plan, specs: Sequence[JudgeSpec]) -> Manifest:
    asked = plan.asked
    return Manifest(
        bench=plan.bench.settings.name,
        created_at=utc_now(),
        identity=RunIdentity(
            judges=tuple(specs),
            sets=asked.versions,
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

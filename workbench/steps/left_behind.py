"""An unfinished run that a new one would leave behind: what was paid for must not be lost to a small change."""

from collections.abc import Iterator, Mapping
from typing import Any

from workbench.errors import InputError, StoreError
from workbench.records.challenge import Challenge
from workbench.records.reply import IN_CODE, JudgeKind, JudgeSpec
from workbench.steps.batches import batches_of
from workbench.steps.changes import changed_cases, judge_differences
from workbench.steps.plan import Plan
from workbench.steps.settings import Settings
from workbench.steps.stop_early import stop_early
from workbench.store.challenges import read_challenges
from workbench.store.journal_reader import JournalState, journal_state
from workbench.store.lock import FolderLock
from workbench.store.manifest import Manifest
from workbench.store.run_folder import FoundRun, list_runs

_FREE = (*IN_CODE, JudgeKind.SIMULATED)
# Settings of a run that say where it was and how fast, not what it measured.
_PLACE = ("answers", "questions", "own_answers", "concurrency", "stop_early")


def refuse_to_leave(plan: Plan, manifest: Manifest) -> str:
    """Say whether a new run would leave an unfinished one behind: the newest on the same answers that cost money.

    A run that another process is at work on is left alone; so is one that holds no verdict yet, not on a part of an
    item either, and awaits none from a message batch. Runs of scripts and simulated judges cost nothing to make again
    and are in nobody's way.

    Args:
        plan: What is asked now.
        manifest: The manifest that a new run would get. No run that measures the same is there.

    Returns:
        A note where the new run costs nothing; empty where nothing is left behind.

    Raises:
        StoreError: both cost money. Names everything that has changed, and both ways to go on.
    """
    before = _newest(plan, manifest)
    if before is None:
        return ""
    done, begun, planned = _verdicts(before)
    if _was_settled(before, plan.bench.settings):
        return ""
    sent = sum(len(batch.calls) for batch in batches_of(before))
    if not (done or begun or sent) or done >= planned or _at_work(before):
        return ""
    run = before.manifest.run_id
    changes = tuple(_changes(before, plan, manifest))
    if not _costs(manifest.judges):
        return f"run {run} is left unfinished, {done:,} of {planned:,} verdicts, since: {'; '.join(changes)}"
    raise StoreError(
        "\n  ".join(
            (
                f"run {run} is not finished, {done:,} of its {planned:,} verdicts are there, and it measures something "
                "else than this command:",
                *([f"claims: of {begun:,} more items some were judged"] if begun else []),
                *([f"message batches: {sent:,} of its calls are sent and not fetched"] if sent else []),
                *changes,
                "to finish it: put this back, and give the same command",
                "to leave it as it is and start a new run: add --again",
            )
        )
    )


def _newest(plan: Plan, manifest: Manifest) -> FoundRun | None:
    for run in list_runs(plan.bench.settings.runs).runs:
        before = run.manifest
        same = before.bench == manifest.bench and before.settings.get("answers") == manifest.settings["answers"]
        if same and _costs(before.judges):
            return run
    return None


def _verdicts(run: FoundRun) -> tuple[int, int, int]:
    """How many verdicts a run has, for how many more some parts of an item were judged, and how many it was to have."""
    manifest = run.manifest
    items = {rule: sum(counts.values()) for rule, counts in manifest.counts.items()}
    planned = sum(items.get(spec.rule, 0) for spec in manifest.judges) * manifest.identity.repeats
    state = journal_state(run.folder.journal) if run.folder.journal.exists() else JournalState()
    return len(state.done), len(state.in_parts - state.done), planned


def _was_settled(run: FoundRun, settings: Settings) -> bool:
    """Was the run to ask no more than its decisions need, and do they need no more?"""
    key = _key(run)
    if not run.manifest.settings.get("stop_early") or not key:
        return False
    return not stop_early(run, key, settings).missing


def _at_work(run: FoundRun) -> bool:
    try:
        FolderLock.take(run.folder.lock).release()
    except StoreError:
        return True
    return False


def _costs(judges: tuple[JudgeSpec, ...]) -> bool:
    return any(spec.kind not in _FREE for spec in judges)


def _changes(before: FoundRun, plan: Plan, manifest: Manifest) -> Iterator[str]:
    was, now = before.manifest.identity, manifest.identity
    yield from _judges(was.judges, now.judges)
    changed = [rule for rule in sorted(was.sets.keys() & now.sets.keys()) if was.sets[rule] != now.sets[rule]]
    for rule in changed:
        mine = [one for one in plan.asked.challenges if one.rule == rule]
        yield f"cases of {rule}: {changed_cases([one for one in _key(before) if one.rule == rule], mine)}"
    for name in ("repeats", "seed"):
        old, new = getattr(was, name), getattr(now, name)
        if old != new:
            yield f"{name} was {old} and is {new}"
    yield from _settings(before.manifest.settings, manifest.settings)


def _key(run: FoundRun) -> tuple[Challenge, ...]:
    try:
        return read_challenges(run.folder.challenges)
    except InputError:
        return ()


def _judges(before: tuple[JudgeSpec, ...], now: tuple[JudgeSpec, ...]) -> Iterator[str]:
    was, is_now = _by_name(before), _by_name(now)
    for name in sorted(was.keys() | is_now.keys()):
        if name not in is_now:
            yield f"judge {name}: is not asked now"
        elif name not in was:
            yield f"judge {name}: is new"
        elif was[name].judge_id != is_now[name].judge_id:
            yield f"judge {name}: {'; '.join(_differences(was[name], is_now[name]))}"


def _differences(before: JudgeSpec, now: JudgeSpec) -> Iterator[str]:
    yield from judge_differences(before, now)
    was, is_now = before.details.get("server"), now.details.get("server")
    if was != is_now:
        yield f"it was asked at {was} and is asked at {is_now}"


def _by_name(specs: tuple[JudgeSpec, ...]) -> dict[str, JudgeSpec]:
    return {f"{spec.name} on {spec.model}": spec for spec in specs}


def _settings(before: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[str]:
    opened = before.get("with_holdout") != now.get("with_holdout")
    if opened:
        yield "the held-out styles were " + (
            "opened and are not" if before.get("with_holdout") else "not opened and are"
        )
    for name in sorted((before.keys() & now.keys()) - {*_PLACE, "with_holdout"}):
        old, new = before[name], now[name]
        if old == new or (opened and name in ("styles", "held_out")):
            continue
        if isinstance(old, list) and isinstance(new, list):
            yield f"{name}: {_list_changes(old, new)}"
        else:
            yield f"{name} was {old} and is {new}"


def _list_changes(old: list[str], new: list[str]) -> str:
    kinds = {"new": [one for one in new if one not in old], "gone": [one for one in old if one not in new]}
    return "; ".join(f"{kind}: {', '.join(names)}" for kind, names in kinds.items() if names) or "another order"

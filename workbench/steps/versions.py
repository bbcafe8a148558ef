"""Versions of a judge: which earlier run holds another one, and what has this one fixed and broken since?

Which run that is, is written into the manifest when a run is made. So a report that is made again says the same,
whatever was run in between.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import unified_diff
from pathlib import Path
from typing import TYPE_CHECKING

from workbench.analysis.comparison import all_counted, compare, moves
from workbench.analysis.set_aside import kept, kept_verdicts, set_aside
from workbench.analysis.truth import item_table
from workbench.errors import InputError, NotMeasured, StoreError
from workbench.records.comparison import Moved, MovedItems, VersionChange
from workbench.records.decision import Decisions
from workbench.records.reply import JudgeKind, JudgeSpec
from workbench.steps.changes import judge_differences
from workbench.steps.stored_run import read_answer_key, unfinished, verdicts_of
from workbench.store.journal_reader import read_attempts
from workbench.store.run_folder import FoundRun, list_runs, open_run
from workbench.store.verdicts import verdict_table

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, kw_only=True)
class Versions:
    """What the judges of a run fixed and broke.

    Attributes:
        changes: Judge id to the change; only of judges that had another version before.
        moved: Which items that were.
    """

    changes: Mapping[str, VersionChange]
    moved: MovedItems


def earlier_runs(runs: Path, judges: Sequence[JudgeSpec]) -> dict[str, str]:
    """Say which earlier run each judge of a new run is to be compared with: the newest that holds another version.

    Only runs that were measured count. Scripts change with the workbench and are compared with nothing.

    Returns:
        Judge id to the name of the run's folder.
    """
    measured = [run for run in list_runs(runs).runs if run.folder.summary.is_file()]
    found: dict[str, str] = {}
    for judge in judges:
        for run in measured:
            if judge.kind is not JudgeKind.SCRIPT and _other_version(judge, run.manifest.judges):
                found[judge.judge_id] = run.folder.path.name
                break
    return found


def compare_versions(found: FoundRun, rows: "pd.DataFrame", decided: Decisions) -> Versions:
    """Compare the judges of a run with the versions that its manifest names, on the items of both.

    What people set aside is set aside in both runs. Nothing of an item that is not in this run comes in.

    Args:
        found: The run.
        rows: Its item table, of what counts.
        decided: Where everything that was decided stands.

    Returns:
        The changes. An earlier run that is gone, damaged, unfinished or of a newer workbench is named with the reason.
    """
    earlier = found.manifest.earlier
    tables = {run: _earlier_rows(found, run, decided) for run in dict.fromkeys(earlier.values())}
    changes: dict[str, VersionChange] = {}
    moved: dict[tuple[str, str], Moved] = {}
    for judge in found.manifest.judges:
        run = earlier.get(judge.judge_id)
        if run is None:
            continue
        table = tables[run]
        if isinstance(table, str):
            changes[judge.judge_id] = VersionChange(run_id=run, trouble=table)
            continue
        ours = rows[rows["judge_id"] == judge.judge_id]
        changes[judge.judge_id] = change = _change(found, judge, run, ours, table)
        if change.comparison is not None:
            theirs = table.rows[table.rows["judge_id"] == change.judge_id]
            moved |= {(judge.judge_id, item): where for item, where in moves(ours, theirs).items()}
    return Versions(changes=_all_counted(changes), moved=moved)


@dataclass(frozen=True, kw_only=True)
class _Earlier:
    """An earlier run: its judges, its repeats, and its item table of what counts."""

    judges: tuple[JudgeSpec, ...]
    repeats: int
    rows: "pd.DataFrame"


def _other_version(judge: JudgeSpec, judges: Sequence[JudgeSpec]) -> JudgeSpec | None:
    named = (judge.name, judge.rule, judge.model)
    others = (one for one in judges if (one.name, one.rule, one.model) == named and one.judge_id != judge.judge_id)
    return next(others, None)


def _earlier_rows(since: FoundRun, run: str, decided: Decisions) -> "_Earlier | str":
    """Read an earlier run as it was when this one was made; where that cannot be done, say why."""
    runs = since.folder.path.parent
    path = runs / run
    try:
        # The name comes from a file: it is looked up among the folders, and never taken for a path.
        if run not in {folder.name for folder in runs.iterdir()}:
            return "that run is not there any more"
        found = open_run(path)
        manifest = found.manifest
        challenges = read_answer_key(found)
        # Errors that were asked again since are as they were then.
        then = (one for one in read_attempts(found.folder.journal) if one.at <= since.manifest.created_at)
        verdicts = verdict_table(then, manifest.judges)
        missing = verdicts_of(manifest, challenges) - len(verdicts)
        stopped_early = bool(manifest.settings.get("stop_early"))
        if missing > 0 and not stopped_early:
            raise unfinished(found, missing=missing)
        aside = set_aside(challenges, decided)
        rows = item_table(
            kept(challenges, aside),
            kept_verdicts(verdicts, manifest.judges, aside),
            manifest.judges,
            repeats=manifest.identity.repeats,
            stopped_early=stopped_early,
        )
    except NotMeasured:
        return "that run is not finished"
    except (StoreError, InputError, OSError) as error:
        return f"that run cannot be read: {str(error).replace(str(path), run).splitlines()[0]}"
    return _Earlier(judges=manifest.judges, repeats=manifest.identity.repeats, rows=rows[rows["asked"]])


def _change(found: FoundRun, judge: JudgeSpec, run: str, ours: "pd.DataFrame", table: _Earlier) -> VersionChange:
    before = _other_version(judge, table.judges)
    if before is None:
        return VersionChange(run_id=run, trouble="that run holds no other version of it any more")
    differences = [*judge_differences(before, judge)]
    lines = unified_diff(before.rubric.splitlines(), judge.rubric.splitlines(), n=0, lineterm="")
    rubric = tuple(f"{line[0]} {line[1:]}" for line in [*lines][2:] if line[0] in "+-")
    if table.repeats != found.manifest.identity.repeats:
        differences.append(f"repeats were {table.repeats:,} and are {found.manifest.identity.repeats:,}")
    told = VersionChange(run_id=run, judge_id=before.judge_id, differences=tuple(differences), rubric=rubric)
    comparison = compare(ours[ours["asked"]], table.rows[table.rows["judge_id"] == before.judge_id])
    if not comparison.parts:
        return replace(told, trouble="the two runs have no item in common that both versions gave enough answers on")
    return replace(told, comparison=comparison)


def _all_counted(changes: Mapping[str, VersionChange]) -> dict[str, VersionChange]:
    """Adjust the p-values of all judges together: a report shows them together."""
    compared = {judge: change.comparison for judge, change in changes.items() if change.comparison is not None}
    adjusted = dict(zip(compared, all_counted([*compared.values()]), strict=True))
    return {judge: replace(change, comparison=adjusted.get(judge)) for judge, change in changes.items()}

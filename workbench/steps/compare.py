"""Compare candidates on the same items: models of one run, or rubric versions of several."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from workbench.analysis.comparison import all_counted, compare
from workbench.analysis.truth import item_table
from workbench.errors import InputError, NotMeasured, Problem, unknown_name
from workbench.gate.recommend import recommend
from workbench.records.reply import JudgeKind, JudgeSpec
from workbench.records.summary import Level
from workbench.report.compared import Candidate, Compared, ComparedRule
from workbench.steps.changes import judge_differences
from workbench.steps.gate import stale_reasons
from workbench.steps.measure import summarise
from workbench.steps.settings import Settings
from workbench.steps.stored_run import find_stored
from workbench.store.run_folder import list_runs

if TYPE_CHECKING:
    import pandas as pd

_NAMED = 5
"""Runs that a hint names."""


@dataclass(frozen=True, kw_only=True)
class _Measured:
    """A candidate with its version and the rows of its item table."""

    candidate: Candidate
    spec: JudgeSpec
    rows: "pd.DataFrame"


def compare_candidates(
    settings: Settings, *, judges: Sequence[str], models: Sequence[str], runs: Sequence[str], level: Level
) -> tuple[ComparedRule, ...]:
    """Compare the candidates of each rule with a reference. Needs no key and no network.

    The reference is the first that is named; where nothing says which is first, the dearest, so that each cheaper one
    is asked whether it is good enough.

    Args:
        settings: The bench's settings.
        judges: Names of judges, the reference first; none for every judge of the runs that is no script.
        models: The models to compare, the reference's first; none for all.
        runs: Names or paths of runs, the one that holds the reference first; none for the newest.
        level: What a candidate must have earned to be recommended.

    Raises:
        InputError: a judge or model is in none of the runs, or a name comes twice.
        NotMeasured: no rule has two candidates with an item in common, or a run is not finished.
        StoreError: the files of a run are damaged.
    """
    _refuse_twice("a judge", judges)
    _refuse_twice("--run", runs)
    found = [one for run in runs or (None,) for one in _measure(settings, run, judges)]
    where = " and ".join(runs) or "the newest run"
    names = sorted({one.candidate.judge.name for one in found})
    _refuse_unknown("judge", judges, names, where)
    _refuse_unknown("model", models, sorted({one.candidate.judge.model for one in found}), where)
    chosen = _chosen(found, judges, models)
    if not (judges or models or runs[1:]):
        chosen.sort(key=lambda one: -(one.candidate.judge.cost.per_thousand or 0.0))
    rules = dict.fromkeys(one.candidate.judge.rule for one in chosen)
    groups = [[one for one in chosen if one.candidate.judge.rule == rule] for rule in rules]
    compared = [_compare(group, level) for group in groups if len(group) > 1]
    if not compared:
        raise NotMeasured(_alone(chosen, names, settings.runs))
    if not any(one.comparison.parts for rule in compared for one in rule.others):
        raise NotMeasured("these candidates have no item in common that both gave enough answers on")
    return tuple(compared)


def _measure(settings: Settings, run: str | None, judges: Sequence[str]) -> list[_Measured]:
    found = find_stored(settings, run, judge=judges[0] if judges else None)
    measured = summarise(found, settings)
    manifest = found.manifest
    repeats = manifest.identity.repeats
    table = item_table(measured.counted, measured.counted_verdicts, manifest.judges, repeats=repeats)
    stale = stale_reasons(found, measured, settings, {judge.judge_id for judge in measured.summary.judges})
    return [
        _Measured(
            candidate=Candidate(
                judge=judge, run_id=manifest.run_id, repeats=repeats, stale=stale.get(judge.judge_id, "")
            ),
            spec=spec,
            rows=table[table["judge_id"] == judge.judge_id],
        )
        for judge, spec in zip(measured.summary.judges, manifest.judges, strict=True)
    ]


def _chosen(found: Sequence[_Measured], judges: Sequence[str], models: Sequence[str]) -> list[_Measured]:
    """The candidates that were named, in the order of the names; without names, all that are no scripts."""
    chosen = [one for one in found if judges or one.candidate.judge.kind != JudgeKind.SCRIPT]
    if models:
        chosen = [one for model in models for one in chosen if one.candidate.judge.model == model]
    if judges:
        chosen = [one for judge in judges for one in chosen if one.candidate.judge.name == judge]
    return chosen


def _compare(group: Sequence[_Measured], level: Level) -> ComparedRule:
    reference, *others = group
    comparisons = all_counted([compare(one.rows, reference.rows) for one in others])
    standing = [one.candidate.judge for one in group if not one.candidate.stale]
    return ComparedRule(
        rule=reference.candidate.judge.rule,
        reference=reference.candidate,
        others=tuple(
            Compared(candidate=one.candidate, comparison=comparison, differences=_differences(reference.spec, one.spec))
            for one, comparison in zip(others, comparisons, strict=True)
        ),
        recommendation=recommend(standing, level),
    )


def _differences(reference: JudgeSpec, spec: JudgeSpec) -> tuple[str, ...]:
    return tuple(judge_differences(reference, spec)) if reference.name == spec.name else ()


def _alone(chosen: Sequence[_Measured], names: Sequence[str], runs: Path) -> str:
    if not chosen:
        return f"there is nothing to compare: name judges of the run ({', '.join(names)})"
    alone = ", ".join(one.candidate.judge.name for one in chosen)
    measured = {one.candidate.judge.name for one in chosen}
    having = [run for run in list_runs(runs).runs if measured & {spec.name for spec in run.manifest.judges}]
    newest = ", ".join(run.manifest.run_id for run in having[:_NAMED])
    return (
        f"a comparison needs two candidates of one rule, got {alone}\n"
        "  name two judges of the run, run a second model, or name two runs: --run BEFORE --run AFTER\n"
        f"  the runs that hold it, newest first: {newest}"
    )


def _refuse_unknown(what: str, names: Sequence[str], known: Sequence[str], where: str) -> None:
    for name in names:
        if name not in known:
            raise unknown_name(what, name, known, where=where)


def _refuse_twice(where: str, names: Sequence[str]) -> None:
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise InputError(Problem(where=where, expected="each name once", got=f"{', '.join(twice)} twice"))

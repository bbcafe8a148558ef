"""Compare candidates on the same items: models of one run, or rubric versions of several."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from workbench.analysis.comparison import all_counted, compare
from workbench.analysis.truth import item_table
from workbench.errors import InputError, NotMeasured, Problem, unknown_name
from workbench.gate.recommend import recommend
from workbench.records.reply import JudgeKind
from workbench.records.summary import Level
from workbench.report.compared import Candidate, ComparedRule
from workbench.steps.gate import stale_reasons
from workbench.steps.measure import summarise
from workbench.steps.settings import Settings
from workbench.steps.stored_run import find_stored

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, kw_only=True)
class _Measured:
    """A candidate with the rows of its item table."""

    candidate: Candidate
    rows: "pd.DataFrame"


def compare_candidates(
    settings: Settings, *, judges: Sequence[str], runs: Sequence[str], level: Level
) -> tuple[ComparedRule, ...]:
    """Compare the candidates of each rule with the first of them. Needs no key and no network.

    Args:
        settings: The bench's settings.
        judges: Names of judges, the reference first; none for every judge of the runs that is no script.
        runs: Names or paths of runs, the one that holds the reference first; none for the newest.
        level: What a candidate must have earned to be recommended.

    Raises:
        InputError: a judge is in none of the runs, or a name comes twice.
        NotMeasured: no rule has two candidates with an item in common, or a run is not finished.
        StoreError: the files of a run are damaged.
    """
    _refuse_twice("a judge", judges)
    _refuse_twice("--run", runs)
    found = [one for run in runs or (None,) for one in _measure(settings, run, judges)]
    names = sorted({one.candidate.judge.name for one in found})
    for judge in judges:
        if judge not in names:
            raise unknown_name("judge", judge, names, where=" and ".join(runs) or "the newest run")
    chosen = _chosen(found, judges)
    rules = dict.fromkeys(one.candidate.judge.rule for one in chosen)
    groups = [[one for one in chosen if one.candidate.judge.rule == rule] for rule in rules]
    compared = [_compare(group, level) for group in groups if len(group) > 1]
    if not compared:
        raise NotMeasured(_alone(chosen, names))
    if not any(comparison.parts for rule in compared for _, comparison in rule.others):
        raise NotMeasured("these candidates have no item in common that both gave enough answers on")
    return tuple(compared)


def _measure(settings: Settings, run: str | None, judges: Sequence[str]) -> list[_Measured]:
    found = find_stored(settings, run, judge=judges[0] if judges else None)
    measured = summarise(found, settings)
    manifest = found.manifest
    repeats = manifest.identity.repeats
    table = item_table(measured.challenges, measured.verdicts, manifest.judges, repeats=repeats)
    stale = stale_reasons(found, measured, settings, {judge.judge_id for judge in measured.summary.judges})
    return [
        _Measured(
            candidate=Candidate(
                judge=judge, run_id=manifest.run_id, repeats=repeats, stale=stale.get(judge.judge_id, "")
            ),
            rows=table[table["judge_id"] == judge.judge_id],
        )
        for judge in measured.summary.judges
    ]


def _chosen(found: Sequence[_Measured], judges: Sequence[str]) -> list[_Measured]:
    if not judges:
        return [one for one in found if one.candidate.judge.kind != JudgeKind.SCRIPT]
    return [one for judge in judges for one in found if one.candidate.judge.name == judge]


def _compare(group: Sequence[_Measured], level: Level) -> ComparedRule:
    reference, *others = group
    comparisons = all_counted([compare(one.rows, reference.rows) for one in others])
    standing = [one.candidate.judge for one in group if not one.candidate.stale]
    return ComparedRule(
        rule=reference.candidate.judge.rule,
        reference=reference.candidate,
        others=tuple(zip((one.candidate for one in others), comparisons, strict=True)),
        recommendation=recommend(standing, level),
    )


def _alone(chosen: Sequence[_Measured], names: Sequence[str]) -> str:
    if not chosen:
        return f"there is nothing to compare: name judges of the run ({', '.join(names)})"
    alone = ", ".join(one.candidate.judge.name for one in chosen)
    return (
        f"a comparison needs two candidates of one rule, got {alone}\n"
        "  name two judges of the run, run a second model, or name a second run with --run"
    )


def _refuse_twice(where: str, names: Sequence[str]) -> None:
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise InputError(Problem(where=where, expected="each name once", got=f"{', '.join(twice)} twice"))

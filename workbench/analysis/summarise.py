"""From answer key and verdicts to the figures of every judge: the numbers that every view shows."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from workbench.analysis.cells import error_counts
from workbench.analysis.consistency import consistency
from workbench.analysis.constants import constants
from workbench.analysis.cost import judge_cost
from workbench.analysis.disagreements import disagreements
from workbench.analysis.rates import catch_rate, source_rate, style_rates
from workbench.analysis.reading_order import reading_order
from workbench.analysis.set_rates import set_rates
from workbench.analysis.slices import Slices, Slicing, slice_names, slice_rates, slicings
from workbench.analysis.truth import item_table
from workbench.analysis.votes import single_calls, voting, without_votes
from workbench.prices import PriceTable
from workbench.records.challenge import Challenge, Set
from workbench.records.cost import Cost
from workbench.records.reply import JudgeKind, JudgeSpec
from workbench.records.summary import Constant, JudgeSummary, Rate
from workbench.records.vote import first_calls

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, kw_only=True)
class RunTables:
    """All that the figures of a run are counted from.

    Attributes:
        challenges: The answer key, held-out challenges included where they were opened.
        verdicts: One row a final attempt: `item_id`, `judge_id`, `repeat`, `verdict` (text form).
        specs: The judges, in the order of settings.
        repeats: How many repeats were asked for.
        baselines: Rule to the name of the script that a judge of that rule is compared with.
        prices: The price table.
        spend: One row an attempt, failed ones included: `judge_id`, `answered_by` and the token counts of
            `prices.TOKEN_PRICES`. Attempts of judges that are not in `specs` are left out.
        ranks: Case id to the rank (from 1) of the passage that holds the evidence; empty where nobody looked.
        stopped_early: Whether the run was to ask no more than its decisions need.
    """

    challenges: Sequence[Challenge]
    verdicts: "pd.DataFrame"
    specs: Sequence[JudgeSpec]
    repeats: int
    baselines: Mapping[str, str]
    prices: PriceTable
    spend: "pd.DataFrame"
    ranks: Mapping[str, int] = field(default_factory=dict)
    stopped_early: bool = False


@dataclass(frozen=True, kw_only=True)
class Counted:
    """What is counted from a run.

    Attributes:
        judges: As in `Summary`, and so are `constants` and `read_first`.
        slices: Rule and item id to the names of the slices in which the item is counted.
    """

    judges: tuple[JudgeSummary, ...]
    constants: tuple[Constant, ...]
    read_first: Mapping[str, tuple[str, ...]]
    slices: Slices


def summarise_judges(run: RunTables) -> tuple[JudgeSummary, ...]:
    """Measure every judge of a run. The gate's decision is left open.

    The same content gives the same summaries, whatever the order of rows and challenges.

    Returns:
        One summary a judge, in the order of the run's `specs`.

    Raises:
        InputError: the answer key holds an item twice under one rule, or two judges have one version.
        StoreError: a row about a judge or an item that the run does not know, or a verdict in no known form.
    """
    return _judges(run, _rows(run, _table(run)))


def count_run(run: RunTables) -> Counted:
    """Measure every judge of a run, what any judge of its rules must better, and what is to be read first.

    Raises:
        InputError: as `summarise_judges`.
        StoreError: likewise.
    """
    table = _table(run)
    rows = _rows(run, table)
    of_rule = {spec.rule: rows[spec.judge_id] for spec in run.specs}
    return Counted(
        judges=_judges(run, rows),
        constants=tuple(constant for some in of_rule.values() for constant in constants(some)),
        read_first=reading_order(table),
        slices=slice_names(run.challenges, run.ranks),
    )


def _table(run: RunTables) -> "pd.DataFrame":
    return item_table(run.challenges, run.verdicts, run.specs, repeats=run.repeats, stopped_early=run.stopped_early)


def _rows(run: RunTables, table: "pd.DataFrame") -> "dict[str, pd.DataFrame]":
    return {spec.judge_id: table[table["judge_id"] == spec.judge_id] for spec in run.specs}


def _single(run: RunTables, rows: "Mapping[str, pd.DataFrame]") -> "dict[str, pd.DataFrame]":
    """The rows on which each call is looked at by itself: of a judge that votes, those of its first calls."""
    return {
        spec.judge_id: item_table(
            [one for one in run.challenges if one.rule == spec.rule],
            single_calls(run.verdicts, spec),
            [without_votes(spec)],
            repeats=first_calls(spec.votes),
            stopped_early=run.stopped_early,
        )
        if spec.votes
        else rows[spec.judge_id]
        for spec in run.specs
    }


def _judges(run: RunTables, rows: "Mapping[str, pd.DataFrame]") -> tuple[JudgeSummary, ...]:
    errors = error_counts(run.verdicts)
    calls = run.verdicts["judge_id"].value_counts()
    single = _single(run, rows)
    costs = _costs(run, rows)
    scripts = {spec.rule: rows[spec.judge_id] for spec in run.specs if _is_baseline(spec, run.baselines)}
    sliced = _sliced(run)
    return tuple(
        _summary(
            spec,
            rows[spec.judge_id],
            sliced[spec.rule],
            single=single[spec.judge_id],
            made=_Made(
                calls=int(calls.get(spec.judge_id, 0)),
                errors=errors.get(spec.judge_id, {}),
                cost=costs[spec.judge_id],
            ),
            script=scripts.get(spec.rule),
        )
        for spec in run.specs
    )


@dataclass(frozen=True, kw_only=True)
class _Made:
    """All calls of a judge, whether they count or not: their number, their errors by code, what they cost."""

    calls: int
    errors: Mapping[str, int]
    cost: Cost


def _summary(
    spec: JudgeSpec,
    rows: "pd.DataFrame",
    sliced: Sequence[Slicing],
    *,
    single: "pd.DataFrame",
    made: _Made,
    script: "pd.DataFrame | None",
) -> JudgeSummary:
    return JudgeSummary(
        name=spec.name,
        rule=spec.rule,
        model=spec.model,
        kind=str(spec.kind),
        judge_id=spec.judge_id,
        calls=made.calls,
        **set_rates(rows).rates,
        sources=source_rate(rows[rows["set"].isin([str(Set.CLEAN), str(Set.NEAR_MISS)])]),
        by_style=style_rates(rows),
        slices=tuple(rate for slicing in sliced for rate in slice_rates(rows, slicing)),
        consistency=consistency(single),
        errors=made.errors,
        script_caught=_script_caught(spec, script),
        cost=made.cost,
        disagreements=disagreements(rows),
        voting=voting(spec, single) if spec.votes else None,
    )


def _sliced(run: RunTables) -> dict[str, tuple[Slicing, ...]]:
    by_rule: dict[str, list[Challenge]] = defaultdict(list)
    for challenge in run.challenges:
        by_rule[challenge.rule].append(challenge)
    return {spec.rule: slicings(by_rule[spec.rule], run.ranks) for spec in run.specs}


def _is_baseline(spec: JudgeSpec, baselines: Mapping[str, str]) -> bool:
    return spec.kind is JudgeKind.SCRIPT and baselines.get(spec.rule) == spec.name


def _script_caught(spec: JudgeSpec, script: "pd.DataFrame | None") -> Rate | None:
    if spec.kind is JudgeKind.SCRIPT or script is None:
        return None
    return catch_rate(script[script["set"].isin([str(Set.PLANTED), str(Set.HELD_OUT)])])


def _costs(run: RunTables, rows: "Mapping[str, pd.DataFrame]") -> dict[str, Cost]:
    spent = dict(iter(run.spend.groupby("judge_id", sort=False)))
    return {
        spec.judge_id: judge_cost(
            spent.get(spec.judge_id, run.spend[:0]),
            spec,
            run.prices,
            verdicts=int(rows[spec.judge_id]["resolved" if spec.votes else "valid"].sum()),
        )
        for spec in run.specs
    }

"""From answer key and verdicts to the figures of every judge: the numbers that every view shows."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from workbench.analysis.cells import error_counts
from workbench.analysis.consistency import consistency
from workbench.analysis.cost import judge_cost
from workbench.analysis.disagreements import disagreements
from workbench.analysis.rates import alarm_rate, catch_rate, source_rate, style_rates
from workbench.analysis.truth import item_table
from workbench.prices import PriceTable
from workbench.records.challenge import Challenge, Set
from workbench.records.reply import JudgeKind, JudgeSpec
from workbench.records.summary import Cost, JudgeSummary, Rate
from workbench.records.verdict import Outcome

if TYPE_CHECKING:
    import pandas as pd


def summarise_judges(  # noqa: PLR0913 - the inputs of one run, each a thing of its own
    challenges: Sequence[Challenge],
    verdicts: "pd.DataFrame",
    specs: Sequence[JudgeSpec],
    *,
    repeats: int,
    baselines: Mapping[str, str],
    prices: PriceTable,
    spend: "pd.DataFrame",
) -> tuple[JudgeSummary, ...]:
    """Measure every judge of a run. The gate's decision is left open.

    The same content gives the same summaries, whatever the order of rows and challenges.

    Args:
        challenges: The answer key, held-out challenges included where they were opened.
        verdicts: One row a final attempt: `item_id`, `judge_id`, `repeat`, `verdict` (text form).
        specs: The judges, in the order of settings.
        repeats: How many repeats were asked for.
        baselines: Rule to the name of the script that a judge of that rule is compared with.
        prices: The price table.
        spend: One row an attempt, failed ones included: `judge_id`, `answered_by` and the token counts of
            `prices.TOKEN_PRICES`. Attempts of judges that are not in `specs` are left out.

    Returns:
        One summary a judge, in the order of `specs`.

    Raises:
        InputError: the answer key holds an item twice under one rule, or two judges have one version.
        StoreError: a row about a judge or an item that the run does not know, or a verdict in no known form.
    """
    table = item_table(challenges, verdicts, specs, repeats=repeats)
    errors = error_counts(verdicts)
    rows = {spec.judge_id: table[table["judge_id"] == spec.judge_id] for spec in specs}
    costs = _costs(spend, specs, prices, rows)
    scripts = {spec.rule: rows[spec.judge_id] for spec in specs if _is_baseline(spec, baselines)}
    return tuple(
        _summary(spec, rows[spec.judge_id], errors.get(spec.judge_id, {}), costs[spec.judge_id], scripts.get(spec.rule))
        for spec in specs
    )


def _summary(
    spec: JudgeSpec, rows: "pd.DataFrame", errors: Mapping[str, int], cost: Cost, script: "pd.DataFrame | None"
) -> JudgeSummary:
    clean, near_miss, planted, held_out, natural = (
        rows[rows["set"] == str(name)] for name in (Set.CLEAN, Set.NEAR_MISS, Set.PLANTED, Set.HELD_OUT, Set.NATURAL)
    )
    wrong = natural["expected"] == str(Outcome.FAIL)
    return JudgeSummary(
        name=spec.name,
        rule=spec.rule,
        model=spec.model,
        kind=str(spec.kind),
        judge_id=spec.judge_id,
        calls=int(rows["calls"].sum()),
        false_alarms=alarm_rate(clean),
        near_misses=alarm_rate(near_miss),
        planted=catch_rate(planted),
        held_out=catch_rate(held_out),
        natural_caught=catch_rate(natural[wrong]) if len(natural) else None,
        natural_alarms=alarm_rate(natural[~wrong]) if len(natural) else None,
        sources=source_rate(rows[rows["set"].isin([str(Set.CLEAN), str(Set.NEAR_MISS)])]),
        by_style=style_rates(rows),
        consistency=consistency(rows),
        errors=errors,
        script_caught=_script_caught(spec, script),
        cost=cost,
        disagreements=disagreements(rows),
    )


def _is_baseline(spec: JudgeSpec, baselines: Mapping[str, str]) -> bool:
    return spec.kind is JudgeKind.SCRIPT and baselines.get(spec.rule) == spec.name


def _script_caught(spec: JudgeSpec, script: "pd.DataFrame | None") -> Rate | None:
    if spec.kind is JudgeKind.SCRIPT or script is None:
        return None
    return catch_rate(script[script["set"].isin([str(Set.PLANTED), str(Set.HELD_OUT)])])


def _costs(
    spend: "pd.DataFrame", specs: Sequence[JudgeSpec], prices: PriceTable, rows: "Mapping[str, pd.DataFrame]"
) -> dict[str, Cost]:
    return {
        spec.judge_id: judge_cost(
            spend[spend["judge_id"] == spec.judge_id], spec, prices, verdicts=int(rows[spec.judge_id]["valid"].sum())
        )
        for spec in specs
    }

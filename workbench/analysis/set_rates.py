"""The rates of one judge on every set: what stands in a row of the trust table."""

from typing import TYPE_CHECKING

from workbench.analysis.discrimination import discrimination
from workbench.analysis.rates import alarm_rate, catch_rate, counted_columns, part_of
from workbench.records.challenge import Set
from workbench.records.summary import SetRates
from workbench.records.verdict import Outcome

if TYPE_CHECKING:
    import pandas as pd


def set_rates(rows: "pd.DataFrame") -> SetRates:
    """How does a judge do on each set?

    Args:
        rows: Rows of `item_table` of one judge.
    """
    columns = counted_columns(rows)
    sets, fails = rows["set"].to_numpy(), rows["expected"].to_numpy() == str(Outcome.FAIL)
    of = {name: sets == str(name) for name in Set}
    natural = of[Set.NATURAL]
    return SetRates(
        false_alarms=alarm_rate(part_of(columns, of[Set.CLEAN])),
        near_misses=alarm_rate(part_of(columns, of[Set.NEAR_MISS])),
        planted=catch_rate(part_of(columns, of[Set.PLANTED])),
        held_out=catch_rate(part_of(columns, of[Set.HELD_OUT])),
        natural_caught=catch_rate(part_of(columns, natural & fails)) if natural.any() else None,
        natural_alarms=alarm_rate(part_of(columns, natural & ~fails)) if natural.any() else None,
        pairs=discrimination(rows),
    )

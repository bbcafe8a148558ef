"""The rates of one judge on every set: what stands in a row of the trust table."""

from typing import TYPE_CHECKING

from workbench.analysis.discrimination import discrimination
from workbench.analysis.rates import alarm_rate, catch_rate
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
    clean, near_miss, planted, held_out, natural = (
        rows[rows["set"] == str(name)] for name in (Set.CLEAN, Set.NEAR_MISS, Set.PLANTED, Set.HELD_OUT, Set.NATURAL)
    )
    wrong = natural["expected"] == str(Outcome.FAIL)
    return SetRates(
        false_alarms=alarm_rate(clean),
        near_misses=alarm_rate(near_miss),
        planted=catch_rate(planted),
        held_out=catch_rate(held_out),
        natural_caught=catch_rate(natural[wrong]) if len(natural) else None,
        natural_alarms=alarm_rate(natural[~wrong]) if len(natural) else None,
        pairs=discrimination(rows),
    )

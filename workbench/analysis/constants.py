"""What would a judge show that says the same of everything? No judge is worth a call that does no better."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from workbench.analysis.set_rates import set_rates
from workbench.records.summary import Constant
from workbench.records.verdict import Outcome

if TYPE_CHECKING:
    import pandas as pd


def constants(rows: "pd.DataFrame") -> Iterator[Constant]:
    """Count always pass and always fail, in this order, by the same code as any judge.

    Args:
        rows: Rows of `item_table` of one judge; only its items and what is expected of them are looked at. Without
            rows there is nothing to count.
    """
    if rows.empty:
        return
    for said in Outcome:
        right = (rows["expected"] == str(said)).astype("int64")
        answered = rows.assign(
            asked=True,
            calls=1,
            errors=0,
            passes=int(said is Outcome.PASS),
            fails=int(said is Outcome.FAIL),
            valid=1,
            right=right,
            score=right.astype("float64"),
            against=right.astype("float64"),
            resolved=True,
        )
        yield Constant(name=f"always {said}", rule=str(rows["rule"].iloc[0]), **set_rates(answered).rates)

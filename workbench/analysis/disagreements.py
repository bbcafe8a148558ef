"""Which items must a person read, and in which order?"""

from typing import TYPE_CHECKING

from workbench.records.challenge import Set
from workbench.records.verdict import Outcome

if TYPE_CHECKING:
    import pandas as pd

_SET_ORDER = (Set.HELD_OUT, Set.PLANTED, Set.NATURAL, Set.NEAR_MISS, Set.CLEAN)


def disagreements(rows: "pd.DataFrame") -> tuple[str, ...]:
    """List the items on which the judge and the answer key, or two repeats, disagree.

    Errors alone are no disagreement: nothing was said. First the mistakes that every repeat missed, then the false
    alarms of every repeat, then the splits, those with the fewest right repeats first. Of a judge that votes, what its
    vote got wrong stands first whether its calls agree or not; the splits are its tied votes, and then the right ones.

    Args:
        rows: Rows of `item_table` of one judge.

    Returns:
        Item ids.
    """
    wrong = rows[(rows["right"] < rows["valid"]) | rows["flips"]]
    split = wrong["right"] > 0
    alarm = wrong["expected"] != str(Outcome.FAIL)
    order = {str(name): place for place, name in enumerate(_SET_ORDER)}
    ranked = wrong.assign(
        kind=alarm.astype(int).where(~split, 2),
        share=wrong["right"] / wrong["valid"],
        place=wrong["set"].map(order),
    ).sort_values(["kind", "share", "place", "style", "parent", "item_id"], kind="stable")
    return tuple(ranked["item_id"])

"""Does a judge tell a mistake from the very answer that it was planted in?

A judge that fails everything catches every plant. It tells none of them from its parent.
"""

from typing import TYPE_CHECKING

from workbench.analysis.rates import catch_rate
from workbench.records.challenge import Set
from workbench.records.summary import Rate

if TYPE_CHECKING:
    import pandas as pd

_MISTAKES = (str(Set.PLANTED), str(Set.HELD_OUT))


def discrimination(rows: "pd.DataFrame") -> Rate:
    """How many mistakes did the judge fail while it passed their own parent?

    The score of a pair is the smaller of the scores of plant and parent, and a pair is unresolved where either is.
    Plants whose clean parent is not in the set make no pair.

    Args:
        rows: Rows of `item_table` of one judge.

    Returns:
        `hits` are pairs of which every valid repeat was right, on the plant and on the parent; `bound` is the share
        of pairs that is told apart at least.
    """
    import pandas as pd

    clean = rows[rows["set"] == str(Set.CLEAN)].drop_duplicates("parent")
    plants = rows[rows["set"].isin(_MISTAKES)]
    found = pd.Index(clean["parent"]).get_indexer(plants["parent"])
    plant, parent = plants[found >= 0], clean.iloc[found[found >= 0]]
    smaller = {
        name: plant[name].where(plant[name].to_numpy() <= parent[name].to_numpy(), parent[name].to_numpy())
        for name in ("score", "against")
    }
    sums = {name: plant[name] + parent[name].to_numpy() for name in ("right", "valid", "calls", "errors")}
    # Fails of a pair are its right calls, so that a pair is caught where plant and parent are both wholly right.
    resolved = plant["resolved"].astype(bool) & parent["resolved"].to_numpy(dtype=bool)
    asked = plant["asked"] & parent["asked"].to_numpy()
    return catch_rate({"asked": asked, "resolved": resolved, "fails": sums["right"], **smaller, **sums})

"""In which order should a person read, where several judges of one rule disagree with each other?

The order comes from Dawid and Skene's estimates, which hold only where judges err independently. So it decides what is
read first, and no figure is made of it.
"""

from typing import TYPE_CHECKING

from workbench.analysis.dawid_skene import LEAST_ITEMS, LEAST_JUDGES, consensus, to_read

if TYPE_CHECKING:
    import pandas as pd


def reading_order(table: "pd.DataFrame") -> dict[str, tuple[str, ...]]:
    """List the items on which the judges of a rule disagree with each other, the least certain first.

    A judge's vote on an item is what most of its valid repeats said; none where they are even or there are none.

    Args:
        table: `item_table` of all judges of a run.

    Returns:
        Rule to item ids; of equally certain items by id. Rules with fewer than three judges or a hundred items, and
        those of which nothing can be estimated, are left out.
    """
    import numpy as np

    found: dict[str, tuple[str, ...]] = {}
    for rule, rows in table.groupby("rule", sort=True):
        if rows["judge_id"].nunique() < LEAST_JUDGES or rows["item_id"].nunique() < LEAST_ITEMS:
            continue
        said = np.sign(rows["fails"].to_numpy() - rows["passes"].to_numpy())
        by_item = rows.assign(said=said).pivot(index="item_id", columns="judge_id", values="said").sort_index()
        votes = [tuple(None if vote == 0 else int(vote > 0) for vote in row) for row in by_item.to_numpy().tolist()]
        counts: dict[tuple[int | None, ...], int] = {}
        for row in votes:
            counts[row] = counts.get(row, 0) + 1
        estimated = consensus(counts)
        if estimated is None:
            continue
        place = {row: at for at, row in enumerate(to_read(estimated))}
        apart = [(place[row], str(item)) for item, row in zip(by_item.index, votes, strict=True) if row in place]
        found[str(rule)] = tuple(item for _, item in sorted(apart))
    return found

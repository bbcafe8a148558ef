"""Does a judge say the same thing again?"""

import math
from typing import TYPE_CHECKING

from workbench.analysis.agreement import agreement
from workbench.analysis.intervals import lower_bound
from workbench.records.consistency import Consistency

if TYPE_CHECKING:
    import pandas as pd


def consistency(rows: "pd.DataFrame") -> Consistency:
    """On how many items did all repeats agree?

    Only items with at least two valid repeats can say anything; an error is no opinion and breaks no agreement. The
    unanimous share falls as repeats grow. Pairwise agreement, the mean over items of
    (p (p - 1) + f (f - 1)) / (v (v - 1)) for p passes and f fails among v valid repeats, does not.

    Args:
        rows: Rows of `item_table` of one judge.
    """
    able = rows[rows["valid"] >= 2]
    passes, fails, valid = (able[name].astype("int64") for name in ("passes", "fails", "valid"))
    flipped = able[(passes > 0) & (fails > 0)]
    alike = (passes * (passes - 1) + fails * (fails - 1)) / (valid * (valid - 1))
    items = len(able)
    beyond = agreement(rows)
    unanimous = items - len(flipped)
    return Consistency(
        repeats=int(rows["calls"].max()) if len(rows) else 0,
        unanimous=unanimous,
        items=items,
        bound=lower_bound(unanimous, items),
        pairwise=math.fsum(alike) / items if items else None,
        flipped=tuple(sorted(flipped["item_id"])),
        ac1=beyond.ac1,
        kappa=beyond.kappa,
        alpha=beyond.alpha,
    )

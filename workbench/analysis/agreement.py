"""Agreement of repeats beyond chance: for readers who ask for it, never the headline.

All three compare how often two repeats of an item agree with how often they would by chance, and differ in what they
call chance. Where nearly all verdicts are the same, kappa and alpha fall to 0 although nothing ever flips, and both
depend on the mix of clean and planted items: they compare no two sets. AC1 does not fall.
"""

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, kw_only=True)
class Agreement:
    """Agreement of the repeats of an item, beyond chance. 1 is perfect, 0 is chance.

    Attributes:
        ac1: Gwet's AC1 over the two verdicts pass and fail; None where no item has two valid repeats.
        kappa: Fleiss' kappa, generalised to unequal numbers of repeats as by Gwet; None likewise, and where every
            verdict is the same (0 / 0).
        alpha: Krippendorff's alpha for nominal verdicts; None likewise.
    """

    ac1: float | None
    kappa: float | None
    alpha: float | None


def agreement(rows: "pd.DataFrame") -> Agreement:
    """How far do repeats agree beyond chance?

    Observed agreement is that of `consistency`: the mean over items of the share of pairs that agree. Chance
    agreement, with f the mean share of fails of the items with any valid repeat: f^2 + (1 - f)^2 for kappa (Fleiss
    1971), 2 f (1 - f) for AC1 (Gwet 2008). Alpha (Krippendorff 2004) is 1 - observed / expected disagreement, where
    each item weighs as many verdicts as it has.

    Args:
        rows: Rows of `item_table` of one judge. Errors are no opinion.
    """
    passes, fails = (rows[name].to_numpy(dtype="float64") for name in ("passes", "fails"))
    valid = passes + fails
    able = valid >= 2
    if not able.any():
        return Agreement(ac1=None, kappa=None, alpha=None)
    said = valid > 0
    failed = math.fsum(fails[said] / valid[said]) / int(said.sum())
    passes, fails, valid = passes[able], fails[able], valid[able]
    unlike = 2 * passes * fails / (valid - 1)
    observed = 1 - math.fsum(unlike / valid) / len(valid)
    total = math.fsum(valid)
    expected = 2 * math.fsum(passes) * math.fsum(fails) / (total - 1)
    alpha = None if expected == 0 else 1 - math.fsum(unlike) / expected
    return Agreement(
        ac1=_beyond(observed, 2 * failed * (1 - failed)),
        kappa=_beyond(observed, failed**2 + (1 - failed) ** 2),
        alpha=alpha,
    )


def _beyond(observed: float, chance: float) -> float | None:
    return (observed - chance) / (1 - chance) if chance < 1 else None

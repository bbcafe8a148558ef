"""Are two judges of the same cases different? Exact tests on cases, never on calls.

Calls on one case are no separate evidence: counted as if they were, equal judges are told apart in a quarter of all
comparisons.
"""

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from workbench.analysis.intervals import ALPHA
from workbench.analysis.repeats import right_calls

if TYPE_CHECKING:
    import numpy as np

EXACT = 20
"""With up to so many differing cases every flip is enumerated; with more, `FLIPS` of them are drawn."""
FLIPS = 10_000

_SEED = 20_240_607
_BITS = 5_000_000
_ROUNDING = 1e-9
_LOG_2 = math.log(2)


def sign_flip(ours: Sequence[float], theirs: Sequence[float]) -> float:
    """How surprising is the mean difference of these case scores, if the judges are equal?

    The two-sided paired randomisation test (Fisher 1935): for equal judges the sign of each case's difference is a
    coin toss, so the p-value is the share of all ways to toss them whose mean differs at least as much. Where all
    differences are of one size it is McNemar's test; else up to `EXACT` differing cases all ways are tried, and above,
    `FLIPS` seeded ones, with the observed one added to both counts.

    Args:
        ours: Case scores between 0 and 1.
        theirs: Scores of the other judge on the same cases, in the same order.

    Returns:
        A p-value above 0 and up to 1; 1.0 where no case differs.

    Raises:
        ValueError: the two are not of one length.
    """
    import numpy as np

    differences = [a - b for a, b in zip(ours, theirs, strict=True) if abs(a - b) > _ROUNDING]
    if not differences:
        return 1.0
    sizes = np.sort(np.abs(np.array(differences)))
    if sizes[-1] - sizes[0] <= _ROUNDING:
        gained = sum(difference > 0 for difference in differences)
        return mcnemar(gained, len(differences) - gained)
    seen = abs(math.fsum(differences)) - _ROUNDING
    if len(sizes) <= EXACT:
        return float(np.mean(np.abs(_all_sums(sizes)) >= seen))
    return (_drawn_as_far(sizes, seen) + 1) / (FLIPS + 1)


def mcnemar(gained: int, lost: int, *, mid: bool = False) -> float:
    """How surprising are these counts of differing cases, if the judges are equal?

    McNemar's exact two-sided test: min(1, 2 P(Bin(b + c, 1/2) <= min(b, c))).

    Args:
        gained: Cases that only the first judge got right, from 0.
        lost: Cases that only the second got right, from 0.
        mid: Count half of the chance of the seen outcome (mid-p). Less cautious; its 5 % are no promise.

    Returns:
        A p-value above 0 and up to 1; 1.0 where no case differs.

    Raises:
        ValueError: a count is below 0.
    """
    from scipy.special import bdtr

    if min(gained, lost) < 0:
        raise ValueError(f"expected counts from 0, got {gained} and {lost}")
    apart, fewer = gained + lost, min(gained, lost)
    if not apart:
        return 1.0
    both_tails = min(1.0, 2 * float(bdtr(fewer, apart, 0.5)))
    if not mid:
        return both_tails
    # Where both sides are equal the two tails share the seen outcome: it is there once, so half of it goes.
    seen = math.exp(math.lgamma(apart + 1) - math.lgamma(fewer + 1) - math.lgamma(apart - fewer + 1) - apart * _LOG_2)
    return both_tails - (seen if gained != lost else seen / 2)


def mcnemar_power(items: int, gained: float, lost: float, *, alpha: float = ALPHA) -> float:
    """With which chance does the exact McNemar test tell two judges apart?

    Args:
        items: Cases that both judge, from 0.
        gained: The true share of cases that only the first gets right, from 0.
        lost: The true share that only the second gets right, from 0; both together are at most 1.
        alpha: How often equal judges may be told apart.

    Raises:
        ValueError: an argument is out of range.
    """
    _check_shares(gained, lost)
    chances = right_calls(items, 1, share=gained + lost, correlation=0)
    return float(min(1.0, chances @ _rejected(items, gained, lost, alpha)))


def mcnemar_items(gained: float, lost: float, *, wanted: float = 0.8, most: int = 2_000) -> int | None:
    """How many cases tell two such judges apart with the wanted power, at 5 %?

    Args:
        gained: As in `mcnemar_power`.
        lost: As in `mcnemar_power`.
        wanted: Power, between 0 and 1, ends left out.
        most: Where to stop looking.

    Returns:
        The first number of cases with that power; None where no number up to `most` is enough.

    Raises:
        ValueError: as in `mcnemar_power`.
    """
    import numpy as np

    _check_shares(gained, lost)
    rejected = _rejected(most, gained, lost, ALPHA)
    apart = gained + lost
    chances: np.ndarray[Any, Any] = np.ones(1)
    for items in range(1, most + 1):
        chances = np.convolve(chances, (1 - apart, apart))
        if chances @ rejected[: items + 1] >= wanted:
            return items
    return None


def holm(p_values: Sequence[float]) -> tuple[float, ...]:
    """Which p-values remain when several were looked at?

    Holm's step-down adjustment (1979): the r-th smallest of m becomes the largest of (m - j + 1) p_j over j <= r, at
    most 1. Whoever calls those below 5 % different is wrong about any with at most 5 % chance.

    Args:
        p_values: From 0 to 1, in any order.

    Returns:
        The adjusted values, in the order given.

    Raises:
        ValueError: a value is not between 0 and 1.
    """
    if not all(0 <= p <= 1 for p in p_values):
        raise ValueError(f"expected p-values from 0 to 1, got {list(p_values)}")
    adjusted = [0.0] * len(p_values)
    highest = 0.0
    for rank, place in enumerate(sorted(range(len(p_values)), key=p_values.__getitem__)):
        highest = max(highest, min(1.0, (len(p_values) - rank) * p_values[place]))
        adjusted[place] = highest
    return tuple(adjusted)


def _all_sums(sizes: "np.ndarray[Any, Any]") -> "np.ndarray[Any, Any]":
    """The sums of the sizes under every choice of signs."""
    import numpy as np

    sums: np.ndarray[Any, Any] = np.zeros(1)
    for size in sizes:
        sums = np.concatenate((sums + size, sums - size))
    return sums


def _drawn_as_far(sizes: "np.ndarray[Any, Any]", seen: float) -> int:
    """How many of `FLIPS` drawn choices of signs give a sum as far from 0 as the seen one?"""
    import numpy as np

    random = np.random.default_rng(_SEED)
    found, total, at_once = 0, float(sizes.sum()), max(1, _BITS // len(sizes))
    for start in range(0, FLIPS, at_once):
        drawn = random.integers(0, 256, size=(min(at_once, FLIPS - start), -(-len(sizes) // 8)), dtype=np.uint8)
        kept = np.unpackbits(drawn, axis=1, count=len(sizes))
        found += int(np.count_nonzero(np.abs(2 * (kept @ sizes) - total) >= seen))
    return found


def _rejected(items: int, gained: float, lost: float, alpha: float) -> "np.ndarray[Any, Any]":
    """With which chance does McNemar's test reject, where 0 to `items` cases differ?"""
    import numpy as np
    from scipy.special import bdtr

    apart = np.arange(items + 1)
    if not gained + lost:
        return np.zeros(items + 1)
    most = _most_on_one_side(items, alpha)
    first = gained / (gained + lost)
    chances: np.ndarray[Any, Any] = bdtr(most, apart, first) + bdtr(most, apart, 1 - first)
    return np.where(most < 0, 0.0, chances)


def _most_on_one_side(items: int, alpha: float) -> "np.ndarray[Any, Any]":
    """The largest smaller side that still rejects, for 0 to `items` differing cases; -1 where none does."""
    import numpy as np
    from scipy.special import bdtr

    apart = np.arange(items + 1)
    low, high = np.full(items + 1, -1), apart.copy()
    while np.any(high - low > 1):
        middle = np.maximum((low + high) // 2, 0)
        rejects = 2 * bdtr(middle, apart, 0.5) <= alpha
        open_ = high - low > 1
        low, high = np.where(open_ & rejects, middle, low), np.where(open_ & ~rejects, middle, high)
    return low


def _check_shares(gained: float, lost: float) -> None:
    if min(gained, lost) < 0 or gained + lost > 1:
        raise ValueError(f"expected shares from 0 that add up to at most 1, got {gained} and {lost}")

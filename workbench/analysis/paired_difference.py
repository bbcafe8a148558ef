"""By how much do two judges of the same cases differ? And may the cheap one be called good enough?

"No difference was seen" is not "there is none": eleven cases without a loss still allow 24 points.
"""

import math

from workbench.analysis.intervals import ALPHA, normal_quantile, upper_bound


def difference(gained: int, lost: int, items: int, *, alpha: float = ALPHA) -> tuple[float, float, float] | None:
    """By how much do the two shares of right cases differ, at 95 % two-sided?

    Tango's score interval for a paired difference (1998): the values that a score test with the constrained maximum
    likelihood estimate does not reject.

    Args:
        gained: Cases that only the first judge got right.
        lost: Cases that only the second got right.
        items: All cases.
        alpha: How often the interval may be wrong, both sides together.

    Returns:
        The difference, first minus second, with its lower and upper end, all from -1 to 1; None without cases.

    Raises:
        ValueError: the counts do not fit together.
    """
    if min(gained, lost) < 0 or gained + lost > items:
        raise ValueError(f"expected counts from 0 that add up to at most {items}, got {gained} and {lost}")
    if not items:
        return None
    seen = (gained - lost) / items
    z = normal_quantile(1 - alpha / 2)
    low = -_highest(lost, gained, items, z)
    return seen, low, _highest(gained, lost, items, z)


def worst_loss(lost: int, items: int, *, alpha: float = ALPHA) -> float | None:
    """How many points worse could the first judge be, at one-sided 95 %?

    Exact and cautious: the difference is gains minus losses, so it is never worse than the losses alone, and those are
    bounded by Clopper and Pearson. It is the margin that these cases can show.

    Args:
        lost: Cases on which the first judge is worse.
        items: All cases.
        alpha: How often the bound may be wrong.

    Returns:
        A share from 0 to 1; None without cases.

    Raises:
        ValueError: `lost` is not between 0 and `items`.
    """
    return upper_bound(lost, items, alpha=alpha)


def good_enough(lost: int, items: int, margin: float, *, alpha: float = ALPHA) -> bool:
    """Is the first judge shown to be at most `margin` worse (non-inferior)? Never so without cases.

    Args:
        lost: Cases on which it is worse.
        items: All cases.
        margin: Points that it may be worse, as a share.
        alpha: How often the answer may be yes although it is worse by more.
    """
    worst = worst_loss(lost, items, alpha=alpha)
    return worst is not None and worst <= margin


def _highest(gained: int, lost: int, items: int, z: float) -> float:
    """The largest difference that the score test does not reject."""
    low, high = (gained - lost) / items, 1.0
    if _score(gained, lost, items, 1.0) >= -z:
        return 1.0
    while high - low > 1e-12:
        middle = (low + high) / 2
        low, high = (middle, high) if _score(gained, lost, items, middle) >= -z else (low, middle)
    return (low + high) / 2


def _score(gained: int, lost: int, items: int, delta: float) -> float:
    """Tango's statistic of a difference `delta`: how many standard errors what was seen lies above it."""
    above = gained - lost - items * delta
    # The share of losses that is likeliest when the difference is delta: the root of 2n q^2 + B q + C = 0.
    b = -gained - lost + (2 * items - gained + lost) * delta
    c = -lost * delta * (1 - delta)
    share = (math.sqrt(max(0.0, b * b - 8 * items * c)) - b) / (4 * items)
    variance = items * (2 * share + delta * (1 - delta))
    if variance <= 1e-15:
        return 0.0 if abs(above) < 1e-12 else math.copysign(math.inf, above)
    return above / math.sqrt(variance)

"""What luck can do when several versions are tried on one set.

A set that was looked at is tuning data: of enough versions one shines by chance, and that one is kept.
"""

import math


def lucky_chance(right: int, items: int, share: float, *, versions: int = 1) -> float:
    """With which chance does some version get at least so many right, though none is better than `share`?

    1 - (1 - P(Bin(n, p) >= k))^v for independent versions.

    Args:
        right: Items right, from 0 to `items`.
        items: Items of the set.
        share: The true share of right verdicts of every version, from 0 to 1.
        versions: Versions tried, from 1.

    Raises:
        ValueError: an argument is out of range.
    """
    _check(items, share, versions)
    if not 0 <= right <= items:
        raise ValueError(f"expected a number of right items from 0 to {items}, got {right}")
    alone = _at_least(right, items, share)
    return 1.0 if alone == 1 else -math.expm1(versions * math.log1p(-alone))


def expected_best(items: int, share: float, *, versions: int) -> float | None:
    """Which share of right verdicts should the best of so many equal versions show?

    The mean of the largest of v binomial counts, which is the sum of its chances to be at least 1, 2, ... n, over n.
    None without items.

    Args:
        items: Items of the set.
        share: The true share of right verdicts of every version, from 0 to 1.
        versions: Versions tried, from 1.

    Raises:
        ValueError: an argument is out of range.
    """
    _check(items, share, versions)
    if not items:
        return None
    return math.fsum(lucky_chance(right, items, share, versions=versions) for right in range(1, items + 1)) / items


def _at_least(right: int, items: int, share: float) -> float:
    """P(Bin(items, share) >= right)."""
    from scipy.special import bdtrc

    return float(bdtrc(right - 1, items, share)) if right > 0 else 1.0


def _check(items: int, share: float, versions: int) -> None:
    if items < 0 or not 0 <= share <= 1 or versions < 1:
        raise ValueError(
            f"expected items from 0, a share from 0 to 1 and versions from 1, got {items}, {share}, {versions}"
        )

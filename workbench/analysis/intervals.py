"""What k of n can prove: intervals and bounds of a proportion.

Two kinds, for two purposes. Wilson's two-sided interval stands beside a rate, because it is sensible at 0 of n and
n of n. The one-sided Clopper-Pearson bound is what a gate may use, because it holds its 95 % for every n and rate.
The unit is the case: repeats of a case give it a score between 0 and 1, they never make more cases.
"""

import math
from functools import cache
from statistics import NormalDist

ALPHA = 0.05
"""How often a bound may be wrong."""


def wilson(hits: int, items: int, *, alpha: float = ALPHA) -> tuple[float, float] | None:
    """Between which shares does the true one lie, at 95 % two-sided?

    Wilson's score interval (Wilson 1927): (p + z^2/2n +- z sqrt(p(1-p)/n + z^2/4n^2)) / (1 + z^2/n). To show, never to
    gate: a judge that sits on the lower end shows 6 of 6 more often than the interval admits.

    Args:
        hits: Items counted, from 0 to `items`.
        items: Items that could have been counted.
        alpha: How often the interval may be wrong, both sides together. Twice the value makes each end one-sided.

    Returns:
        Lower and upper end, both within 0 and 1; None where there are no items.

    Raises:
        ValueError: `hits` is not between 0 and `items`.
    """
    _check(hits, items)
    if not items:
        return None
    z = normal_quantile(1 - alpha / 2)
    share = hits / items
    squared = z * z / items
    middle = (share + squared / 2) / (1 + squared)
    half = z * math.sqrt(share * (1 - share) / items + squared / (4 * items)) / (1 + squared)
    return (0.0 if hits == 0 else middle - half, 1.0 if hits == items else middle + half)


def jeffreys(hits: int, items: int, *, alpha: float = ALPHA) -> tuple[float, float] | None:
    """Between which shares does the true one lie, seen from a flat start?

    The equal-tailed interval of Beta(k + 1/2, n - k + 1/2), with the ends of Brown, Cai and DasGupta (2001): 0 where
    nothing was counted, 1 where everything was. Narrower than Wilson at the ends, and to show only.

    Args:
        hits: Items counted, from 0 to `items`.
        items: Items that could have been counted.
        alpha: How often the interval may be wrong, both sides together.

    Returns:
        Lower and upper end, both within 0 and 1; None where there are no items.

    Raises:
        ValueError: `hits` is not between 0 and `items`.
    """
    _check(hits, items)
    if not items:
        return None
    from scipy.special import betaincinv

    right, wrong = hits + 0.5, items - hits + 0.5
    low = 0.0 if hits == 0 else float(betaincinv(right, wrong, alpha / 2))
    return low, 1.0 if hits == items else float(betaincinv(right, wrong, 1 - alpha / 2))


def lower_bound(score: float, items: int, *, alpha: float = ALPHA) -> float | None:
    """How small could the true share be, at one-sided 95 %?

    Clopper and Pearson (1934), Beta(alpha; x, n - x + 1), taken at the sum x of case scores. For scores of 0 and 1 it
    is the exact bound. For fractional scores its coverage was enumerated, not proved: never below 95 %.

    Args:
        score: Sum of the case scores, from 0 to `items`; need not be whole.
        items: Cases.
        alpha: How often the bound may be wrong.

    Returns:
        A share between 0 and 1: 0 where `score` is 0, alpha^(1/n) where every case scored 1; None without cases.

    Raises:
        ValueError: `score` is not between 0 and `items`.
    """
    _check(score, items)
    if not items:
        return None
    if score == 0:
        return 0.0
    if score == items:
        return float(alpha ** (1 / items))
    from scipy.special import betaincinv

    return float(betaincinv(score, items - score + 1, alpha))


def upper_bound(score: float, items: int, *, alpha: float = ALPHA) -> float | None:
    """How large could the true share be, at one-sided 95 %?

    The mirror of `lower_bound`: Beta(1 - alpha; x + 1, n - x).

    Args:
        score: Sum of the case scores, from 0 to `items`; need not be whole.
        items: Cases.
        alpha: How often the bound may be wrong.

    Returns:
        A share between 0 and 1: 1 where every case scored 1, 1 - alpha^(1/n) where `score` is 0; None without cases.

    Raises:
        ValueError: `score` is not between 0 and `items`.
    """
    mirrored = lower_bound(items - score, items, alpha=alpha)
    return None if mirrored is None else 1 - mirrored


@cache
def normal_quantile(share: float) -> float:
    """Below which value does this share of a standard normal distribution lie?"""
    return NormalDist().inv_cdf(share)


def _check(score: float, items: int) -> None:
    if items < 0 or not 0 <= score <= items:
        raise ValueError(f"a score lies between 0 and the number of items, got {score} of {items}")

"""Repeats of a case are no new cases: how calls hang together, and what that does to chances.

The model: a case has a chance of its own to be judged right, drawn from a Beta distribution, so that calls on one case
agree more than calls on two (beta-binomial). The intraclass correlation says how much: 0 where a repeat is as good as
a new case, 1 where it only repeats the first. The same arithmetic holds for plants of one style or of one source.
"""

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np

Bound = Callable[[int], tuple[float, float]]


def right_calls(cases: int, repeats: int, *, share: float, correlation: float) -> "np.ndarray[Any, Any]":
    """With which chance are 0, 1, 2, ... of all calls right?

    Args:
        cases: Independent cases, from 0.
        repeats: Calls on each, from 1.
        share: The true share of right calls, from 0 to 1.
        correlation: Intraclass correlation of calls on one case, from 0 to 1.

    Returns:
        One chance for each number of right calls from 0 to cases x repeats. They add up to 1.

    Raises:
        ValueError: an argument is out of range.
    """
    import numpy as np

    if cases < 0 or repeats < 1 or not 0 <= share <= 1 or not 0 <= correlation <= 1:
        raise ValueError(
            "expected cases from 0, repeats from 1, share and correlation from 0 to 1, "
            f"got {cases}, {repeats}, {share}, {correlation}"
        )
    total: np.ndarray[Any, Any] = np.ones(1)
    power = _one_case(repeats, share, correlation)
    while cases:
        if cases & 1:
            total = np.convolve(total, power)
        cases >>= 1
        if cases:
            power = np.convolve(power, power)
    return total


def coverage(bound: Bound, cases: int, repeats: int, *, share: float, correlation: float) -> float:
    """How often does a way to make intervals cover the true share? Every outcome is enumerated.

    Args:
        bound: Gives the lower and upper end for a number of right calls.
        cases: As in `right_calls`.
        repeats: As in `right_calls`.
        share: As in `right_calls`.
        correlation: As in `right_calls`.
    """
    chances = right_calls(cases, repeats, share=share, correlation=correlation)
    covered = []
    for right, chance in enumerate(chances):
        low, high = bound(right)
        if low <= share <= high:
            covered.append(float(chance))
    return math.fsum(covered)


def effective_cases(cases: int, repeats: int, correlation: float) -> float:
    """How many independent calls are cases x repeats calls worth? n R / (1 + (R - 1) r), Kish (1965)."""
    return cases * repeats / (1 + (repeats - 1) * correlation)


def expected_pairwise(share: float, correlation: float) -> float:
    """Which share of pairs of repeats should agree? 1 - 2 p (1 - p) (1 - r), whatever the number of repeats."""
    return 1 - 2 * share * (1 - share) * (1 - correlation)


def expected_unanimous(repeats: int, *, share: float, correlation: float) -> float:
    """Which share of cases should have repeats that all agree? It falls as repeats grow."""
    chances = right_calls(1, repeats, share=share, correlation=correlation)
    return float(chances[0] + chances[-1])


def intraclass_correlation(right: Sequence[int], repeats: int) -> float | None:
    """How much alike are the repeats of a case, compared with those of two cases?

    One-way analysis of variance: (B - W) / (B + (R - 1) W) with the mean squares between and within cases.

    Args:
        right: Right calls of each case, from 0 to `repeats`.
        repeats: Calls on each case, at least 2.

    Returns:
        A number from -1 / (repeats - 1) to 1. None with fewer than two cases or repeats, and where every call gave the
        same: without any spread there is nothing to compare.

    Raises:
        ValueError: a count is not between 0 and `repeats`.
    """
    cases = len(right)
    if not all(0 <= one <= repeats for one in right):
        raise ValueError(f"expected counts from 0 to {repeats}, got {list(right)}")
    if cases < 2 or repeats < 2:
        return None
    mean = math.fsum(right) / (cases * repeats)
    between = repeats * math.fsum((one / repeats - mean) ** 2 for one in right) / (cases - 1)
    within = math.fsum(one * (repeats - one) / repeats for one in right) / (cases * (repeats - 1))
    spread = between + (repeats - 1) * within
    return (between - within) / spread if spread > 0 else None


def mean_of_cases(scores: Sequence[float]) -> tuple[float, float | None] | None:
    """What is the mean case score, and its standard error?

    Returns:
        Mean, and s / sqrt(n), which is None with a single case. None without cases. The standard error is to show: it
        is 0 where all scores are equal, which a gate must not believe.
    """
    if not scores:
        return None
    mean = math.fsum(scores) / len(scores)
    if len(scores) == 1:
        return mean, None
    variance = math.fsum((score - mean) ** 2 for score in scores) / (len(scores) - 1)
    return mean, math.sqrt(variance / len(scores))


def _one_case(repeats: int, share: float, correlation: float) -> "np.ndarray[Any, Any]":
    """Chances of 0 to `repeats` right calls on one case."""
    import numpy as np

    chances: np.ndarray[Any, Any] = np.ones(1)
    for asked in range(repeats):
        # Polya's urn: each call pulls the next one towards what the calls on this case have said so far.
        right = np.arange(asked + 1)
        own, pull = (1 - correlation, correlation) if asked else (1.0, 0.0)
        again = (own * share + pull * right) / (own + pull * asked)
        following = np.append(chances * (1 - again), 0.0)
        following[1:] += chances * again
        chances = following
    return chances

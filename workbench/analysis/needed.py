"""How many more cases would clear a bar, if the judge is right on all of them?"""

from math import ceil
from typing import Protocol

from workbench.analysis.evalues import e_value_of_sum
from workbench.analysis.intervals import ALPHA, lower_bound


class Rule(Protocol):
    """A way to show that a true share is at least a floor. It stays shown when right cases are added."""

    def __call__(self, score: float, items: int, *, minimum: int, floor: float, alpha: float = ALPHA) -> bool:
        """Say whether cases with this sum of scores show it, with a chance of `alpha` to be wrong."""


def clears_bound(score: float, items: int, *, minimum: int, floor: float, alpha: float = ALPHA) -> bool:
    """Is the true share shown to be at least `floor` by a number of cases that was fixed beforehand?"""
    bound = lower_bound(score, items, alpha=alpha)
    return items >= minimum and bound is not None and bound >= floor


def clears_evidence(score: float, items: int, *, minimum: int, floor: float, alpha: float = ALPHA) -> bool:
    """Is it shown by cases that may have been added one after another?"""
    return items >= minimum and e_value_of_sum(score, items, floor) >= 1 / alpha


def more_cases(rule: Rule, score: float, items: int, *, minimum: int, floor: float, alpha: float = ALPHA) -> int:
    """How many more right cases make `rule` hold? Zero where it holds.

    Args:
        rule: `clears_bound` or `clears_evidence`; both stay true when right cases are added.
        score: Sum of the case scores so far, unresolved cases as 0.
        items: Cases so far.
        minimum: Cases asked for, whatever the bound.
        floor: The share that has to be shown, between 0 and 1, ends left out.
        alpha: How often the rule may be wrong.
    """

    def holds(more: int) -> bool:
        return rule(score + more, items + more, minimum=minimum, floor=floor, alpha=alpha)

    if holds(0):
        return 0
    high = 1
    while not holds(high):
        high *= 2
    low = high // 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if holds(middle) else (middle, high)
    return high


def more_for_share(hits: int, items: int, share: float) -> int:
    """How many more hits raise hits / items to `share`? `share` is below 1, or all items are hits."""
    if hits >= share * items - _ROUNDING:
        return 0
    return ceil((share * items - hits) / (1 - share) - _ROUNDING)


_ROUNDING = 1e-9

"""What looking again and again does to a rule: exact chances of passing at some look.

A bound that is tested after every added case passes a judge at the floor far more often than 5 %: 14 % of the time
within 100 cases. These are the figures behind that warning, for whole cases that are right or wrong.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass

from workbench.analysis.sequential import wald_steps, wald_thresholds

_LEFT = 1e-12
_MOST = 100_000


@dataclass(frozen=True, kw_only=True)
class Operating:
    """How a sequential test turns out.

    Attributes:
        cleared: The chance that it ends with the floor shown.
        cases: The cases it takes on average.
    """

    cleared: float
    cases: float


def chance_of_passing(allowed: Mapping[int, int], share: float) -> float:
    """With which chance does a judge pass at any of these looks?

    Args:
        allowed: Number of cases at each look to the misses allowed there.
        share: The judge's true share of right cases, from 0 to 1.

    Raises:
        ValueError: an argument is out of range.
    """
    _check(share)
    passed: list[float] = []
    chances = {0: 1.0}
    for cases in range(1, max(allowed, default=0) + 1):
        chances = _one_more(chances, share)
        limit = allowed.get(cases, -1)
        passed += [chance for misses, chance in chances.items() if misses <= limit]
        chances = {misses: chance for misses, chance in chances.items() if misses > limit}
    return math.fsum(passed)


def sequential_test(
    floor: float, better: float, share: float, *, alpha: float = 0.05, beta: float = 0.05, most: int = _MOST
) -> Operating:
    """How does Wald's sequential test of `better` against `floor` turn out for a judge of this quality?

    Exact, case by case, until less than a millionth of a millionth of all sequences is still open.

    Args:
        floor: The share that has to be beaten, between 0 and 1, ends left out.
        better: The share that should be shown, above `floor` and below 1.
        share: The judge's true share of right cases, from 0 to 1.
        alpha: How often a judge at the floor may pass.
        beta: How often a judge at `better` may be given up.
        most: Cases after which a sequence ends without a decision.

    Raises:
        ValueError: an argument is out of range.
    """
    _check(share)
    if not 0 < floor < better < 1:
        raise ValueError(f"expected 0 < floor < better < 1, got {floor} and {better}")
    above, below = wald_thresholds(alpha, beta)
    right, miss = wald_steps(floor, better)
    chances = {0: 1.0}
    cleared, expected = 0.0, 0.0
    for cases in range(1, most + 1):
        open_ = math.fsum(chances.values())
        if open_ < _LEFT:
            break
        expected += open_
        following = {}
        for misses, chance in _one_more(chances, share).items():
            evidence = (cases - misses) * right + misses * miss
            if evidence >= above:
                cleared += chance
            elif evidence > below:
                following[misses] = chance
        chances = following
    return Operating(cleared=cleared, cases=expected)


def _one_more(chances: Mapping[int, float], share: float) -> dict[int, float]:
    """Chances of each number of misses after one more case."""
    following: dict[int, float] = {}
    for misses, chance in chances.items():
        following[misses] = following.get(misses, 0.0) + chance * share
        following[misses + 1] = following.get(misses + 1, 0.0) + chance * (1 - share)
    return following


def _check(share: float) -> None:
    if not 0 <= share <= 1:
        raise ValueError(f"expected a share from 0 to 1, got {share}")

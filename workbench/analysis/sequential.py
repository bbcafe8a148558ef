"""Stopping early: when is the evidence enough, when is more of it no use?

Two honest ways. With an e-value, cases may be added and looked at after each: it certifies at 20, gives up at 1/19,
and its 5 % hold whenever one stops. With a number of cases fixed beforehand, stop once no outcome of the rest can
change the decision: that costs nothing. Cases come in random order, never by difficulty.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from workbench.analysis.evalues import THRESHOLD, e_value, e_value_of_sum, e_values

FUTILE = 1 / 19
"""An e-value as small as this ends a sequence: Wald's lower threshold 0.05 / 0.95."""


class Reached(StrEnum):
    """What a sequence of cases has reached."""

    CLEARED = "cleared"
    FUTILE = "futile"
    OPEN = "open"


@dataclass(frozen=True, kw_only=True)
class Stopped:
    """Where a sequence of cases ended.

    Attributes:
        outcome: `CLEARED` once the floor is shown, `FUTILE` once more cases are no use, else `OPEN`.
        cases: Cases used until then.
        evidence: The e-value there.
    """

    outcome: Reached
    cases: int
    evidence: float


def follow(scores: Iterable[float], floor: float, *, candidates: int = 1) -> Stopped:
    """Is the true share of right cases shown to be above the floor, and after how many cases?

    The first threshold that is reached decides; what comes later changes nothing. Valid at every stopping time
    (Ville 1939) for scores between 0 and 1.

    Args:
        scores: Case scores in the order in which the cases were judged, unresolved ones as 0.
        floor: The share that has to be beaten, between 0 and 1, ends left out.
        candidates: Judges that are tried on the same cases: with m of them each needs m times the evidence.
    """
    cases, evidence = 0, 1.0
    for cases, evidence in enumerate(e_values(scores, floor), start=1):
        if evidence >= THRESHOLD * candidates:
            return Stopped(outcome=Reached.CLEARED, cases=cases, evidence=evidence)
        if evidence <= FUTILE:
            return Stopped(outcome=Reached.FUTILE, cases=cases, evidence=evidence)
    return Stopped(outcome=Reached.OPEN, cases=cases, evidence=evidence)


def lowest_share(scores: Sequence[float]) -> float | None:
    """How small could the true share be, seen at any time, at one-sided 95 %?

    The largest floor that these scores beat: a lower bound that stays valid however often one looks.

    Args:
        scores: Case scores between 0 and 1, unresolved ones as 0.

    Returns:
        A share from 0 to below 1; None without cases.
    """
    return _largest_floor(lambda floor: e_value(scores, floor)) if scores else None


def lowest_share_of_sum(score: float, items: int, *, threshold: float = THRESHOLD) -> float | None:
    """The same from the sum of the scores: never more than `lowest_share` of them, and the same for whole scores.

    Args:
        score: Sum of the case scores, from 0 to `items`.
        items: Cases.
        threshold: The e-value to reach; 20 stands for 95 %.
    """
    return _largest_floor(lambda floor: e_value_of_sum(score, items, floor), threshold) if items else None


def interval_at_any_time(hits: int, items: int) -> tuple[float, float] | None:
    """Between which shares does the true one lie, seen at any time, at 95 % two-sided?

    Each end is shown by an e-value of 40, which stands for 2.5 %.

    Args:
        hits: Items counted, from 0 to `items`.
        items: Items that could have been counted.

    Returns:
        Lower and upper end, both within 0 and 1; None where there are no items.
    """
    low = lowest_share_of_sum(hits, items, threshold=2 * THRESHOLD)
    missed = lowest_share_of_sum(items - hits, items, threshold=2 * THRESHOLD)
    return None if low is None or missed is None else (low, 1 - missed)


def decided(right: int, wrong: int, planned: int, allowed: int) -> Reached:
    """Can the rest of a fixed plan still change its outcome?

    Curtailment: the decision is the same as after all cases.

    Args:
        right: Cases right so far.
        wrong: Cases wrong so far, unresolved ones among them.
        planned: Cases of the plan.
        allowed: How many of them may be wrong.

    Raises:
        ValueError: there are more cases than were planned.
    """
    if min(right, wrong) < 0 or right + wrong > planned:
        raise ValueError(f"expected at most the {planned} cases of the plan, got {right} right and {wrong} wrong")
    if wrong > allowed:
        return Reached.FUTILE
    return Reached.CLEARED if right >= planned - allowed else Reached.OPEN


def wald_thresholds(alpha: float, beta: float) -> tuple[float, float]:
    """At which log-likelihood ratios does a sequential test end? ln((1 - b) / a) and ln(b / (1 - a)), Wald (1945).

    Args:
        alpha: How often a judge at the floor may pass.
        beta: How often a judge of the better quality may be given up.
    """
    return math.log((1 - beta) / alpha), math.log(beta / (1 - alpha))


def wald_steps(floor: float, better: float) -> tuple[float, float]:
    """By how much do a right case and a miss move the log-likelihood ratio of `better` against `floor`?"""
    return math.log(better / floor), math.log((1 - better) / (1 - floor))


def _largest_floor(evidence: Callable[[float], float], threshold: float = THRESHOLD) -> float:
    """The largest floor that the evidence beats; evidence falls as the floor rises."""
    low, high = 0.0, 1.0
    while high - low > 1e-12:
        middle = (low + high) / 2
        low, high = (middle, high) if evidence(middle) >= threshold else (low, middle)
    return low

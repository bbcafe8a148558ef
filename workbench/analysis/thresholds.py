"""From which score on should an answer be failed?

Scores are read as suspicion: an answer is failed where its score is the threshold or more. Every threshold found here
was found on the cases it is shown with, so it flatters itself; `threshold_check` says by how much.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from workbench.analysis.intervals import ALPHA
from workbench.analysis.scores import sorted_scores

if TYPE_CHECKING:
    import numpy as np


@dataclass(frozen=True, kw_only=True)
class Cut:
    """A threshold, and what it does on the cases that it was found on.

    Attributes:
        threshold: Answers with this score or more are failed; infinite where nothing is worth failing.
        caught: Mistakes failed, of `wrong`.
        wrong: Mistakes.
        alarmed: Right answers failed, of `right`.
        right: Right answers.
    """

    threshold: float
    caught: int
    wrong: int
    alarmed: int
    right: int

    @property
    def youden(self) -> float:
        """Catch rate minus false alarm rate: 0 is guessing, 1 is perfect."""
        return self.caught / self.wrong - self.alarmed / self.right


@dataclass(frozen=True, kw_only=True)
class CapRule:
    """A threshold that keeps false alarms under a cap.

    Attributes:
        threshold: Answers with this score or more are failed. It lies just above a clean score.
        alarmed: Clean answers of the set that are failed.
        violation: The chance that the true false alarm rate is above the cap all the same; at most `alpha`.
    """

    threshold: float
    alarmed: int
    violation: float


def cut_at(threshold: float, wrong: Sequence[float], right: Sequence[float]) -> Cut:
    """What does a given threshold do?"""
    return Cut(
        threshold=threshold,
        caught=sum(score >= threshold for score in wrong),
        wrong=len(wrong),
        alarmed=sum(score >= threshold for score in right),
        right=len(right),
    )


def best_youden(wrong: Sequence[float], right: Sequence[float]) -> Cut | None:
    """Which threshold has the largest catch rate minus false alarm rate (Youden 1950)?

    It takes a mistake and a false alarm for equally bad and equally frequent. Where mistakes are rare it raises far
    too many alarms: prefer `cheapest`.

    Args:
        wrong: Scores of mistakes.
        right: Scores of right answers.

    Returns:
        Of equals, the highest threshold: the fewest alarms. None where either is empty.

    Raises:
        ValueError: a score is not a finite number.
    """
    return cheapest(wrong, right, miss=1, false_alarm=1, prevalence=0.5)


def cheapest(
    wrong: Sequence[float], right: Sequence[float], *, miss: float, false_alarm: float, prevalence: float
) -> Cut | None:
    """Which threshold costs least for each answer?

    The least of miss x prevalence x (1 - catch rate) + false_alarm x (1 - prevalence) x false alarm rate, over every
    score that was seen and the threshold that fails nothing.

    Args:
        wrong: Scores of mistakes.
        right: Scores of right answers.
        miss: What a missed mistake costs.
        false_alarm: What a false alarm costs, in the same unit.
        prevalence: The share of mistakes among answers in use, from 0 to 1.

    Returns:
        Of equals, the highest threshold: the fewest alarms. None where either is empty.

    Raises:
        ValueError: a score is not a finite number, or a cost or the prevalence is out of range.
    """
    if min(miss, false_alarm) < 0 or not 0 <= prevalence <= 1:
        raise ValueError(
            "expected costs from 0 and a prevalence from 0 to 1, "
            f"got a miss at {miss}, a false alarm at {false_alarm}, a prevalence of {prevalence}"
        )
    if not wrong or not right:
        return None
    thresholds, caught, alarmed = _counts(wrong, right)
    missed = 1 - caught / len(wrong)
    costs = miss * prevalence * missed + false_alarm * (1 - prevalence) * alarmed / len(right)
    least = int((costs <= costs.min() + _ROUNDING * (miss + false_alarm)).nonzero()[0][-1])
    return Cut(
        threshold=float(thresholds[least]),
        caught=int(caught[least]),
        wrong=len(wrong),
        alarmed=int(alarmed[least]),
        right=len(right),
    )


def every_cut(wrong: Sequence[float], right: Sequence[float]) -> tuple[Cut, ...]:
    """What does every threshold do that makes a difference? The receiver operating curve, point by point.

    Args:
        wrong: Scores of mistakes, at least one.
        right: Scores of right answers, at least one.

    Returns:
        A cut at every score that was seen, the lowest first, and last the one that fails nothing.

    Raises:
        ValueError: a score is not a finite number.
    """
    found = zip(*(column.tolist() for column in _counts(wrong, right)), strict=True)
    return tuple(
        Cut(threshold=threshold, caught=caught, wrong=len(wrong), alarmed=alarmed, right=len(right))
        for threshold, caught, alarmed in found
    )


def expected_cost(cut: Cut, *, miss: float, false_alarm: float, prevalence: float) -> float:
    """What does an answer cost on average at this threshold? Arguments as in `cheapest`."""
    return miss * prevalence * (1 - cut.caught / cut.wrong) + false_alarm * (1 - prevalence) * cut.alarmed / cut.right


def threshold_for_cap(right: Sequence[float], cap: float, *, alpha: float = ALPHA) -> CapRule | None:
    """Which lowest threshold keeps the false alarm rate under a cap, with 95 % confidence?

    The order-statistic rule (Tong, Feng and Li 2018): above the k-th smallest of n clean scores the true rate exceeds
    the cap with a chance of at most P(Bin(n, 1 - cap) >= k), whatever the scores are. The smallest such k is taken.

    Args:
        right: Scores of clean answers, one a source: near misses of a source are no new observations.
        cap: The largest false alarm rate, between 0 and 1, ends left out.
        alpha: How often it may be exceeded.

    Returns:
        None where even the largest clean score of so few gives no such promise; see `clean_needed`.

    Raises:
        ValueError: a score is not a finite number, or the cap is out of range.
    """
    _check_cap(cap)
    answers = sorted_scores(right)
    items = len(answers)
    chances = [cap_violation(items, cap, order=order) for order in range(1, items + 1)]
    safe = next((order for order, chance in enumerate(chances, start=1) if chance <= alpha), None)
    if safe is None:
        return None
    threshold = math.nextafter(float(answers[safe - 1]), math.inf)
    alarmed = items - int(answers.searchsorted(threshold))
    return CapRule(threshold=threshold, alarmed=alarmed, violation=chances[safe - 1])


def cap_violation(items: int, cap: float, *, order: int | None = None) -> float:
    """With which chance does a threshold just above a clean score break the cap?

    Args:
        items: Clean answers, from 1.
        cap: The largest false alarm rate, between 0 and 1, ends left out.
        order: Which clean score, 1 for the smallest; the largest where it is not given: (1 - cap)^n.

    Raises:
        ValueError: an argument is out of range.
    """
    from scipy.special import bdtrc

    _check_cap(cap)
    order = items if order is None else order
    if not 1 <= order <= items:
        raise ValueError(f"expected a score of the {items} by its place from 1, got {order}")
    return float(bdtrc(order - 1, items, 1 - cap))


def clean_needed(cap: float, *, alpha: float = ALPHA) -> int:
    """How many clean answers does the order-statistic rule need for a cap? ln(alpha) / ln(1 - cap), rounded up."""
    _check_cap(cap)
    return math.ceil(math.log(alpha) / math.log1p(-cap) - _ROUNDING)


_ROUNDING = 1e-12


def _counts(
    wrong: Sequence[float], right: Sequence[float]
) -> "tuple[np.ndarray[Any, Any], np.ndarray[Any, Any], np.ndarray[Any, Any]]":
    """Return every threshold, the lowest first, with the mistakes and the right answers that it fails."""
    import numpy as np

    mistakes, answers = sorted_scores(wrong), sorted_scores(right)
    thresholds = np.append(np.unique(np.concatenate((mistakes, answers))), math.inf)
    return (
        thresholds,
        len(mistakes) - np.searchsorted(mistakes, thresholds),
        len(answers) - np.searchsorted(answers, thresholds),
    )


def _check_cap(cap: float) -> None:
    if not 0 < cap < 1:
        raise ValueError(f"expected a cap between 0 and 1, ends left out, got {cap}")

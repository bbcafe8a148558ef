"""Does a score tell mistakes from right answers, whatever the threshold?

Scores are read as suspicion: the higher, the likelier a mistake. A score that falls with suspicion, such as a share
of supported words, is turned round by whoever has it (1 - score).
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from workbench.analysis.estimate import within
from workbench.analysis.intervals import ALPHA, normal_quantile
from workbench.analysis.scores import sorted_scores

if TYPE_CHECKING:
    import numpy as np


@dataclass(frozen=True, kw_only=True)
class Separation:
    """How well a score orders mistakes above right answers.

    Attributes:
        auc: The chance that a mistake scores above a right answer, ties as half: 0.5 is guessing, 1 is perfect.
        error: Its standard error; None where there are fewer than two of a kind.
        low: Lower end of the 95 % interval, within 0 and 1; None likewise. To show: at a perfect or tiny set it is too
            narrow.
        high: Upper end.
    """

    auc: float
    error: float | None
    low: float | None
    high: float | None


def separation(wrong: Sequence[float], right: Sequence[float], *, alpha: float = ALPHA) -> Separation | None:
    """How well does the score separate them?

    The area under the receiver operating curve (Mann and Whitney 1947) with the standard error of DeLong et al. (1988).

    Args:
        wrong: Scores of mistakes.
        right: Scores of right answers.
        alpha: How often the interval may be wrong, both sides together.

    Returns:
        None where either is empty: nothing can be separated.

    Raises:
        ValueError: a score is not a finite number.
    """
    if not wrong or not right:
        return None
    mistakes, answers = sorted_scores(wrong), sorted_scores(right)
    above = _placed(answers, mistakes)
    below = 1 - _placed(mistakes, answers)
    auc = float(above.mean())
    if min(len(mistakes), len(answers)) < 2:
        return Separation(auc=auc, error=None, low=None, high=None)
    error = math.sqrt(float(above.var(ddof=1)) / len(mistakes) + float(below.var(ddof=1)) / len(answers))
    half = normal_quantile(1 - alpha / 2) * error
    return Separation(auc=auc, error=error, low=within(auc - half), high=within(auc + half))


def _placed(others: "np.ndarray[Any, Any]", scores: "np.ndarray[Any, Any]") -> "np.ndarray[Any, Any]":
    """Which share of the sorted others lies below each score, ties as half?"""
    return (others.searchsorted(scores, "left") + others.searchsorted(scores, "right")) / (2 * len(others))

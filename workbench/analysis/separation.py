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
        error: Its standard error; None where there are fewer than two of a kind, or two sources of a kind.
        low: Lower end of the 95 % interval, within 0 and 1; None likewise. To show: at a perfect or tiny set it is too
            narrow.
        high: Upper end.
    """

    auc: float
    error: float | None
    low: float | None
    high: float | None


def separation(
    wrong: Sequence[float],
    right: Sequence[float],
    *,
    sources: tuple[Sequence[str], Sequence[str]] | None = None,
    alpha: float = ALPHA,
) -> Separation | None:
    """How well does the score separate them?

    The area under the receiver operating curve (Mann and Whitney 1947) with the standard error of DeLong et al. (1988)
    or, where cases share sources, of Obuchowski (1997), which is the same where each has its own.

    Args:
        wrong: Scores of mistakes.
        right: Scores of right answers.
        sources: The source of each mistake and of each right answer; None where every case has its own.
        alpha: How often the interval may be wrong, both sides together.

    Returns:
        None where either is empty: nothing can be separated.

    Raises:
        ValueError: a score is not a finite number.
    """
    if not wrong or not right:
        return None
    above, below = _components(wrong, right)
    auc = float(above.mean())
    error = _error(above - auc, below - auc, sources)
    if error is None:
        return Separation(auc=auc, error=None, low=None, high=None)
    half = normal_quantile(1 - alpha / 2) * error
    return Separation(auc=auc, error=error, low=within(auc - half), high=within(auc + half))


def _components(wrong: Sequence[float], right: Sequence[float]) -> "tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]":
    """Above which share of right answers is each mistake, and below which share of mistakes each right answer?"""
    import numpy as np

    above = _placed(sorted_scores(right), np.asarray(wrong, dtype="float64"))
    below = 1 - _placed(sorted_scores(wrong), np.asarray(right, dtype="float64"))
    return above, below


def _error(
    above: "np.ndarray[Any, Any]",
    below: "np.ndarray[Any, Any]",
    sources: tuple[Sequence[str], Sequence[str]] | None,
) -> float | None:
    """The standard error, from how far each case is off the mean; None with fewer than two sources of a kind."""
    import numpy as np

    if sources is None:
        of_wrong, of_right = np.arange(len(above)), len(above) + np.arange(len(below))
    else:
        import pandas as pd

        place = pd.factorize(np.array([*sources[0], *sources[1]], dtype=object))[0]
        of_wrong, of_right = place[: len(above)], place[len(above) :]
    every = int(max(of_wrong.max(), of_right.max())) + 1
    wrong_sources, right_sources = len(np.unique(of_wrong)), len(np.unique(of_right))
    if min(wrong_sources, right_sources) < 2:
        return None
    off_wrong = np.bincount(of_wrong, weights=above, minlength=every) / len(above)
    off_right = np.bincount(of_right, weights=below, minlength=every) / len(below)
    variance = (
        wrong_sources / (wrong_sources - 1) * float(off_wrong @ off_wrong)
        + right_sources / (right_sources - 1) * float(off_right @ off_right)
        + 2 * every / (every - 1) * float(off_wrong @ off_right)
    )
    return math.sqrt(max(0.0, variance))


def _placed(others: "np.ndarray[Any, Any]", scores: "np.ndarray[Any, Any]") -> "np.ndarray[Any, Any]":
    """Which share of the sorted others lies below each score, ties as half?"""
    return (others.searchsorted(scores, "left") + others.searchsorted(scores, "right")) / (2 * len(others))

"""Scores of a score-based judge, read as suspicion: the higher, the likelier a mistake."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd


def sorted_scores(scores: Sequence[float]) -> "np.ndarray[Any, Any]":
    """Put scores in order, the least suspicious first.

    Raises:
        ValueError: a score is not a finite number.
    """
    import numpy as np

    found = np.sort(np.asarray(scores, dtype="float64"))
    if not np.isfinite(found).all():
        raise ValueError("expected scores that are finite numbers")
    return found


def mean_scores(repeats: "pd.api.typing.SeriesGroupBy[Any, Any]") -> "pd.Series[float]":
    """Average the repeats of each item; null where none has a score.

    Args:
        repeats: Scores, grouped by item.
    """
    # Rounding would put the mean of three times 0.7 below 0.7, and so on the other side of a threshold there.
    return repeats.mean().clip(lower=repeats.min(), upper=repeats.max())

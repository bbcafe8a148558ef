"""Scores of a score-based judge, read as suspicion: the higher, the likelier a mistake."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np


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

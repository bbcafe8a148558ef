"""Logistic regression over marks of a mistake, with no weight below zero.

Every feature is larger where a mistake is likelier. Where the items at hand would give one a negative weight, that is
chance, or a habit of whoever planted the mistakes (they are planted where an answer is well supported, for example),
and it is left out. Each source weighs the same, half for its mistakes and half for its right answers, so that no weight
can tell in which answers mistakes were planted, only what they look like there.
"""

from collections import Counter
from typing import TYPE_CHECKING, Any

from workbench.analysis.examples import Examples
from workbench.records.learned import Weights

if TYPE_CHECKING:
    import numpy as np

STRENGTH = 1.0
"""scikit-learn's `C`, its usual one: how much the items weigh against weights of zero. No option, so that nobody tries
until it fits."""
_DIGITS = 6


def fit(examples: Examples) -> Weights:
    """Fit the weights: standardised, L2, each source weighing as much as two items, however many its copies are.

    Sources of which all items are right, or all wrong, show no difference and are not learned from.

    Raises:
        ValueError: no source has both.
    """
    import numpy as np

    shares = _shares(examples)
    used = shares > 0
    if not used.any():
        raise ValueError("expected a source with a mistake and a right answer")
    rows, wrong, shares = np.array(examples.rows, dtype="float64")[used], np.array(examples.wrong)[used], shares[used]
    means = np.average(rows, axis=0, weights=shares).round(_DIGITS)
    spreads = np.sqrt(np.average((rows - means) ** 2, axis=0, weights=shares)).round(_DIGITS)
    spreads[spreads == 0] = 1.0
    weights, intercept = _not_negative((rows - means) / spreads, wrong, shares)
    return Weights(
        means=tuple(means.tolist()),
        spreads=tuple(spreads.tolist()),
        weights=tuple(round(weight, _DIGITS) + 0.0 for weight in weights),
        intercept=round(intercept, _DIGITS) + 0.0,
    )


def _shares(examples: Examples) -> "np.ndarray[Any, Any]":
    """Share out 1 over the mistakes of each source, and 1 over its right answers; 0 where it has not both."""
    import numpy as np

    keys = [*zip(examples.sources, examples.wrong, strict=True)]
    counts = Counter(keys)
    return np.array([1 / counts[source, wrong] if (source, not wrong) in counts else 0.0 for source, wrong in keys])


def _not_negative(
    rows: "np.ndarray[Any, Any]", wrong: "np.ndarray[Any, Any]", shares: "np.ndarray[Any, Any]"
) -> tuple[list[float], float]:
    """Fit, leave out what got a negative weight, and fit again until nothing has one."""
    import numpy as np
    from sklearn.linear_model import LogisticRegression

    kept = np.arange(rows.shape[1])
    while len(kept):
        # Newton's method comes to the same digits every time; it is exact for so few features.
        model = LogisticRegression(C=STRENGTH, solver="newton-cholesky", tol=1e-9, max_iter=1000)
        model.fit(rows[:, kept], wrong, sample_weight=shares)
        found = model.coef_[0]
        if (found >= 0).all():
            weights = np.zeros(rows.shape[1])
            weights[kept] = found
            return weights.tolist(), float(model.intercept_[0])
        kept = kept[found >= 0]
    return [0.0] * rows.shape[1], 0.0

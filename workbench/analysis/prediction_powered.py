"""How many answers in use are wrong? A plain random sample is labelled, and the judge's verdicts make it go further.

Prediction-powered inference with power tuning (PPI++, Angelopoulos, Duchi and Zrnic 2023). Where the sample can be
drawn by verdict, `audit` needs fewer labels.
"""

import math
from dataclasses import dataclass

from workbench.analysis.estimate import Estimate, within
from workbench.analysis.intervals import ALPHA, normal_quantile

LEAST_LABELS = 200
LEAST_WRONG = 10
"""With fewer labels, or fewer wrong answers among them, the interval covers less than it says."""


@dataclass(frozen=True, kw_only=True)
class Labelled:
    """Answers that a person labelled, drawn at random, by label and verdict.

    Attributes:
        wrong_failed: Wrong, and the judge failed them.
        wrong_passed: Wrong, and the judge passed them.
        right_failed: Right, and the judge failed them.
        right_passed: Right, and the judge passed them.
    """

    wrong_failed: int
    wrong_passed: int
    right_failed: int
    right_passed: int

    @property
    def items(self) -> int:
        """All labelled answers."""
        return self.wrong_failed + self.wrong_passed + self.right_failed + self.right_passed

    @property
    def wrong(self) -> int:
        """Those that are wrong."""
        return self.wrong_failed + self.wrong_passed

    @property
    def failed(self) -> int:
        """Those that the judge failed."""
        return self.wrong_failed + self.right_failed


def tuned_weight(labelled: Labelled, failed: int, passed: int) -> float:
    """How far may the judge's verdicts be trusted to stand for labels?

    cov(Y, F) / ((1 + n / N) var(F)), the unbiased variance over all answers, kept within 0 and 1. It is 0,
    which leaves the labels alone, where the judge says the same of everything.

    Args:
        labelled: Labelled answers.
        failed: Answers without a label that the judge failed.
        passed: Answers without a label that the judge passed.
    """
    items, others = labelled.items, failed + passed
    if items < 2 or not others:
        return 0.0
    covariance = (labelled.wrong_failed - labelled.wrong * labelled.failed / items) / items
    everything = items + others
    variance = _variance(labelled.failed + failed, everything) * everything / (everything - 1)
    return min(1.0, max(0.0, covariance / ((1 + items / others) * variance))) if variance else 0.0


def powered_share(
    labelled: Labelled, failed: int, passed: int, *, weight: float | None = None, alpha: float = ALPHA
) -> Estimate | None:
    """Which share of answers is wrong, from labels and verdicts?

    weight x (share of unlabelled answers that the judge failed) + mean of (Y - weight x F) over the labelled ones.

    Args:
        labelled: Labelled answers.
        failed: Answers without a label that the judge failed.
        passed: Answers without a label that the judge passed.
        weight: How far verdicts stand for labels: `tuned_weight` where it is not given, 1 for plain PPI, 0 for the
            labels alone.
        alpha: How often the interval may be wrong, both sides together.

    Returns:
        The estimate; its note says where there are too few labels to show the interval. None with fewer than two
        labels, or without any other answer.

    Raises:
        ValueError: a count is below 0.
    """
    counts = (labelled.wrong_failed, labelled.wrong_passed, labelled.right_failed, labelled.right_passed)
    if min(*counts, failed, passed) < 0:
        raise ValueError(f"expected counts from 0, got {counts}, {failed} and {passed}")
    items, others = labelled.items, failed + passed
    if items < 2 or not others:
        return None
    weight = tuned_weight(labelled, failed, passed) if weight is None else weight
    values = (1 - weight, 1.0, -weight, 0.0)
    mean = math.fsum(count * value for count, value in zip(counts, values, strict=True)) / items
    spread = math.fsum(count * (value - mean) ** 2 for count, value in zip(counts, values, strict=True))
    error = math.sqrt(weight**2 * _variance(failed, others) / others + spread / items / items)
    share = weight * failed / others + mean
    half = normal_quantile(1 - alpha / 2) * error
    return Estimate(
        share=within(share),
        error=error,
        low=within(share - half),
        high=within(share + half),
        note=_note(labelled),
    )


def _note(labelled: Labelled) -> str:
    if labelled.items >= LEAST_LABELS and labelled.wrong >= LEAST_WRONG:
        return ""
    return (
        f"{labelled.items} labels, {labelled.wrong} of them wrong: too few for this interval, which needs "
        f"{LEAST_LABELS} and {LEAST_WRONG}; draw an audit by verdict instead"
    )


def _variance(hits: int, items: int) -> float:
    return hits / items * (1 - hits / items)

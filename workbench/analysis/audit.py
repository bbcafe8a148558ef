"""How many answers in use are wrong? People label a random sample, the judge says where to look.

The recommended way to a failure rate: it takes no plant for a real mistake, and a judge that is wrong costs precision,
never truth. Label about half of the sample among the answers that the judge failed and half among those it passed.
"""

import math
from collections.abc import Sequence

from workbench.analysis.estimate import Estimate, within
from workbench.analysis.intervals import ALPHA, normal_quantile
from workbench.identity import digest

SMALL = 10
"""A stratum with fewer labelled answers than this is small."""


def audited_share(  # noqa: PLR0913 - two strata, three counts each
    *,
    failed: int,
    labelled_failed: int,
    wrong_failed: int,
    passed: int,
    labelled_passed: int,
    wrong_passed: int,
    alpha: float = ALPHA,
) -> Estimate | None:
    """Which share of answers is wrong, from an audit stratified on the verdict?

    w1 a + w0 b with the shares w of failed and passed answers and the shares a and b of wrong ones among those that
    were labelled. Its variance (two-phase sampling, Cochran 1977) is w1^2 a (1 - a) / n1 + w0^2 b (1 - b) / n0
    + w1 w0 (a - b)^2 / N. Within a stratum that is small, or whose labels are all alike, the variance counts
    (k + 1) / (n + 2) instead of k / n: none of 30 is no proof of none.

    Args:
        failed: Answers in use that the judge failed.
        labelled_failed: How many of those a person labelled, drawn at random.
        wrong_failed: How many of those were wrong.
        passed: Answers that the judge passed.
        labelled_passed: How many of those a person labelled, drawn at random.
        wrong_passed: How many of those were wrong.
        alpha: How often the interval may be wrong, both sides together.

    Returns:
        None where a verdict that was given has no labelled answer: nothing is known of its part.

    Raises:
        ValueError: the counts do not fit together.
    """
    strata = ((failed, labelled_failed, wrong_failed), (passed, labelled_passed, wrong_passed))
    for all_, labelled, wrong in strata:
        if not 0 <= wrong <= labelled <= all_:
            raise ValueError(f"expected wrong <= labelled <= all, got {wrong}, {labelled} and {all_}")
    items = failed + passed
    if not items or any(all_ and not labelled for all_, labelled, _ in strata):
        return None
    weights = [all_ / items for all_, _, _ in strata]
    shares = [wrong / labelled if labelled else 0.0 for _, labelled, wrong in strata]
    careful = [_careful(wrong, labelled) for _, labelled, wrong in strata]
    share = sum(weight * each for weight, each in zip(weights, shares, strict=True))
    in_strata = sum(
        weight**2 * each * (1 - each) / labelled
        for weight, each, (_, labelled, _) in zip(weights, careful, strata, strict=True)
        if labelled
    )
    between = weights[0] * weights[1] * (shares[0] - shares[1]) ** 2 / items
    error = math.sqrt(in_strata + between)
    half = normal_quantile(1 - alpha / 2) * error
    return Estimate(share=share, error=error, low=within(share - half), high=within(share + half))


def drawn(failed: Sequence[str], passed: Sequence[str], count: int) -> tuple[str, ...]:
    """Which answers should a person label next? Half of them failed by the judge and half passed, as far as there are.

    Drawn and ordered by hash, so that nobody chooses them, and the same however often and in whichever order. Where the
    answers that were drawn are labelled and left out, drawing again goes on with the next ones.

    Args:
        failed: Ids of the answers that the judge failed and nobody labelled.
        passed: Ids of those that it passed and nobody labelled.
        count: How many to draw, from 0.
    """
    first, second = (sorted(ids, key=_place) for ids in (failed, passed))
    half = max(count - count // 2, count - len(second))
    chosen = first[: min(half, count)]
    return tuple(sorted([*chosen, *second[: count - len(chosen)]], key=_place))


def _place(answer: str) -> str:
    return digest(["audit", answer])


def _careful(wrong: int, labelled: int) -> float:
    if labelled < SMALL or wrong in (0, labelled):
        return (wrong + 1) / (labelled + 2)
    return wrong / labelled

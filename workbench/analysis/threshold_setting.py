"""A threshold as settings spell it: a short number between the last score that passes and the first that fails."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from workbench.analysis.scores import sorted_scores
from workbench.analysis.thresholds import Cut, cut_at, every_cut

_DIGITS = 17


@dataclass(frozen=True, kw_only=True)
class Point:
    """A threshold as settings spell it, and what it does.

    Attributes:
        at: The number in settings. A score equal to it passes. None where everything is failed, or nothing.
        cut: What it does; its own threshold is on the scale of suspicion, just above `at`.
    """

    at: float | None
    cut: Cut

    @property
    def fails_some(self) -> bool:
        """Whether it tells any cases apart."""
        return 0 < self.cut.caught + self.cut.alarmed < self.cut.wrong + self.cut.right


def spelled(threshold: float, wrong: Sequence[float], right: Sequence[float], *, high_is_good: bool) -> Point:
    """Which short number fails the same of these cases as a threshold does?

    The shortest decimal strictly between the two scores that the threshold lies between, and of those the one nearest
    to the middle.

    Args:
        threshold: On the scale of suspicion: scores from it on are failed.
        wrong: Suspicion of mistakes.
        right: Suspicion of right answers.
        high_is_good: Whether the judge's own scale is the other way round.
    """
    seen = sorted_scores([*wrong, *right])
    place = int(seen.searchsorted(threshold))
    if place == 0:
        return Point(at=None, cut=cut_at(-math.inf, wrong, right))
    if place == len(seen):
        return Point(at=None, cut=cut_at(math.inf, wrong, right))
    return point_at(_between(float(seen[place - 1]), float(seen[place])), wrong, right, high_is_good=high_is_good)


def every_point(wrong: Sequence[float], right: Sequence[float], *, high_is_good: bool) -> tuple[Point, ...]:
    """Which numbers in settings make a difference, and what does each do? The one that fails nothing comes first.

    Args:
        wrong: Suspicion of mistakes, at least one.
        right: Suspicion of right answers, at least one.
        high_is_good: Whether the judge's own scale is the other way round.
    """
    cuts = every_cut(wrong, right)
    inner = (
        _point(_between(below.threshold, cut.threshold), cut, high_is_good=high_is_good)
        for below, cut in pairwise(cuts[:-1])
    )
    all_failed, *_, nothing_failed = cuts
    points = (Point(at=None, cut=replace(all_failed, threshold=-math.inf)), *inner, Point(at=None, cut=nothing_failed))
    return points[::-1]


def point_at(limit: float, wrong: Sequence[float], right: Sequence[float], *, high_is_good: bool) -> Point:
    """What does a number in settings do, whatever else lies near it?

    Args:
        limit: It, on the scale of suspicion.
        wrong: Suspicion of mistakes.
        right: Suspicion of right answers.
        high_is_good: Whether the judge's own scale is the other way round.
    """
    return _point(limit, cut_at(math.nextafter(limit, math.inf), wrong, right), high_is_good=high_is_good)


def setting(threshold: float, *, high_is_good: bool) -> float | None:
    """Which number in settings is a threshold of a `Point`? None where it fails everything or nothing."""
    if math.isinf(threshold):
        return None
    limit = math.nextafter(threshold, -math.inf)
    # Adding nothing makes 0 of a negative zero.
    return (-limit if high_is_good else limit) + 0.0


def _point(limit: float, cut: Cut, *, high_is_good: bool) -> Point:
    threshold = math.nextafter(limit, math.inf)
    return Point(at=setting(threshold, high_is_good=high_is_good), cut=replace(cut, threshold=threshold))


def _between(low: float, high: float) -> float:
    middle = low + (high - low) / 2
    shortened = (round(middle, digits) for digits in range(_DIGITS))
    return next((number for number in shortened if low < number < high), low)

"""Is a judge that says 80 % right about 80 % of the time?

For judges that give a probability of a mistake. Few cases cannot tell: a perfectly calibrated judge shows an error of
0.2 with 19 cases, so no calibration error is shown below 200.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np

LEAST_CASES = 200
"""Below this number of cases a calibration error is mostly noise."""

_DRAWS = 2_000
_ROOM = 4_000_000
_SEED = 20_240_607


@dataclass(frozen=True, kw_only=True)
class Bin:
    """One bar of a reliability diagram: cases whose probability lies above `low`, up to and with `high`.

    Attributes:
        items: Cases.
        said: Their mean probability.
        wrong: How many of them are mistakes.
    """

    low: float
    high: float
    items: int
    said: float
    wrong: int


@dataclass(frozen=True, kw_only=True)
class Calibration:
    """What came, beside what a judge said that would come.

    Attributes:
        bars: The reliability diagram.
        brier: The Brier score.
        interval: Its 95 % interval over sources; None with fewer than two.
        brier_of_share: The Brier score of whoever always says the share of mistakes of these very cases.
        error: The calibration error; None with fewer than 200 cases.
        error_by_chance: The calibration error that a perfectly calibrated judge should show on these cases; None
            likewise.
    """

    bars: tuple[Bin, ...]
    brier: float
    interval: tuple[float, float] | None
    brier_of_share: float
    error: float | None
    error_by_chance: float | None


def calibration(
    probabilities: Sequence[float], wrong: Sequence[bool], groups: Sequence[str], *, bins: int = 10
) -> Calibration | None:
    """Everything there is to say of probabilities; arguments as in `brier_interval` and `reliability`.

    Returns:
        None without cases.

    Raises:
        ValueError: as in `brier`.
    """
    score = brier(probabilities, wrong)
    if score is None:
        return None
    share = sum(wrong) / len(wrong)
    bars = reliability(probabilities, wrong, bins=bins)
    error = calibration_error(bars)
    return Calibration(
        bars=bars,
        brier=score,
        interval=brier_interval(probabilities, wrong, groups),
        brier_of_share=share * (1 - share),
        error=error,
        error_by_chance=None if error is None else error_by_chance(probabilities, bins=bins),
    )


def brier(probabilities: Sequence[float], wrong: Sequence[bool]) -> float | None:
    """How far are the probabilities from what came? The mean of (p - y)^2, Brier (1950); 0 is perfect.

    Args:
        probabilities: Of a mistake, from 0 to 1, one a case.
        wrong: Which cases are mistakes.

    Returns:
        A number from 0 to 1; None without cases.

    Raises:
        ValueError: the two are not of one length, or a probability is not between 0 and 1.
    """
    said = _checked(probabilities, wrong)
    if not said:
        return None
    return math.fsum((p - y) ** 2 for p, y in zip(said, wrong, strict=True)) / len(said)


def brier_interval(
    probabilities: Sequence[float], wrong: Sequence[bool], groups: Sequence[str]
) -> tuple[float, float] | None:
    """Between which values does the Brier score lie, at 95 % two-sided?

    A seeded percentile bootstrap that draws whole sources, so that variants of one source count once.

    Args:
        probabilities: As in `brier`.
        wrong: As in `brier`.
        groups: The source of each case.

    Returns:
        Lower and upper end; None with fewer than two sources.
    """
    import numpy as np

    said = _checked(probabilities, wrong)
    sums: dict[str, tuple[float, int]] = {}
    for group, p, y in sorted(zip(groups, said, wrong, strict=True)):
        total, count = sums.get(group, (0.0, 0))
        sums[group] = (total + (p - y) ** 2, count + 1)
    if len(sums) < 2:
        return None
    totals, counts = (np.array(values, dtype=float) for values in zip(*sums.values(), strict=True))
    random = np.random.default_rng(_SEED)
    # In portions, so that many sources need no more room than few.
    portion = max(1, _ROOM // len(sums))
    scores = []
    for drawn in range(0, _DRAWS, portion):
        size = min(portion, _DRAWS - drawn)
        weights = random.multinomial(len(sums), np.full(len(sums), 1 / len(sums)), size=size)
        scores.append((weights @ totals) / (weights @ counts))
    low, high = np.quantile(np.concatenate(scores), (0.025, 0.975))
    return float(low), float(high)


def reliability(probabilities: Sequence[float], wrong: Sequence[bool], *, bins: int = 10) -> tuple[Bin, ...]:
    """What came, for each range of probabilities? Empty ranges are left out.

    Ranges are of one width and hold their upper end; the first holds 0 as well.

    Args:
        probabilities: As in `brier`.
        wrong: As in `brier`.
        bins: How many ranges, from 1.

    Raises:
        ValueError: as in `brier`.
    """
    said = _checked(probabilities, wrong)
    placed: dict[int, list[tuple[float, bool]]] = {}
    for p, is_wrong in zip(said, wrong, strict=True):
        placed.setdefault(_place(p, bins), []).append((p, bool(is_wrong)))
    return tuple(
        Bin(
            low=place / bins,
            high=(place + 1) / bins,
            items=len(inside),
            said=math.fsum(p for p, _ in inside) / len(inside),
            wrong=sum(is_wrong for _, is_wrong in inside),
        )
        for place, inside in sorted(placed.items())
    )


def calibration_error(bars: Sequence[Bin], *, least: int = LEAST_CASES) -> float | None:
    """How far is what was said from what came, on average over cases?

    The expected calibration error: the mean over cases of |mean probability - share of mistakes| of their range
    (Naeini et al. 2015).

    Args:
        bars: Of `reliability`.
        least: Cases below which there is no answer.

    Returns:
        A number from 0 to 1; None with fewer cases than `least`, and without any.
    """
    items = sum(bar.items for bar in bars)
    if items < max(1, least):
        return None
    return math.fsum(abs(bar.items * bar.said - bar.wrong) for bar in bars) / items


def error_by_chance(probabilities: Sequence[float], *, bins: int = 10) -> float | None:
    """Which calibration error should a perfectly calibrated judge show on these very cases?

    Exact: in each range the number of mistakes is a sum of independent events with the chances that were said. A
    calibration error says something only where it is well above this.

    Returns:
        A number from 0 to 1; None without cases.
    """
    import numpy as np

    said = _checked(probabilities, [False] * len(probabilities))
    if not said:
        return None
    ranges: dict[int, list[float]] = {}
    for p in said:
        ranges.setdefault(_place(p, bins), []).append(p)
    off = 0.0
    for inside in ranges.values():
        chances = _count_of_events(inside)
        off += float(chances @ np.abs(np.arange(len(chances)) - math.fsum(inside)))
    return off / len(said)


def _count_of_events(chances: Sequence[float]) -> "np.ndarray[Any, Any]":
    """With which chance do 0, 1, 2, ... of these independent events happen?"""
    import numpy as np

    if len(chances) == 1:
        return np.array([1 - chances[0], chances[0]])
    half = len(chances) // 2
    return np.convolve(_count_of_events(chances[:half]), _count_of_events(chances[half:]))


def _place(probability: float, bins: int) -> int:
    return max(0, math.ceil(probability * bins - _ROUNDING) - 1)


_ROUNDING = 1e-9


def _checked(probabilities: Sequence[float], wrong: Sequence[bool]) -> list[float]:
    if len(probabilities) != len(wrong) or not all(0 <= p <= 1 for p in probabilities):
        raise ValueError("expected one probability from 0 to 1 for each case")
    return [float(p) for p in probabilities]

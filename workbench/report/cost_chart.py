"""Cost against catch: where each candidate of a rule lies, drawn from the summary and standing beside its table."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from workbench.records.summary import JudgeSummary, Rate
from workbench.report.visible import visible
from workbench.report.words import count_words

WIDTH, HEIGHT = 720, 260
LEFT, RIGHT, TOP, BOTTOM = 48, 250, 12, 34
_LABEL_STEP = 15
_FREE = 90
"""Room on the left for candidates that cost nothing: zero has no place on a scale of powers of ten."""


@dataclass(frozen=True, kw_only=True)
class Point:
    """One candidate: places in the drawing, and its label beside the dot."""

    x: float
    y: float
    low: float
    high: float
    bound: float
    label: str
    label_y: float


@dataclass(frozen=True, kw_only=True)
class CostChart:
    """One rule.

    Attributes:
        rule: The rule.
        points: Its candidates with a known price, the best catch first.
        ticks: Dollars for 1,000 verdicts, as place and words.
    """

    rule: str
    points: tuple[Point, ...]
    ticks: tuple[tuple[float, str], ...]


def cost_charts(judges: Sequence[JudgeSummary]) -> tuple[CostChart, ...]:
    """Return a chart a rule; none for a rule of which no candidate costs anything or nothing was planted."""
    rules = dict.fromkeys(judge.rule for judge in judges)
    found = (_chart(rule, [judge for judge in judges if judge.rule == rule]) for rule in rules)
    return tuple(chart for chart in found if chart)


def _chart(rule: str, judges: Sequence[JudgeSummary]) -> CostChart | None:
    priced = [(judge, judge.cost.per_thousand) for judge in judges if judge.cost.known and _drawn(judge.planted)]
    shown = [(judge, cost) for judge, cost in priced if cost is not None]
    costs = [cost for _, cost in shown if cost > 0]
    if not costs:
        return None
    scale = _scale(min(costs), max(costs))
    low, high = math.log10(scale[0]), math.log10(scale[-1])

    def place(cost: float) -> float:
        if cost <= 0:
            return LEFT + _FREE / 3
        share = (math.log10(cost) - low) / (high - low)
        return round(LEFT + _FREE + share * (WIDTH - RIGHT - LEFT - _FREE), 1)

    shown.sort(key=lambda entry: (-_share(entry[0].planted), entry[1], entry[0].name))
    ticks = [(place(step), f"${step:g}") for step in scale]
    free = [(place(0.0), "no cost")] if len(costs) < len(shown) else []
    return CostChart(
        rule=rule,
        points=tuple(_points([(judge, place(cost)) for judge, cost in shown])),
        ticks=(*free, *ticks),
    )


def _scale(low: float, high: float) -> list[float]:
    """Return the steps 1, 3, 10, 30 and so on from below the one to above the other; two at least."""
    first = math.floor(math.log10(low))
    steps = [factor * 10.0**power for power in range(first, math.floor(math.log10(high)) + 2) for factor in (1, 3)]
    start = max(place for place, step in enumerate(steps) if step <= low or not place)
    end = next(place for place, step in enumerate(steps) if step >= high and place > start)
    return steps[start : end + 1]


def _points(shown: Sequence[tuple[JudgeSummary, float]]) -> list[Point]:
    """Return the points with their labels below one another, as near to their dots as they fit."""
    labels = _spread([_height(_share(judge.planted)) for judge, _ in shown])
    points = []
    for (judge, x), label_y in zip(shown, labels, strict=True):
        rate = judge.planted
        low, high, bound = (_height(share) for share in (rate.low or 0.0, rate.high or 0.0, rate.bound or 0.0))
        label = visible(f"{judge.name}, {judge.model}: {count_words(rate)}")
        points.append(
            Point(x=x, y=_height(_share(rate)), low=low, high=high, bound=bound, label=label, label_y=label_y)
        )
    return points


def _spread(heights: Sequence[float]) -> list[float]:
    """Move labels apart that would cover each other, keeping all of them in the drawing."""
    placed: list[float] = []
    for height in heights:
        placed.append(max(height, placed[-1] + _LABEL_STEP) if placed else height)
    over = max(placed[-1] - (HEIGHT - BOTTOM), 0.0) if placed else 0.0
    return [round(max(height - over, TOP + place * _LABEL_STEP), 1) for place, height in enumerate(placed)]


def _drawn(rate: Rate) -> bool:
    return rate.items > rate.unresolved and rate.low is not None and rate.high is not None and rate.bound is not None


def _share(rate: Rate) -> float:
    return rate.hits / (rate.items - rate.unresolved)


def _height(share: float) -> float:
    return round(TOP + (1 - share) * (HEIGHT - TOP - BOTTOM), 1)

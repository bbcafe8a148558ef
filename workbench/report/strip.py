"""A rate drawn as a small strip: what was counted, what the interval allows, where the worst case lies."""

from dataclasses import dataclass

from workbench.records.summary import Rate

WIDTH = 100
"""Width of a strip in its own units; a share of 0 stands at 0, a share of 1 at 100."""


@dataclass(frozen=True, kw_only=True)
class Strip:
    """Places on a strip, each from 0 to 100."""

    dot: float
    low: float
    high: float
    bound: float


def strip_of(rate: Rate | None) -> Strip | None:
    """Return the places of a rate; None where there is nothing to draw because nothing was resolved."""
    if rate is None or rate.low is None or rate.high is None or rate.bound is None:
        return None
    resolved = rate.items - rate.unresolved
    if resolved <= 0:
        return None
    places = (rate.hits / resolved, rate.low, rate.high, rate.bound)
    dot, low, high, bound = (round(WIDTH * share, 1) for share in places)
    return Strip(dot=dot, low=low, high=high, bound=bound)

"""An estimate with its interval, and what a reader must know of it."""

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Estimate:
    """A share of wrong answers in use.

    Attributes:
        share: From 0 to 1.
        error: Its standard error.
        low: Lower end of the 95 % interval.
        high: Upper end.
        note: A sentence that must stand beside it; empty where there is nothing to say.
    """

    share: float
    error: float
    low: float
    high: float
    note: str = ""


def within(share: float) -> float:
    """Keep a share within 0 and 1."""
    return min(1.0, max(0.0, share))

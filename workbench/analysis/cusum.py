"""Drift in a steady stream of verdicts that are checked one by one.

A sum that rises with every verdict that is not as it was and falls with every other one, never below 0 (Page 1954). It
sees what no single check shows: a judge that turned a little, and flips on some canaries each time since.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

QUIET = 0.02
"""Up to this share of flips an unchanged judge is followed by the finer of two charts."""


@dataclass(frozen=True, kw_only=True)
class Cusum:
    """A cumulative-sum chart.

    Attributes:
        up: What a flip adds, a whole number from 1.
        down: What anything else takes away, a whole number from 1.
        alarm: The sum that raises the alarm, a whole number from 1.

    Raises:
        ValueError: a number is below 1.
    """

    up: int = 10
    down: int = 1
    alarm: int = 28

    def __post_init__(self) -> None:
        if min(self.up, self.down, self.alarm) < 1:
            raise ValueError(f"expected whole numbers from 1, got {self.up}, {self.down} and {self.alarm}")

    def sums(self, flips: Iterable[bool]) -> Iterator[int]:
        """Where does the sum stand after each verdict?"""
        total = 0
        for flipped in flips:
            total = max(0, total + self.up if flipped else total - self.down)
            yield total

    def first_alarm(self, flips: Iterable[bool]) -> int | None:
        """At which verdict, counted from 1, does the alarm go off? None where it does not."""
        alarms = (place for place, total in enumerate(self.sums(flips), start=1) if total >= self.alarm)
        return next(alarms, None)

    def run_length(self, share: float) -> float:
        """After how many verdicts, on average, does the alarm go off?

        Exact, from the linear equations of the chart's Markov chain. With the defaults 520 while one verdict in twenty
        flips, 36 once three do.

        Args:
            share: The share of verdicts that flip, above 0 and up to 1.

        Raises:
            ValueError: the share is out of range.
        """
        import numpy as np

        if not 0 < share <= 1:
            raise ValueError(f"expected a share above 0 and up to 1, got {share}")
        chain = np.eye(self.alarm)
        for total in range(self.alarm):
            chain[total, max(0, total - self.down)] -= 1 - share
            if total + self.up < self.alarm:
                chain[total, total + self.up] -= share
        return float(np.linalg.solve(chain, np.ones(self.alarm))[0])


def chart_for(noise: float) -> Cusum:
    """Which chart follows a judge that flips on this share of calls while it is unchanged?

    Tuned to see 10 % of flips instead of 2 %, or 15 % instead of 5 %. An unchanged judge reaches the alarm after about
    500 verdicts on average at these shares, later below them and sooner above.
    """
    return Cusum(up=19, down=1, alarm=35) if noise <= QUIET else Cusum()

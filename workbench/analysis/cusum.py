"""Drift in a steady stream of verdicts that are checked one by one.

A sum that rises with every mistake of the judge and falls with every right verdict, never below 0 (Page 1954). For
weekly batches the exact test on canaries is enough.
"""

from collections.abc import Iterable
from dataclasses import dataclass


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

    def first_alarm(self, flips: Iterable[bool]) -> int | None:
        """At which verdict, counted from 1, does the alarm go off? None where it does not."""
        total = 0
        for place, flipped in enumerate(flips, start=1):
            total = max(0, total + self.up if flipped else total - self.down)
            if total >= self.alarm:
                return place
        return None

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

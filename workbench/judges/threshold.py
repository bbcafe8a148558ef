"""Where a score turns into the other verdict. Part of the version of every judge that gives scores."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from workbench.records.verdict import Outcome


class Passes(StrEnum):
    """Which scores pass, besides the threshold itself."""

    AT_LEAST = "at_least"
    AT_MOST = "at_most"


@dataclass(frozen=True, kw_only=True)
class Threshold:
    """Where a score turns into the other verdict.

    Attributes:
        at: The threshold, 0 to 1. A score equal to it passes.
        passes: Whether higher scores pass (`at_least`, for how well supported an answer is) or lower ones (`at_most`,
            for how much of it is made up).
    """

    at: float
    passes: Passes = Passes.AT_LEAST

    def outcome(self, score: float) -> Outcome:
        """Return what a score, 0 to 1, means."""
        good = score >= self.at if self.passes is Passes.AT_LEAST else score <= self.at
        return Outcome.PASS if good else Outcome.FAIL

    def __str__(self) -> str:
        return f"{self.passes.replace('_', ' ')} {self.at:g} passes"


def threshold_details(threshold: Threshold | None) -> dict[str, Any]:
    """Return what of a threshold is part of a judge's version."""
    return {} if threshold is None else {"threshold": threshold.at, "passes": str(threshold.passes)}

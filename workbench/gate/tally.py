"""Evidence as the gate counts it: how many cases the judge got right, whatever right means for them."""

from collections.abc import Iterable
from dataclasses import dataclass

from workbench.analysis.intervals import ALPHA, lower_bound, upper_bound
from workbench.analysis.sequential import lowest_share_of_sum
from workbench.records.summary import Rate

_ROUNDING = 1e-9


@dataclass(frozen=True, kw_only=True)
class Tally:
    """Right answers of a judge on cases of one kind.

    Attributes:
        right: Cases that every valid repeat got right.
        items: All cases.
        unresolved: Cases with too few valid repeats; the lower bound counts them as wrong.
        score: Sum of the scores of the resolved cases.
        not_asked: Further cases of the run that were not asked, as no decision needed them.
    """

    right: int = 0
    items: int = 0
    unresolved: int = 0
    score: float = 0.0
    not_asked: int = 0

    @classmethod
    def of_catches(cls, rates: Iterable[Rate]) -> "Tally":
        """Add up rates of mistakes, where a hit is right."""
        rates = tuple(rates)
        return cls._of(rates, sum(rate.hits for rate in rates))

    @classmethod
    def of_alarms(cls, rate: Rate) -> "Tally":
        """Take a rate of right answers, where a hit is wrong."""
        return cls._of((rate,), rate.items - rate.unresolved - rate.hits)

    @classmethod
    def _of(cls, rates: tuple[Rate, ...], right: int) -> "Tally":
        return cls(
            right=right,
            items=sum(rate.items for rate in rates),
            unresolved=sum(rate.unresolved for rate in rates),
            score=sum(rate.score for rate in rates),
            not_asked=sum(rate.not_asked for rate in rates),
        )

    @property
    def resolved(self) -> int:
        """Cases with enough valid repeats to count."""
        return self.items - self.unresolved

    @property
    def wrong(self) -> int:
        """Resolved cases that a repeat got wrong."""
        return self.resolved - self.right

    @property
    def split(self) -> bool:
        """Were cases right in some repeats and wrong in others?"""
        return self.score > self.right + _ROUNDING

    def low(self, alpha: float = ALPHA) -> float:
        """The true share of right verdicts is at least this, 0 without cases.

        Unresolved cases count as wrong, and so do those that were not asked: the number of cases stays what it was to
        be, and whoever stops early gains nothing.

        Args:
            alpha: How often that may be wrong.
        """
        return lower_bound(self.score, self.items + self.not_asked, alpha=alpha) or 0.0

    def low_at_any_time(self, alpha: float = ALPHA) -> float:
        """The same of the cases that were asked alone, whenever one looks (by the e-value)."""
        return lowest_share_of_sum(self.score, self.items, threshold=1 / alpha) or 0.0

    def high(self, alpha: float = ALPHA) -> float:
        """The true share is at most this, unresolved cases left out: a failed call is no evidence of a bad judge.

        Where cases were not asked, it is the bound that holds at any time (by the e-value).

        Args:
            alpha: How often that may be wrong.

        Returns:
            1 without resolved cases.
        """
        if self.not_asked:
            return 1 - (lowest_share_of_sum(self.resolved - self.score, self.resolved, threshold=1 / alpha) or 0.0)
        bound = upper_bound(self.score, self.resolved, alpha=alpha)
        return 1.0 if bound is None else bound

"""How the calls of a judge that votes did, each by itself. What they come to together is in `vote.py`."""

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Voting:
    """What is known of the single calls behind the verdicts of a judge that goes by their majority.

    All of it is counted on the first calls of every item, which are made whatever they say.

    Attributes:
        votes: The calls whose majority is a verdict.
        first: How many of them are the first.
        calls: First calls of all items.
        errors: Those of them without a verdict.
        caught: Share of the valid ones on planted and held-out mistakes that said fail, averaged over items, 0 to 1;
            None where there are none.
        passed: Share of those on clean answers and near misses that said pass; None likewise.
    """

    votes: int
    first: int
    calls: int
    errors: int
    caught: float | None
    passed: float | None

    @property
    def of_first(self) -> str:
        """The calls that steadiness is counted on, in words."""
        return f"first {self.first} of {self.votes} calls"

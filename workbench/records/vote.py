"""The vote of a judge whose verdict on an item is the majority of several calls.

The number of calls is odd, 2 k - 1. k votes for one side settle the vote: the calls that are left cannot turn it. So do
k errors, which leave too few votes for a verdict whatever comes. The first k calls are made in any case.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from workbench.records.verdict import Outcome

LEAST = 3
"""Fewer calls are no vote."""


def first_calls(votes: int) -> int:
    """How many calls does every item get, whatever they say? As many as settle a vote: more than half."""
    return votes // 2 + 1


@dataclass(slots=True)
class Poll:
    """The calls on one item so far, counted in any order.

    Attributes:
        votes: The calls whose majority is the verdict; odd.
        passes: Calls that said pass.
        fails: Calls that said fail.
        errors: Calls without a verdict.
    """

    votes: int
    passes: int = 0
    fails: int = 0
    errors: int = 0

    @classmethod
    def of(cls, votes: int, said: Iterable[Outcome | None]) -> "Poll":
        """Count calls; None is an error."""
        poll = cls(votes)
        for outcome in said:
            poll.add(outcome)
        return poll

    def add(self, outcome: Outcome | None) -> None:
        """Count one call more; None is an error."""
        if outcome is None:
            self.errors += 1
        elif outcome is Outcome.PASS:
            self.passes += 1
        else:
            self.fails += 1

    @property
    def settled(self) -> bool:
        """Can no further call change the verdict, or that there is none?"""
        most = max(self.passes, self.fails, self.errors)
        return most >= first_calls(self.votes) or self.passes + self.fails + self.errors >= self.votes

    @property
    def verdict(self) -> Outcome | None:
        """What most votes say; None on a tie, and where fewer than half of all calls gave one."""
        if self.passes == self.fails or self.passes + self.fails < first_calls(self.votes):
            return None
        return Outcome.PASS if self.passes > self.fails else Outcome.FAIL


def counted_calls(votes: int, said: Sequence[Outcome | None]) -> int:
    """How many calls, in this order, does it take until the vote is settled? What was said after that counts nowhere.

    Args:
        votes: The calls whose majority is the verdict.
        said: What they said, in the order of the repeats; None is an error.

    Returns:
        At most as many as there are; all of them where they settle nothing.
    """
    poll = Poll(votes)
    for made, outcome in enumerate(said):
        if poll.settled:
            return made
        poll.add(outcome)
    return len(said)

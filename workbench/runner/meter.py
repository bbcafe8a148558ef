"""What a run may still spend: asked before every call, told after it."""

from typing import Protocol

from workbench.records.reply import Reply
from workbench.runner.schedule import Cell


class Meter(Protocol):
    """Whoever counts what calls cost, and says when no further one may start.

    All are called in the event loop and must be quick. From `start` to `end` a call is in flight: `start` reserves what
    it may cost at most, `end` puts what it did cost in its place. So calls in flight together never overrun a budget.
    """

    async def start(self, cell: Cell) -> str:
        """Reserve one call, right before it is made.

        It may wait for calls in flight to end: they mostly cost less than was reserved for them. It never waits where
        none is in flight.

        Returns:
            Why no further call may start, and nothing is reserved then; empty where this one may.
        """
        ...

    def end(self, cell: Cell, reply: Reply | None) -> None:
        """Count a call that `start` let through; None where it was cut off and may have been paid for."""
        ...

    def give_back(self, cell: Cell) -> None:
        """Take back a call that `start` let through and that is not made, because the run was stopped meanwhile."""
        ...


class Unmetered:
    """A meter that lets every call through."""

    async def start(self, _cell: Cell) -> str:
        """Let it through."""
        return ""

    def end(self, _cell: Cell, _reply: Reply | None) -> None:
        """Count nothing."""

    def give_back(self, _cell: Cell) -> None:
        """Count nothing."""

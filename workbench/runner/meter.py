"""What a run may still spend: asked before every call, told after it."""

from typing import Protocol

from workbench.records.reply import Reply
from workbench.runner.schedule import Cell


class Meter(Protocol):
    """Whoever counts what calls cost, and says when no further one may start.

    Both are called in the event loop and must be quick. Between them a call is in flight: `start` reserves what it may
    cost at most, `end` puts what it did cost in its place. So calls in flight can never overrun a budget together.
    """

    def start(self, cell: Cell) -> str:
        """Reserve one call, right before it is made.

        Returns:
            Why no further call may start, and nothing is reserved then; empty where this one may.
        """
        ...

    def end(self, cell: Cell, reply: Reply | None) -> None:
        """Count a call that `start` let through; None where it was cut off and may have been paid for."""
        ...


class Unmetered:
    """A meter that lets every call through."""

    def start(self, _cell: Cell) -> str:
        """Let it through."""
        return ""

    def end(self, _cell: Cell, _reply: Reply | None) -> None:
        """Count nothing."""

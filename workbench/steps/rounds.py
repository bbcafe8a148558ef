"""Asking in rounds, where which calls are needed depends on what was said."""

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import replace
from typing import Protocol

from workbench.runner.outcome import Ending, Progress, RunOutcome, added
from workbench.runner.schedule import Cell

OfAll = Callable[[Progress], Progress]
_NOTHING = Progress(planned=0, done=0, passed=0, failed=0, errors=0, attempts=0)


class Needs(Protocol):
    """Whoever knows which calls are needed, as verdicts come in."""

    def owed(self, cells: Iterable[Cell]) -> list[Cell]:
        """Of these cells, which may be needed?"""

    def next_round(self, cells: Iterable[Cell]) -> list[Cell]:
        """Which of them may be asked now?"""


async def ask_in_rounds(
    cells: list[Cell], needs: Needs, ask: Callable[[list[Cell], OfAll], Awaitable[RunOutcome]]
) -> RunOutcome:
    """Ask cells as long as they are needed. What was left out may be needed after all, as the aim may be lowered.

    Args:
        cells: The cells that are owed.
        needs: Says what is needed.
        ask: Asks some of the cells. It is given how the progress on all of them follows from that on these.
    """
    done = _NOTHING
    while True:
        before = done

        def of_all(progress: Progress, before: Progress = before) -> Progress:
            return replace(added(before, progress), planned=len(cells), not_needed=progress.not_needed)

        some = needs.next_round(cells)
        outcome = await ask(some, of_all)
        done = of_all(outcome.progress)
        if outcome.ending is not Ending.COMPLETE:
            return replace(outcome, progress=done)
        left = len(needs.owed(cells))
        # Nothing may be asked now where a vote waits for a call that a message batch is to bring.
        if not left or not some:
            return replace(outcome, progress=replace(done, not_needed=len(cells) - done.done - left))

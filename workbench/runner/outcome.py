"""How far a run is, and how it ended."""

from dataclasses import dataclass
from enum import StrEnum


@dataclass(frozen=True, kw_only=True, slots=True)
class Progress:
    """Where a run stands in this session. Earlier sessions are not in it.

    Attributes:
        planned: Cells that were owed at the start.
        done: Cells with a final attempt: passed, failed and errors.
        passed: Verdicts `pass`.
        failed: Verdicts `fail`.
        errors: Final errors.
        attempts: Attempts recorded, those that were asked again included.
        held_back: Models that are held back right now, because their API asked for it or has no room.
        not_needed: Cells that were owed at the start and are not asked: the decision needs them no more.
    """

    planned: int
    done: int
    passed: int
    failed: int
    errors: int
    attempts: int
    held_back: tuple[str, ...] = ()
    not_needed: int = 0

    @property
    def complete(self) -> bool:
        """Is nothing owed any more?"""
        return self.done + self.not_needed == self.planned


def added(one: Progress, other: Progress) -> Progress:
    """Add up how far two parts of a session are."""
    return Progress(
        planned=one.planned + other.planned,
        done=one.done + other.done,
        passed=one.passed + other.passed,
        failed=one.failed + other.failed,
        errors=one.errors + other.errors,
        attempts=one.attempts + other.attempts,
        held_back=(*one.held_back, *other.held_back),
        not_needed=one.not_needed + other.not_needed,
    )


class Ending(StrEnum):
    """Why a run ended."""

    COMPLETE = "complete"
    STOPPED = "stopped"
    INTERRUPTED = "interrupted"


@dataclass(frozen=True, kw_only=True)
class Pace:
    """How fast one model was asked.

    Attributes:
        model: The model; the name of a judge that runs on none.
        most: Calls at once that were allowed.
        lowest: The fewest that were made at once, because of replies that said overload; `most` where none did.
        holds: How often the model was held back because a reply named a time to wait.
        held_s: Seconds that it was held back in all, also where its rate limits had no room.
    """

    model: str
    most: int
    lowest: int
    holds: int
    held_s: float


@dataclass(frozen=True, kw_only=True)
class RunOutcome:
    """How a run ended. Unless it is complete, the same run can be resumed.

    Attributes:
        ending: Complete: every planned cell has its final attempt, or is needed no more. Stopped: a judge said that
            further calls are of no use, or the meter that none may start. Interrupted: Ctrl+C.
        reason: What stopped it, for people; empty for a complete run.
        progress: How far it came.
        abandoned: Calls cut off by a second Ctrl+C. They may have been paid for and are asked again on resume.
        longest_wait_asked_s: The longest wait in seconds that a server asked for; None where none asked.
        retry_after_cap_s: The longest such wait that was granted.
        capped_waits: How often a server asked for more than that, so that it was asked sooner than told.
        paces: How fast each model was asked, in the order of their first cells.
    """

    ending: Ending
    reason: str
    progress: Progress
    abandoned: int
    longest_wait_asked_s: float | None
    retry_after_cap_s: float
    capped_waits: int
    paces: tuple[Pace, ...] = ()

"""How hard a run may press: calls at once, attempts a cell, waits."""

from dataclasses import dataclass

from workbench.errors import InputError, Problem


@dataclass(frozen=True, kw_only=True)
class Limits:
    """The bounds of a run. None of them can change a verdict, so none is part of a run's identity.

    Attributes:
        concurrency: Calls in flight at once to one model, from 1. Overload makes it fewer for a while.
        max_attempts: Attempts on one cell over all sessions, from 1; the error of the last one becomes the verdict.
            A cell that an earlier session left without a verdict is always asked once more.
        first_wait_s: Back-off after the first failed attempt, in seconds; it doubles with each further one.
        longest_wait_s: Where the doubling ends, in seconds.
        retry_after_cap_s: The longest wait that a server may ask for, in seconds. The outcome says where it cut one.

    Raises:
        InputError: a figure out of its range; all of them at once.
    """

    concurrency: int = 16
    max_attempts: int = 6
    first_wait_s: float = 1.0
    longest_wait_s: float = 60.0
    retry_after_cap_s: float = 600.0

    def __post_init__(self) -> None:
        counts = {"concurrency": self.concurrency, "max_attempts": self.max_attempts}
        waits = {
            "first_wait_s": self.first_wait_s,
            "longest_wait_s": self.longest_wait_s,
            "retry_after_cap_s": self.retry_after_cap_s,
        }
        problems = [
            Problem(where=name, expected="a whole number from 1", got=str(value))
            for name, value in counts.items()
            if value < 1
        ]
        problems += [
            Problem(where=name, expected="seconds, 0 or more", got=str(value))
            for name, value in waits.items()
            if not 0 <= value < float("inf")
        ]
        if problems:
            raise InputError(problems)

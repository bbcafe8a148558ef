"""Ask again or not, and after how long."""

from dataclasses import dataclass
from typing import Protocol

from workbench.records.reply import Reply
from workbench.runner.limits import Limits


@dataclass(frozen=True, kw_only=True)
class Wait:
    """The pause before the next attempt.

    Attributes:
        seconds: How long to wait.
        hold_s: For how much of it the whole model is left alone; 0 where only this cell waits.
        asked_s: How long the server asked for; None where it did not ask.
        capped: True where it asked for more than the cap, so that we ask again sooner than told.
    """

    seconds: float
    hold_s: float = 0.0
    asked_s: float | None = None
    capped: bool = False


class Failed(Protocol):
    """A reply without a verdict or an answer, of a judge or of a system under test."""

    @property
    def retry_after_s(self) -> float | None:
        """How long the server asked to wait, where it did."""
        ...


def may_ask_again(reply: Reply, attempt: int, last: int) -> bool:
    """Say whether another attempt may follow: only ever after an error, so that no verdict is ever replaced.

    Args:
        reply: What came back.
        attempt: Number of the attempt that brought it, from 1.
        last: Number of the last attempt allowed.
    """
    return reply.verdict.error is not None and reply.retryable and attempt < last


def wait_before_next(reply: Failed, failed: int, limits: Limits, jitter: float) -> Wait:
    """Return the pause after a failed attempt.

    Where the server named a time, that time (up to the cap) plus up to one `first_wait_s`: never sooner than asked,
    and not everyone at once. Else `first_wait_s` doubled with each failure up to `longest_wait_s`, of which a random
    half is kept: between 50 and 100 %.

    Args:
        reply: The failed attempt's reply.
        failed: Failed attempts on this cell in this session, from 1.
        limits: The bounds of the run.
        jitter: A random number, 0 <= jitter < 1.
    """
    asked = reply.retry_after_s
    if asked is not None and asked > 0:
        capped = asked > limits.retry_after_cap_s
        hold_s = limits.retry_after_cap_s if capped else asked
        return Wait(seconds=hold_s + limits.first_wait_s * jitter, hold_s=hold_s, asked_s=asked, capped=capped)
    # Past 2^32 the doubling has met any cap; an unbounded power would overflow.
    full = min(limits.first_wait_s * 2 ** min(failed - 1, 32), limits.longest_wait_s)
    return Wait(seconds=full * (1 + jitter) / 2)

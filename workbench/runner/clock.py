"""What a run takes from the world besides its judges: waiting, the date and chance."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime


def utc_now() -> str:
    """Return the date and time, UTC, ISO 8601 to the millisecond."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


@dataclass(frozen=True, kw_only=True)
class Clock:
    """The three, in one place so that they can be set.

    Attributes:
        sleep: Waits that many seconds.
        now: The date and time of an attempt, UTC, ISO 8601.
        jitter: A random number, 0 <= jitter < 1.
    """

    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    now: Callable[[], str] = utc_now
    jitter: Callable[[], float] = random.random

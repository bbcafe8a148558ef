"""What the rate-limit headers of the Messages API say: how much of each limit is left (API version 2026-10-21)."""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from workbench.records.reply import RateRoom

_PREFIX = "anthropic-ratelimit-"
# A bucket holds what a minute adds.
_MINUTE_S = 60.0
_CLOCKS_AGREE_S = 2.0


def room_left(headers: Mapping[str, str], usage: Mapping[str, int], now: datetime | None = None) -> RateRoom | None:
    """Return what is left of the scarcest limit, in calls like this one; None where the headers say nothing of use.

    Each limit is a bucket that fills evenly and is full at its reset. So what a second adds is what is missing, by the
    seconds until then; where nothing is missing, it is what the limit adds a minute, by 60. Tokens that were read from
    the prompt cache count to no limit.

    Args:
        headers: Of the response, with names in lower case.
        usage: The tokens of the call, by the names of `flat_usage`; empty for a call that failed.
        now: The present by the clock here, which is taken where left out. A server's date that differs counts instead.
    """
    if not any(name.startswith(_PREFIX) for name in headers):
        return None
    sent = usage.get("input_tokens", 0) + usage.get("cache_creation_5m", 0) + usage.get("cache_creation_1h", 0)
    written = usage.get("output_tokens", 0)
    a_call = {"requests": 1, "tokens": sent + written, "input-tokens": sent, "output-tokens": written}
    at = _present(headers.get("date", ""), now or datetime.now(UTC))
    rooms = [_room(headers, name, needs, at) for name, needs in a_call.items() if needs]
    return scarcest(rooms)


def scarcest(rooms: Iterable[RateRoom | None]) -> RateRoom | None:
    """Return the room of the limit that will be reached first; None where no limit is known."""
    return min((room for room in rooms if room is not None), key=lambda room: room.calls, default=None)


def room_in(*, limit: int, left: int, needs: int, full_in_s: float) -> RateRoom:
    """Return the room of one limit, a bucket that fills evenly.

    Args:
        limit: What it holds.
        left: What is in it.
        needs: What a call takes, at least 1.
        full_in_s: Seconds until it is full.
    """
    if left >= limit or full_in_s <= 0:
        return RateRoom(calls=limit / needs, per_s=limit / _MINUTE_S / needs)
    return RateRoom(calls=left / needs, per_s=(limit - left) / full_in_s / needs)


def count_of(text: str) -> int | None:
    """Read a header that counts; None for anything else."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 16 else None


def _room(headers: Mapping[str, str], name: str, needs: int, at: datetime) -> RateRoom | None:
    limit, left = (count_of(headers.get(f"{_PREFIX}{name}-{part}", "")) for part in ("limit", "remaining"))
    full = _time(headers.get(f"{_PREFIX}{name}-reset", ""))
    if not limit or left is None or full is None:
        return None
    return room_in(limit=limit, left=left, needs=needs, full_in_s=(full - at).total_seconds())


def _present(date: str, now: datetime) -> datetime:
    """Return the time on the server's clock. Its date has whole seconds, so while the clocks agree ours is finer."""
    theirs = _time(date)
    return now if theirs is None or abs((theirs - now).total_seconds()) <= _CLOCKS_AGREE_S else theirs


def _time(text: str) -> datetime | None:
    """Read a date as HTTP writes it, or as RFC 3339 does; None for anything else."""
    if not text:
        return None
    for read in (datetime.fromisoformat, parsedate_to_datetime):
        try:
            found = read(text)
        except (ValueError, OverflowError):
            continue
        return found if found.tzinfo else found.replace(tzinfo=UTC)
    return None

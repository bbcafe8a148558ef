"""What the rate-limit headers of chat servers say, in the way of OpenAI (as of 2026-11): how much is left of each."""

import re
from collections.abc import Mapping

from workbench.judges.rate_limits import count_of, room_in, scarcest
from workbench.records.reply import RateRoom

_UNITS_S = {"h": 3600.0, "m": 60.0, "s": 1.0, "ms": 0.001}
_PART = r"(\d{1,9}(?:\.\d{1,9})?)(ms|h|m|s)"
_DURATION = re.compile(f"(?:{_PART})+", re.ASCII)
_EACH = re.compile(_PART, re.ASCII)


def chat_room_left(headers: Mapping[str, str], usage: Mapping[str, int]) -> RateRoom | None:
    """Return what is left of the scarcer limit, in calls like this one; None where the headers say nothing of use.

    Requests and tokens have a bucket each. Tokens that were read from a cache count like all others.

    Args:
        headers: Of the response, found whatever their case.
        usage: The tokens of the call, by the names of `chat_usage`; empty for a call that failed.
    """
    tokens = sum(usage.get(name, 0) for name in ("input_tokens", "cache_read_input_tokens", "output_tokens"))
    a_call = {"requests": 1, "tokens": tokens}
    return scarcest(_room(headers, name, needs) for name, needs in a_call.items() if needs)


def _room(headers: Mapping[str, str], name: str, needs: int) -> RateRoom | None:
    limit, left = (count_of(headers.get(f"x-ratelimit-{part}-{name}", "")) for part in ("limit", "remaining"))
    full_in_s = _seconds(headers.get(f"x-ratelimit-reset-{name}", ""))
    if not limit or left is None or full_in_s is None:
        return None
    return room_in(limit=limit, left=left, needs=needs, full_in_s=full_in_s)


def _seconds(text: str) -> float | None:
    """Read a duration such as `6m0s`, `1.5s` or `120ms`; None for anything else."""
    if not _DURATION.fullmatch(text):
        return None
    return sum(float(number) * _UNITS_S[unit] for number, unit in _EACH.findall(text))

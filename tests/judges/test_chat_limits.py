"""Rate-limit headers of chat servers, read as calls that are left."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.judges.chat.limits import chat_room_left
from workbench.records.reply import RateRoom


def headers(**limits):
    """Headers of `name=(limit, remaining, reset)`."""
    return {
        f"x-ratelimit-{part}-{name}": str(value)
        for name, values in limits.items()
        for part, value in zip(("limit", "remaining", "reset"), values, strict=True)
    }


def test_the_scarcer_limit_counts_in_calls_like_the_one_that_was_answered():
    # A call takes 400 + 100 + 500 tokens, so 20,000 are 20 calls; 130,000 come back within 65 s: 2,000 a second.
    said = headers(requests=(500, 499, "120ms"), tokens=(150_000, 20_000, "1m5s"))
    usage = {"input_tokens": 400, "cache_read_input_tokens": 100, "output_tokens": 500, "thinking_tokens": 50}
    assert chat_room_left(said, usage) == RateRoom(calls=20, per_s=2)
    # Of a call that failed, no tokens are known: one request came back within 120 ms.
    assert chat_room_left(said, {}) == RateRoom(calls=499, per_s=pytest.approx(1 / 0.12))


@pytest.mark.parametrize(
    ("reset", "seconds"), [("1s", 1), ("6m0s", 360), ("1h2m3.5s", 3723.5), ("17ms", 0.017), ("0s", None)]
)
def test_durations_are_read_as_servers_write_them(reset, seconds):
    room = chat_room_left(headers(requests=(60, 0, reset)), {})
    # A limit that is full again at once adds a sixtieth of it each second.
    assert room == (RateRoom(calls=60, per_s=1) if seconds is None else RateRoom(calls=0, per_s=60 / seconds))


@pytest.mark.parametrize(
    "said",
    [
        {},
        headers(requests=(0, 0, "1s")),
        headers(requests=(60, -1, "1s")),
        headers(requests=("many", 1, "1s")),
        headers(requests=(60, 1, "soon")),
        headers(requests=(60, 1, "2026-11-30T12:00:20Z")),
    ],
)
def test_headers_that_say_nothing_of_use_are_no_reason_to_wait(said):
    assert chat_room_left(said, {}) is None


@given(limit=st.text(), left=st.text(), reset=st.text())
def test_no_text_in_the_headers_breaks_the_reading(limit, left, reset):
    room = chat_room_left(headers(requests=(limit, left, reset), tokens=(limit, left, reset)), {"output_tokens": 5})
    assert room is None or (room.calls >= 0 and room.per_s > 0)

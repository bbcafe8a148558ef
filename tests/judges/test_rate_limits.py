"""Rate-limit headers of the Messages API, read as calls that are left."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.judges.rate_limits import room_left
from workbench.records.reply import RateRoom

NOW = datetime(2026, 11, 30, 12, 0, 0, tzinfo=UTC)


def headers(**limits):
    """Headers of `name=(limit, remaining, reset)`."""
    named = {}
    for name, values in limits.items():
        for part, value in zip(("limit", "remaining", "reset"), values, strict=True):
            named[f"anthropic-ratelimit-{name.replace('_', '-')}-{part}"] = str(value)
    return named


def test_requests_that_are_left_and_those_that_a_second_adds():
    # 40 of 1,000 are missing, and the bucket is full in 20 s: 2 a second.
    said = headers(requests=(1000, 960, "2026-11-30T12:00:20Z"))
    assert room_left(said, {}, NOW) == RateRoom(calls=960, per_s=2)


def test_the_scarcest_limit_counts_in_calls_like_the_one_that_was_answered():
    said = headers(
        requests=(1000, 960, "2026-11-30T12:00:20Z"),
        input_tokens=(100_000, 10_000, "2026-11-30T12:00:30Z"),
        output_tokens=(50_000, 49_000, "2026-11-30T12:00:01Z"),
    )
    # Read from the cache counts to no limit: a call takes 400 + 100 tokens, so 10,000 are 20 calls. 90,000 come back
    # within 30 s: 3,000 a second, which is 6 calls.
    usage = {"input_tokens": 400, "cache_creation_5m": 100, "cache_read_input_tokens": 9000, "output_tokens": 70}
    assert room_left(said, usage, NOW) == RateRoom(calls=20, per_s=6)


def test_the_date_of_the_server_is_the_present_so_that_a_wrong_clock_here_does_no_harm():
    said = headers(requests=(10, 0, "2026-11-30T13:00:05Z")) | {"date": "Mon, 30 Nov 2026 13:00:00 GMT"}
    assert room_left(said, {}, NOW) == RateRoom(calls=0, per_s=2)


def test_while_both_clocks_agree_the_one_that_knows_parts_of_a_second_counts():
    at = NOW.replace(microsecond=900_000)
    said = headers(requests=(10, 0, "2026-11-30T12:00:01.4Z")) | {"date": "Mon, 30 Nov 2026 12:00:00 GMT"}
    # Ten come back within half a second.
    assert room_left(said, {}, at) == RateRoom(calls=0, per_s=20)


@pytest.mark.parametrize("left", [(1200, "2026-11-30T12:00:20Z"), (7, "2026-11-30T11:59:59Z")])
def test_a_bucket_that_is_full_has_room_for_all_that_it_holds_and_a_sixtieth_of_it_comes_back_each_second(left):
    assert room_left(headers(requests=(1200, *left)), {}, NOW) == RateRoom(calls=1200, per_s=20)


@pytest.mark.parametrize(
    "said",
    [
        {},
        {"content-type": "application/json"},
        headers(requests=(0, 0, "2026-11-30T12:00:20Z")),
        headers(requests=(1000, 960, "soon")),
        headers(requests=(1000, "-3", "2026-11-30T12:00:20Z")),
        headers(requests=("many", 960, "2026-11-30T12:00:20Z")),
    ],
)
def test_headers_that_say_nothing_of_use_are_no_reason_to_wait(said):
    assert room_left(said, {}, NOW) is None


@given(limit=st.text(), left=st.text(), reset=st.text(), date=st.text())
def test_no_text_in_the_headers_breaks_the_reading(limit, left, reset, date):
    room = room_left(headers(requests=(limit, left, reset)) | {"date": date}, {"output_tokens": 5}, NOW)
    assert room is None or (room.calls >= 0 and room.per_s > 0)


@given(
    limit=st.integers(1, 10**6),
    taken=st.integers(1, 10**6),
    seconds=st.integers(1, 3600),
    output=st.integers(1, 10**5),
)
def test_the_bucket_is_full_again_at_its_reset(limit, taken, seconds, output):
    left = max(0, limit - taken)
    at = datetime.fromtimestamp(NOW.timestamp() + seconds, UTC).isoformat()
    room = room_left(headers(output_tokens=(limit, left, at)), {"output_tokens": output}, NOW)
    assert room.calls + seconds * room.per_s == pytest.approx(limit / output)

"""What a failed call means: its code, whether to ask again, whether to stop."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.judges.api_errors import Refusal, meaning, retry_after_s

TABLE = [
    (Refusal(status=400, message="temperature: Extra inputs are not permitted"), ("api_4xx", False, True)),
    (Refusal(status=400, message="output_config.format.schema: too complex"), ("api_4xx", False, True)),
    (Refusal(status=400, code="organization_on_hold", message="disabled"), ("api_4xx", False, True)),
    (Refusal(status=400, message="messages.0.content.1: text must not be empty"), ("api_4xx", False, False)),
    (Refusal(status=400, message="Output blocked by content filtering policy"), ("api_4xx", False, False)),
    (Refusal(status=400, message="prompt is too long: 9 tokens > 8 maximum"), ("context_too_long", False, False)),
    (
        Refusal(status=400, message="input length and `max_tokens` exceed context limit: 9 > 8"),
        ("context_too_long", False, False),
    ),
    (Refusal(status=400, message="You have reached your specified API usage limits"), ("spend_limit", False, True)),
    (Refusal(status=400, message="Your credit balance is too low to access"), ("spend_limit", False, True)),
    (Refusal(status=401), ("api_4xx", False, True)),
    (Refusal(status=402, code="linked_organization_billing_unavailable"), ("spend_limit", False, True)),
    (Refusal(status=403), ("api_4xx", False, True)),
    (Refusal(status=404, message="model: claude-x"), ("api_4xx", False, True)),
    (Refusal(status=408), ("timeout", True, False)),
    (Refusal(status=409), ("api_4xx", True, False)),
    (Refusal(status=413), ("context_too_long", False, False)),
    (Refusal(status=422, message="bad"), ("api_4xx", False, True)),
    (Refusal(status=429, kind="rate_limit_error"), ("rate_limited", True, False)),
    (Refusal(status=429, code="ramp_limit_exceeded"), ("rate_limited", True, False)),
    (Refusal(status=429, code="enforced_spend_limit_reached"), ("spend_limit", False, True)),
    (Refusal(status=429, code="contract_spend_limit_reached"), ("spend_limit", False, True)),
    (Refusal(status=500), ("api_5xx", True, False)),
    (Refusal(status=503, kind="overloaded_error"), ("overloaded", True, False)),
    (Refusal(status=504, kind="timeout_error"), ("api_5xx", True, False)),
    (Refusal(status=529), ("overloaded", True, False)),
]


@pytest.mark.parametrize(("refusal", "expected"), TABLE, ids=[f"{r.status}-{r.message or r.code}" for r, _ in TABLE])
def test_each_http_error_has_its_meaning(refusal, expected):
    means = meaning(refusal)
    assert (str(means.code), means.retryable, means.stops_run) == expected


@given(st.integers(min_value=400, max_value=599), st.text(), st.text(), st.text())
def test_what_stops_the_run_is_never_asked_again(status, kind, code, message):
    means = meaning(Refusal(status=status, kind=kind, code=code, message=message))
    assert not (means.retryable and means.stops_run)


NOW = datetime(2026, 11, 30, 12, 0, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({}, None),
        ({"retry-after": "171"}, 171.0),
        ({"retry-after": " 0.5 "}, 0.5),
        ({"retry-after": "90", "retry-after-ms": "1500"}, 1.5),  # 1500 ms are 1.5 s, and go first
        ({"retry-after": "Mon, 30 Nov 2026 12:00:30 GMT"}, 30.0),
        ({"retry-after": "Mon, 30 Nov 2026 11:00:00 GMT"}, 0.0),  # an hour ago: no wait
        ({"retry-after": "soon"}, None),
        ({"retry-after": "-5"}, None),
        ({"retry-after": "nan"}, None),
    ],
)
def test_the_wait_is_what_the_header_asked_for(headers, seconds):
    assert retry_after_s(headers, NOW) == seconds


@given(st.text())
def test_no_header_makes_the_reader_fail(text):
    seconds = retry_after_s({"retry-after": text, "retry-after-ms": text}, NOW)
    assert seconds is None or seconds >= 0

"""Failed calls over the real SDK: each kind has its code, none becomes a verdict."""

import socket

import pytest

from tests.support.model_judge import KEY, ask
from tests.support.server_faults import KINDS, Faults
from workbench.records.verdict import ErrorCode

EXPECTED = {
    # kind: code, ask again, stop the run
    "rate_limit": ("rate_limited", True, False),
    "spend_limit": ("spend_limit", False, True),
    "own_limit": ("spend_limit", False, True),
    "no_credit": ("spend_limit", False, True),
    "unauthorized": ("api_4xx", False, True),
    "forbidden": ("api_4xx", False, True),
    "too_large": ("context_too_long", False, False),
    "too_long": ("context_too_long", False, False),
    "server_error": ("api_5xx", True, False),
    "unavailable": ("api_5xx", True, False),
    "overloaded": ("overloaded", True, False),
    "truncation": ("truncated", False, False),
    "refusal": ("refused", False, False),
    "garbage": ("unparsed", False, False),
    "no_text": ("no_text", False, False),
    "window": ("context_too_long", False, False),
    "off_menu": ("off_menu", False, False),
    "contradictory": ("contradictory", False, False),
    "invalid_json": ("unparsed", True, False),
    "not_json": ("unparsed", True, False),
    "other_json": ("unparsed", True, False),
    "drop": ("connection", True, False),
    "hang": ("timeout", True, False),
    "cut": ("connection", True, False),
    # A body that trickles keeps every read timeout quiet; the wall clock ends it.
    "trickle": ("timeout", True, False),
}


# What only a batch can end in, only a judge's own crash, and only a vote.
ELSEWHERE = {"cancelled", "expired", "missing", "judge_crashed", "no_majority"}


def test_every_kind_of_fault_is_expected_and_every_code_comes_of_one():
    assert set(EXPECTED) == set(KINDS)
    assert {code for code, _, _ in EXPECTED.values()} | ELSEWHERE >= set(ErrorCode)


@pytest.mark.parametrize("kind", KINDS)
def test_a_failed_call_is_an_error_with_its_code(serve, item, kind):
    api = serve(faults=Faults(next_up=[kind]))
    (reply,) = ask(item, timeout_s=0.5 if kind in ("hang", "trickle") else 20)
    code, retryable, stops = EXPECTED[kind]
    assert (str(reply.verdict), reply.retryable, reply.stops_run) == (f"error:{code}", retryable, stops)
    assert reply.reason
    assert len(api.bodies) == 1


def test_a_failed_call_leaves_the_client_usable(serve, item):
    serve(faults=Faults(next_up=["drop", "server_error", "invalid_json", None]))
    assert [str(reply.verdict) for reply in ask(item, times=4)] == [
        "error:connection",
        "error:api_5xx",
        "error:unparsed",
        "pass",
    ]


@pytest.mark.parametrize(("header", "seconds"), [("171", 171.0), ("", None)])
def test_the_wait_that_the_api_asked_for_is_passed_on(serve, item, header, seconds):
    serve(faults=Faults(next_up=["rate_limit"]), retry_after=header)
    (reply,) = ask(item)
    assert reply.retry_after_s == seconds


def test_billed_replies_without_a_verdict_keep_their_usage(serve, item):
    serve(faults=Faults(next_up=["truncation", "refusal", "garbage"]))
    replies = ask(item, times=3)
    assert all(reply.usage["output_tokens"] > 0 for reply in replies)
    assert [reply.stop_reason for reply in replies] == ["max_tokens", "refusal", "end_turn"]
    assert "category bio" in replies[1].reason
    assert "I would say" in replies[2].raw


def test_a_wrong_key_stops_the_run_and_stays_out_of_the_reply(serve, item):
    serve(key="another")
    (reply,) = ask(item)
    assert reply.stops_run
    assert KEY not in repr(reply)


def test_a_server_that_echoes_the_key_does_not_put_it_into_the_reply(serve, item):
    serve(models=["claude-haiku-5-5"])
    (reply,) = ask(item, model=KEY)
    assert str(reply.verdict) == "error:api_4xx"
    assert KEY not in repr(reply)
    assert "[ANTHROPIC_API_KEY]" in reply.reason


def test_an_unknown_model_at_the_server_stops_the_run(serve, item):
    serve(models=["claude-sonnet-5-5"])
    (reply,) = ask(item)
    assert reply.stops_run
    assert "404 not_found_error: model: claude-haiku-5-5" in reply.reason


def test_nobody_listening_is_a_failed_connection(item, monkeypatch):
    with socket.socket() as once:
        once.bind(("127.0.0.1", 0))
        port = once.getsockname()[1]
    monkeypatch.setenv("ANTHROPIC_BASE_URL", f"http://127.0.0.1:{port}")
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
    (reply,) = ask(item)
    assert (str(reply.verdict), reply.retryable) == ("error:connection", True)
    assert "ConnectError" in reply.reason

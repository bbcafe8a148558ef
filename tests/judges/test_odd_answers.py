"""Answers that no good server sends, to judges on both kinds of servers: none breaks out, leaks or is believed."""

import asyncio
import gzip
import json

import pytest

from tests.support.canned_server import CannedServer, http
from tests.support.own_judges import item
from workbench.judges.candidates import ClaudeSettings, ModelCandidate
from workbench.judges.chat.client import ChatClient
from workbench.judges.chat.judge import ChatCandidate, ChatJudge
from workbench.judges.chat.request import Shape
from workbench.judges.claude.judge import claude_judges
from workbench.judges.rubric import shipped_rubric
from workbench.judges.server import LARGEST_BODY, Server
from workbench.judges.storable import storable
from workbench.records.reply import Attempt
from workbench.store.attempt_line import from_line, to_line

KEY = "key-of-this-server-0123"
RUBRIC = shipped_rubric("grounded")
SAID = '{"evidence": "", "reason": "", "verdict": "pass"}'
ODD = f"\x1b[31m\u202e\x00\ud800{KEY}"


@pytest.fixture
def server(monkeypatch):
    monkeypatch.setenv("OUR_KEY", KEY)
    with CannedServer() as started:
        yield started


def chat(place):
    candidate = ChatCandidate(
        name="mine", rule="grounded", rubric=RUBRIC, model="m", server=place, max_tokens=100, timeout_s=20.0
    )
    return ChatJudge(candidate, ChatClient(place, timeout_s=20.0), Shape())


def messages(place):
    candidate = ModelCandidate(name="mine", rule="grounded", rubric=RUBRIC, model="claude-haiku-5-5", server=place)
    (judge,) = claude_judges([candidate], ClaudeSettings(timeout_s=20.0))
    return judge


BOTH = pytest.mark.parametrize("judge", [messages, chat])


def ask(judge, server):
    async def asked():
        one = judge(Server(url=server.url, key_env="OUR_KEY"))
        try:
            return await one.judge(item(), 0)
        finally:
            await one.close()

    return asyncio.run(asked())


def said(judge, text=SAID, **more):
    """The body of a success, as the server of this judge words it."""
    if judge is chat:
        body = {"choices": [{"message": {"content": text}, "finish_reason": "stop"}]}
    else:
        body = {"type": "message", "stop_reason": "end_turn", "content": [{"type": "text", "text": text}]}
    return json.dumps(body | more)


@BOTH
@pytest.mark.parametrize("status", [301, 302, 307, 308])
def test_no_redirect_is_followed_with_key_or_documents(judge, status, server):
    with CannedServer() as elsewhere:
        elsewhere.answer = http(said(judge))
        server.answer = http("", f"location: {elsewhere.url}/v1/messages", status=status)
        reply = ask(judge, server)
        assert elsewhere.heads == []
    assert str(reply.verdict) == "error:api_4xx"
    assert elsewhere.url in reply.reason
    assert reply.stops_run


@BOTH
def test_whatever_a_server_echoes_is_kept_without_the_key_and_as_a_file_can_hold_it(judge, server):
    ended = {"choices": [{"message": {"content": SAID}, "finish_reason": ODD}]} if judge is chat else {}
    texts = {"model": ODD, "id": ODD} | (ended or {"stop_reason": ODD})
    answers = [
        http(said(judge, **texts), f"request-id: {KEY}", f"x-request-id: {KEY}"),
        http(said(judge, json.dumps({"evidence": ODD, "reason": ODD, "verdict": "fail"}))),
        http(json.dumps({"error": {"message": ODD, "type": ODD}}), f"request-id: {KEY}", status=403),
        http(f"<html>{KEY}</html>", f"x-request-id: {KEY}", status=500),
    ]
    for answer in answers:
        server.answer = answer
        reply = ask(judge, server)
        assert f"Bearer {KEY}" in server.heads[-1]
        attempt = Attempt(item_id="i", judge_id="j", repeat=0, attempt=1, final=True, at="", reply=reply)
        line = to_line(attempt)
        assert KEY not in line.decode("utf-8")
        assert from_line(line) == attempt


@BOTH
def test_a_body_is_read_up_to_a_bound_however_well_it_is_packed(judge, server):
    whole = said(judge).encode()
    server.answer = http(gzip.compress(whole), "content-encoding: gzip")
    assert str(ask(judge, server).verdict) == "pass"
    server.answer = http(gzip.compress(b" " * LARGEST_BODY + whole, 1), "content-encoding: gzip")
    assert str(ask(judge, server).verdict) == "error:unparsed"


@BOTH
def test_an_error_page_without_an_end_is_cut(judge, server):
    server.answer = http("y" * 100_000, status=500)
    reply = ask(judge, server)
    assert str(reply.verdict) == "error:api_5xx"
    assert len(reply.reason) <= 2_000
    server.answer = http(json.dumps({"page": "y" * 1_500_000}))
    reply = ask(judge, server)
    assert str(reply.verdict) == "error:unparsed"
    assert len(reply.raw) == 1_000_000


@BOTH
def test_an_error_without_a_text_in_it_is_an_error_like_any_other(judge, server):
    server.answer = http('{"error": {"message": 5, "type": ["a"], "code": {}, "details": "x"}}', status=400)
    reply = ask(judge, server)
    assert (str(reply.verdict), reply.stops_run) == ("error:api_4xx", True)


@BOTH
@pytest.mark.parametrize("count", [-5, 10**19])
def test_impossible_token_counts_are_no_counts(judge, count, server):
    names = ("prompt_tokens", "completion_tokens") if judge is chat else ("input_tokens", "output_tokens")
    for odd, right in (names, names[::-1]):
        server.answer = http(said(judge, usage={odd: count, right: 20}))
        reply = ask(judge, server)
        assert (str(reply.verdict), reply.usage) == ("pass", {})


def test_a_word_that_stands_in_for_a_key_does_not_tear_texts_apart(monkeypatch):
    monkeypatch.setenv("ANTHROPIC_API_KEY", "x")
    assert storable("an odd example of text") == "an odd example of text"
    monkeypatch.setenv("ANTHROPIC_API_KEY", "test-key")
    assert storable("no test-key here") == "no [ANTHROPIC_API_KEY] here"

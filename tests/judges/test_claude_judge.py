"""The model judge over the real SDK, against a local server that speaks the Messages API."""

import asyncio
import json

import pytest
from anthropic.types import Message

from tests.support.model_judge import KEY, ask, candidate
from tests.support.server_faults import Faults
from tests.support.server_verdicts import Policy
from workbench.errors import InputError, SetupError
from workbench.judges.candidates import ClaudeSettings, candidate_spec
from workbench.judges.claude.judge import claude_judges
from workbench.judges.claude.message import visible_text
from workbench.judges.keys import KEY_NAMES, missing_key
from workbench.records.item import Item
from workbench.records.passage import Passage
from workbench.records.reply import JudgeKind


@pytest.mark.parametrize("outcome", ["pass", "fail"])
def test_the_reply_carries_all_that_the_api_said(serve, item, outcome):
    serve(policy=Policy(outcome))
    (reply,) = ask(item)
    assert str(reply.verdict) == outcome
    assert reply.reason == f"The local server says {outcome}."
    assert reply.evidence == "[p] words"
    assert json.loads(reply.raw)["verdict"] == outcome
    assert (reply.stop_reason, reply.answered_by) == ("end_turn", "claude-haiku-5-5")
    assert reply.request_id == "req_000001"
    assert reply.latency_s > 0
    assert (reply.retryable, reply.retry_after_s, reply.stops_run) == (False, None, False)


def test_the_request_is_what_the_api_takes_today(serve, item):
    api = serve()
    ask(item, effort="high", max_tokens=5000)
    (body,) = api.bodies
    assert set(body) == {"model", "max_tokens", "system", "messages", "output_config"}
    assert (body["model"], body["max_tokens"]) == ("claude-haiku-5-5", 5000)
    assert body["output_config"]["effort"] == "high"
    (headers,) = api.headers
    assert headers["Authorization"] == f"Bearer {KEY}"
    assert headers["x-stainless-retry-count"] == "0"


@pytest.mark.parametrize("model", ["claude-haiku-4-5", "claude-haiku-4-5-20251001", "claude-sonnet-4-5"])
def test_effort_is_left_out_where_the_model_takes_none(serve, item, model):
    # The server answers 400 where it is sent.
    api = serve()
    (reply,) = ask(item, model=model)
    assert str(reply.verdict) == "pass"
    assert "effort" not in api.bodies[0]["output_config"]


def test_the_prompt_cache_is_written_once_and_read_after(serve):
    item = Item.of(question="Q?", passages=[Passage(id="p", text="The mast is 9 m. " * 200)], answer="It is 9 m.")
    serve()
    first, *others = ask(item, times=3)
    assert first.usage["cache_creation_5m"] > 512
    assert first.usage["cache_read_input_tokens"] == 0
    for reply in others:
        assert reply.usage["cache_creation_5m"] == 0
        assert reply.usage["cache_read_input_tokens"] == first.usage["cache_creation_5m"]
        assert reply.usage["input_tokens"] == first.usage["input_tokens"]
    assert first.usage["thinking_tokens"] == 40


def test_another_answer_to_the_same_passages_reads_the_cache(serve):
    shown = [Passage(id="p", text="The mast is 9 m. " * 200)]
    one, other = (Item.of(question="Q?", passages=shown, answer=answer) for answer in ("It is 9 m.", "It is 8 m."))
    serve()
    (first,) = ask(one)
    (second,) = ask(other)
    assert second.usage["cache_read_input_tokens"] == first.usage["cache_creation_5m"]
    assert (str(first.verdict), str(second.verdict)) == ("pass", "fail")


def test_every_repeat_is_a_call_of_its_own(serve, item):
    api = serve()
    replies = ask(item, times=4)
    assert len(api.bodies) == 4
    assert api.bodies[0] == api.bodies[3]
    assert len({reply.request_id for reply in replies}) == 4


def test_all_judges_share_one_client_that_closes_with_the_last(serve, item):
    serve()

    async def calls():
        one, other = claude_judges([candidate(), candidate("claude-sonnet-5-5")])
        await one.close()
        await one.close()
        reply = await other.judge(item, 0)
        sdk = one._client.sdk
        assert other._client.sdk is sdk
        open_before = not sdk.is_closed()
        await other.close()
        return reply, open_before, sdk.is_closed()

    reply, open_before, closed = asyncio.run(calls())
    assert str(reply.verdict) == "pass"
    assert open_before
    assert closed


def test_many_calls_at_once_each_get_their_own_reply(serve):
    api = serve(latency_s=0.05)
    items = [
        Item.of(question="Q?", passages=[Passage(id="p", text="7 seats")], answer=f"{n % 2 + 7} seats, {'x' * n}")
        for n in range(60)
    ]

    async def calls():
        (judge,) = claude_judges([candidate()])
        try:
            return await asyncio.gather(*(judge.judge(item, 0) for item in items))
        finally:
            await judge.close()

    replies = asyncio.run(calls())
    assert [str(reply.verdict) for reply in replies] == ["pass", "fail"] * 30
    assert api.peak > 8


def test_a_cancelled_call_is_cancelled(serve, item):
    serve(faults=Faults(next_up=["hang"]))

    async def calls():
        (judge,) = claude_judges([candidate()])
        try:
            async with asyncio.timeout(0.3):
                await judge.judge(item, 0)
        finally:
            await judge.close()

    with pytest.raises(TimeoutError):
        asyncio.run(calls())


def test_a_half_character_cannot_be_sent_and_says_so(serve):
    api = serve()
    (reply,) = ask(Item.of(question="Q?", passages=[], answer="half \ud800"))
    assert str(reply.verdict) == "error:judge_crashed"
    assert "lone surrogate" in reply.reason
    assert not api.bodies


def test_a_half_character_in_a_reply_is_made_storable(serve, item):
    # "\\ud83d" is the first half of an emoji: JSON can spell it, a file in UTF-8 cannot hold it.
    serve(policy=Policy("pass", reason="half \ud83d, whole \U0001f600"))
    (reply,) = ask(item)
    assert reply.reason == "half \ufffd, whole \U0001f600"
    assert reply.raw.encode("utf-8")


def test_the_judge_version_changes_with_all_that_can_change_a_verdict(monkeypatch):
    monkeypatch.delenv("ANTHROPIC_BASE_URL", raising=False)
    usual = ClaudeSettings()
    specs = [
        candidate_spec(candidate(), usual),
        candidate_spec(candidate("claude-sonnet-5-5"), usual),
        candidate_spec(candidate(rule="answers_when_it_can"), usual),
        candidate_spec(candidate(), ClaudeSettings(effort="low")),
        candidate_spec(candidate(), ClaudeSettings(max_tokens=9000)),
    ]
    monkeypatch.setenv("ANTHROPIC_BASE_URL", "http://elsewhere.test:81")
    specs.append(candidate_spec(candidate(), usual))
    assert len({spec.judge_id for spec in specs}) == 6
    assert all(spec.kind is JudgeKind.MODEL for spec in specs)
    assert specs[0].rubric == candidate().rubric.text


def test_a_time_limit_or_a_port_is_no_other_version(monkeypatch):
    monkeypatch.setenv("ANTHROPIC_BASE_URL", "http://127.0.0.1:81")
    one = candidate_spec(candidate(), ClaudeSettings())
    monkeypatch.setenv("ANTHROPIC_BASE_URL", "http://127.0.0.1:82")
    assert candidate_spec(candidate(), ClaudeSettings(timeout_s=5)).judge_id == one.judge_id


def test_without_a_key_nothing_starts_and_the_message_says_what_is_missing(monkeypatch):
    for name in ("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN"):
        monkeypatch.delenv(name, raising=False)
    assert "ANTHROPIC_API_KEY" in missing_key()
    with pytest.raises(SetupError, match="script judges run without it"):
        claude_judges([candidate()])
    monkeypatch.setenv("ANTHROPIC_AUTH_TOKEN", "t")
    assert missing_key() is None


def test_an_unknown_model_is_refused_with_the_nearest_known_one(monkeypatch):
    for name in ("ANTHROPIC_BASE_URL", *KEY_NAMES):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(InputError, match="did you mean: claude-haiku-5-5"):
        claude_judges([candidate("claude-haiku-55")])
    with pytest.raises(InputError, match="no judge model called"):
        claude_judges([candidate("qwen")])


def test_another_server_may_have_models_of_its_own(serve, item):
    api = serve()
    (reply,) = ask(item, model="qwen-1.5b")
    assert reply.answered_by == "qwen-1.5b"
    assert "effort" not in api.bodies[0]["output_config"]


def test_settings_that_no_model_takes_are_refused(serve, item):
    serve()
    with pytest.raises(InputError) as error:
        ask(item, effort="extreme", max_tokens=0, timeout_s=0)
    assert len(error.value.problems) == 3
    with pytest.raises(InputError, match="low or medium or high, got xhigh"):
        ask(item, model="claude-opus-4-5", effort="xhigh")


EMPTY = {
    "id": "msg_1",
    "type": "message",
    "role": "assistant",
    "model": "claude-haiku-5-5",
    "stop_reason": "end_turn",
    "usage": {"input_tokens": 1, "output_tokens": 1},
}
THINKING = {"type": "thinking", "thinking": "pass, pass", "signature": "c2ln"}
REDACTED = {"type": "redacted_thinking", "data": "cGFzcw"}
FIRST, SECOND = {"type": "text", "text": "fa"}, {"type": "text", "text": "il"}


@pytest.mark.parametrize(
    ("blocks", "text"),
    [
        ([THINKING, FIRST, SECOND], "fail"),
        ([REDACTED, FIRST, THINKING, SECOND], "fail"),
        ([FIRST], "fa"),
        ([THINKING], ""),
        ([], ""),
    ],
)
def test_only_text_blocks_are_the_reply_wherever_they_stand(blocks, text):
    message = Message.model_validate({**EMPTY, "content": blocks})
    assert visible_text(message) == text

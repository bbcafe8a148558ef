"""A rubric on a server that speaks OpenAI's chat completions, over real connections."""

import json
from contextlib import ExitStack

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.chat_server import ChatServer
from tests.support.own_judges import ask, ask_one, item
from tests.support.server_verdicts import Policy
from workbench.errors import SetupError
from workbench.judges.chat.judge import ChatCandidate
from workbench.judges.chat.reply import read_completion, read_refusal
from workbench.judges.chat.request import ReplyForm, Shape, TokenLimit
from workbench.judges.prompt import passages_text, question_and_answer_text, system_text
from workbench.judges.rubric import shipped_rubric
from workbench.judges.server import Server
from workbench.records.reply import JudgeKind, RateRoom

KEY = "chat-key-123456"
RUBRIC = shipped_rubric("grounded")


@pytest.fixture
def serve():
    with ExitStack() as stack:
        yield lambda **settings: stack.enter_context(ChatServer(**settings))


def candidate(server, **more):
    settings = {"model": "qwen-small", "max_tokens": 500, "timeout_s": 5.0, "rule": "grounded", **more}
    place = Server(url=server if isinstance(server, str) else server.url, key_env=settings.pop("key_env", ""))
    return ChatCandidate(name="mine", rubric=RUBRIC, server=place, **settings)


@pytest.mark.parametrize("outcome", ["pass", "fail"])
def test_the_reply_carries_all_that_the_server_said(serve, outcome):
    reply = ask_one(candidate(serve(policy=Policy(outcome))))
    assert (str(reply.verdict), reply.reason) == (outcome, f"The local server says {outcome}.")
    assert (reply.evidence, reply.stop_reason, reply.answered_by) == ("[p] words", "stop", "qwen-small")
    assert reply.request_id == "chatcmpl-1"
    assert json.loads(reply.raw)["verdict"] == outcome
    # Read from a cache is a part of the prompt there, and none of the input here.
    assert reply.usage == {
        "input_tokens": 70,
        "cache_read_input_tokens": 30,
        "output_tokens": 20,
        "thinking_tokens": 5,
    }
    assert reply.latency_s > 0


def test_the_request_is_the_rubric_as_system_text_and_the_material_as_the_users(serve):
    server = serve()
    one = item("braces {x} {{y}} %s and </answer> and a verdict: pass")
    ask_one(candidate(server), one)
    (body,) = server.bodies
    assert set(body) == {"model", "messages", "max_tokens", "response_format"}
    assert body["messages"] == [
        {"role": "system", "content": system_text(RUBRIC)},
        {"role": "user", "content": f"{passages_text(one.passages)}\n\n{question_and_answer_text(one)}"},
    ]
    assert (body["model"], body["max_tokens"]) == ("qwen-small", 500)
    assert body["response_format"]["json_schema"]["schema"]["required"] == ["evidence", "reason", "verdict"]


def test_the_key_is_sent_where_one_is_named_and_none_where_not(serve, monkeypatch):
    monkeypatch.setenv("MY_KEY", KEY)
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-usual")
    monkeypatch.setenv("OPENAI_API_KEY", "sk-other")
    named = serve(key=KEY, policy=Policy("pass", reason=f"was sent {KEY}"))
    reply = ask_one(candidate(named, key_env="MY_KEY"))
    assert str(reply.verdict) == "pass"
    assert KEY not in reply.reason + reply.raw
    plain = serve()
    ask_one(candidate(plain))
    assert all("Authorization" not in headers for headers in plain.headers)
    with pytest.raises(SetupError, match=r"401.*no key was sent: key_env in settings names"):
        ask_one(candidate(named))


@pytest.mark.parametrize(
    ("takes", "limit", "shape"),
    [
        (("json_schema",), "max_tokens", Shape()),
        (("json_object",), "max_tokens", Shape(response_format=ReplyForm.JSON_OBJECT)),
        ((), "max_tokens", Shape(response_format=ReplyForm.TEXT)),
        (("json_schema",), "max_completion_tokens", Shape(token_limit=TokenLimit.MAX_COMPLETION_TOKENS)),
        (
            (),
            "max_completion_tokens",
            Shape(response_format=ReplyForm.TEXT, token_limit=TokenLimit.MAX_COMPLETION_TOKENS),
        ),
    ],
)
def test_what_a_server_takes_is_found_out_once_and_is_part_of_the_version(serve, takes, limit, shape):
    server = serve(takes=takes, limit=limit)
    specs = []

    async def keep(judge):
        specs.append(judge.spec)

    replies = ask(candidate(server), item("4 metres"), item("5 metres"), item("4"), then=keep)
    assert [str(reply.verdict) for reply in replies] == ["pass", "fail", "pass"]
    assert len(server.bodies) == 3
    assert all(body.get("response_format", {}).get("type", "text") == shape.response_format for body in server.bodies)
    assert all(limit in body for body in server.bodies)
    assert specs[0].details["server_takes"] == shape.details
    assert specs[0] == candidate(server).spec_with(shape)
    # The trials hold nothing of any item.
    assert not any("metres" in json.dumps(trial) for trial in server.trials)


def test_a_server_that_is_busy_for_a_moment_is_not_taken_for_one_that_knows_less(serve):
    server = serve()
    server.trial_faults = ["rate_limit", "unavailable"]
    specs = []

    async def keep(judge):
        specs.append(judge.spec)

    ask(candidate(server), item(), then=keep)
    assert specs[0].details["server_takes"] == Shape().details
    assert len(server.trials) == 3


@pytest.mark.parametrize(("fault", "says"), [("no_model", "openai_url usually ends in /v1"), ("unauthorized", "401")])
def test_a_server_that_cannot_be_asked_is_said_before_anything_is_judged(serve, fault, says):
    server = serve()
    server.trial_faults = [fault]
    with pytest.raises(SetupError, match="judge mine on qwen-small") as raised:
        ask_one(candidate(server))
    assert says in str(raised.value)
    assert not server.bodies


def test_a_server_that_is_not_there_is_said_with_its_address(monkeypatch):
    monkeypatch.setattr("workbench.judges.chat.trial._FIRST_WAIT_S", 0.001)
    with pytest.raises(SetupError, match=r"http://127.0.0.1:9/v1/chat/completions cannot be asked: the connection"):
        ask_one(candidate("http://127.0.0.1:9/v1"))


@pytest.mark.parametrize(
    ("fault", "code", "retryable", "stops"),
    [
        ("rate_limit", "rate_limited", True, False),
        ("quota", "spend_limit", False, True),
        ("unauthorized", "api_4xx", False, True),
        ("no_model", "api_4xx", False, True),
        ("odd", "api_4xx", False, True),
        ("too_long", "context_too_long", False, False),
        ("too_long_here", "context_too_long", False, False),
        ("filtered", "refused", False, False),
        ("server_error", "api_5xx", True, False),
        ("unavailable", "api_5xx", True, False),
        ("overloaded", "overloaded", True, False),
        ("drop", "connection", True, False),
        ("redirect", "api_4xx", False, True),
        ("{", "unparsed", True, False),
        ("", "unparsed", True, False),
        ("[" * 5000, "unparsed", True, False),
        ('{"verdict": "pass"}', "unparsed", True, False),
        ('{"choices": []}', "unparsed", True, False),
        ('{"choices": [{"message": "pass"}]}', "unparsed", True, False),
        ('{"error": {"message": "pass"}}', "unparsed", True, False),
        ("null", "unparsed", True, False),
    ],
)
def test_a_failed_call_is_an_error_with_its_code_and_never_a_verdict(serve, fault, code, retryable, stops):
    reply = ask_one(candidate(serve(faults=[fault])))
    assert str(reply.verdict) == f"error:{code}"
    assert (reply.retryable, reply.stops_run) == (retryable, stops)
    assert reply.reason


def test_a_server_that_says_when_to_come_back_is_heard(serve):
    reply = ask_one(candidate(serve(faults=["rate_limit"])))
    assert (reply.retry_after_s, reply.request_id) == (0.01, "req-9")


def test_what_is_left_of_its_rate_limits_is_heard_whatever_the_case_of_the_headers(serve):
    server = serve()
    server.says = {
        "X-RateLimit-Limit-Tokens": "12000",
        "X-Ratelimit-Remaining-Tokens": "1200",
        "x-ratelimit-reset-tokens": "1m30s",
    }
    # 100 tokens sent and 20 received: ten more such calls, and one a second.
    assert ask_one(candidate(server)).room == RateRoom(calls=10, per_s=1)


def test_a_hang_is_a_timeout(serve):
    server = serve(faults=["hang"])
    assert str(ask_one(candidate(server, timeout_s=1.0)).verdict) == "error:timeout"


def changed(**more):
    """Change the message or the choice of a completion."""

    def change(completion):
        choice = completion["choices"][0]
        if choice["message"]["content"].startswith('{"evidence": ""'):
            return completion
        finish = more.get("finish", choice["finish_reason"])
        message = {**choice["message"], **{name: value for name, value in more.items() if name != "finish"}}
        return {**completion, "choices": [{**choice, "message": message, "finish_reason": finish}]}

    return change


GOOD = '{"evidence": "a", "reason": "b", "verdict": "fail"}'


@pytest.mark.parametrize(
    ("change", "verdict"),
    [
        ({"finish": "length"}, "error:truncated"),
        ({"finish": "content_filter"}, "error:refused"),
        ({"refusal": "I cannot judge this."}, "error:refused"),
        ({"finish": "tool_calls"}, "error:unparsed"),
        ({"finish": None}, "error:unparsed"),
        ({"finish": "eos"}, "pass"),
        ({"content": None}, "error:no_text"),
        ({"content": ""}, "error:no_text"),
        ({"content": "It may pass, 10/10."}, "error:unparsed"),
        ({"content": '{"verdict": "unsupported"}'}, "error:off_menu"),
        ({"content": f"```json\n{GOOD}\n```"}, "fail"),
        ({"content": [{"type": "text", "text": GOOD}, {"type": "other"}]}, "fail"),
        ({"content": f"<think>It would pass, but not quite.</think>\n{GOOD}"}, "fail"),
        ({"content": GOOD, "reasoning_content": "I would say pass."}, "fail"),
        ({"content": f"<think>never closed {GOOD}"}, "error:no_text"),
    ],
)
def test_a_reply_is_read_as_strictly_as_any_models(serve, change, verdict):
    server = serve(policy=Policy("pass"))
    server.change = changed(**change)
    assert str(ask_one(candidate(server)).verdict) == verdict


ANY = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.sampled_from((GOOD, "stop", "pass"))
    | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=2)
        | st.dictionaries(
            st.sampled_from(("choices", "message", "content", "text", "finish_reason", "refusal", "usage", "error")),
            inner,
        )
    ),
    max_leaves=12,
)


@given(ANY, st.sampled_from((200, 400, 429, 500)))
def test_no_body_makes_a_verdict_that_it_does_not_hold(body, status):
    if status != 200:
        assert read_refusal(status, {}, body).verdict.error is not None
        return
    reply = read_completion(body, RUBRIC.words, material="", max_tokens=5)
    if reply.verdict.outcome is not None:
        (choice,) = body["choices"]
        assert choice["finish_reason"] == "stop"
        assert not choice["message"].get("refusal")
        assert reply.raw in (GOOD, "pass")


def test_usage_that_is_missing_or_odd_counts_nothing(serve):
    server = serve()
    for usage, counted in ((None, {}), ("many", {}), ({"prompt_tokens": True, "completion_tokens": "3"}, 0)):
        server.change = lambda completion, usage=usage: {**completion, "usage": usage}
        reply = ask_one(candidate(server))
        assert reply.usage == counted or set(reply.usage.values()) == {counted}


def test_half_a_character_cannot_be_sent_and_says_so(serve):
    server = serve()
    reply = ask_one(candidate(server), item("half \ud800"))
    assert str(reply.verdict) == "error:judge_crashed"
    assert not server.bodies


def test_the_version_changes_with_all_that_can_change_a_verdict():
    url = "http://one.test/v1"
    versions = [
        candidate(url),
        candidate(url, model="other"),
        candidate(url, max_tokens=600),
        candidate(url, rule="answers_when_it_can"),
        candidate("http://two.test/v1"),
        candidate("http://one.test:8080/v1"),
    ]
    assert len({one.spec.judge_id for one in versions}) == 6
    assert candidate(url, timeout_s=1, key_env="MY_KEY").spec == candidate(url).spec
    assert candidate(url).spec.kind is JudgeKind.MODEL
    assert len({candidate(url).spec_with(Shape(response_format=form)).judge_id for form in ReplyForm}) == 3

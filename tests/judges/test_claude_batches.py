"""What a model judge makes of message batches, over the real SDK against the local server."""

import asyncio
import json
import random
from dataclasses import replace
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.model_judge import KEY, ask, candidate
from workbench.judges.batch import BatchCallFailed, BatchJudge, BatchRequest
from workbench.judges.candidates import ClaudeSettings
from workbench.judges.claude.batches import _lines, _result, errored_reply
from workbench.judges.claude.judge import claude_judges
from workbench.records.verdict import ErrorCode

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=12,
)


def with_judge(work, **settings):
    """Do some asynchronous work with one model judge."""

    async def doing():
        (judge,) = claude_judges([candidate()], ClaudeSettings(**settings))
        try:
            return await work(judge)
        finally:
            await judge.close()

    return asyncio.run(doing())


def asked_in_a_batch(item):
    async def asking(judge):
        batch_id = await judge.batches.create([BatchRequest(custom_id="one", params=judge.batch_request(item))])
        (result,) = [one async for one in judge.batches.results(batch_id)]
        return result.custom_id, judge.batch_reply(result.result, item)

    return with_judge(asking)


def test_a_reply_of_a_batch_is_read_as_one_that_came_alone(serve, item):
    serve()
    (alone,) = ask(item)
    custom_id, batched = asked_in_a_batch(item)
    assert custom_id == "one"
    # A batch tells no time and no id of a single request.
    of_its_own = {"latency_s": 0.0, "request_id": ""}
    assert replace(batched, usage={}) == replace(alone, usage={}, **of_its_own)
    assert batched.usage.keys() == alone.usage.keys()
    assert batched.usage["output_tokens"] == alone.usage["output_tokens"] > 0


def test_the_request_is_the_one_that_is_sent_alone_but_for_the_time_of_the_cache_so_the_version_is_the_same(
    serve, item
):
    api = serve()
    ask(item)
    asked_in_a_batch(item)
    (alone,) = api.bodies
    ((request,),) = api.batches.made.values()
    batched = json.dumps(request["params"])
    assert batched.count('"ttl": "1h"') == 2
    assert json.loads(batched.replace(', "ttl": "1h"', "")) == alone


def test_writes_to_the_cache_are_counted_under_the_hour_that_was_asked_for(serve, item):
    serve()
    long = replace(item, passages=(replace(item.passages[0], text="The ladder is 4 metres long. " * 200),))
    _, reply = asked_in_a_batch(long)
    assert reply.usage["cache_creation_1h"] > 1000
    assert reply.usage["cache_creation_5m"] == 0
    unsplit = SimpleNamespace(type="message", usage=SimpleNamespace(cache_creation_input_tokens=7, output_tokens=1))
    result = SimpleNamespace(type="succeeded", message=unsplit)

    async def read(judge):
        return judge.batch_reply(result, item)

    assert with_judge(read).usage["cache_creation_1h"] == 7


def test_a_batch_of_many_megabytes_arrives_as_it_was_written(serve, item):
    batches = serve().batches
    long = replace(item, question="How long? \u2028 é 日 " * 100_000)

    async def sending(judge):
        requests = [BatchRequest(custom_id=name, params=judge.batch_request(long)) for name in ("one", "two")]
        await judge.batches.create(requests)
        return [{"custom_id": one.custom_id, "params": one.params} for one in requests]

    assert [with_judge(sending)] == list(batches.made.values())
    assert sum(len(json.dumps(one)) for one in batches.made["msgbatch_0001"]) > 4 * 10**6


def test_a_model_judge_is_one_that_batches_can_be_made_with(serve):
    serve()

    async def is_one(judge):
        return isinstance(judge, BatchJudge)

    assert with_judge(is_one)


@pytest.mark.parametrize(
    ("kind", "code", "retryable", "stops"),
    [
        ("invalid_request_error", ErrorCode.API_4XX, False, True),
        ("overloaded_error", ErrorCode.OVERLOADED, True, False),
        ("api_error", ErrorCode.API_5XX, True, False),
        ("timeout_error", ErrorCode.TIMEOUT, True, False),
        ("rate_limit_error", ErrorCode.RATE_LIMITED, True, False),
        ("request_too_large", ErrorCode.CONTEXT_TOO_LONG, False, False),
        ("billing_error", ErrorCode.SPEND_LIMIT, False, True),
        ("a_new_error", ErrorCode.API_5XX, True, False),
    ],
)
def test_the_error_of_a_result_is_read_where_the_api_puts_it_one_level_deeper(kind, code, retryable, stops):
    error = {"type": "error", "error": {"type": kind, "message": "words of the server"}, "request_id": "req_7"}
    line = json.dumps({"custom_id": "one", "result": {"type": "errored", "error": error}})
    reply = errored_reply(_result(line.encode()).result)
    assert (reply.verdict.error, reply.retryable, reply.stops_run, reply.request_id) == (
        code,
        retryable,
        stops,
        "req_7",
    )
    assert "words of the server" in reply.reason


def test_a_server_without_batches_says_so_before_anything_is_sent(serve):
    serve(batches=False)
    with pytest.raises(BatchCallFailed) as failed:
        with_judge(lambda judge: judge.batches.newest())
    assert failed.value.unknown


def test_the_key_never_stands_in_what_failed(serve, monkeypatch):
    api = serve()
    monkeypatch.setattr(
        "tests.support.messages_batches.HTTP_FAULTS", {"echo": (400, "invalid_request_error", KEY, None)}
    )
    api.batches.sendings = ["echo"]
    with pytest.raises(BatchCallFailed) as failed:
        with_judge(lambda judge: judge.batches.create([]))
    assert "[ANTHROPIC_API_KEY]" in str(failed.value)
    assert KEY not in str(failed.value)


@settings(max_examples=60)
@given(st.lists(st.text().map(lambda text: text.replace("\n", "")), min_size=1), st.integers(0, 2**32))
def test_lines_are_cut_at_line_feeds_only_however_the_bytes_come_in(texts, seed):
    lines = [text.encode("utf-8", "surrogatepass") for text in texts]
    whole, chance = b"\n".join(lines), random.Random(seed)

    async def chunks():
        start = 0
        while start < len(whole):
            end = start + chance.randrange(0, 9)
            yield whole[start:end]
            start = end

    async def cut():
        return [line async for line in _lines(chunks())]

    assert asyncio.run(cut()) == lines


@settings(max_examples=60)
@given(st.binary() | JSON.map(lambda value: json.dumps(value).encode()))
def test_any_line_is_read_or_counted_as_unreadable(line):
    read = _result(line)
    assert isinstance(read.custom_id, str)
    assert errored_reply(read.result).verdict.error is not None


@settings(max_examples=40)
@given(JSON)
def test_no_result_without_a_message_is_ever_a_verdict(value):
    line = json.dumps({"custom_id": "one", "result": value}).encode()
    assert errored_reply(_result(line).result).verdict.outcome is None


def test_a_flat_error_of_another_server_is_read_too():
    error = {"type": "overloaded_error", "message": "busy"}
    line = json.dumps({"custom_id": "one", "result": {"type": "errored", "error": error}})
    assert errored_reply(_result(line.encode()).result).verdict.error is ErrorCode.OVERLOADED

"""What servers say before anything is judged, over the real SDK."""

import asyncio
import socket

import pytest

from tests.support.model_judge import KEY, candidate
from tests.support.server_models import capabilities
from workbench.judges.claude.enquiry import enquiries
from workbench.judges.claude_models import MODELS, ModelFacts, accepted_efforts, table_facts
from workbench.judges.request import build_request
from workbench.judges.server import Server

HAIKU = "claude-haiku-5-5"
USUAL = Server()


def ask(question, *, patience_s=5.0):
    """Ask one question of the usual server."""

    async def asked():
        async with enquiries([USUAL], patience_s=patience_s) as servers:
            return await question(servers[USUAL])

    return asyncio.run(asked())


def test_a_server_says_what_a_model_takes(serve):
    told = {
        "max_input_tokens": 200_000,
        "max_tokens": 64_000,
        "lifecycle": "deprecated",
        "retires_at": "2027-02-01T00:00:00Z",
        "capabilities": capabilities(efforts=("low", "high")),
    }
    serve(facts={HAIKU: told})
    assert ask(lambda server: server.facts(HAIKU)) == ModelFacts(
        efforts=("low", "high"),
        structured_outputs=True,
        window=200_000,
        most_output=64_000,
        lifecycle="deprecated",
        retires="2027-02-01",
    )


@pytest.mark.parametrize(
    "told",
    [
        {},
        {"max_input_tokens": "many", "max_tokens": -1, "lifecycle": "asleep", "capabilities": None},
        {"max_tokens": "", "lifecycle": None, "capabilities": {"effort": {"supported": "yes"}}},
        {"capabilities": []},
    ],
)
def test_what_a_server_leaves_out_or_says_oddly_is_not_known(serve, told):
    serve(facts={HAIKU: told})
    assert ask(lambda server: server.facts(HAIKU)) == ModelFacts()


def test_a_server_without_these_routes_says_so_and_is_not_asked_to_count_again(serve, item):
    api = serve()
    api.model_routes.answering = False
    assert "404" in ask(lambda server: server.facts(HAIKU))
    request = build_request(item, rubric=candidate().rubric, model=HAIKU, effort="low", max_tokens=9)

    async def both(server):
        return [await server.count(request), await server.count(request)]

    api.model_routes.asked.clear()
    assert ask(both) == [None, None]
    assert api.model_routes.asked == ["/v1/messages/count_tokens"]


def test_tokens_are_counted_for_the_whole_request_and_nothing_is_judged(serve, item):
    api = serve()
    request = build_request(item, rubric=candidate().rubric, model=HAIKU, effort="low", max_tokens=9)
    texts = [block["text"] for block in (*request["system"], *request["messages"][0]["content"])]
    assert ask(lambda server: server.count(request)) == sum(len(text) // 4 for text in texts)
    assert api.bodies == []


def test_a_server_that_does_not_answer_is_left_after_a_while_and_asked_nothing_more(monkeypatch):
    async def both(server):
        return await server.facts(HAIKU), await server.count({})

    with socket.create_server(("127.0.0.1", 0)) as deaf:
        monkeypatch.setenv("ANTHROPIC_BASE_URL", f"http://127.0.0.1:{deaf.getsockname()[1]}")
        monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
        facts, count = ask(both, patience_s=0.2)
    assert "no reply within 0.2 s" in facts
    assert count is None


def test_a_server_whose_key_is_missing_is_not_asked(monkeypatch):
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    monkeypatch.delenv("ANTHROPIC_AUTH_TOKEN", raising=False)

    async def asked():
        async with enquiries([USUAL]) as servers:
            return dict(servers)

    assert asyncio.run(asked()) == {}


def test_the_table_knows_every_model_in_all_that_a_judge_can_meet():
    for model, facts in MODELS.items():
        assert facts.structured_outputs is True, model
        assert facts.efforts is not None, model
        assert facts.cache_from in (512, 1024, 2048, 4096), model
        assert bool(facts.retires) == (facts.lifecycle == "deprecated"), model
    assert table_facts("claude-haiku-4-5-20251001") is MODELS["claude-haiku-4-5"]
    assert table_facts("qwen") is None
    assert (accepted_efforts("qwen"), accepted_efforts("claude-haiku-4-5")) == ((), ())


def test_the_room_of_a_window_leaves_the_longest_reply_its_place():
    assert ModelFacts(window=200_000).room(8192) == 191_808
    assert ModelFacts().room(8192) is None

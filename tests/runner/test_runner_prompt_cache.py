"""What a gate run is billed, by the server's own count of what was written to its prompt cache and read from it."""

import asyncio
import io
import json

import pytest

from tests.support.messages_server import MessagesServer
from tests.support.model_judge import KEY, candidate
from tests.support.prompt_cache import tokens
from workbench.judges.candidates import ClaudeSettings
from workbench.judges.claude.judge import claude_judges
from workbench.judges.prompt import passages_text, question_and_answer_text, system_text
from workbench.judges.rubric import shipped_rubric
from workbench.records.item import Item
from workbench.records.passage import Passage
from workbench.runner.limits import Limits
from workbench.runner.run import run
from workbench.runner.schedule import plan_cells

PARENTS, VARIANTS, REPEATS = 10, 10, 5
CALLS = PARENTS * VARIANTS * REPEATS
# A token of input costs 1; the prices of everything else beside it, for claude-haiku-5-5.
WRITTEN, READ, OUTPUT = 1.25, 0.1, 5.0


def gate_run():
    """Items about ten sets of passages of about 1,500 tokens."""
    return [
        Item.of(
            question=f"How long is ladder {parent}?",
            passages=[Passage(id="p", text=f"Ladder {parent} is {parent + 2} metres long. " * 220)],
            answer=f"Ladder {parent} is {parent + 2} metres long, in words of kind {variant}.",
        )
        for parent in range(PARENTS)
        for variant in range(VARIANTS)
    ]


@pytest.fixture
def server(monkeypatch):
    log = io.StringIO()
    with MessagesServer(latency_s=0.01, log=log) as server:
        monkeypatch.setenv("ANTHROPIC_BASE_URL", server.url)
        monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
        server.log = log
        yield server


def billed(server, calls):
    """What the server counted, each kind of token summed over all requests."""
    lines = [json.loads(line)["usage"] for line in server.log.getvalue().splitlines()]
    assert len(lines) == calls
    kinds = ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens", "output_tokens")
    return {kind: sum(line[kind] for line in lines) for kind in kinds}


def ours(items, concurrency):
    async def whole():
        (judge,) = claude_judges([candidate()], ClaudeSettings())
        cells = plan_cells({"grounded": items}, [judge.spec], repeats=REPEATS, seed=1)
        outcome = await run(cells, [judge], lambda attempt: None, limits=Limits(concurrency=concurrency))
        await judge.close()
        return outcome

    assert asyncio.run(whole()).progress.done == CALLS


def test_a_gate_run_writes_each_beginning_once_and_costs_a_third_of_one_without_a_prompt_cache(server):
    items = gate_run()
    ours(items, 64)

    rubric = tokens(system_text(shipped_rubric("grounded")))
    passages = [tokens(passages_text(item.passages)) for item in items[::VARIANTS]]
    asked = sum(tokens(question_and_answer_text(item)) for item in items) * REPEATS
    spent = billed(server, CALLS)
    output = spent["output_tokens"]
    # The rubric is written once and each of the ten blocks of passages once; all else of both is read.
    assert spent["cache_creation_input_tokens"] == rubric + sum(passages)
    assert spent["cache_read_input_tokens"] == (CALLS - 1) * rubric + (VARIANTS * REPEATS - 1) * sum(passages)
    assert spent["input_tokens"] == asked

    without = CALLS * rubric + VARIANTS * REPEATS * sum(passages) + asked + OUTPUT * output
    cost = (
        WRITTEN * spent["cache_creation_input_tokens"]
        + READ * spent["cache_read_input_tokens"]
        + spent["input_tokens"]
        + OUTPUT * output
    )
    print(f"\n{CALLS} calls cost {cost / without:.3f} of what they cost without a prompt cache")
    assert cost <= 0.35 * without
    assert all(1400 < length < 1600 for length in passages)


def test_the_same_calls_all_at_once_write_the_same_beginnings_again_and_again(server):
    """What the order is for: one loop over the same judge and the same server, without it."""
    items = gate_run()[:VARIANTS]
    # Long enough for a slow machine to send more than five of them before the first is answered.
    server.api.latency_s = 0.5

    async def all_at_once():
        (judge,) = claude_judges([candidate()], ClaudeSettings())
        await asyncio.gather(*(judge.judge(item, repeat) for item in items for repeat in range(REPEATS)))
        await judge.close()

    asyncio.run(all_at_once())
    once = tokens(system_text(shipped_rubric("grounded"))) + tokens(passages_text(items[0].passages))
    assert billed(server, VARIANTS * REPEATS)["cache_creation_input_tokens"] > 5 * once

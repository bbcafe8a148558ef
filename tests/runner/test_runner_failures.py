"""A run with a fifth of its calls failing, in every way that is known, checked against the server's own log."""

import asyncio
import hashlib
import io
import json
from collections import Counter, defaultdict

import pytest

from tests.support.messages_server import MessagesServer
from tests.support.model_judge import KEY, candidate
from tests.support.rate_limit import RequestLimit
from tests.support.server_faults import Faults
from tests.support.server_verdicts import Policy
from workbench.judges.candidates import ClaudeSettings
from workbench.judges.claude.judge import claude_judges
from workbench.judges.request import build_request
from workbench.judges.rubric import shipped_rubric
from workbench.records.item import Item
from workbench.records.passage import Passage
from workbench.runner.clock import Clock
from workbench.runner.limits import Limits
from workbench.runner.outcome import Ending
from workbench.runner.run import run
from workbench.runner.schedule import plan_cells

CODES = {
    "rate_limit": "error:rate_limited",
    "overloaded": "error:overloaded",
    "server_error": "error:api_5xx",
    "drop": "error:connection",
    "hang": "error:timeout",
    "truncation": "error:truncated",
    "refusal": "error:refused",
    "garbage": "error:unparsed",
    "invalid_json": "error:unparsed",
}
ASKED_AGAIN = {"rate_limit", "overloaded", "server_error", "drop", "hang", "invalid_json"}
MAX_ATTEMPTS = 3
WRONG = "5 metres"


def items():
    return [
        Item.of(
            question="How long is the ladder?",
            passages=[Passage(id="p", text=f"Ladder {parent} is 4 metres long.")],
            answer=f"It is {length} long, says number {variant}.",
        )
        for parent in range(6)
        for variant in range(4)
        for length in ("4 metres", WRONG)
    ]


def asked_of(monkeypatch, *, concurrency, timeout_s=20.0, sleep=None, **server):
    """Run all items in four repeats. Returns the outcome, the attempts and the lines of the server's log."""
    log, kept = io.StringIO(), []

    async def whole():
        (judge,) = claude_judges([candidate()], ClaudeSettings(timeout_s=timeout_s))
        cells = plan_cells({"grounded": items()}, [judge.spec], repeats=4, seed=1)
        limits = Limits(concurrency=concurrency, max_attempts=MAX_ATTEMPTS)
        outcome = await run(cells, [judge], kept.append, limits=limits, clock=Clock(sleep=sleep or asyncio.sleep))
        await judge.close()
        return outcome

    with MessagesServer(log=log, policy=Policy("pass", [(WRONG, "fail")]), **server) as serving:
        monkeypatch.setenv("ANTHROPIC_BASE_URL", serving.url)
        monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
        outcome = asyncio.run(whole())
    return outcome, kept, [json.loads(line) for line in log.getvalue().splitlines()]


def request_of(item):
    """The hash under which the server logs an item's requests."""
    body = build_request(
        item, rubric=shipped_rubric("grounded"), model="claude-haiku-5-5", effort="medium", max_tokens=8192
    )
    return hashlib.sha256(json.dumps(body, sort_keys=True, ensure_ascii=False).encode()).hexdigest()


async def a_moment(_seconds):
    await asyncio.sleep(0.001)


def test_with_a_fifth_of_the_calls_failing_the_journal_says_what_the_server_did(monkeypatch):
    faults = Faults(dict.fromkeys(CODES, 0.2 / len(CODES)), seed=3)
    outcome, attempts, log = asked_of(monkeypatch, concurrency=16, timeout_s=2.0, sleep=a_moment, faults=faults)
    assert outcome.ending is Ending.COMPLETE

    by_cell = defaultdict(list)
    for one in attempts:
        by_cell[one.item_id, one.repeat].append(one)
    assert by_cell.keys() == {(item.item_id, repeat) for item in items() for repeat in range(4)}
    for history in by_cell.values():
        assert [one.attempt for one in history] == list(range(1, len(history) + 1))
        assert [one.final for one in history] == [False] * (len(history) - 1) + [True]
        assert len(history) <= MAX_ATTEMPTS

    # Item by item, the journal holds a verdict for each whole reply that the server sent, and for each fault its code.
    right = {item.item_id: "fail" if WRONG in item.answer else "pass" for item in items()}
    sent = defaultdict(Counter)
    for line in log:
        sent[line["request"]][CODES.get(line["fault"], "verdict")] += 1
    assert {line["fault"] for line in log} == {None, *CODES}
    for item in items():
        said = [str(one.reply.verdict) for one in attempts if one.item_id == item.item_id]
        assert Counter("verdict" if one == right[item.item_id] else one for one in said) == sent[request_of(item)]
    assert len(attempts) == len(log)

    # Only what may pass was asked again.
    for one in attempts:
        assert one.final or str(one.reply.verdict) in {CODES[kind] for kind in ASKED_AGAIN}


def test_a_run_within_a_rate_limit_is_paced_by_its_headers(monkeypatch):
    # 20 at once, then 100 a second; 192 calls as fast as they go would be turned away most of the time.
    outcome, attempts, log = asked_of(monkeypatch, concurrency=8, limit=RequestLimit(20, 100.0))
    assert outcome.progress.passed == outcome.progress.failed == 96
    turned_away = sum(line["fault"] == "rate_limit" for line in log)
    print(
        f"\n{turned_away} of {len(log)} calls were turned away; the model was held for {outcome.paces[0].held_s:.2f} s"
    )
    assert turned_away <= 12
    assert len(attempts) == len(log) == 192 + turned_away


@pytest.mark.parametrize("kind", ["unauthorized", "forbidden", "spend_limit", "own_limit", "no_credit"])
def test_what_no_further_call_can_mend_costs_one_call(monkeypatch, kind):
    outcome, attempts, log = asked_of(monkeypatch, concurrency=16, faults=Faults({kind: 1.0}))
    assert outcome.ending is Ending.STOPPED
    assert len(attempts) == len(log) == 1
    assert outcome.progress.done == 0

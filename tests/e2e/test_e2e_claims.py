"""A judge that is asked claim by claim goes the whole way: plant, estimate, run, stop, go on, gate."""

import json
import re

import pytest

from tests.e2e.benches import small
from tests.e2e.command_line import refused, run_folder, summary_of, with_server, workbench, write
from tests.support.chat_server import ChatServer
from tests.support.messages_server import MessagesServer
from workbench.judges.by_claim import ByClaim
from workbench.store.challenges import read_challenges
from workbench.store.journal_reader import read_attempts

DAY = """\
## Question

What does a day cost?

## Sources

### [prices] Price list

Day hire is £32. A week is £150. Helmets are lent free of charge.

### [stand] The stand

The stand in Ellerford is open from 7 until 21 in summer. It has forty bikes.

## Answer

A day costs £32 [prices]. The stand in Ellerford is open from 7 until 21 in summer [stand].

- A week is £150 [prices]
- Helmets are free [prices]
"""
JUDGE = """\
answers = "answers"
not_found = "Not in the sources."
judges = ["claims"]
plants = 2
near_misses = 1

[judge.claims]
rule = "grounded"
by = "claim"
"""
SPLIT = ByClaim(not_found="Not in the sources.")
_FENCED = re.compile(r"<(\w+)-([0-9a-f]{8})>\n(.*?)\n</\1-\2>", re.DOTALL)


def fences(body):
    """What stands between the markers of a request: pairs of kind and text."""
    text = "\n".join(block["text"] for block in body["messages"][-1]["content"])
    return [(kind, inside) for kind, _, inside in _FENCED.findall(text)]


def test_a_judge_that_is_asked_claim_by_claim_goes_the_whole_way_and_sees_no_more_than_it_may(tmp_path):
    bench = tmp_path / "bench"
    write(bench / "answers" / "day.md", DAY)
    write(bench / "workbench.toml", JUDGE)
    with MessagesServer() as server:
        env = with_server(server)
        stopped = workbench("run", "--max-calls", "9", cwd=bench, **env)
        foreseen = int(re.search(r"verdicts to get; (\d+) calls to models", stopped.said)[1])
        assert (stopped.code, len(server.api.bodies) + len(server.api.controls)) == (5, 9), stopped.said
        other = workbench("run", "--repeats", "3", cwd=bench, **env)
        assert (other.code, len(server.api.bodies) + len(server.api.controls)) == (2, 9), other.said
        assert re.search(r"\d of its 8 verdicts are there.* claims: of \d more items some were judged", other.said)
        ran = workbench("run", cwd=bench, **env)
        assert ran.code == 0, ran.said
        # What was answered before the stop was not asked again.
        assert len(server.api.bodies) + len(server.api.controls) == foreseen
        bodies = server.api.bodies
        gate = workbench("gate", "claims", cwd=bench, **env)
    assert gate.code in (3, 4), gate.said
    items = {one.item.item_id: one.item for one in read_challenges(run_folder(bench) / "challenges.jsonl")}
    may_be_sent = {(part.answer, len(part.passages)) for one in items.values() for part in SPLIT.parts(one)}
    # Most claims cite one of the two passages, and are shown with that one alone.
    assert sum(count == 1 for _, count in may_be_sent) > sum(count == 2 for _, count in may_be_sent)
    for body in bodies:
        shown = fences(body)
        sent = json.dumps(body["messages"], ensure_ascii=False)
        assert not [one.question for one in items.values() if one.question in sent]
        assert [kind for kind, _ in shown[-1:]] == ["claim"]
        assert (shown[-1][1], len(shown) - 1) in may_be_sent
    finals = [one for one in read_attempts(run_folder(bench) / "journal.jsonl") if one.final]
    assert all(re.match(r"\d+ of \d+ claims supported\.|the answer claims nothing", one.reply.reason) for one in finals)
    summary = summary_of(bench)
    # Two of the calls were those of the self-test.
    told = f"{foreseen - 2} calls for {len(finals)} verdicts. Share of an answer's claims that it found supported"
    assert f"{told}, on average: clean 100.0% of 1 item" in " ".join(summary["notes"])
    (judge,) = summary["judges"]
    assert judge["cost"]["tokens"]["output_tokens"] > 0
    failed = [one.reply.reason for one in finals if str(one.reply.verdict) == "fail"]
    assert failed
    assert all("No support for" in reason for reason in failed)


def test_on_a_chat_server_it_is_asked_claim_by_claim_as_well(tmp_path):
    bench = small(tmp_path / "bench")
    with ChatServer() as server:
        write(
            bench / "workbench.toml",
            'answers = "answers"\njudges = ["claims"]\nplants = 1\nnear_misses = 1\n[judge.claims]\nrule = "grounded"\n'
            f'by = "claim"\nopenai_url = "{server.url}"\nmodels = ["local"]\n',
        )
        ran = workbench("run", cwd=bench)
    assert ran.code == 0, ran.said
    assert all("<claim-" in body["messages"][-1]["content"] for body in server.bodies)
    assert not any("What does a" in body["messages"][-1]["content"] for body in server.bodies)


@pytest.mark.parametrize(
    ("lines", "arguments", "says"),
    [
        ('rule = "answers_when_it_can"\nby = "claim"', (), "expected rule grounded with by = 'claim'"),
        ('rule = "grounded"\nby = "row"', (), "by: expected one of answer, claim, got 'row'"),
        ('rule = "grounded"\nby = "claim"\ncall = "mine:grounded"', (), "by besides"),
        ('rule = "grounded"\nby = "claim"', ("--batch",), "got claims (asked claim by claim)"),
    ],
)
def test_what_cannot_be_judged_claim_by_claim_is_refused_before_anything_is_written(tmp_path, lines, arguments, says):
    bench = small(tmp_path / "bench")
    write(bench / "workbench.toml", f'answers = "answers"\njudges = ["claims"]\n[judge.claims]\n{lines}\n')
    refused(bench, "run", *arguments, says=(says,), ANTHROPIC_BASE_URL="http://127.0.0.1:9", ANTHROPIC_API_KEY="k" * 20)

"""Models that cannot judge are refused before anything is sent, and a case that fits none is an error, never lost."""

import json

import pytest

from tests.e2e.benches import answer, small
from tests.e2e.command_line import refused, run_folder, summary_of, with_server, workbench, write
from tests.support.messages_server import MessagesServer
from tests.support.server_models import capabilities
from workbench.store.journal_reader import read_attempts

HAIKU = "claude-haiku-5-5"
SETTINGS = """\
answers = "answers"
judges = ["grounded", "numbers"]
models = ["claude-haiku-5-5"]
plants = 1
near_misses = 1
"""


@pytest.fixture
def bench(tmp_path):
    folder = small(tmp_path / "bench")
    write(folder / "workbench.toml", SETTINGS)
    return folder


@pytest.mark.parametrize(
    ("facts", "says"),
    [
        (
            {"lifecycle": "retired", "retires_at": "2026-12-24T00:00:00Z"},
            "expected a model that still answers; name another in models, got retired on 2026-12-24",
        ),
        (
            {"capabilities": capabilities(structured_outputs=False)},
            "expected a model with structured outputs, which hold a reply to its form; name another in models",
        ),
        (
            {"capabilities": capabilities(efforts=("low", "high"))},
            "expected effort low or high, by what the server says, got medium",
        ),
        (
            {"capabilities": capabilities(efforts=())},
            "expected another model: this one takes no effort, by what the server says, got medium",
        ),
        ({"max_tokens": 4096}, "expected max_tokens up to 4,096, the longest reply of the model, got 8,192"),
    ],
)
def test_a_model_that_cannot_judge_is_refused_before_anything_is_sent(bench, facts, says):
    with MessagesServer(facts={HAIKU: facts}) as server:
        refused(bench, "run", says=(f"judge grounded on {HAIKU}: {says}",), **with_server(server))
        assert (server.api.bodies, server.api.controls) == ([], [])


def test_what_the_server_knows_better_than_the_table_is_said_and_believed(bench):
    facts = {"max_input_tokens": 400_000, "lifecycle": "deprecated", "retires_at": "2027-03-01T00:00:00Z"}
    with MessagesServer(facts={HAIKU: facts}) as server:
        ran = workbench("run", "--estimate", cwd=bench, **with_server(server))
    assert f"{HAIKU} is deprecated and retires on 2027-03-01" in ran.said
    assert "window 400,000 (table: 1,000,000); lifecycle deprecated (table: active)" in ran.said


def test_a_claude_model_newer_than_the_table_is_run_where_the_server_knows_it(bench):
    told = ("--models", "claude-haiku-6")
    with MessagesServer(models=["claude-haiku-6"], facts={"claude-haiku-6": {"lifecycle": "active"}}) as server:
        assert workbench("run", *told, cwd=bench, cold=True, **with_server(server)).code == 0
        assert {body["output_config"]["effort"] for body in server.api.bodies} == {"medium"}
        says = ('no judge model called "claude-haiku-7"', "404", "did you mean: claude-haiku-5-5")
        refused(bench, "run", "--models", "claude-haiku-7", says=says, **with_server(server))
    refused(bench, "run", "--estimate", *told, says=('no judge model called "claude-haiku-6"',))


@pytest.mark.parametrize("counting", [True, False])
def test_a_case_too_long_for_the_model_is_an_error_and_stops_no_other(bench, counting):
    long_passage = "Day hire is £32. A week is £150. " + "So it is. " * 4000
    write(bench / "answers" / "huge.md", answer("What does a week cost?", long_passage, "It is £150 [p1]."))
    with MessagesServer(facts={HAIKU: {"max_input_tokens": 8192 + 6000}}) as server:
        told = with_server(server)
        server.api.model_routes.counting = counting
        estimate = workbench("run", "--estimate", "--json", cwd=bench, **told).json
        ran = workbench("run", cwd=bench, **told)
        assert ran.code == 0
        sent = json.dumps(server.api.bodies)
        calls = len(server.api.bodies) + len(server.api.controls)
    assert "So it is." not in sent
    (long,) = estimate["too_long"]
    assert (long["case"], long["counted"]) == ("huge", counting)
    assert long["tokens"] > long["room"]
    assert estimate["total"]["calls"] == calls
    assert f"of huge ({'' if counting else 'up to '}{long['tokens']:,} tokens)" in ran.err
    attempts = [one for one in read_attempts(run_folder(bench) / "journal.jsonl") if one.reply.verdict.error]
    assert len(attempts) == long["items"] * 2
    assert {str(one.reply.verdict) for one in attempts} == {"error:context_too_long"}
    assert "take a model with a larger one" in attempts[0].reply.reason
    judge = next(one for one in summary_of(bench)["judges"] if one["name"] == "grounded")
    assert judge["errors"] == {"context_too_long": len(attempts)}


def test_a_server_that_knows_nothing_of_models_and_counts_judges_all_the_same(bench):
    with MessagesServer() as server:
        server.api.model_routes.answering = False
        ran = workbench("run", "--models", "some-model", cwd=bench, **with_server(server))
        assert ran.code == 0
        assert server.api.model_routes.asked.count("/v1/messages/count_tokens") >= 1
    assert "note:" not in ran.err

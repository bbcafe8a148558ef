"""The self-test: a model judge that fails two plain items is never let loose on a bench."""

import os
import signal
import time

import pytest

from tests.e2e.benches import small
from tests.e2e.command_line import Forked, run_folder, summary_of, with_server, workbench, write
from tests.support.messages_server import MessagesServer
from tests.support.server_faults import Faults
from tests.support.server_verdicts import Policy
from workbench.judges.controls import CONTROLS
from workbench.records.rules import RULES
from workbench.records.verdict import Outcome
from workbench.store.journal_reader import read_attempts

SETTINGS = (
    'answers = "answers"\njudges = ["grounded", "numbers"]\nmodels = ["some-model"]\nplants = 2\nnear_misses = 1\n'
)


@pytest.fixture
def bench(tmp_path):
    folder = small(tmp_path / "bench")
    write(folder / "workbench.toml", SETTINGS)
    return folder


def wait_for(true):
    deadline = time.monotonic() + 300
    while not true():
        assert time.monotonic() < deadline, "nothing happens any more"
        time.sleep(0.002)


def asked(bench):
    """The verdicts of the self-test, in order."""
    return [str(one.reply.verdict) for one in read_attempts(run_folder(bench) / "self_test.jsonl") if one.final]


@pytest.mark.parametrize("rule", RULES)
def test_each_rule_has_one_item_to_pass_and_one_to_fail(rule):
    to_pass, to_fail = CONTROLS[rule]
    assert (to_pass.expected, to_fail.expected) == (Outcome.PASS, Outcome.FAIL)
    assert to_pass.item.question == to_fail.item.question


def test_a_judge_that_comes_through_is_run_and_the_two_calls_are_kept_and_counted(bench):
    with MessagesServer() as server:
        assert workbench("run", cwd=bench, **with_server(server)).code == 0
        assert len(server.api.controls) == 2
        summary = summary_of(bench)
        (model, _script) = summary["judges"]
        assert len(server.api.bodies) == model["calls"]
        attempts = [*read_attempts(run_folder(bench) / "self_test.jsonl")]
        billed = sum(one.reply.usage["output_tokens"] for one in attempts)
        in_run = [one for one in read_attempts(run_folder(bench) / "journal.jsonl") if one.reply.usage]
        assert model["cost"]["tokens"]["output_tokens"] == billed + sum(
            one.reply.usage["output_tokens"] for one in in_run
        )
        assert asked(bench) == ["pass", "fail"]
        assert not [note for note in summary["notes"] if "self-test" in note]
        assert workbench("run", cwd=bench, **with_server(server)).code == 0
        assert len(server.api.controls) == 2, "a complete run needs none"


@pytest.mark.parametrize(
    ("policy", "says"),
    [
        ("pass", "an answer that its passage contradicts must fail, got pass"),
        ("fail", "an answer that repeats its passage must pass, got fail"),
    ],
)
def test_a_judge_that_is_wrong_stops_the_run_before_anything_is_sent_and_its_reply_is_shown(bench, policy, says):
    hostile = "\u202eall good\n  grounded on some-model: passed"
    with MessagesServer(control_policy=Policy(policy, reason=hostile)) as server:
        ran = workbench("run", cwd=bench, **with_server(server))
        assert ran.code == 5
        assert server.api.bodies == []
        assert len(server.api.controls) == 2, "a verdict is not asked again"
    assert f"grounded on some-model: {says}" in ran.err
    assert "reason: [U+202E]all good \u21b5   grounded" in ran.err
    assert 'reply: {"evidence": "[p] words", "reason": "' in ran.err
    assert "\u202e" not in ran.err
    assert "--no-self-test" in ran.err
    assert (run_folder(bench) / "journal.jsonl").read_bytes() == b""


def test_an_error_that_may_pass_is_no_failed_self_test(bench):
    faults = Faults(next_up=["rate_limit", "overloaded", "refusal", None, "garbage"])
    with MessagesServer(control_faults=faults, retry_after="0.01") as server:
        assert workbench("run", cwd=bench, **with_server(server)).code == 0
    assert sorted(asked(bench)) == ["error:refused", "error:unparsed", "fail", "pass"]


def test_a_judge_that_gives_no_verdict_at_all_stops_the_run(bench):
    with MessagesServer(control_faults=Faults({"truncation": 1.0})) as server:
        ran = workbench("run", cwd=bench, **with_server(server))
        assert ran.code == 5
        assert len(server.api.controls) == 6
        assert server.api.bodies == []
    assert "must pass, got error:truncated" in ran.err
    assert "raise it or lower the effort" in ran.err


def test_a_judge_may_be_run_all_the_same_and_the_report_says_so(bench):
    with MessagesServer(policy=Policy("pass")) as server:
        ran = workbench("run", "--no-self-test", cwd=bench, **with_server(server))
        assert ran.code == 0
        assert server.api.controls == []
    assert "grounded on some-model was run without passing the self-test." in ran.said


def test_every_judge_that_is_wrong_is_named_and_those_that_were_right_are_not_asked_again(bench):
    write(bench / "workbench.toml", SETTINGS.replace('["some-model"]', '["one", "two", "three"]'))

    class TwoIsWrong(Policy):
        def outcome(self, body):
            return "pass" if body["model"] == "two" else super().outcome(body)

    with MessagesServer(control_policy=TwoIsWrong()) as server:
        ran = workbench("run", cwd=bench, **with_server(server))
        assert ran.code == 5
    assert "grounded on two: " in ran.err
    assert "grounded on one: " not in ran.err
    with MessagesServer() as server:
        assert workbench("run", cwd=bench, **with_server(server)).code == 0
        assert [body["model"] for body in server.api.controls] == ["two"], "only what was wrong is asked again"


def test_ctrl_c_during_the_self_test_stops_the_run_and_keeps_what_was_paid_for(bench):
    with MessagesServer(latency_s=3.0) as server:
        with Forked(["run"], cwd=bench, more=with_server(server)) as process:
            wait_for(lambda: len(server.api.controls) == 2)
            os.kill(process.pid, signal.SIGINT)
            ran = process.ended()
        assert (ran.code, ran.out, server.api.bodies) == (130, "", [])
        assert "go on with the same command" in ran.err
        server.api.latency_s = 0.0
        assert workbench("run", cwd=bench, **with_server(server)).code == 0
        assert len(server.api.controls) == 2


def test_scripts_alone_need_no_self_test(bench):
    assert workbench("run", "--judges", "numbers", cwd=bench).code == 0
    assert not (run_folder(bench) / "self_test.jsonl").exists()

"""`workbench run --batch` and `workbench batches`, as a user meets them."""

import os
import signal
import time

import pytest

from tests.e2e.benches import first_answers
from tests.e2e.command_line import Forked, run_folder, summary_of, with_server, workbench
from tests.support.messages_server import MessagesServer
from tests.support.server_verdicts import Policy
from workbench.errors import InputError
from workbench.prices import read_prices
from workbench.steps.batch_list import give_up
from workbench.steps.settings import read_settings
from workbench.store.journal_reader import read_attempts

pytestmark = pytest.mark.slow

MODEL, ANSWERS = "claude-haiku-5-5", 2
SETTINGS = f'judges = ["grounded", "floor"]\nmodels = ["{MODEL}"]\nrepeats = 2\n'


@pytest.fixture
def server():
    with MessagesServer(policy=Policy("figures")) as server:
        yield server


@pytest.fixture
def bench(tmp_path, sample):
    return first_answers(tmp_path / "bench", SETTINGS, sample, ANSWERS)


def attempts(bench):
    return list(read_attempts(run_folder(bench) / "journal.jsonl"))


def verdicts(bench):
    return {(one.item_id, one.judge_id, one.repeat): str(one.reply.verdict) for one in attempts(bench) if one.final}


def test_a_run_in_batches_gives_the_verdicts_of_one_without_at_half_the_price(tmp_path, sample, bench, server):
    ran = workbench("run", "--batch", "--json", cwd=bench, **with_server(server))
    assert ran.code == 0, ran.err
    ((requests),) = server.api.batches.made.values()
    batched = [one for one in attempts(bench) if one.reply.batch]
    # The self-test is asked alone, and scripts are asked no server.
    assert len(batched) == len(requests) == ran.json["calls"] // 2
    assert not server.api.bodies
    (judge,) = [judge for judge in ran.json["judges"] if judge["model"] == MODEL]
    prices = read_prices()
    half = sum(prices.dollars(MODEL, one.reply.usage) for one in batched) / 2
    tested = summary_of(bench)
    assert judge["cost"]["dollars"] == pytest.approx(half + self_test_dollars(bench, prices))
    assert tested["judges"][0]["calls"] == len(requests)

    alone = first_answers(tmp_path / "alone", SETTINGS, sample, ANSWERS)
    assert workbench("run", cwd=alone, **with_server(server)).code == 0
    # The judge version is part of every cell, so it is the same too.
    assert verdicts(alone) == verdicts(bench)


def wait_for_a_batch(batches, ending="msgbatch_0001", after=0):
    """Wait until so many batches are made, and a question that ends so came in after that."""
    deadline = time.monotonic() + 300
    seen = len(batches.calls)
    while len(batches.made) < after or not any(call.endswith(f"/{ending}") for call in batches.calls[seen:]):
        assert time.monotonic() < deadline, "the run does not wait for its batch"
        time.sleep(0.01)


def self_test_dollars(bench, prices):
    path = run_folder(bench) / "self_test.jsonl"
    return sum(prices.dollars(MODEL, one.reply.usage) for one in read_attempts(path)) if path.exists() else 0.0


def test_ctrl_c_says_what_still_runs_and_every_way_on_works(bench, server):
    batches = server.api.batches
    batches.ends = False
    with Forked(["run", "--batch", "--json"], cwd=bench, more=with_server(server)) as process:
        wait_for_a_batch(batches)
        os.kill(process.pid, signal.SIGINT)
        ran = process.ended()
    err = ran.err
    assert (ran.code, ran.json["batches"]) == (130, ["msgbatch_0001"])
    calls = len(batches.custom_ids())
    assert f"1 batch with {calls} calls (msgbatch_0001) may be at work and cost money" in err
    assert "workbench batches --cancel" in err

    listed = workbench("batches", "--json", cwd=bench, **with_server(server))
    (row,) = listed.json["batches"]
    assert (row["batch"], row["calls"], row["state"]) == ("msgbatch_0001", calls, "at work")

    # What is in a batch is never asked for alone, and no other run may leave it behind unseen.
    alone = workbench("run", cwd=bench, **with_server(server))
    assert (alone.code, server.api.bodies) == (5, [])
    assert f"{calls} are asked for in batches" in alone.err
    other = workbench("run", "--repeats", "3", cwd=bench, **with_server(server))
    assert other.code == 2
    assert f"{calls} of its calls are sent and not fetched" in other.err

    cancelled = workbench("batches", "--cancel", cwd=bench, **with_server(server))
    assert (cancelled.code, " cancelled " in cancelled.out) == (0, True)
    gone = workbench("run", "--batch", cwd=bench, **with_server(server))
    assert gone.code == 5
    assert f"{calls} calls were cancelled with their batch" in gone.err

    batches.release()
    whole = workbench("run", "--batch", cwd=bench, **with_server(server))
    assert whole.code == 0, whole.err
    assert len(batches.made) == 2
    assert set(batches.billed.values()) == {0, 1}
    assert sum(batches.billed.values()) == calls


def test_errors_that_are_asked_again_in_a_batch_are_fetched_whatever_the_next_command_is(bench, server):
    batches = server.api.batches
    batches.fates = ["too_long"] * 3
    assert workbench("run", "--batch", cwd=bench, **with_server(server)).code == 0
    errors = [key for key, verdict in verdicts(bench).items() if verdict.startswith("error:")]
    assert len(errors) == 3

    with MessagesServer(batches=False) as other:
        refused = workbench("run", "--batch", "--retry-errors", cwd=bench, **with_server(other))
    assert refused.code == 2
    assert "has no message batches" in refused.err

    batches.ends, batches.sendings = False, ["unanswered"]
    with Forked(["run", "--batch", "--retry-errors"], cwd=bench, more=with_server(server)) as process:
        wait_for_a_batch(batches, "batches", after=len(batches.made) + 1)
        os.kill(process.pid, signal.SIGKILL)
        process.ended()
    batches.release()
    ran = workbench("run", "--batch", cwd=bench, **with_server(server))
    assert ran.code == 0, ran.err
    assert [len(requests) for requests in batches.made.values()][1:] == [3]
    assert not [verdict for verdict in verdicts(bench).values() if verdict.startswith("error:")]


def test_a_bound_on_calls_holds_in_batches_and_the_run_goes_on_after_it(bench, server):
    ran = workbench("run", "--batch", "--max-calls", "12", cwd=bench, **with_server(server))
    assert ran.code == 5, ran.err
    assert "--max-calls 12 is reached" in ran.err
    # The self-test takes two of them.
    assert len(server.api.batches.custom_ids()) == 10
    assert len([one for one in attempts(bench) if one.reply.batch]) == 10
    assert workbench("run", "--batch", cwd=bench, **with_server(server)).code == 0
    assert set(server.api.batches.billed.values()) == {1}


def test_a_batch_that_is_gone_for_good_can_be_given_up(bench, server):
    batches = server.api.batches
    batches.ends = False
    with Forked(["run", "--batch"], cwd=bench, more=with_server(server)) as process:
        wait_for_a_batch(batches)
        os.kill(process.pid, signal.SIGKILL)
        assert process.ended().code == -signal.SIGKILL
    batches.made.clear()
    batches.ends = True
    without_key = workbench("batches", "--cancel", cwd=bench)
    assert (without_key.code, "not known: no API key" in without_key.out) == (2, True)
    with pytest.raises(InputError, match="did you mean: msgbatch_0001"):
        give_up(read_settings(bench), "msgbatch_0009")
    assert give_up(read_settings(bench), "msgbatch_0001").state == "given up"
    assert workbench("run", "--batch", cwd=bench, **with_server(server)).code == 0


def test_without_a_judge_that_can_be_asked_in_a_batch_nothing_is_begun(bench):
    ran = workbench("run", "--batch", "--judges", "floor", cwd=bench)
    assert ran.code == 2
    assert (
        "--batch: expected a judge on a model of the Messages API, asked about whole answers, got floor (script)"
        in ran.err
    )
    assert not list(bench.glob("runs/*"))

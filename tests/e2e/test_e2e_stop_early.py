"""`workbench run --stop-early`: no more calls than the decisions need, however often the run is taken up."""

import json
import os
import shutil
import signal
import time
from collections import Counter

import pytest

from tests.e2e.benches import with_sample
from tests.e2e.command_line import Forked, refused, run_folder, summary_of, with_server, workbench
from tests.e2e.model_faults import KeyedPolicy
from tests.support.messages_server import MessagesServer
from tests.support.server_faults import Faults, HangAfter
from workbench.store.journal_reader import read_attempts

pytestmark = pytest.mark.slow

SETTINGS = """\
judges = ["grounded"]
near_misses = 4
models = ["sound", "says-pass"]
gate_repeats = 2
concurrency = 2
"""
RUN = ("run", "--with-holdout")
# 24 clean, 4 near misses, 12 planted and 12 held out, twice each.
WHOLE = 104


def calls(bench):
    """Verdicts by model; two on one cell are a failure."""
    manifest = json.loads((run_folder(bench) / "manifest.json").read_text(encoding="utf-8"))
    models = {judge["judge_id"]: judge["model"] for judge in manifest["identity"]["judges"]}
    finals = [one for one in read_attempts(run_folder(bench) / "journal.jsonl") if one.final]
    assert len({(one.item_id, one.judge_id, one.repeat) for one in finals}) == len(finals)
    return Counter(models[one.judge_id] for one in finals)


@pytest.fixture(scope="module")
def fresh(tmp_path_factory, sample):
    """A bench without runs, and a server that knows its answer key."""
    bench = with_sample(tmp_path_factory.mktemp("early") / "bench", SETTINGS, sample)
    return bench, KeyedPolicy(bench)


@pytest.fixture(scope="module")
def stopped(tmp_path_factory, fresh):
    bench = shutil.copytree(fresh[0], tmp_path_factory.mktemp("stopped") / "bench")
    with MessagesServer(policy=fresh[1]) as server:
        ran = workbench(*RUN, "--stop-early", cwd=bench, **with_server(server))
    assert ran.code == 0, ran.err
    return bench, ran


@pytest.fixture
def bench(stopped, tmp_path):
    return shutil.copytree(stopped[0], tmp_path / "bench")


@pytest.fixture
def server(fresh):
    with MessagesServer(policy=fresh[1]) as server:
        yield server


def test_each_judge_stops_by_itself_and_the_report_says_when_and_why(stopped):
    bench, ran = stopped
    asked = calls(bench)
    assert asked["says-pass"] < WHOLE / 3
    assert WHOLE / 2 < asked["sound"] < WHOLE
    assert f"grounded on says-pass stopped early, after {asked['says-pass']} of {WHOLE} calls" in ran.said
    assert "it can earn no level any more" in ran.said
    assert "no further verdict can take away the rates that PROVISIONAL asks for" in ran.said
    assert json.loads((run_folder(bench) / "manifest.json").read_text("utf-8"))["settings"]["stop_early"] is True


def test_what_was_not_asked_is_neither_an_error_nor_a_verdict(stopped):
    for judge in summary_of(stopped[0])["judges"]:
        assert judge["errors"] == {}
        assert judge["planted"]["unresolved"] == judge["held_out"]["unresolved"] == 0
        assert judge["planted"]["items"] + judge["planted"]["not_asked"] == 12
        assert judge["sources"]["items"] + judge["sources"]["not_asked"] == 24
        assert judge["calls"] == calls(stopped[0])[judge["model"]]


@pytest.mark.parametrize(("model", "code"), [("sound", 0), ("says-pass", 3)])
def test_the_gate_reads_it_without_key_and_server(stopped, model, code):
    ran = workbench("gate", "grounded", "--model", model, "--level", "provisional", cwd=stopped[0])
    assert ran.code == code, ran.said
    assert "not asked" in ran.said


def test_the_same_command_asks_no_further_and_without_the_option_it_asks_the_rest(bench, server):
    before, verdicts = calls(bench), summary_of(bench)["judges"]
    again = workbench(*RUN, "--stop-early", cwd=bench, **with_server(server))
    assert again.code == 0
    assert "was complete already" in again.err
    assert not server.api.bodies
    assert (calls(bench), summary_of(bench)["judges"]) == (before, verdicts)
    assert workbench(*RUN, cwd=bench, **with_server(server)).code == 0
    assert calls(bench) == {"sound": WHOLE, "says-pass": WHOLE}
    assert all(judge["planted"]["not_asked"] == 0 for judge in summary_of(bench)["judges"])


def test_a_threshold_is_not_chosen_on_part_of_the_items_and_the_way_to_the_rest_is_told(bench):
    ran = workbench("threshold", "grounded", "--model", "says-pass", cwd=bench)
    assert ran.code == 4
    assert "stopped early" in ran.err
    assert "again without --stop-early: it asks the rest" in ran.err


def test_a_killed_run_goes_on_and_ends_where_its_decisions_need_no_more(fresh, stopped, server, tmp_path):
    bench = shutil.copytree(fresh[0], tmp_path / "bench")
    server.api.faults = HangAfter(server.api, 50)
    with Forked([*RUN, "--stop-early"], cwd=bench, more=with_server(server)) as process:
        deadline = time.monotonic() + 300
        while len(server.api.bodies) < 50:
            assert time.monotonic() < deadline
            time.sleep(0.002)
        os.kill(process.pid, signal.SIGKILL)
        process.ended()
    server.api.faults = Faults()
    assert workbench("report", cwd=bench).code == 4
    ran = workbench(*RUN, "--stop-early", cwd=bench, **with_server(server))
    assert ran.code == 0, ran.err
    asked = calls(bench)
    assert asked["says-pass"] < WHOLE / 3
    assert WHOLE / 2 < asked["sound"] < WHOLE
    made = len(server.api.bodies)
    assert workbench(*RUN, "--stop-early", cwd=bench, **with_server(server)).code == 0
    assert len(server.api.bodies) == made
    assert [judge["decision"]["level"] for judge in summary_of(bench)["judges"]] == [
        judge["decision"]["level"] for judge in summary_of(stopped[0])["judges"]
    ]


def test_a_run_that_stopped_early_is_no_unfinished_one_that_a_new_one_would_leave_behind(bench, server):
    ran = workbench(*RUN, "--stop-early", "--models", "sound", "--repeats", "3", cwd=bench, **with_server(server))
    assert ran.code == 0, ran.err
    assert len(list((bench / "runs").glob("*/manifest.json"))) == 2


def test_batches_cannot_stop_early(bench):
    refused(bench, *RUN, "--stop-early", "--batch", says=["give one of the two"])

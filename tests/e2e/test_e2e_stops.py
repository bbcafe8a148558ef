"""Runs that are killed or interrupted: nothing paid for is lost, nothing is paid twice."""

import json
import os
import random
import signal
import subprocess
import time
from collections import Counter

import pytest

from tests.e2e.benches import first_answers
from tests.e2e.command_line import (
    Forked,
    command,
    environment,
    run_folder,
    summary_of,
    with_server,
    workbench,
)
from tests.support.messages_server import MessagesServer
from tests.support.server_faults import Faults, HangAfter
from tests.support.server_verdicts import Policy
from workbench.gate.ledger import read_ledger
from workbench.store.journal_reader import read_attempts

pytestmark = pytest.mark.slow

KILLS, CONCURRENCY, REPEATS, ANSWERS = 20, 4, 8, 8
SETTINGS = f"""\
judges = ["grounded"]
models = ["some-model"]
repeats = {REPEATS}
concurrency = {CONCURRENCY}
"""


@pytest.fixture
def server():
    with MessagesServer(policy=Policy("figures"), latency_s=0.02) as server:
        yield server


def start(bench, server):
    return subprocess.Popen(
        command("run", "--json"),
        cwd=bench,
        env=environment(**with_server(server)),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def wait_for_calls(server, goal):
    deadline = time.monotonic() + 300
    while len(server.api.bodies) < goal:
        assert time.monotonic() < deadline, "the run makes no calls any more"
        time.sleep(0.002)


def verdicts(bench):
    """Every cell with its verdict; two verdicts on one cell are a failure."""
    finals = [one for one in read_attempts(run_folder(bench) / "journal.jsonl") if one.final]
    found = {(one.item_id, one.judge_id, one.repeat): str(one.reply.verdict) for one in finals}
    assert len(found) == len(finals)
    return found


def measured(bench):
    """What a run found out, without its date and without what the server's own prompt cache held at the time."""
    summary = summary_of(bench)
    judges = [{**judge, "cost": {}} for judge in summary["judges"]]
    return {**summary, "created_at": "", "bench": "", "judges": judges}


def test_twenty_kills_lose_nothing_and_pay_twice_for_at_most_what_was_in_flight(tmp_path, sample, server):
    whole = first_answers(tmp_path / "whole", SETTINGS, sample, ANSWERS)
    killed = first_answers(tmp_path / "killed", SETTINGS, sample, ANSWERS)
    assert workbench("run", cwd=whole, **with_server(server)).code == 0
    cells = len(server.api.bodies)
    assert cells > KILLS * 8

    chance = random.Random(2026)
    in_flight = 0
    for kill in range(KILLS):
        more = chance.randrange(1, 8)
        server.api.faults = HangAfter(server.api, more)
        goal = len(server.api.bodies) + more
        with Forked(["run"], cwd=killed, more=with_server(server)) as process:
            if kill % 4 == 0:
                time.sleep(chance.uniform(0, 0.6))
            else:
                wait_for_calls(server, goal)
            os.kill(process.pid, signal.SIGKILL)
            assert process.ended().code == -signal.SIGKILL
        in_flight += CONCURRENCY
    assert not list(killed.glob("runs/*/summary.json")), "the run ended before the last kill"
    server.api.faults = Faults()
    assert workbench("run", cwd=killed, **with_server(server)).code == 0

    assert verdicts(killed) == verdicts(whole)
    assert len(verdicts(killed)) == cells
    assert len(server.api.bodies) - cells <= cells + in_flight
    assert measured(killed) == measured(whole)
    asked = Counter(json.dumps(body, sort_keys=True) for body in server.api.bodies)
    assert len(asked) == cells // REPEATS
    assert len(read_ledger(killed / "runs" / "ledger.jsonl").looks) == 1


def test_ctrl_c_finishes_what_is_in_flight_says_how_to_go_on_and_exits_with_130(tmp_path, sample, server):
    bench = first_answers(tmp_path, SETTINGS, sample, ANSWERS)
    # Slow enough that the run is still at work when the signal comes, however late that is sent.
    server.api.latency_s = 0.3
    process = start(bench, server)
    wait_for_calls(server, 5)
    process.send_signal(signal.SIGINT)
    out, err = (stream.decode("utf-8") for stream in process.communicate(timeout=300))
    assert process.returncode == 130
    told = json.loads(out)
    assert (told["complete"], told["ending"], told["done"]) == (False, "interrupted", len(server.api.bodies))
    assert "interrupted" in err
    assert "go on with the same command" in err
    assert "Traceback" not in err
    paid = len(server.api.bodies)
    assert len(verdicts(bench)) == paid
    server.api.latency_s = 0
    unfinished = [workbench(name, cwd=bench) for name in ("gate", "report")]
    assert [ran.code for ran in unfinished] == [4, 4]

    ran = workbench("run", "--json", cwd=bench, **with_server(server))
    assert ran.code == 0
    cells = len(server.api.bodies)
    assert ran.json["calls"] == cells == len(verdicts(bench))
    assert f"{paid} of {cells} verdicts are on disk" in err
    for earlier in unfinished:
        assert f"{cells - paid} verdicts are missing" in earlier.err


def test_a_refused_key_stops_the_run_with_exit_5_and_what_was_paid_is_kept(tmp_path, sample):
    bench = first_answers(tmp_path, SETTINGS, sample, ANSWERS)
    with MessagesServer(key="another key") as server:
        ran = workbench("run", cwd=bench, **with_server(server))
    assert ran.code == 5
    assert ran.out == ""
    assert "401" in ran.err
    assert "go on with the same command" in ran.err
    with MessagesServer() as server:
        assert workbench("run", cwd=bench, **with_server(server)).code == 0
        assert len(server.api.bodies) == len(verdicts(bench)) == summary_of(bench)["calls"]


def test_the_same_command_twice_at_once_is_one_run(tmp_path, sample, server):
    # The run goes on for half a minute, so it is at work when the other command ends, however slow that one starts.
    server.api.latency_s = 1.0
    bench = first_answers(tmp_path, SETTINGS, sample, ANSWERS)
    both = [start(bench, server), start(bench, server)]
    while not any(process.poll() for process in both):
        time.sleep(0.01)
    (at_work,) = [process for process in both if process.poll() is None]
    at_work.send_signal(signal.SIGINT)
    said = [process.communicate(timeout=300)[1].decode("utf-8") for process in both]
    assert sorted(process.returncode for process in both) == [2, 130]
    assert any("another run is at work in" in words for words in said)
    assert len(list((bench / "runs").glob("*/manifest.json"))) == 1
    assert len(verdicts(bench)) == len(server.api.bodies)

"""Runs that are killed or interrupted: nothing paid for is lost, nothing is paid twice."""

import json
import random
import signal
import subprocess
import time
from collections import Counter

import pytest

from tests.e2e.benches import with_sample
from tests.e2e.command_line import (
    command,
    environment,
    run_folder,
    summary_of,
    with_server,
    workbench,
)
from tests.support.messages_server import MessagesServer
from tests.support.server_verdicts import Policy
from workbench.store.journal_reader import read_attempts

pytestmark = pytest.mark.slow

KILLS, CONCURRENCY, REPEATS = 20, 4, 4
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
        command("run"),
        cwd=bench,
        env=environment(**with_server(server)),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def wait_for_calls(process, server, goal):
    while process.poll() is None and len(server.api.bodies) < goal:
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
    whole = with_sample(tmp_path / "whole", SETTINGS, sample)
    killed = with_sample(tmp_path / "killed", SETTINGS, sample)
    assert workbench("run", cwd=whole, **with_server(server)).code == 0
    cells = len(server.api.bodies)
    # 24 clean, 12 near misses and 12 planted, four times each.
    assert cells == 48 * REPEATS

    chance = random.Random(2026)
    in_flight = 0
    for kill in range(KILLS):
        process = start(killed, server)
        if kill % 4 == 0:
            time.sleep(chance.uniform(0, 1.2))
        else:
            wait_for_calls(process, server, len(server.api.bodies) + chance.randrange(1, 10))
        process.kill()
        process.communicate()
        in_flight += CONCURRENCY
    assert not list(killed.glob("runs/*/summary.json")), "the run ended before the last kill"
    assert workbench("run", cwd=killed, **with_server(server)).code == 0

    assert verdicts(killed) == verdicts(whole)
    assert len(verdicts(killed)) == cells
    assert len(server.api.bodies) - cells <= cells + in_flight
    assert measured(killed) == measured(whole)
    looks = (killed / "runs" / "ledger.jsonl").read_text(encoding="utf-8").splitlines()
    assert len(looks) == 1


def test_every_request_beyond_the_plan_is_a_repetition_of_one_that_a_kill_cut_off(tmp_path, sample, server):
    bench = with_sample(tmp_path, SETTINGS, sample)
    process = start(bench, server)
    wait_for_calls(process, server, 30)
    process.kill()
    process.communicate()
    kept = len(verdicts(bench))
    assert len(server.api.bodies) - kept <= CONCURRENCY
    before = len(server.api.bodies)
    assert workbench("run", cwd=bench, **with_server(server)).code == 0
    assert len(server.api.bodies) - before == 48 * REPEATS - kept
    asked = Counter(json.dumps(body, sort_keys=True) for body in server.api.bodies)
    assert len(asked) == 48
    assert max(asked.values()) <= REPEATS + CONCURRENCY


def test_ctrl_c_finishes_what_is_in_flight_says_how_to_go_on_and_exits_with_130(tmp_path, sample, server):
    bench = with_sample(tmp_path, SETTINGS, sample)
    process = start(bench, server)
    wait_for_calls(process, server, 20)
    process.send_signal(signal.SIGINT)
    out, err = (stream.decode("utf-8") for stream in process.communicate(timeout=60))
    assert process.returncode == 130
    assert out == ""
    assert "interrupted" in err
    assert "go on with the same command" in err
    assert "Traceback" not in err
    paid = len(server.api.bodies)
    assert len(verdicts(bench)) == paid
    assert f"{paid} of {48 * REPEATS} verdicts are on disk" in err

    unfinished = workbench("gate", "grounded", cwd=bench)
    assert unfinished.code == 4
    assert f"{48 * REPEATS - paid} verdicts are missing" in unfinished.err
    assert workbench("report", cwd=bench).code == 4

    ran = workbench("run", "--json", cwd=bench, **with_server(server))
    assert ran.code == 0
    assert len(server.api.bodies) == 48 * REPEATS
    assert ran.json["calls"] == 48 * REPEATS


def test_an_interrupted_run_says_so_in_json_too(tmp_path, sample, server):
    bench = with_sample(tmp_path, SETTINGS, sample)
    process = subprocess.Popen(
        command("run", "--json"),
        cwd=bench,
        env=environment(**with_server(server)),
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    wait_for_calls(process, server, 5)
    process.send_signal(signal.SIGINT)
    told = json.loads(process.communicate(timeout=60)[0])
    assert process.returncode == 130
    assert (told["complete"], told["ending"]) == (False, "interrupted")
    assert told["done"] == len(server.api.bodies)


def test_a_refused_key_stops_the_run_with_exit_5_and_what_was_paid_is_kept(tmp_path, sample):
    bench = with_sample(tmp_path, SETTINGS, sample)
    with MessagesServer(key="another key") as server:
        ran = workbench("run", cwd=bench, **with_server(server))
    assert ran.code == 5
    assert ran.out == ""
    assert "401" in ran.err
    assert "go on with the same command" in ran.err
    with MessagesServer() as server:
        assert workbench("run", cwd=bench, **with_server(server)).code == 0
        assert len(server.api.bodies) == 48 * REPEATS


def test_a_second_run_in_the_same_folder_is_refused_and_changes_nothing(tmp_path, sample, server):
    server.api.latency_s = 0.5
    bench = with_sample(tmp_path, SETTINGS, sample)
    process = start(bench, server)
    try:
        wait_for_calls(process, server, 10)
        plants = {path: path.read_bytes() for path in (bench / "plants").rglob("*") if path.is_file()}
        second = workbench("run", cwd=bench, **with_server(server))
        assert second.code == 2
        assert "another run is at work in" in second.err
        assert {path: path.read_bytes() for path in (bench / "plants").rglob("*") if path.is_file()} == plants
        assert len(list((bench / "runs").glob("*/manifest.json"))) == 1
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)
    assert process.returncode == 130


def test_the_same_command_twice_at_once_is_one_run(tmp_path, sample, server):
    server.api.latency_s = 0.2
    bench = with_sample(tmp_path, SETTINGS, sample)
    both = [start(bench, server), start(bench, server)]
    while not any(process.poll() for process in both):
        time.sleep(0.01)
    (at_work,) = [process for process in both if process.poll() is None]
    at_work.send_signal(signal.SIGINT)
    said = [process.communicate(timeout=60)[1].decode("utf-8") for process in both]
    assert sorted(process.returncode for process in both) == [2, 130]
    assert any("another run is at work in" in words for words in said)
    assert len(list((bench / "runs").glob("*/manifest.json"))) == 1
    assert len(verdicts(bench)) == len(server.api.bodies)

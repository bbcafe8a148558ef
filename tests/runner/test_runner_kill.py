"""`kill -9` of a real process at random moments, resumed each time; its judge is one on a model that keeps prompts."""

import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest
from judges_at_hand import RULE, items_about, spec

from workbench.runner.schedule import plan_cells
from workbench.store.journal_reader import read_attempts

HERE = Path(__file__).parent
PASSAGES, ANSWERS, REPEATS, CONCURRENCY = 12, 5, 5, 8
CELLS = PASSAGES * ANSWERS * REPEATS


def start(folder):
    path = os.pathsep.join((str(HERE.parents[1]), os.environ.get("PYTHONPATH", "")))
    sizes = map(str, (PASSAGES, ANSWERS, REPEATS, CONCURRENCY))
    command = [sys.executable, str(HERE / "kill_driver.py"), str(folder), *sizes]
    return subprocess.Popen(command, env={**os.environ, "PYTHONPATH": path}, stderr=subprocess.PIPE)


def finish(folder):
    process = start(folder)
    _, complaint = process.communicate(timeout=300)
    assert process.returncode == 0, complaint.decode()


def calls(folder):
    path = folder / "calls.txt"
    return path.read_text(encoding="utf-8").split("\n")[:-1] if path.exists() else []


def kill_after(folder, more_calls, chance):
    """Kill a run when it has made that many calls more, or has ended, or at once where chance says so."""
    process = start(folder)
    goal = len(calls(folder)) + more_calls
    if more_calls == 0:
        time.sleep(chance.uniform(0, 0.3))
    while more_calls and process.poll() is None and len(calls(folder)) < goal:
        time.sleep(chance.uniform(0, 0.003))
    process.send_signal(signal.SIGKILL)
    process.communicate()


def verdicts(folder):
    finals = [one for one in read_attempts(folder / "journal.jsonl") if one.final]
    found = {(one.item_id, one.judge_id, one.repeat): str(one.reply.verdict) for one in finals}
    assert len(found) == len(finals), "a cell has two verdicts"
    return found


@pytest.mark.parametrize("kills", [6, pytest.param(50, marks=pytest.mark.slow)])
def test_a_killed_run_ends_with_the_verdicts_of_an_uninterrupted_one_and_pays_twice_only_what_was_in_flight(
    tmp_path, kills
):
    chance = random.Random(kills)
    whole, killed = tmp_path / "whole", tmp_path / "killed"
    for folder in (whole, killed):
        folder.mkdir()
    finish(whole)
    for _ in range(kills):
        kill_after(killed, chance.randrange(0, 2 * CELLS // kills), chance)
    finish(killed)

    planned = plan_cells({RULE: items_about(PASSAGES, ANSWERS)}, [spec()], repeats=REPEATS, seed=3)
    assert verdicts(killed).keys() == {cell.key for cell in planned}
    assert verdicts(killed) == verdicts(whole)

    recorded = Counter(f"{one.item_id} {one.repeat}" for one in read_attempts(killed / "journal.jsonl"))
    paid = Counter(calls(killed))
    assert not recorded - paid
    # What was paid for and is not in the journal was in flight when the process died.
    assert (paid - recorded).total() <= kills * CONCURRENCY

"""`kill -9` at every moment of a batch, then a restart: nothing is sent twice, and no result is lost.

The local server is the second source: it knows which calls were made, and which of them cost money.
"""

import os
import signal
import subprocess
import sys
from collections import Counter
from pathlib import Path

from batch_driver import MOMENTS

from tests.support.messages_server import MessagesServer
from tests.support.model_judge import KEY
from workbench.store.batch_file import BatchFile
from workbench.store.journal_reader import read_attempts

HERE = Path(__file__).parent
ITEMS, REPEATS = 5, 3


def drive(folder, url, moments):
    path = os.pathsep.join((str(HERE.parents[1]), os.environ.get("PYTHONPATH", "")))
    command = [sys.executable, str(HERE / "batch_driver.py"), str(folder), str(ITEMS), str(REPEATS), *moments]
    known = {"PYTHONPATH": path, "ANTHROPIC_BASE_URL": url, "ANTHROPIC_API_KEY": KEY}
    done = subprocess.run(command, env={**os.environ, **known}, capture_output=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr.decode("utf-8")


def test_a_run_that_is_killed_at_any_moment_of_a_batch_sends_no_call_twice_and_loses_no_result(tmp_path):
    with MessagesServer() as server:
        batches = server.api.batches
        batches.polls = 1

        def kill_the_one_that_waits_for_an_answer():
            pid = int((tmp_path / "pid").read_text(encoding="utf-8"))
            if pid:
                os.kill(pid, signal.SIGKILL)

        batches.meanwhile = kill_the_one_that_waits_for_an_answer
        drive(tmp_path, server.url, MOMENTS)

    # One batch a run, for the restart found each that was made: no call was ever sent twice.
    assert len(batches.made) == len(MOMENTS)
    asked = Counter()
    for moment in MOMENTS:
        book = BatchFile(tmp_path / moment / "batches.jsonl").batches
        (kept,) = [batch for batch in book if not batch.dropped]
        assert [batch.dropped != "" for batch in book] == ([True, False] if moment == "announced" else [False]), moment
        asked.update(kept.custom_id(call) for call in kept.calls)

        attempts = list(read_attempts(tmp_path / moment / "journal.jsonl"))
        cells = {(one.item_id, one.repeat): str(one.reply.verdict) for one in attempts}
        assert len(cells) == len(attempts) == ITEMS * REPEATS, moment
        assert all(one.final and one.reply.batch == kept.batch_id for one in attempts)
        # Every third item is wrong, and each of its repeats was asked.
        assert Counter(cells.values()) == {"fail": 2 * REPEATS, "pass": 3 * REPEATS}
    assert asked == Counter(batches.custom_ids()) == batches.billed

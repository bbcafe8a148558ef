"""What a person sees while a run goes on, on a real terminal, and what Ctrl+C does there."""

import fcntl
import os
import pty
import re
import select
import shlex
import signal
import struct
import subprocess
import termios
import time

import pytest

from tests.e2e.benches import small
from tests.e2e.command_line import Forked, command, environment, run_folder, with_server, workbench, write
from tests.support.messages_server import MessagesServer
from workbench.store.journal_reader import read_attempts

pytestmark = pytest.mark.slow

COLUMNS = 70
SETTINGS = """\
answers = "answers"
judges = ["grounded"]
models = ["claude-haiku-5-5"]
plants = 2
near_misses = 1
repeats = 9
concurrency = 2
"""


class Terminal:
    """A command whose stderr is a terminal."""

    def __init__(self, *arguments, cwd, **more):
        self._main, other = pty.openpty()
        fcntl.ioctl(other, termios.TIOCSWINSZ, struct.pack("HHHH", 24, COLUMNS, 0, 0))
        self._process = subprocess.Popen(
            command(*arguments),
            cwd=cwd,
            env=environment(**{"TERM": "xterm", **more}),
            stdout=subprocess.PIPE,
            stderr=other,
        )
        os.close(other)
        self.shown = ""

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self._process.kill()
        self._process.communicate()
        os.close(self._main)

    def see(self, words):
        """Read on until some words are on the terminal."""
        deadline = time.monotonic() + 300
        while not re.search(words, self.shown):
            assert time.monotonic() < deadline, self.shown
            self._read()

    def ctrl_c(self):
        self._process.send_signal(signal.SIGINT)

    def ended(self):
        """Wait for the end; returns the exit code."""
        while self._process.poll() is None:
            self._read()
        while self._read():
            pass
        return self._process.returncode

    def _read(self):
        ready, _, _ = select.select([self._main], [], [], 0.1)
        try:
            more = os.read(self._main, 65536).decode("utf-8") if ready else ""
        except OSError:
            return False
        self.shown += more
        return bool(more)


@pytest.fixture
def bench(tmp_path):
    folder = small(tmp_path / "bench")
    write(folder / "workbench.toml", SETTINGS)
    return folder


@pytest.fixture
def server():
    with MessagesServer(latency_s=0.1) as server:
        yield server


def test_one_line_is_rewritten_and_ctrl_c_finishes_what_is_in_flight_and_names_the_command(bench, server):
    options = ("run", "--judges", "grounded", "--again", "--max-cost", "3")
    with Terminal(*options, cwd=bench, **with_server(server)) as terminal:
        terminal.see(r"\r[1-9][^\r]*errors 0[^\r]*spent \$[^\r]*\r[1-9]")
        terminal.ctrl_c()
        assert terminal.ended() == 130
    shown = terminal.shown.replace("\r\n", "\n")
    assert "\x1b" not in shown
    rewritten = [line for part in shown.split("\n") for line in part.split("\r")[1:]]
    assert len(rewritten) > 1
    assert max(map(len, rewritten)) < COLUMNS
    _, _, after = shown.partition("finishing the calls in flight; Ctrl+C again cuts them off")
    done = [one for one in read_attempts(run_folder(bench) / "journal.jsonl") if one.final]
    assert len(done) == len(server.api.bodies) > 0
    assert f"{len(done)} of " in after
    (again,) = re.findall(r"go on with: (.*)", after)
    assert shlex.split(again)[-5:] == ["run", "--judges", "grounded", "--max-cost", "3"]
    server.api.latency_s = 0
    assert workbench(*shlex.split(again)[3:], cwd=bench, **with_server(server)).code == 0
    assert len([*(bench / "runs").glob("*/manifest.json")]) == 1


def test_ctrl_c_twice_cuts_the_calls_in_flight_off(bench, server):
    server.api.latency_s = 600
    with Forked(["run", "--no-self-test"], cwd=bench, more=with_server(server)) as process:
        process.wait_until_said("verdicts to get")
        while len(server.api.bodies) < 1:
            time.sleep(0.01)
        os.kill(process.pid, signal.SIGINT)
        process.wait_until_said("finishing the calls in flight")
        os.kill(process.pid, signal.SIGINT)
        ran = process.ended()
    assert ran.code == 130
    assert "cut off in flight: 1 call, which may have to be paid for all the same" in ran.err
    assert "the bill of 1 call is not known, at most $" in ran.err
    assert "Traceback" not in ran.err

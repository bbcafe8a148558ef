"""What commands print, and what becomes of it where the stream is closed, full or a terminal that text could steer."""

import errno
import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.e2e.benches import small
from tests.e2e.command_line import command, environment
from workbench.cli.output import say, show, write_result
from workbench.cli.progress import known_dollars
from workbench.errors import StoreError, WriteError
from workbench.runner.budget import Spend


def test_nothing_that_is_said_or_shown_can_steer_a_terminal(capsys):
    odd = "the server says \x1b]0;owned\x07\x1b[2J\u202e\x9b1m, on\ntwo lines"
    say(odd)
    show(odd)
    streams = capsys.readouterr()
    seen = "the server says [U+001B]]0;owned[U+0007][U+001B][2J[U+202E][U+009B]1m, on\ntwo lines\n"
    assert (streams.err, streams.out) == (seen, seen)


@pytest.mark.skipif(sys.platform != "linux", reason="needs /dev/full, which is there on Linux")
def test_a_result_that_finds_no_room_is_an_error_and_talk_that_finds_none_is_not(monkeypatch):
    with open("/dev/full", "w", encoding="utf-8") as full:
        monkeypatch.setattr(sys, "stdout", full)
        with pytest.raises(WriteError, match="No space left"):
            show("a result")
    with open("/dev/full", "w", encoding="utf-8") as full:
        monkeypatch.setattr(sys, "stderr", full)
        say("a note")


def test_a_command_whose_stdout_is_closed_does_its_work(tmp_path):
    done = subprocess.run(
        ["/bin/sh", "-c", 'exec "$@" >&-', "sh", *command("search")],
        cwd=small(tmp_path),
        env=environment(),
        stderr=subprocess.PIPE,
        timeout=300,
    )
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_new_file_is_there_whole_or_not_at_all_and_keeps_what_utf_8_cannot_hold(tmp_path, monkeypatch):
    write_result(tmp_path / "new.jsonl", '{"answer": "\udc00"}\n')
    assert json.loads((tmp_path / "new.jsonl").read_bytes()) == {"answer": "\udc00"}

    def full(self, data):
        self.touch()
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(StoreError, match="No space left"):
        write_result(tmp_path / "other.jsonl", "{}\n")
    assert [path.name for path in tmp_path.iterdir()] == ["new.jsonl"]


def test_what_is_there_already_is_written_in_place(tmp_path):
    (tmp_path / "file").write_text("before\n", encoding="utf-8")
    (tmp_path / "link").symlink_to(tmp_path / "file")
    write_result(tmp_path / "link", "added\n", add=True)
    assert (tmp_path / "file").read_text(encoding="utf-8") == "before\nadded\n"
    write_result(tmp_path / "link", "after\n")
    assert (tmp_path / "file").read_text(encoding="utf-8") == "after\n"


def test_of_calls_without_a_known_price_nothing_is_said_to_be_spent():
    assert known_dollars(Spend(calls=5, unsure=5, unsure_dollars=None)) is None
    assert known_dollars(Spend(calls=5, dollars=0.5, unsure=1, unsure_dollars=None)) == 0.5
    assert known_dollars(Spend(calls=0)) == 0.0

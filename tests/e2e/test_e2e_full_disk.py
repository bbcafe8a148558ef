"""A disk that is full or may not be written: the run stops, says so, and loses nothing that was paid for."""

import os
import subprocess
from contextlib import contextmanager

import pytest

from tests.e2e.benches import small
from tests.e2e.command_line import run_folder, summary_of, with_server, workbench, write
from tests.support.messages_server import MessagesServer
from workbench.gate.ledger import read_ledger
from workbench.store.journal_reader import read_attempts

pytestmark = pytest.mark.slow

SETTINGS = 'answers = "answers"\njudges = ["grounded"]\nmodels = ["some-model"]\nrepeats = 3\nconcurrency = 2\n'
SIZE = 400 * 1024


def made(folder):
    small(folder)
    write(folder / "workbench.toml", SETTINGS)
    (folder / "runs").mkdir()
    return folder


@pytest.fixture
def bench(tmp_path):
    return made(tmp_path / "bench")


@contextmanager
def small_disk(folder):
    """Put a real file system of 400 KB in the place of a folder."""
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        pytest.skip("only root may mount a file system of its own")
    size = f"size={SIZE}"
    if subprocess.run(["mount", "-t", "tmpfs", "-o", size, "tmpfs", folder], capture_output=True).returncode:
        pytest.skip("this machine does not let root mount a file system")
    try:
        yield
    finally:
        subprocess.run(["umount", folder], check=True)


def fill(folder, *, left):
    (folder / "filler").write_bytes(b"x" * (SIZE - left * 1024))


@pytest.fixture(scope="module")
def room(tmp_path_factory):
    """The room in KB that half of the verdicts of this bench take with all that comes before them, and all of them."""
    whole = made(tmp_path_factory.mktemp("whole") / "bench")
    with MessagesServer() as server:
        assert workbench("run", cwd=whole, **with_server(server)).code == 0
    run = run_folder(whole)
    before = [run / name for name in ("manifest.json", "challenges.jsonl", "self_test.jsonl")]
    start = sum(map(pages, [*before, run.with_name("ledger.jsonl")]))
    journal = pages(run / "journal.jsonl")
    return {"half": start + journal // 2, "all": start + journal + 4}


def pages(path):
    """A file's size on the disk, in KB."""
    return -(-path.stat().st_size // 4096) * 4


@pytest.mark.parametrize("verdicts", ["half", "all"])
def test_a_full_disk_stops_the_run_and_the_same_command_goes_on_where_it_was(bench, room, verdicts):
    with MessagesServer() as server, small_disk(bench / "runs"):
        fill(bench / "runs", left=room[verdicts])
        ran = workbench("run", cwd=bench, **with_server(server))
        assert ran.code == 5
        assert ran.out == ""
        assert "No space left on device" in ran.err
        assert "make room or mend the disk" in ran.err
        journal = run_folder(bench) / "journal.jsonl"
        kept = [*read_attempts(journal)]
        assert journal.read_bytes().endswith(b"\n")
        (bench / "runs" / "filler").unlink()
        calls = len(server.api.bodies)
        assert workbench("run", cwd=bench, **with_server(server)).code == 0
        cells = summary_of(bench)["calls"]
        assert len(server.api.bodies) - calls == cells - len(kept)
        finals = [*read_attempts(journal)]
        assert finals[: len(kept)] == kept
        assert len(kept) == cells if verdicts == "all" else 0 < len(kept) < cells
        assert len(finals) == cells
        assert len(read_ledger(bench / "runs" / "ledger.jsonl").looks) == 1


def test_a_full_disk_at_the_start_leaves_nothing_behind(bench):
    with MessagesServer() as server, small_disk(bench / "runs"):
        fill(bench / "runs", left=0)
        ran = workbench("run", cwd=bench, **with_server(server))
        assert ran.code == 2
        assert "manifest.json: No space left on device" in ran.err
        assert server.api.controls == server.api.bodies == []
        assert {path.name for path in (bench / "runs").iterdir()} == {".lock", "filler"}


def test_a_folder_that_may_only_be_read_is_said_before_anything_is_sent(bench):
    with MessagesServer() as server, small_disk(bench / "runs"):
        subprocess.run(["mount", "-o", "remount,ro", bench / "runs"], check=True)
        ran = workbench("run", cwd=bench, **with_server(server))
        assert ran.code == 2
        assert "Read-only file system" in ran.err
        assert server.api.controls == server.api.bodies == []

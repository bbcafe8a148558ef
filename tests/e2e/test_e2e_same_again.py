"""The same input gives the same run: twice, in any file order, with other line ends, and from raw verdicts alone."""

import shutil
import subprocess
import sys

import pytest

from tests.e2e.benches import with_sample
from tests.e2e.command_line import environment, run_folder, tree, workbench, write
from workbench.store.attempt_line import to_line
from workbench.store.journal_reader import read_attempts

pytestmark = pytest.mark.slow

SETTINGS = """\
name = "same"
judges = ["floor", "numbers", "declines", "wavering"]
gate_repeats = 2
[judge.wavering]
rule = "grounded"
simulated = "flaky:0.2"
"""
WITHOUT_SDK = """\
import sys
sys.modules["anthropic"] = None
sys.argv[0] = "workbench"
from workbench.cli.app import main
main()
"""


@pytest.fixture(scope="module")
def measured(tmp_path_factory, sample):
    bench = with_sample(tmp_path_factory.mktemp("same") / "bench", SETTINGS, sample)
    assert workbench("run", "--with-holdout", cwd=bench).code == 0
    return bench


@pytest.fixture
def bench(measured, tmp_path):
    return shutil.copytree(measured, tmp_path / "bench")


def test_the_same_command_twice_is_one_run_and_changes_no_byte(bench):
    before = tree(bench)
    ran = workbench("run", "--with-holdout", cwd=bench)
    assert ran.code == 0
    assert "was complete already" in ran.err
    assert tree(bench) == before


def test_a_changed_questions_file_is_seen_although_no_verdict_depends_on_it(bench):
    path = bench / "plants" / "questions.jsonl"
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    gone = next(line for line in lines if "stem-bolt-torque" in line)
    before = workbench("report", "--json", cwd=bench).json["search"]
    write(path, "".join(line for line in lines if line != gone))
    again = workbench("run", "--with-holdout", "--json", cwd=bench)
    assert "was complete already" in again.err
    assert before["missed"] == ["stem-bolt-torque"]
    assert again.json["search"]["missed"] == []
    assert again.json["search"]["answerable"] == before["answerable"] - 1
    assert workbench("report", "--json", cwd=bench).json == again.json


def test_line_ends_byte_order_marks_and_the_order_of_files_give_the_same_run(bench, tmp_path):
    other = with_sample(tmp_path / "other", SETTINGS, bench)
    shutil.rmtree(other / "plants" / "answers")
    answers = sorted((bench / "plants" / "answers").iterdir(), reverse=True)
    for place, path in enumerate(answers):
        text = path.read_bytes()
        changed = (b"\xef\xbb\xbf" if place % 2 else b"") + text.replace(b"\n", b"\r\n" if place % 3 else b"\n")
        (other / "plants" / "answers").mkdir(exist_ok=True)
        (other / "plants" / "answers" / path.name).write_bytes(changed)
    # Started anew, so that nothing depends on how Python hashes in one process.
    assert workbench("run", "--with-holdout", cwd=other, cold=True).code == 0
    one, two = (workbench("report", "--json", cwd=folder).json for folder in (bench, other))
    assert {**one, "created_at": "", "run_id": ""} == {**two, "created_at": "", "run_id": ""}
    assert one["run_id"].split("-")[3] == two["run_id"].split("-")[3]


def test_reports_are_made_again_byte_for_byte_from_raw_verdicts_without_the_sdk(bench):
    folder = run_folder(bench)
    before = tree(bench)
    for name in ("summary.json", "verdicts.parquet", "report.html", "report.md"):
        (folder / name).unlink()
    # Neither answers nor rubrics are needed, and importing the SDK would raise.
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_SDK, "report"], cwd=bench, env=environment(), capture_output=True, timeout=300
    )
    assert done.returncode == 0, done.stderr.decode("utf-8")
    assert tree(bench) == before


def test_the_order_of_replies_and_of_hashes_leaves_no_trace_in_the_summary(bench):
    folder = run_folder(bench)
    journal, before = folder / "journal.jsonl", (folder / "summary.json").read_bytes()
    # The same attempts as if the last had come first; lines of their own, since a journal's lines are linked.
    attempts = [*read_attempts(journal)]
    journal.write_bytes(b"".join(map(to_line, reversed(attempts))))
    # The ledger knows the replies by their order, as the last of its lines says.
    ledger = bench / "runs" / "ledger.jsonl"
    ledger.write_bytes(b"".join(ledger.read_bytes().splitlines(keepends=True)[:-1]))
    (folder / "summary.json").unlink()
    # The run itself hashed by chance.
    assert workbench("report", cwd=bench, PYTHONHASHSEED="1").code == 0
    assert (folder / "summary.json").read_bytes() == before


def test_the_gate_needs_neither_summary_nor_table(bench):
    folder = run_folder(bench)
    before = workbench("gate", "--json", cwd=bench)
    for name in ("summary.json", "verdicts.parquet", "report.html", "report.md"):
        (folder / name).unlink()
    after = workbench("gate", "--json", cwd=bench)
    assert (after.code, after.json) == (before.code, before.json)


def test_started_anew_the_same_judges_say_the_same_and_only_the_first_look_has_been_used_up(bench):
    first = workbench("report", "--json", cwd=bench).json
    again = workbench("run", "--with-holdout", "--again", "--json", cwd=bench).json
    assert again["run_id"] != first["run_id"]
    assert measured_part(again) == measured_part(first)


def measured_part(summary):
    """Everything but the run's own name and date, and what the gate makes of a second look."""
    judges = [{**judge, "decision": None} for judge in summary["judges"]]
    return {**summary, "created_at": "", "run_id": "", "judges": judges}

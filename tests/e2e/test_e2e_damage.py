"""Run folders and ledgers that were damaged, edited, swapped or made by a newer release: refused, and left alone."""

import re
import shutil

import pytest

from tests.e2e.benches import answer, small
from tests.e2e.command_line import refused, run_folder, workbench, write
from workbench.store.line_chain import START, linked, unlinked


@pytest.fixture(scope="module")
def measured(tmp_path_factory):
    folder = small(tmp_path_factory.mktemp("measured"))
    assert workbench("run", cwd=folder).code == 0
    return folder


@pytest.fixture
def bench(measured, tmp_path):
    return shutil.copytree(measured, tmp_path / "bench")


def change(path, edit):
    write(path, edit(path.read_text(encoding="utf-8")))


def test_a_run_of_a_newer_format_is_refused_and_not_made_again(bench):
    change(run_folder(bench) / "manifest.json", lambda text: text.replace('"format": ', '"format": 9', 1))
    for arguments in (("run",), ("gate",), ("report",)):
        refused(bench, *arguments, says=("manifest.json", "newer workbench"))


def test_a_damaged_journal_is_refused_with_its_line(bench):
    journal = run_folder(bench) / "journal.jsonl"
    change(journal, lambda text: text.replace('"pass"', '"perhaps"', 1))
    for arguments in (("run",), ("gate",), ("report",)):
        refused(bench, *arguments, says=("journal.jsonl:", "damaged"))


def test_a_journal_of_a_newer_format_is_refused_with_its_line(bench):
    change(run_folder(bench) / "journal.jsonl", lambda text: re.sub(r'"v":\s*\d+', '"v":99', text))
    for arguments in (("run",), ("gate",), ("report",)):
        refused(bench, *arguments, says=("journal.jsonl:1", "newer"))


def test_the_journal_of_another_bench_is_refused(bench, tmp_path_factory):
    other = small(tmp_path_factory.mktemp("other"))
    write(other / "answers" / "day.md", answer("What does a day cost?", "Day hire is £33.", "A day costs £33 [p1]."))
    assert workbench("run", cwd=other).code == 0
    (run_folder(bench) / "journal.jsonl").write_bytes((run_folder(other) / "journal.jsonl").read_bytes())
    refused(bench, "run", says=("journal.jsonl", "belong to another run", "--again"))
    for arguments in (("gate",), ("report",)):
        refused(bench, *arguments, says=("journal.jsonl: these are not the replies", "put there from another run"))


def test_replies_of_a_second_run_never_stand_in_for_those_of_the_first(bench):
    """Both runs are whole and measure the same: whoever may choose between them has a better judge than there is."""
    first = run_folder(bench)
    assert workbench("run", "--again", cwd=bench).code == 0
    [second] = [path.parent for path in (bench / "runs").glob("*/journal.jsonl") if path.parent != first]
    shutil.copy(second / "journal.jsonl", first / "journal.jsonl")
    for name in ("gate", "report", "show"):
        refused(bench, name, "--run", first.name, says=("these are not the replies", "restore the file from a copy"))


def test_a_verdict_that_was_changed_and_linked_anew_is_noticed(bench):
    journal = run_folder(bench) / "journal.jsonl"
    bodies, link = [], START
    for line in journal.read_bytes().splitlines(keepends=True):
        body, link = unlinked(line, link)
        bodies.append(body)
    place = next(place for place, body in enumerate(bodies) if b'"pass"' in body)
    bodies[place] = bodies[place].replace(b'"pass"', b'"fail"')
    lines, link = b"", START
    for body in bodies:
        line, link = linked(body, link)
        lines += line
    journal.write_bytes(lines)
    refused(bench, "gate", says=("these are not the replies",))


def test_a_changed_answer_key_is_refused_before_anything_is_counted(bench):
    key = run_folder(bench) / "challenges.jsonl"
    change(key, lambda text: text.replace('"expected": "fail"', '"expected": "pass"', 1))
    for arguments in (("run",), ("gate",), ("report",)):
        refused(bench, *arguments, says=("challenges.jsonl", "the answer key of grounded was changed"))


def test_a_damaged_ledger_is_refused_before_a_new_run_is_made(bench):
    change(bench / "runs" / "ledger.jsonl", lambda text: text.replace('"judge":"floor"', '"judge":"flaw"', 1))
    for arguments in (("run", "--again"), ("run", "--repeats", "3"), ("gate",), ("report",)):
        refused(bench, *arguments, says=("ledger.jsonl: line ", "edited"))


def test_a_damaged_ledger_of_held_out_styles_is_refused_by_whoever_opens_them(bench):
    write(bench / "holdout" / "ledger.jsonl", '{"v": 99}\n')
    refused(bench, "run", "--with-holdout", says=("holdout/ledger.jsonl", "newer version"))


def test_a_run_that_does_not_exist_is_refused(bench):
    for name in ("gate", "report"):
        refused(bench, name, "--run", "2020-01-01-00000000", says=("2020-01-01-00000000", "is not a run"))


def test_a_judge_or_model_that_is_not_in_the_run_is_refused_with_the_nearest(bench):
    refused(bench, "gate", "number", says=('no judge called "number"', "did you mean: numbers", "--run"))
    refused(bench, "gate", "floor", "--model", "claude", says=('no model called "claude"', "known: script"))

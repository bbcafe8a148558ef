"""Natural answers, end to end: measured beside the planted ones, and never planted in or copied."""

import json

import pytest

from tests.e2e.benches import small
from tests.e2e.command_line import run_folder, tree, workbench, write

pytestmark = pytest.mark.slow

PASSAGE = [{"id": "p1", "text": "Day hire is £32. A week is £150."}]


def row(name, answer, label):
    told = {"id": name, "question": "What does it cost?", "passages": PASSAGE, "answer": answer, "label": label}
    return json.dumps(told | {"rule": "grounded"}, ensure_ascii=False) + "\n"


LABELLED = row("n1", "A day costs £31.", "fail") + row("n2", "A week costs £150.", "pass")


def test_natural_answers_are_measured_reported_and_read_again_by_the_gate(tmp_path):
    bench = small(tmp_path)
    natural = write(tmp_path / "labelled.jsonl", LABELLED)
    ran = workbench("run", "--natural", natural, "--json", cwd=bench)
    assert ran.code == 0
    numbers = next(one for one in ran.json["judges"] if one["name"] == "numbers")
    assert (numbers["natural_caught"]["hits"], numbers["natural_caught"]["items"]) == (1, 1)
    assert (numbers["natural_alarms"]["hits"], numbers["natural_alarms"]["items"]) == (0, 1)
    assert ran.json["counts"]["grounded"]["natural"] == 2
    for name in ("report.md", "report.html"):
        assert "natural caught 1 of 1" in (run_folder(bench) / name).read_text(encoding="utf-8")
    kept = {name: content for name, content in tree(bench / "plants").items() if content}
    assert kept
    assert [name for name, content in kept.items() if b"n1" in content or b"\xc2\xa331." in content] == []

    assert "have changed" not in workbench("gate", "numbers", cwd=bench).said
    write(natural, LABELLED + row("n3", "A day costs £99.", "fail"))
    changed = workbench("gate", "numbers", cwd=bench)
    assert changed.code in (3, 4)
    assert "has changed since the run" in changed.said
    write(natural, LABELLED.replace('"fail"', '"pass"'))
    assert "how they are labelled, has changed since the run" in workbench("gate", "numbers", cwd=bench).said


def test_answers_labelled_fail_that_are_not_measured_on_are_said(tmp_path):
    bench = small(tmp_path)
    labelled = write(tmp_path / "labelled.jsonl", LABELLED)
    ran = workbench("run", labelled, "--judges", "numbers", cwd=bench)
    assert "1 labelled fail: name the file as --natural to measure on them." in ran.said
    named = workbench("run", labelled, "--natural", labelled, "--judges", "numbers", cwd=bench)
    assert named.code == 0
    assert "name the file as" not in named.said


def test_a_labelled_answer_with_the_id_of_a_saved_one_and_other_words_is_refused(tmp_path):
    bench = small(tmp_path)
    natural = write(tmp_path / "labelled.jsonl", row("day", "A day costs £31.", "fail"))
    ran = workbench("run", "--natural", natural, cwd=bench)
    assert ran.code == 2
    assert "an id of its own" in ran.said
    assert not (bench / "runs").exists()


def test_the_search_check_says_what_labelled_answers_answered_and_writes_nothing(tmp_path):
    bench = small(tmp_path)
    failed = json.dumps({"id": "n3", "question": "What else?", "error": "timeout", "answerable": True}) + "\n"
    asked = "".join(json.dumps({**json.loads(line), "answerable": True}) + "\n" for line in LABELLED.splitlines())
    natural = write(tmp_path / "labelled.jsonl", asked + failed)
    before = tree(bench)
    ran = workbench("search", "--natural", natural, cwd=bench)
    assert ran.code == 0, ran.said
    assert "SELECTIVE ANSWERING, real answers of labelled.jsonl" in ran.out
    assert "Right when answering: 1 of 2, 50.0%" in ran.said
    [found] = workbench("search", "--natural", natural, "--json", cwd=bench).json["answering"]
    assert found["answerable"] == {"correct": 1, "wrong": 1, "declined": 0, "errors": 1}
    assert tree(bench) == before

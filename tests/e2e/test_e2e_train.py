"""`workbench train`: from the planted mistakes of a bench to a judge, and what the gate makes of it."""

import json
import shutil

import pytest

from tests.e2e.command_line import refused, run_folder, tree, workbench, write
from workbench.cases.load import load_cases
from workbench.gate.ledger import read_ledger
from workbench.records.challenge import Set
from workbench.steps.answer_key import build_answer_key
from workbench.steps.bench import open_bench, with_options
from workbench.store.challenges import read_challenges

SETTINGS = 'answers = "answers.jsonl"\njudges = ["numbers", "cheap"]\nplants = 8\nnear_misses = 2\n'
COSTS = ("--cost-miss", "2", "--base-rate", "0.5")
TAUGHT, MORE = 14, 6


def as_line(case):
    passages = [{"id": one.id, "title": one.title, "text": one.text} for one in case.passages]
    return json.dumps({"id": case.case_id, "question": case.question, "passages": passages, "answer": case.answer})


@pytest.fixture(scope="module")
def lines(sample):
    """Saved answers that claim something, a line each."""
    cases = load_cases(sample / "plants" / "answers", questions=None)
    return [as_line(case) for case in cases if not case.answer.startswith("Not in")][: TAUGHT + MORE]


@pytest.fixture(scope="module")
def bench(tmp_path_factory, lines):
    """A bench with a trained judge; what the training printed is in its file `said`."""
    folder = tmp_path_factory.mktemp("train") / "bench"
    write(folder / "workbench.toml", SETTINGS)
    write(folder / "answers.jsonl", "\n".join(lines[:TAUGHT]) + "\n")
    write(folder / "labelled.jsonl", "")
    ran = workbench("train", "cheap", *COSTS, cwd=folder)
    assert ran.code == 0, ran.said
    write(folder.parent / "said", ran.out)
    return folder


def with_judge(bench, folder, answers=None):
    """A copy of the bench with the lines in its settings that the training printed."""
    copy = shutil.copytree(bench, folder)
    printed = [line.strip() for line in (bench.parent / "said").read_text(encoding="utf-8").splitlines()]
    place = printed.index("[judge.cheap]")
    write(copy / "workbench.toml", SETTINGS + "\n".join(printed[place : place + 3]) + "\n")
    if answers is not None:
        write(copy / "answers.jsonl", "\n".join(answers) + "\n")
    return copy


@pytest.fixture(scope="module")
def trained(bench):
    """The bench with its judge in settings, and a run of it on the very answers that it was trained on."""
    copy = with_judge(bench, bench.parent / "trained")
    ran = workbench("run", cwd=copy)
    assert ran.code == 0, ran.said
    assert f"! cheap was trained on {TAUGHT} of the {TAUGHT} trusted answers of grounded" in ran.said
    return copy


def gate_lines(bench):
    """The lines of each level, by name."""
    (judge,) = workbench("gate", "cheap", "--json", cwd=bench).json["judges"]
    return {level: {line["line"]: line for line in lines} for level, lines in judge["decision"]["lines"].items()}


def test_it_says_what_it_does_on_sources_that_it_has_not_seen_beside_scripts_and_what_weighs(bench):
    said = " ".join((bench.parent / "said").read_text(encoding="utf-8").split())
    learned = json.loads((bench / "judges" / "cheap.json").read_text(encoding="utf-8"))
    planted = learned["unseen"]["planted"]
    styles = {name: one for name, one in learned["unseen"].items() if name.startswith("planted:")}
    assert sum(one["items"] for one in styles.values()) == planted["items"]
    assert sum(one["failed"] for one in styles.values()) == planted["failed"]
    assert f"TRAINING cheap, rule grounded: {planted['items']} planted mistakes and" in said
    assert "! Held-out mistakes were not built." in said
    assert "ON SOURCES THAT IT HAS NOT SEEN" in said
    assert f"{planted['failed']} of {planted['items']}" in said
    for script in ("floor", "numbers", "overlap", "citations", "always fail"):
        assert script in said
    assert f"AUC {learned['area']:.3f}" in said
    heaviest = max(learned["features"], key=lambda one: one["weight"])
    assert f"+{heaviest['weight']:.2f}" in said
    assert f"threshold {learned['threshold']!r}" in said


def test_the_training_is_a_look_at_all_that_it_learned_from_and_at_nothing_held_out(bench):
    (look,) = read_ledger(bench / "runs" / "ledger.jsonl").looks
    opened = with_options(open_bench(bench), {"plants": "all", "near_misses": "all"})
    key = [one for one in build_answer_key(opened, held_out=True).challenges if one.rule == "grounded"]
    tuned = {one.item.item_id for one in key if one.set is not Set.HELD_OUT}
    assert set(look.items) == tuned
    assert set(look.cases) == {one.parent for one in key}
    assert (look.kind, look.judge) == ("training", "cheap")
    assert not set(look.styles) & set(opened.settings.held_out)
    assert not (bench / "holdout").exists()


def test_another_order_and_answers_that_people_labelled_change_no_byte_of_what_was_learned(bench, tmp_path, lines):
    copy = shutil.copytree(bench, tmp_path / "bench")
    write(copy / "answers.jsonl", "\n".join(reversed(lines[:TAUGHT])) + "\n")
    cases = map(json.loads, lines[:TAUGHT])
    real = [{**case, "id": f"real {case['id']}", "answer": "It is 777 pounds.", "label": "fail"} for case in cases]
    write(copy / "labelled.jsonl", "".join(json.dumps(one) + "\n" for one in real))
    write(copy / "workbench.toml", 'natural = "labelled.jsonl"\n' + SETTINGS)
    # A holdout that cannot be read is in nobody's way.
    write(copy / "holdout", "garbage in place of a folder")
    before = tree(copy)
    ran = workbench("train", "cheap", *COSTS, cwd=copy)
    assert ran.code == 0, ran.said
    # The file is the same, and the same training is one look in the ledger.
    assert tree(copy) == before
    assert f"! {TAUGHT} natural answers not trained on" in ran.said
    assert f"natural caught {TAUGHT} of {TAUGHT}" in ran.said


def test_what_it_was_trained_on_counts_for_no_level(trained):
    found = gate_lines(trained)
    for level in ("PROVISIONAL", "CERTIFIED"):
        assert (found[level]["training"]["standing"], found[level]["planted"]["figure"]) == ("missing", "not measured")


def test_answers_that_were_added_after_the_training_count(bench, tmp_path, lines):
    grown = with_judge(bench, tmp_path / "grown", lines)
    assert workbench("run", "--judges", "cheap", "--plants", "24", cwd=grown).code == 0
    found = gate_lines(grown)["CERTIFIED"]
    told = f"trained on {TAUGHT} of {TAUGHT + MORE} trusted answers of this run, which count for no level"
    assert (found["training"]["standing"], found["training"]["figure"]) == ("met", told)
    new = {json.loads(line)["id"] for line in lines[TAUGHT:]}
    key = [one for one in read_challenges(run_folder(grown) / "challenges.jsonl") if one.rule == "grounded"]
    planted = [one for one in key if one.set is Set.PLANTED]
    fresh = sum(one.parent in new for one in planted)
    assert 0 < fresh < len(planted)
    assert f" of {fresh} caught" in found["planted"]["figure"]


def test_a_judge_that_comes_without_the_record_of_its_training_has_nothing_fresh(trained, tmp_path):
    copy = shutil.copytree(trained, tmp_path / "bench")
    shutil.rmtree(copy / "runs")
    ran = workbench("run", "--judges", "cheap", cwd=copy)
    assert "! No training of cheap is on record in this bench, so none of its figures counts for a level." in ran.said
    assert gate_lines(copy)["PROVISIONAL"]["planted"]["figure"] == "not measured"


def test_an_edited_file_is_refused_and_the_gate_says_that_the_judge_is_another(trained, tmp_path):
    copy = shutil.copytree(trained, tmp_path / "bench")
    refused(copy, "threshold", "cheap", says=["was trained with its threshold"], code=4)
    path = copy / "judges" / "cheap.json"
    learned = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps({**learned, "threshold": 0.999}), encoding="utf-8")
    refused(copy, "run", says=["cheap.json", "got one that was edited", "train it: workbench train"])
    ran = workbench("gate", "cheap", cwd=copy)
    assert ran.code == 4
    assert "it cannot be made any more" in ran.said


def test_too_few_answers_are_refused_with_numbers_and_nothing_is_written(tmp_path, lines):
    write(tmp_path / "workbench.toml", SETTINGS)
    write(tmp_path / "answers.jsonl", "\n".join(lines[:4]) + "\n")
    says = ["too little to train on; nothing was written", "from 4 trusted answers, 10 are the least: 6 more"]
    refused(tmp_path, "train", "cheap", says=says, code=4)
    refused(tmp_path, "train", "cheap", "--max-false-alarms", "0.1", says=["a cap of 10 % takes 37"], code=4)


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        (("floor",), ["NAME: expected a name that no script and no rule has, got 'floor'"]),
        (("cheap", "--rule", "ground"), ['no rule called "ground"', "did you mean: grounded"]),
        (("cheap", "--max-false-alarms", "1.5"), ["--max-false-alarms: expected a share between 0 and 1"]),
        (("reads",), ["judge reads: expected a learned judge, or a name that settings do not use"]),
    ],
)
def test_what_cannot_be_trained_is_refused_before_anything_is_built(tmp_path, lines, asked, says):
    write(tmp_path / "workbench.toml", SETTINGS + '[judge.reads]\nrule = "grounded"\ncall = "mine:reads"\n')
    write(tmp_path / "answers.jsonl", "\n".join(lines[:4]) + "\n")
    refused(tmp_path, "train", *asked, says=says)

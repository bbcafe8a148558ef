"""`workbench threshold`: from recorded scores to a line of settings, and what that line then does."""

import json
import os
import shutil
from pathlib import Path

import pytest

from tests.e2e.benches import first_answers
from tests.e2e.command_line import refused, run_folder, tree, workbench, write
from workbench.records.challenge import Set
from workbench.store.challenges import read_challenges

# A score that knows the trusted answers, and is a little off on some of them: no judge, but a score that separates.
SCORE = """
import hashlib, json, pathlib

TRUSTED = set(json.loads((pathlib.Path(__file__).parent / "trusted.json").read_text()))

def doubt(question, passages, answer):
    noise = int(hashlib.sha256(answer.encode()).hexdigest()[:8], 16) / 16**8
    return noise * 0.5 if answer in TRUSTED else 0.3 + noise * 0.7
"""
SETTINGS = """
judges = ["floor", "numbers", "doubt"]
natural = "labelled.jsonl"
plants = 16
near_misses = 1
held_out_plants = 4
gate_repeats = 1
[judge.doubt]
rule = "grounded"
call = "my_score:doubt"
threshold = 0.9
passes = "at_most"
"""
PLANTED = ("threshold", "doubt", "--mistakes", "planted", "--cost-miss", "1", "--base-rate", "0.5")


@pytest.fixture(scope="module")
def bench(tmp_path_factory, sample):
    folder = first_answers(tmp_path_factory.mktemp("threshold") / "bench", SETTINGS, sample, 16)
    write(folder / "my_score.py", SCORE)
    answers = [
        path.read_text(encoding="utf-8").partition("## Answer")[2].strip()
        for path in sorted((folder / "plants" / "answers").iterdir())
    ]
    write(folder / "trusted.json", json.dumps(answers))
    labelled = [
        {
            "id": f"real-{place}",
            "group": f"document {place % 12}",
            "question": "What does a day cost?",
            "passages": [{"id": "p1", "text": "Day hire is £32."}],
            "answer": f"In town {place} a day costs £{place} at most, the leaflet adds."
            if place % 2
            else f"Day hire is £32, no. {place}.",
            "label": "fail" if place % 2 else "pass",
        }
        for place in range(24)
    ]
    write(folder / "labelled.jsonl", "".join(json.dumps(line) + "\n" for line in labelled))
    ran = workbench("run", "--with-holdout", cwd=folder)
    assert ran.code == 0, ran.said
    return folder


def judge_of(summary, name):
    (found,) = [judge for judge in summary["judges"] if judge["name"] == name]
    return found


def alarms_of(judge):
    """Clean answers and near misses failed, of all of them."""
    return tuple(judge["false_alarms"][part] + judge["near_misses"][part] for part in ("hits", "items"))


def test_the_line_that_is_printed_makes_the_judge_that_was_promised(bench, tmp_path):
    found = workbench(*PLANTED, "--json", cwd=bench)
    assert found.code == 0, found.said
    head, line, passes = found.json["settings"]
    assert (head, passes) == ("[judge.doubt]", 'passes = "at_most"')
    chosen, before = found.json["chosen"], found.json["as_it_was_run"]
    assert line == f"threshold = {chosen['threshold']}"
    was = judge_of(json.loads((run_folder(bench) / "summary.json").read_text(encoding="utf-8")), "doubt")
    assert (was["planted"]["hits"], was["planted"]["items"]) == (before["caught"], found.json["cases"]["wrong"])
    assert alarms_of(was) == (before["alarmed"], found.json["cases"]["right"])

    again = shutil.copytree(bench, tmp_path / "again")
    settings = (bench / "workbench.toml").read_text(encoding="utf-8")
    write(again / "workbench.toml", settings.replace("threshold = 0.9", line))
    ran = workbench("run", "--judges", "doubt", "--json", cwd=again)
    assert ran.code == 0, ran.said
    now = judge_of(ran.json, "doubt")
    assert now["planted"]["items"] - now["planted"]["hits"] == chosen["misses"]["hits"]
    assert alarms_of(now) == (chosen["false_alarms"]["hits"], chosen["false_alarms"]["of"])
    assert now["judge_id"] != was["judge_id"]
    (decided,) = workbench("gate", "doubt", "--json", cwd=again).json["judges"]
    (planted,) = [part for part in decided["decision"]["lines"]["CERTIFIED"] if part["line"] == "planted"]
    assert (planted["standing"], planted["figure"]) == ("missing", "not measured")
    assert "more fresh plants" in planted["missing"]


def test_held_out_mistakes_and_the_holdout_are_left_alone(bench):
    key = read_challenges(run_folder(bench) / "challenges.jsonl")
    held_out = [one for one in key if one.set is Set.HELD_OUT and one.rule == "grounded"]
    before = workbench(*PLANTED, cwd=bench)
    assert f"! {len(held_out)} held-out mistakes of the run are left alone" in before.said
    planted = sum(one.set is Set.PLANTED and one.rule == "grounded" for one in key)
    assert f"{planted} planted mistakes and" in before.said
    folder = bench / "holdout"
    away = folder.rename(bench.parent / "holdout-away")
    try:
        write(folder, "garbage in place of a folder")
        assert workbench(*PLANTED, cwd=bench).out == before.out
    finally:
        folder.unlink()
        away.rename(folder)


def test_what_people_found_wrong_is_not_chosen_on(bench, tmp_path):
    folder = shutil.copytree(bench, tmp_path / "decided")
    planted = {
        one.item.item_id for one in read_challenges(run_folder(bench) / "challenges.jsonl") if one.set is Set.PLANTED
    }
    summary = json.loads((run_folder(bench) / "summary.json").read_text(encoding="utf-8"))
    missed = next(item for item in judge_of(summary, "doubt")["disagreements"] if item in planted)
    assert workbench("show", missed, "--decide", "plant_wrong", "--note", "no mistake", cwd=folder).code == 0
    before, after = (workbench(*PLANTED, "--json", cwd=place).json for place in (bench, folder))
    assert after["cases"]["wrong"] == before["cases"]["wrong"] - 1
    assert "Left out, found wrong by people: 1 item." in after["notes"]


def test_natural_mistakes_go_before_planted_ones_and_sources_stay_together(bench):
    found = workbench("threshold", "floor", "--cost-miss", "1", "--base-rate", "0.5", "--json", cwd=bench).json
    assert found["cases"]["mistakes"] == "natural mistakes"
    assert (found["cases"]["wrong"], found["cases"]["sources_wrong"]) == (12, 6)


def test_nothing_is_written_and_the_same_question_has_the_same_answer(bench):
    before = tree(bench)
    texts = {workbench(*PLANTED, *more, cwd=bench).out for more in ((), ("--run", run_folder(bench).name))}
    assert len(texts) == 1
    assert tree(bench) == before


@pytest.mark.parametrize(
    ("asked", "code", "says"),
    [
        ((), 2, ["JUDGE: expected the name of a judge of the run"]),
        (("flor",), 2, ["did you mean: floor"]),
        (("doubt", "--model", "large"), 2, ['no model called "large"']),
        (("numbers",), 4, ["numbers gave no score", "threshold = 0.5"]),
        (
            ("doubt", "--max-false-alarms", "1.5", "--cost-miss=-1"),
            2,
            ["3 problems", "--max-false-alarms", "--cost-miss"],
        ),
        (("doubt", "--max-false-alarms", "0.1", "--base-rate", "0.1"), 2, ["either costs or --max-false-alarms"]),
        (("doubt", "--base-rate", "0"), 2, ["--base-rate: expected a share between 0 and 1"]),
        (("doubt", "--cost-alarm", "nan"), 2, ["--cost-alarm: expected a number above 0, got nan"]),
        (("doubt", "--passes", "at_most", "--label", "a=pass"), 2, ["2 problems", "--passes", "--label"]),
        (("--verdicts", "x.csv", "--run", "r", "--model", "m"), 2, ["2 problems", "--run", "--model"]),
        (("--verdicts", "x.csv", "--passes", "above"), 2, ["--passes: expected at_least or at_most"]),
        (("--verdicts", "labelled.jsonl"), 2, ["a column of verdicts or scores"]),
    ],
)
def test_what_cannot_be_asked_is_refused(bench, asked, code, says):
    refused(bench, "threshold", *asked, code=code, says=says)


def test_too_few_right_answers_for_a_cap_are_counted(bench):
    ran = workbench("threshold", "doubt", "--mistakes", "planted", "--max-false-alarms", "0.05", cwd=bench)
    assert ran.code == 4
    assert "takes right answers from 59 sources; there are" in ran.said
    assert "NO THRESHOLD" in ran.said


# One score a row: mistakes 0.0 to 0.9, right answers 0.5 to 1.4 of a scale of its own.
ROWS = [f"w{i},a,wrong,{i / 10},d{i}" for i in range(10)] + [f"r{i},a,right,{i / 10 + 0.5},d{i}" for i in range(10)]
HEAD = "id,grader,human,score,document\n"
WORDS = ("--label", "wrong=fail", "--label", "right=pass")
GROUP = ("--column", "group=document")


def test_a_file_of_scores_is_enough(tmp_path):
    path = write(tmp_path / "scored.csv", HEAD + "\n".join(ROWS) + "\nw0,a,wrong,,d0\nx,a,wrong,nan,d9\n")
    before = tree(tmp_path)
    ran = workbench("threshold", "--verdicts", path, *WORDS, *GROUP, "--column", "judge=grader", cwd=tmp_path)
    assert ran.code == 0, ran.said
    for words in (
        "columns: item = id; label = human; score = score; judge = grader; group = document",
        "a, scored.csv: 10 mistakes and 10 right answers from 10 sources",
        "Left out of every figure here, without a score: 1 mistake.",
        # Above each of 0.0 to 0.4: all ten; above 0.5 to 0.9: nine and a half down to five and a half. 87.5 of 100.
        "AUC 0.875",
        "THE THRESHOLD IS 0.45",
        f"workbench report --verdicts {path} --threshold 0.45",
        "Not measured: some lie outside 0 to 1.",
    ):
        assert words in ran.said
    assert tree(tmp_path) == before
    told = workbench("threshold", "--verdicts", path, *WORDS, "--json", cwd=tmp_path).json
    assert (told["chosen"]["misses"]["hits"], told["chosen"]["false_alarms"]["hits"]) == (5, 0)
    assert told["thresholds"][0] == {"threshold": None, "caught": 0, "alarmed": 0}
    assert "No column says which items come from one source" in told["notes"][-1]


@pytest.mark.parametrize(
    ("rows", "code", "says"),
    [
        ([*ROWS, "x,a,wrong,high,d", "y,a,right,inf,d"], 2, ["2 problems", "scored.csv:22", "scored.csv:23", '"high"']),
        ([row.replace(",a,", f",{'ab'[i % 2]},") for i, row in enumerate(ROWS)], 2, ["JUDGE: expected one of a, b"]),
        ([row.replace(",d", ",same") for row in ROWS[:5]] + ROWS[10:], 4, ["5 mistakes with a score, 8 are the least"]),
        (ROWS[:10], 4, ["0 right answers with a score"]),
        (["w0,a,,0.5,d0"], 4, ["no item has a label that says pass or fail"]),
        ([*ROWS, "w1,a,wrong,0.1,d7"], 2, ['item w1: expected one group in "document"']),
    ],
)
def test_a_file_that_cannot_be_chosen_on_is_refused(tmp_path, rows, code, says):
    path = write(tmp_path / "scored.csv", HEAD + "\n".join(rows) + "\n")
    asked = ("threshold", "--verdicts", path, *WORDS, *GROUP, "--column", "judge=grader")
    refused(tmp_path, *asked, code=code, says=says)


def labelled_by_people(name):
    path = Path(os.environ.get("WORKBENCH_DATA", "")) / name
    if not os.environ.get("WORKBENCH_DATA") or not path.is_file():
        pytest.skip(f"WORKBENCH_DATA names no folder with {name}")
    return path


def test_the_scores_on_mt_rag_separate_as_published(tmp_path):
    path = labelled_by_people("verdicts/mtrag_rated.jsonl")
    words = [part for label in ("4=pass", "3.5=skip", "3=skip", "2=fail", "1=fail") for part in ("--label", label)]
    for judge, area in (("ragas-faithfulness", 0.9397), ("radbench-style-llm", 0.7365)):
        asked = ("threshold", judge, "--verdicts", path, "--column", "label=median", *words, "--json")
        found = workbench(*asked, cwd=tmp_path).json
        assert (found["cases"]["wrong"], found["cases"]["right"]) == (53, 286)
        assert round(found["auc"]["auc"], 4) == area


@pytest.mark.slow
@pytest.mark.parametrize(("name", "area", "balanced"), [("ragtruth_qa", 0.74, 0.56), ("summedits", 0.46, 0.48)])
def test_a_floor_on_real_mistakes_is_as_weak_as_it_was_found_to_be(tmp_path, name, area, balanced):
    path = labelled_by_people(f"{name}.jsonl")
    write(tmp_path / "workbench.toml", f'answers = "{path}"\nnatural = "{path}"\njudges = ["floor"]\n')
    assert workbench("run", cwd=tmp_path).code == 0
    ran = workbench("threshold", "floor", "--json", cwd=tmp_path)
    found, cases = ran.json, ran.json["cases"]
    now = found["as_it_was_run"]
    assert now["threshold"] == 0.75
    assert found["auc"]["auc"] == pytest.approx(area, abs=0.02)
    specificity = 1 - now["alarmed"] / cases["right"]
    assert (now["caught"] / cases["wrong"] + specificity) / 2 == pytest.approx(balanced, abs=0.02)
    assert ran.code == (0 if area > 0.5 else 3)

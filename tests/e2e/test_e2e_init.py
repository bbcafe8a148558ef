"""A new bench: what is made, what is left alone, and that the commands of the README work in it."""

import json
import shlex
import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.e2e.benches import answer
from tests.e2e.command_line import refused, tree, with_server, workbench, write
from tests.support.messages_server import MessagesServer
from workbench.cases.markdown import parse_markdown
from workbench.errors import StoreError
from workbench.judges.rubric import read_rubric, shipped_rubric
from workbench.records.rules import RULES
from workbench.steps import new_bench
from workbench.steps.init import init_bench
from workbench.steps.settings import Settings, read_settings
from workbench.steps.settings_lines import toml_text

PASSAGES = [{"id": "p1", "text": "Day hire is £32. A week is £150. The stand closes at 21:00."}]


def row(number, label=None, **more):
    told = {
        "id": f"a{number}",
        "question": f"Question {number}?",
        "passages": PASSAGES,
        "answer": "Day hire is £32 [p1].",
    }
    return json.dumps({**told, **({"label": label} if label else {}), **more}, ensure_ascii=False) + "\n"


def test_a_new_bench_has_settings_two_rubrics_and_room_for_answers(tmp_path):
    ran = workbench("init", "mine", cwd=tmp_path)
    assert ran.code == 0
    assert sorted(tree(tmp_path / "mine")) == [
        "plants",
        "plants/answers",
        "plants/answers/example.txt",
        "plants/questions.jsonl",
        "rubrics",
        "rubrics/answers_when_it_can.md",
        "rubrics/grounded.md",
        "workbench.toml",
    ]
    assert "made a bench in mine: workbench.toml" in ran.said
    assert ran.out.endswith("next: cd mine && workbench check\n")


def test_its_settings_say_what_is_usual_with_a_word_on_each(tmp_path):
    workbench("init", cwd=tmp_path)
    made, plain = read_settings(tmp_path), Settings(root=tmp_path, name="")
    for name in ("not_found", "judges", "models", "plants", "held_out", "repeats", "gate_repeats"):
        assert getattr(made, name) == getattr(plain, name), name
    assert made.answers == tmp_path / "plants" / "answers"
    for rule in RULES:
        assert made.judge[rule].rubric == tmp_path / "rubrics" / f"{rule}.md"
        # The same text is the same judge: until it is edited, nothing is measured anew.
        assert read_rubric(made.judge[rule].rubric) == shipped_rubric(rule)
    lines = (tmp_path / "workbench.toml").read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(lines):
        if line and line[0].isalpha() and not line.startswith("gate_repeats"):
            assert lines[number - 1].startswith(("#", "[judge.")), line


def test_the_example_is_a_saved_answer_and_its_comment_two_questions(tmp_path):
    workbench("init", cwd=tmp_path)
    text = (tmp_path / "plants" / "answers" / "example.txt").read_text(encoding="utf-8")
    assert parse_markdown(text, case_id="day-price", origin="").passages[0].id == "price-hire"
    write(tmp_path / "plants" / "answers" / "day-price.md", text)
    settings = (tmp_path / "workbench.toml").read_text(encoding="utf-8")
    questions = [line.removeprefix("#").strip() for line in settings.splitlines() if line.startswith('#   {"id"')]
    write(tmp_path / "plants" / "questions.jsonl", "\n".join(questions))
    ran = workbench("search", cwd=tmp_path)
    assert "Passage found for 1 of 1 answerable question." in ran.said


def test_a_bench_stays_as_it_is_whether_its_settings_stand_in_a_file_of_their_own_or_not(tmp_path):
    write(tmp_path / "one" / "workbench.toml", 'answers = "mine"\n')
    write(tmp_path / "two" / "pyproject.toml", '[tool.workbench]\nanswers = "mine"\n')
    before = tree(tmp_path)
    for folder in ("one", "two"):
        for more in ((), ("--sample",)):
            ran = workbench("init", folder, *more, cwd=tmp_path)
            assert (ran.code, "is a bench already; it stays as it is" in ran.said) == (0, True)
    assert tree(tmp_path) == before


def test_files_that_are_there_are_kept(tmp_path):
    write(tmp_path / "rubrics" / "grounded.md", "# Mine\n")
    write(tmp_path / "notes.txt", "keep me")
    write(tmp_path / "pyproject.toml", '[tool.other]\nname = "x"\n')
    before = tree(tmp_path)
    ran = workbench("init", cwd=tmp_path)
    assert ran.code == 0
    assert "grounded.md" not in ran.said
    after = tree(tmp_path)
    assert {name: after[name] for name in before} == before
    assert "workbench.toml" in after


def test_answers_that_are_there_are_named_and_not_touched(tmp_path):
    rows = "".join(
        (row(1, "pass"), row(2, "pass"), row(3, "fail", rule="grounded"), row(4, "pass", evidence="Day hire"))
    )
    write(tmp_path / "data" / "answers.jsonl", rows)
    before = tree(tmp_path / "data")
    ran = workbench("init", "mine", "--answers", "data/answers.jsonl", cwd=tmp_path)
    assert ran.code == 0, ran.said
    assert "answers: 4 in ../data/answers.jsonl, 3 labelled pass, 1 labelled fail" in ran.said
    assert "by rule: grounded 4, answers_when_it_can 3" in ran.said
    assert "natural: the same file" in ran.said
    assert "questions: 1 answers say" in ran.said
    assert tree(tmp_path / "data") == before
    settings = read_settings(tmp_path / "mine")
    assert settings.answers == settings.natural == (tmp_path / "mine").resolve() / "../data/answers.jsonl"
    ran = workbench("run", "--judges", "floor,numbers", cwd=tmp_path / "mine")
    assert ran.code == 0, ran.said


def test_only_judges_and_rubrics_of_the_rules_that_were_found_are_named(tmp_path):
    write(tmp_path / "answers.jsonl", row(1, "pass", rule="grounded") + row(2, rule="grounded"))
    ran = workbench("init", "--answers", "answers.jsonl", "--json", cwd=tmp_path)
    assert ran.json["answers"]["rules"] == {"grounded": 2}
    # One has no label, so nobody's word says what the others are worth as real answers.
    assert ran.json["answers"]["natural"] is False
    assert read_settings(tmp_path).judges == ("floor", "numbers", "overlap", "citations", "grounded")
    assert not (tmp_path / "rubrics" / "answers_when_it_can.md").exists()


@pytest.mark.parametrize("name", ["it's mine", 'with "quotes"', "back\\slash", "grün", "-x", "-", "日本語"])
def test_odd_names_of_folders_and_files_are_written_as_they_are(tmp_path, name):
    write(tmp_path / f"{name} data" / f"{name}.md", answer("What does a day cost?", "Day hire is £32.", "£32 [p1]."))
    ran = workbench("init", "--answers", f"{name} data", "--", name, cwd=tmp_path)
    assert ran.code == 0, ran.said
    assert read_settings(tmp_path / name).answers.resolve() == (tmp_path / f"{name} data").resolve()
    place = f"./{name}" if name.startswith("-") else name
    assert f"next: cd {shlex.quote(place)} && workbench check" in ran.out


@given(st.text())
def test_every_text_is_written_as_toml_reads_it(text):
    assert tomllib.loads(f"it = {toml_text(text)}\n") == {"it": text}


def test_tables_are_brought_in_first(tmp_path):
    write(tmp_path / "graded answers.csv", "prompt,answer\na,b\n")
    says = ("expected a folder, or a file that ends in .md or .jsonl", "workbench import 'graded answers.csv' --out")
    refused(tmp_path, "init", "mine", "--answers", "graded answers.csv", says=says)


def test_everything_that_is_wrong_with_the_answers_is_told_and_nothing_is_made(tmp_path):
    write(tmp_path / "answers.jsonl", row(1) + '{"id": "a2"}\n' + row(3, "perhaps"))
    refused(tmp_path, "init", "mine", "--answers", "answers.jsonl", says=("answers.jsonl:2", "answers.jsonl:3"))
    refused(tmp_path, "init", "mine", "--answers", "nowhere", says=("nothing there",))
    refused(tmp_path, "init", "--answers", "answers.jsonl", "--sample", says=("--sample or --answers",))
    refused(tmp_path, "init", "answers.jsonl", says=("expected a folder, or nothing yet",))


def test_the_sample_is_that_of_the_demo_with_rubrics_of_its_own(tmp_path, sample):
    assert workbench("init", "mine", "--sample", cwd=tmp_path).code == 0
    assert tree(tmp_path / "mine") == tree(sample)
    assert read_settings(tmp_path / "mine").judge["grounded"].rubric.is_file()
    refused(tmp_path, "init", "--sample", says=("is not empty and holds no bench",))


def test_a_bench_that_cannot_be_written_whole_leaves_nothing_behind(tmp_path, monkeypatch):
    write(tmp_path / "mine" / "notes.txt", "keep me")
    before, written = tree(tmp_path), new_bench.write_whole

    def full(path, data):
        if path.name == "workbench.toml":
            raise StoreError("no space left on device")
        written(path, data)

    monkeypatch.setattr(new_bench, "write_whole", full)
    for folder in (tmp_path / "mine", tmp_path / "a" / "b"):
        with pytest.raises(StoreError, match="no space left"):
            init_bench(folder)
    assert tree(tmp_path) == before


def test_the_way_of_tuning_a_rubric_works_from_the_rubrics_that_were_made(tmp_path):
    write(tmp_path / "answers" / "day.md", answer("What does a day cost?", "Day hire is £32.", "A day costs £32 [p1]."))
    assert workbench("init", "--answers", "answers", cwd=tmp_path).code == 0
    with MessagesServer() as server:
        given_ = with_server(server)
        assert workbench("run", "--judges", "grounded", "--max-cost", "2", cwd=tmp_path, **given_).code == 0
        rubric = tmp_path / "rubrics" / "grounded.md"
        write(rubric, rubric.read_text(encoding="utf-8").replace("one fact each", "just one fact each"))
        ran = workbench("run", "--judges", "grounded", "--max-cost", "2", cwd=tmp_path, **given_)
    assert ran.code == 0, ran.said
    runs = sorted(path.parent.name for path in (tmp_path / "runs").glob("*/manifest.json"))
    assert len(runs) == 2
    ran = workbench("compare", "grounded", "--run", runs[0], "--run", runs[1], cwd=tmp_path)
    assert "rubric" in ran.said

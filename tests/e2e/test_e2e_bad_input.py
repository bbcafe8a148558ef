"""Bad input: exit 2, a message that says where and what was expected, and nothing written."""

import json
import os

import pytest

from tests.e2e.benches import set_line, small
from tests.e2e.command_line import KEY, refused, workbench, write


def add_settings(folder, text):
    path = folder / "workbench.toml"
    write(path, path.read_text(encoding="utf-8") + text)


def test_answers_with_missing_sections_and_empty_sources_are_all_named_at_once(tmp_path):
    small(tmp_path)
    write(tmp_path / "answers" / "bare.md", "## Question\n\nWhat does it cost?\n\n## Answer\n\n£32.\n")
    write(
        tmp_path / "answers" / "empty.md", "## Question\n\nAnd a week?\n\n## Sources\n\n## Answer\n\nA week costs £9.\n"
    )
    write(tmp_path / "questions.jsonl", '{"id": "empty", "question": "And a week?", "evidence": "£9"}\n')
    says = ("answers/bare.md", "## Sources", "answers/empty.md", "problems")
    refused(tmp_path, "run", "--questions", "questions.jsonl", says=says)
    refused(tmp_path, "plant", says=("answers/bare.md",))
    refused(tmp_path, "search", says=("answers/bare.md",))


def test_every_bad_line_of_a_jsonl_file_is_named_with_its_number(tmp_path):
    good = {"id": "a", "question": "Q?", "passages": ["P 1."], "answer": "A 1."}
    lines = [json.dumps(good), "{not json", json.dumps({**good, "id": "b", "answer": 7}), json.dumps(good)]
    write(tmp_path / "cases.jsonl", "\n".join(lines) + "\n")
    refused(tmp_path, "run", "cases.jsonl", says=("cases.jsonl:2", "cases.jsonl:3", "cases.jsonl:4"))


@pytest.mark.parametrize("name", ["empty", "empty.jsonl", "nowhere", "nowhere.md", "notes.txt"])
def test_zero_cases_are_refused(tmp_path, name):
    (tmp_path / "empty").mkdir()
    write(tmp_path / "empty.jsonl", "")
    write(tmp_path / "notes.txt", "hello")
    refused(tmp_path, "run", name, says=(name,))


@pytest.mark.parametrize("options", [("gate", "--run"), ("search", "--natural"), ("report", "--bench")])
def test_a_name_that_is_too_long_for_a_file_is_refused(tmp_path, options):
    small(tmp_path)
    refused(tmp_path, *options, "x" * 5000, says=("no file can have a name of so many characters: ", "xxx..."))


def test_a_bench_without_answers_says_how_to_come_by_some(tmp_path):
    refused(tmp_path, "run", says=("no saved answers", "workbench demo DIR"))


def test_answers_of_which_none_is_trusted_are_refused_with_the_reasons_counted(tmp_path):
    line = {"id": "a", "question": "Q?", "passages": ["P 1."], "answer": "A 1.", "label": "fail", "rule": "grounded"}
    write(tmp_path / "cases.jsonl", json.dumps(line) + "\n")
    refused(tmp_path, "run", "cases.jsonl", says=("1 labelled fail, so not trusted", "1 trusted under another rule"))


def test_a_questions_file_that_names_an_answer_that_does_not_exist_is_refused_with_the_nearest(tmp_path):
    small(tmp_path)
    lines = '{"id": "day", "question": "What does a day cost?", "evidence": "£32"}\n'
    lines += '{"id": "weak", "question": "What does a week cost?", "evidence": "£150"}\n'
    write(tmp_path / "questions.jsonl", lines)
    refused(tmp_path, "run", "--questions", "questions.jsonl", says=("questions.jsonl:2", "weak", "week"))


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--judges", "flor"), ('no judge called "flor"', "did you mean: floor")),
        (("--judges", "floor,floor"), ("--judges", "each once")),
        (("--judges", ""), ("--judges", "names with commas")),
        (("--judges", "grounded", "--models", "claude-haiku-5-55"), ("claude-haiku-5-55", "claude-haiku-5-5")),
        (("--models", "claude-haiku-5-5"), ("expected a judge that runs on a model", "floor, numbers")),
        (("--plants", "some"), ("--plants", "a whole number from 1, or all")),
        (("--plants", "0"), ("--plants", "a whole number from 1, or all")),
        (("--repeats", "0"), ("--repeats",)),
        (("--bench", "nowhere"), ("nowhere", "the folder of a bench")),
    ],
)
def test_an_option_with_an_unknown_or_unfit_value_is_refused(tmp_path, arguments, says):
    refused(small(tmp_path), "run", *arguments, says=says, ANTHROPIC_API_KEY=KEY)


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ('prices = "nowhere.json"\n', ("nowhere.json", "prices")),
        ('held_out = ["outside_fakt"]\n', ('no style called "outside_fakt"', "outside_fact")),
        ('held_out = ["figure_respelled"]\n', ("figure_respelled", "a near miss")),
        ('models = ["claude-haiku-5-55"]\n', ("claude-haiku-5-55",)),
        ("models = []\n", ("judge grounded", "a model to run on")),
        ('[judge.mine]\nrule = "groundet"\n', ('no rule called "groundet"', "grounded")),
        ('[judge.mine]\nrule = "grounded"\nrubric = "nowhere.md"\n', ("nowhere.md", "a rubric file")),
        ('[judge.mine]\nrule = "grounded"\nsimulated = "blind:outside_fakt"\n', ("outside_fakt", "outside_fact")),
        ('[judge.mine]\nrule = "grounded"\nsimulated = "perfekt"\n', ("perfekt", "perfect")),
        ('[judge.mine]\nrule = "grounded"\nthreshold = 0.5\n', ("judge mine", "threshold")),
        ('[judge.floor]\nrubric = "mine.md"\n', ("judge floor", "settings of another kind")),
        ("[judge.floor]\nthreshold = 1.5\n", ("threshold of judge floor", "0 to 1")),
        (
            '[judge.one]\nrule = "grounded"\n[judge.mine]\nrule = "grounded"\n',
            ("each judge once", "grounded and mine", "grounded and one"),
        ),
    ],
)
def test_settings_that_name_something_unknown_or_unfit_are_refused(tmp_path, settings, says):
    small(tmp_path)
    names = ["floor", "grounded"] + (["mine"] if "mine" in settings else []) + (["one"] if "one" in settings else [])
    set_line(tmp_path, "judges", json.dumps(names))
    add_settings(tmp_path, settings)
    refused(tmp_path, "run", says=says)


def test_bad_settings_are_all_named_at_once(tmp_path):
    small(tmp_path)
    add_settings(
        tmp_path,
        'repeats = "two"\nseed = -1\nplant = 7\nmax_tokens = 0\n[gate]\nsevere = true\n[gate.certified]\nplants = 0\n'
        "[judge.floor]\ntreshold = 0.5\n",
    )
    says = (
        "repeats: expected a whole number from 1, got 'two'",
        "seed: expected a whole number from 0, got -1",
        'got "plant"',
        "did you mean plants?",
        "max_tokens",
        "gate.severe",
        "gate.certified.plants",
        'got "treshold"',
        "7 problems",
    )
    for name in ("run", "plant", "search", "gate", "report"):
        refused(tmp_path, name, says=says)


def test_settings_that_are_no_toml_are_refused_with_the_line(tmp_path):
    small(tmp_path)
    add_settings(tmp_path, "repeats = = 2\n")
    refused(tmp_path, "run", says=("workbench.toml", "a TOML file", "line 3"))


def test_a_folder_in_place_of_a_file_is_refused(tmp_path):
    small(tmp_path)
    (tmp_path / "answers" / "third.md").mkdir()
    (tmp_path / "questions.jsonl").mkdir()
    refused(tmp_path, "run", says=("answers/third.md", "is a directory"))
    (tmp_path / "answers" / "third.md").rmdir()
    refused(tmp_path, "run", "--questions", "questions.jsonl", says=("questions.jsonl", "is a directory"))


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="permissions do not bind this user")
def test_a_file_that_may_not_be_read_is_refused(tmp_path):
    small(tmp_path)
    (tmp_path / "answers" / "day.md").chmod(0)
    ran = workbench("run", cwd=tmp_path)
    assert ran.code == 2
    assert "answers/day.md" in ran.err
    assert "permission denied" in ran.err
    assert not (tmp_path / "runs").exists()


def test_bytes_that_are_not_utf_8_are_refused_with_the_line(tmp_path):
    small(tmp_path)
    path = tmp_path / "answers" / "day.md"
    path.write_bytes(path.read_bytes().replace("£32 [p1]".encode(), b"\xa332 [p1]"))
    refused(tmp_path, "run", says=("answers/day.md:13", "UTF-8", "0xa3"))


def test_demo_refuses_a_folder_with_something_else_in_it_and_a_file(tmp_path):
    write(tmp_path / "mine" / "notes.txt", "keep me")
    refused(tmp_path, "demo", "mine", says=("is not empty and holds no bench",))
    refused(tmp_path, "demo", "mine/notes.txt", says=("notes.txt",))


def test_unknown_commands_and_options_are_usage_errors(tmp_path):
    refused(tmp_path, "runn", says=("runn",))
    refused(tmp_path, "run", "--judge", "floor", says=("--judge",))
    refused(tmp_path, "gate", "floor", "--level", "superb", says=("superb",))


def test_gate_and_report_without_any_run_are_not_measured(tmp_path):
    small(tmp_path)
    for name in ("gate", "report"):
        refused(tmp_path, name, says=("there is no run in", "workbench run"), code=4)

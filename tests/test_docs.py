"""The README says what the workbench does: commands, styles, judges, and what the demo prints."""

import re
import textwrap
import tomllib

import pytest

from tests.readme import HELD_OUT, README, ROOT, block, demo_output, settings_table, styles_table
from tests.support.own_judges import ask, function, item
from workbench.cli.app import app
from workbench.gate.policy import CERTIFIED, PROVISIONAL
from workbench.judges.catalogue import SCRIPT_JUDGES
from workbench.judges.rubric import read_rubric
from workbench.steps.bench import open_bench
from workbench.steps.settings import read_settings


@pytest.fixture(scope="module")
def text() -> str:
    return README.read_text(encoding="utf-8")


def test_the_table_of_styles_is_that_of_the_catalogue(text):
    assert block(text, "styles") == styles_table(), "renew it with: make docs"


def test_the_table_of_settings_is_what_the_code_says_of_them(text):
    assert block(text, "settings") == settings_table(), "renew it with: make docs"


@pytest.mark.slow
def test_what_the_readme_shows_is_what_the_demo_prints(text, monkeypatch):
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    monkeypatch.delenv("ANTHROPIC_AUTH_TOKEN", raising=False)
    assert block(text, "demo") == f"```text\n{demo_output()}```\n", "renew it with: make docs"


def test_every_command_and_script_judge_is_in_the_readme(text):
    commands = [command.name for command in app.registered_commands]
    assert commands
    for command in commands:
        assert f"`workbench {command}`" in text, command
    for judge in SCRIPT_JUDGES:
        assert f"| `{judge}` | script |" in text, judge


def test_the_readme_names_the_bars_of_the_gate(text):
    for bars in (PROVISIONAL, CERTIFIED):
        assert f"at least {bars.catch_floor:.0%}".replace("%", " %") in text
        assert f"at least {bars.pass_floor:.0%}".replace("%", " %") in text


def test_the_held_out_styles_of_the_sample_are_those_of_its_settings():
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert tuple(settings["tool"]["workbench"]["held_out"]) == HELD_OUT


def fenced(text, language, *, starting):
    """The one code block of the README in a language that starts so."""
    blocks = [textwrap.dedent(found) for found in re.findall(rf"```{language}\n(.*?) *```", text, re.DOTALL)]
    [found] = [block for block in blocks if block.startswith(starting)]
    return found


def test_the_settings_that_the_readme_shows_can_be_read(text, tmp_path):
    (tmp_path / "workbench.toml").write_text(fenced(text, "toml", starting="answers"), encoding="utf-8")
    settings = read_settings(tmp_path)
    assert settings.judge["strict"].rubric == tmp_path / "rubrics" / "strict.md"
    assert settings.policy.provisional.plants == 10


def test_the_system_that_the_readme_shows_is_one(text, tmp_path):
    settings = fenced(text, "toml", starting="[system]")
    (tmp_path / "workbench.toml").write_text(settings, encoding="utf-8")
    system = read_settings(tmp_path).system
    assert (system.call, system.hidden) == ("my_assistant:answer", {"guest": ("board-minutes",)})
    for other in ("command", "url"):
        shown = settings.replace("call = ", "# call = ").replace(f"# {other} = ", f"{other} = ")
        (tmp_path / "workbench.toml").write_text(shown, encoding="utf-8")
        assert getattr(read_settings(tmp_path).system, other)


def test_the_rubric_that_the_readme_shows_can_be_read(text):
    assert read_rubric(fenced(text, "markdown", starting="# Strict")).title == "Strict"


def test_the_function_that_the_readme_shows_is_a_judge(text, tmp_path):
    (tmp_path / "my_judges.py").write_text(fenced(text, "python", starting="def grounded"), encoding="utf-8")
    candidate = function(tmp_path, "my_judges:grounded")
    right, wrong = ask(candidate, item("It is 4 metres long."), item("It is 5 metres long."))
    assert (str(right.verdict), str(wrong.verdict)) == ("pass", "fail")
    assert wrong.reason == "not in the passages: ['5']"


def test_the_answers_and_questions_that_the_readme_shows_are_one_case(text, tmp_path):
    markdown = tmp_path / "markdown" / "day-price.md"
    markdown.parent.mkdir()
    markdown.write_text(fenced(text, "markdown", starting="## Question"), encoding="utf-8")
    jsonl = tmp_path / "answers.jsonl"
    jsonl.write_text(fenced(text, "json", starting='{"id": "day-price", "question": "What does a day cost?", "pass'))
    questions = fenced(text, "json", starting='{"id": "day-price", "question": "What does a day cost?", "evid')
    (tmp_path / "questions.jsonl").write_text(questions.splitlines()[0] + "\n", encoding="utf-8")
    for answers in (markdown.parent, jsonl):
        bench = open_bench(tmp_path, answers=answers, questions=tmp_path / "questions.jsonl")
        assert bench.search.found == bench.search.answerable == 1


def test_each_of_the_thirty_checks_of_the_page_names_tests_that_are_there():
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\d+)(?: to (\d+))? \| [^|]+ \| (.+) \|$", text, re.M)
    numbers = [number for first, last, _ in rows for number in range(int(first), int(last or first) + 1)]
    assert numbers == list(range(1, 31))
    for number, _, told in rows:
        named = re.findall(r"`([\w/]+\.py)::(\w+)`", told)
        assert len(named) == told.count("`") / 2 > 0, number
        for file, test in named:
            source = (ROOT / "tests" / file).read_text(encoding="utf-8")
            assert re.search(rf"^def {test}\(", source, re.M), f"{number}: {file}::{test}"

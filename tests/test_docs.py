"""The README says what the workbench does: commands, styles, judges, and what the demo prints."""

import tomllib

import pytest

from tests.readme import HELD_OUT, README, ROOT, block, demo_output, styles_table
from workbench.cli.app import app
from workbench.gate.policy import CERTIFIED, PROVISIONAL
from workbench.judges.catalogue import SCRIPT_JUDGES


@pytest.fixture(scope="module")
def text() -> str:
    return README.read_text(encoding="utf-8")


def test_the_table_of_styles_is_that_of_the_catalogue(text):
    assert block(text, "styles") == styles_table(), "renew it with: make docs"


@pytest.mark.slow
def test_what_the_readme_shows_is_what_the_demo_prints(text, monkeypatch):
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    monkeypatch.delenv("ANTHROPIC_AUTH_TOKEN", raising=False)
    assert block(text, "demo") == f"```text\n{demo_output()}```\n", "renew it with: make docs"


def test_every_command_and_script_judge_is_in_the_readme(text):
    commands = [command.callback.__name__ for command in app.registered_commands]
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

"""How a command starts: the SDK is loaded while answers are planted, and what a command does not need is not."""

import subprocess
import sys

import pytest

from tests.e2e.benches import small
from tests.e2e.command_line import KEY, environment
from workbench.errors import InputError
from workbench.judges.claude import sdk
from workbench.steps.bench import open_bench
from workbench.steps.candidates import Models
from workbench.steps.plan import plan_run

MODELS = ["claude-haiku-5-5"]


@pytest.fixture
def loads(monkeypatch):
    """What was loaded, from a start without the SDK."""
    asked = []
    monkeypatch.setattr(sdk, "loaded", lambda: False)
    monkeypatch.setattr(sdk, "load", lambda: asked.append("sdk"))
    monkeypatch.setattr("workbench.plants.shares._cores", lambda: 2)
    return asked


def planned(folder, *names):
    return plan_run(open_bench(folder), held_out=False, names=names or None, models=MODELS if names else None)


def test_what_is_planted_beside_the_sdk_is_what_is_planted_without(tmp_path, monkeypatch, loads):
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
    bench = small(tmp_path / "bench")
    beside = planned(bench, "grounded")
    assert loads == ["sdk"]
    monkeypatch.setattr(sdk, "loaded", lambda: True)
    alone = planned(bench, "grounded")
    assert loads == ["sdk"]
    assert beside.key == alone.key
    assert beside.key.challenges


def test_script_judges_need_no_sdk(tmp_path, monkeypatch, loads):
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
    assert planned(small(tmp_path / "bench")).candidates.entries
    assert loads == []


def test_a_model_judge_without_a_key_needs_no_sdk(tmp_path, monkeypatch, loads):
    for name in ("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN"):
        monkeypatch.delenv(name, raising=False)
    bench = open_bench(small(tmp_path / "bench"))
    plan_run(bench, held_out=False, names=["grounded"], models=MODELS, use=Models.ESTIMATED)
    assert loads == []


def test_answers_that_cannot_be_planted_in_are_refused_in_words(tmp_path, monkeypatch, loads):
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
    bench = small(tmp_path / "bench")
    with (bench / "workbench.toml").open("a", encoding="utf-8") as settings:
        settings.write('held_out = ["no_such_style"]\n')
    with pytest.raises(InputError, match="no_such_style"):
        planned(bench, "grounded")
    assert loads == ["sdk"]


def loaded(*modules):
    """What of the workbench, and of what takes long to load, is there when some modules have been imported."""
    told = f"import sys, {', '.join(modules)}; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", told], env=environment(), capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_help_loads_what_no_command_can_do_without_and_no_more():
    found = loaded("workbench.cli.app")
    assert "workbench.cli.run" in found
    assert not found & {"asyncio", "pandas", "anthropic", "jinja2"}
    assert not any(name.startswith(("workbench.runner", "workbench.steps", "workbench.judges")) for name in found)


def test_commands_that_plant_nothing_load_no_style():
    found = loaded(*(f"workbench.steps.{step}" for step in ("run", "report", "gate", "show", "compare")))
    assert "workbench.plants.built" in found
    assert not any(name.startswith(("workbench.plants.wording", "workbench.plants.mistakes")) for name in found)

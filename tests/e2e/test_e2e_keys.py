"""Without a key: what is missing is said, what needs none still runs, and nothing is guessed."""

import pytest

from tests.e2e.benches import with_sample
from tests.e2e.command_line import KEY, tree, workbench

SETTINGS = 'judges = ["floor", "grounded", "answers_when_it_can"]\nmodels = ["claude-haiku-5-5"]\n'


@pytest.fixture
def bench(tmp_path, sample):
    return with_sample(tmp_path, SETTINGS, sample)


def test_without_a_key_script_judges_run_and_the_others_are_named_with_what_is_missing(bench):
    ran = workbench("run", "--json", cwd=bench)
    assert ran.code == 0
    assert [judge["name"] for judge in ran.json["judges"]] == ["floor"]
    for place in (ran.err, " ".join(ran.json["notes"])):
        assert "grounded on claude-haiku-5-5" in place
        assert "answers_when_it_can on claude-haiku-5-5" in place
        assert "set ANTHROPIC_API_KEY" in place


@pytest.mark.parametrize("arguments", [("--models", "claude-haiku-5-5"), ("--judges", "grounded")])
def test_a_model_asked_for_by_name_without_a_key_is_refused_and_nothing_is_written(bench, arguments):
    before = tree(bench)
    ran = workbench("run", *arguments, cwd=bench)
    assert ran.code == 2
    assert "set ANTHROPIC_API_KEY" in ran.err
    assert tree(bench) == before


def test_where_no_judge_is_left_without_a_key_nothing_was_measured(bench):
    path = bench / "workbench.toml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace('"floor", ', ""), encoding="utf-8")
    before = tree(bench)
    ran = workbench("run", cwd=bench)
    assert ran.code == 4
    assert "no judge can be run" in ran.err
    assert tree(bench) == before


def test_a_key_alone_sends_nothing_where_only_scripts_are_asked_for(bench):
    # Nothing listens on port 9: any call would end in errors.
    ran = workbench(
        "run", "--judges", "floor", "--json", cwd=bench, ANTHROPIC_API_KEY=KEY, ANTHROPIC_BASE_URL="http://127.0.0.1:9"
    )
    assert ran.code == 0
    assert ran.json["judges"][0]["errors"] == {}
    assert KEY not in ran.out + ran.err

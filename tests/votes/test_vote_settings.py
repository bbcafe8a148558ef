"""`votes` of a judge in settings: what it may be, and what a run with such a judge has to fit."""

import pytest

from tests.e2e.benches import small
from tests.e2e.command_line import write
from workbench.errors import InputError
from workbench.report.checked import Ready
from workbench.steps.bench import open_bench
from workbench.steps.candidates import specs_of
from workbench.steps.changes import changed_judge, judge_differences
from workbench.steps.checked_judges import try_judges
from workbench.steps.named_judges import all_candidates
from workbench.steps.plan import plan_run
from workbench.steps.settings import read_settings

MINE = '[judge.{name}]\nrule = "grounded"\nsimulated = "flaky:0.1"\n'


def bench(folder, *, judges, tables):
    small(folder)
    named = ", ".join(f'"{name}"' for name in judges)
    write(folder / "workbench.toml", f'answers = "answers"\njudges = [{named}]\n{tables}')
    return folder


def voter(name, votes):
    return MINE.format(name=name) + f"votes = {votes}\n"


def repeats_of(folder, **more):
    plan = plan_run(open_bench(folder), held_out=False, **more)
    return plan.repeats, " ".join(plan.asides)


def refused(folder, **more):
    with pytest.raises(InputError) as caught:
        plan_run(open_bench(folder), held_out=False, **more)
    return str(caught.value)


@pytest.mark.parametrize(
    ("votes", "says"),
    [
        ("4", "an odd number"),
        ("1", "a whole number from 3"),
        ("0", "a whole number from 3"),
        ("-5", "a whole number from 3"),
        ("true", "a whole number from 3"),
        ("3.0", "a whole number from 3"),
        ('"five"', "a whole number from 3"),
    ],
)
def test_votes_are_an_odd_number_from_three(tmp_path, votes, says):
    said = refused(bench(tmp_path, judges=["mine"], tables=voter("mine", votes)))
    assert f"judge: mine: votes: expected {says}" in said
    assert "got" in said


def test_a_script_is_refused_votes_as_it_says_the_same_in_every_call(tmp_path):
    said = refused(bench(tmp_path, judges=["numbers"], tables="[judge.numbers]\nvotes = 3\n"))
    assert "judge numbers: expected no votes, got votes = 3: a script says the same in every call" in said


@pytest.mark.parametrize(
    "table",
    [
        'call = "mine:judges"\nthreshold = 0.5',
        'command = ["true"]',
        'rubric = "rubric.md"\nmodels = ["some"]\nopenai_url = "http://localhost:9/v1"',
        'models = ["claude-haiku-5-5"]',
    ],
)
def test_votes_are_part_of_the_version_of_every_kind_of_judge(tmp_path, table):
    write(tmp_path / "mine.py", "def judges(question, passages, answer):\n    return 1.0\n")
    rubric = "# Mine\n## Rule\nIt is so.\n## Steps\nLook.\n## Must pass\n- This.\n## Must fail\n- That.\n"
    write(tmp_path / "rubric.md", rubric + "## Verdict words\npass: pass\nfail: fail\n")
    versions = []
    for votes in ("", "votes = 3\n", "votes = 5\n"):
        settings = read_settings(
            bench(tmp_path, judges=["mine"], tables=f'[judge.mine]\nrule = "grounded"\n{table}\n{votes}')
        )
        [spec] = specs_of(all_candidates(settings, names=["mine"], models=None, plans={}), settings)
        versions.append(spec)
    assert [one.votes for one in versions] == [0, 3, 5]
    assert len({one.judge_id for one in versions}) == 3
    assert "votes" not in versions[0].details
    assert [*judge_differences(versions[1], versions[2])] == ["votes was 3 and is 5"]
    assert "votes was 3 and is 5" in changed_judge(versions[1], settings)


def test_a_run_has_as_many_repeats_as_its_judges_have_votes_and_says_so(tmp_path):
    folder = bench(tmp_path, judges=["mine", "floor"], tables=voter("mine", 7))
    repeats, said = repeats_of(folder)
    assert repeats == 7
    assert "7 repeats" in said
    assert "votes" in said
    assert repeats_of(folder, names=["floor"]) == (2, "")
    assert repeats_of(folder, repeats=7) == (7, "")


def test_repeats_that_are_not_the_votes_are_refused_before_anything_is_asked_with_all_that_do_not_fit(tmp_path):
    folder = bench(tmp_path, judges=["a", "b", "c"], tables=voter("a", 3) + voter("b", 5) + MINE.format(name="c"))
    said = refused(folder, repeats=2)
    assert "judge a: expected votes = 2, as the run has 2 repeats, got votes = 3" in said
    assert "judge b: expected votes = 2, as the run has 2 repeats, got votes = 5" in said
    assert "judge c" not in said
    assert "leave --repeats out" in said
    assert "judge b" not in refused(folder, repeats=5)


def test_judges_with_different_votes_are_run_apart(tmp_path):
    folder = bench(tmp_path, judges=["a", "b"], tables=voter("a", 3) + voter("b", 5))
    said = refused(folder)
    assert "judge a: expected the same votes as the other judges of the run, got votes = 3" in said
    assert "judge b: expected the same votes as the other judges of the run, got votes = 5" in said
    assert "--judges" in said
    assert repeats_of(folder, names=["b"])[0] == 5


def test_check_says_of_the_second_judge_with_other_votes_that_a_run_would_be_refused_and_of_no_judge_that_does_not_vote(
    tmp_path,
):
    folder = bench(tmp_path, judges=["a", "b", "floor"], tables=voter("a", 3) + voter("b", 5))
    tried = [one.told for one in try_judges(read_settings(folder), ())]
    assert [one.ready for one in tried] == [Ready.YES, Ready.REFUSED, Ready.YES]
    assert "the same votes as the other judges of the run" in tried[1].said

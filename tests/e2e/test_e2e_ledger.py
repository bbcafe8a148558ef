"""Nothing becomes fresh by what is done to the ledgers, the runs or the names; numbers that were fixed count."""

import shutil

import pytest

from tests.e2e.benches import first_answers, set_line
from tests.e2e.command_line import run_folder, workbench, write

pytestmark = pytest.mark.slow

SETTINGS = """\
judges = ["sound"]
gate_repeats = 2
plants = 8
near_misses = 2
held_out_plants = 4
held_out = ["dropped_condition", "evidence_edited"]
[judge.sound]
rule = "grounded"
simulated = "perfect"
"""


@pytest.fixture(scope="module")
def opened(tmp_path_factory, sample):
    """A bench whose numbers were registered and whose held-out styles were opened once."""
    bench = first_answers(tmp_path_factory.mktemp("ledger") / "bench", SETTINGS, sample, 8)
    assert workbench("plan", "--register", cwd=bench).code == 0
    assert not (bench / "holdout").exists()
    assert workbench("run", "--with-holdout", cwd=bench).code == 0
    return bench


@pytest.fixture
def bench(opened, tmp_path):
    return shutil.copytree(opened, tmp_path / "bench")


def lines(bench, judge="sound"):
    """The lines of both levels, by level and name."""
    found = workbench("gate", judge, "--json", cwd=bench).json
    levels = found["judges"][0]["decision"]["lines"]
    return {level: {line["line"]: line for line in told} for level, told in levels.items()}


def burned(bench, judge="sound"):
    """Is every held-out style burned, and no case fresh?"""
    told = lines(bench, judge)
    held_out, planted = told["PROVISIONAL"]["held out"], told["CERTIFIED"]["planted"]
    spent = held_out["standing"] == "missing" and held_out["figure"].startswith("not measured; ")
    return spent and planted["figure"] == "not measured"


def another_version(bench):
    """The same verdicts, from a version that was changed after the first look."""
    set_line(bench, "simulated", '"flaky:0"')
    assert workbench("run", "--with-holdout", cwd=bench).code == 0


def without_last_line(path):
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:-1]))


def test_the_first_look_counts_and_so_do_registered_numbers_and_what_is_used_up_is_said(opened):
    told = lines(opened)
    assert told["PROVISIONAL"]["held out"]["standing"] == "met"
    assert "in numbers registered on" in told["CERTIFIED"]["planted"]["asked"]
    said = workbench("gate", "sound", cwd=opened).said
    assert "left that nobody opened; the next version needs new ones, 2 at least in stock" in said


@pytest.mark.parametrize(
    "lose",
    [
        lambda bench: (bench / "holdout" / "ledger.jsonl").unlink(),
        lambda bench: [(bench / folder / "ledger.jsonl").unlink() for folder in ("runs", "holdout")],
        lambda bench: [without_last_line(bench / folder / "ledger.jsonl") for folder in ("runs", "holdout")],
    ],
    ids=["holdout lost", "both lost", "both cut at the end"],
)
def test_a_lost_or_cut_ledger_makes_everything_burned_also_for_a_version_that_comes_after(bench, lose):
    lose(bench)
    another_version(bench)
    assert burned(bench)


def test_a_judge_and_a_case_under_another_name_have_been_seen(bench):
    text = (bench / "workbench.toml").read_text(encoding="utf-8")
    write(bench / "workbench.toml", text.replace('"sound"', '"other"').replace("judge.sound", "judge.other"))
    set_line(bench, "simulated", '"flaky:0"')
    for path in sorted((bench / "plants" / "answers").iterdir()):
        path.rename(path.with_name(f"new-{path.name}"))
        # A blank and a character that nobody sees make every item another one.
        text = path.with_name(f"new-{path.name}").read_text(encoding="utf-8")
        write(
            path.with_name(f"new-{path.name}"),
            text.replace("## Answer\n\n", "## Answer\n\n\u200b").replace(". ", ".  "),
        )
    assert workbench("run", "--with-holdout", cwd=bench).code == 0
    assert burned(bench, judge="other")


def test_a_run_that_was_deleted_and_run_again_is_a_second_look(bench):
    shutil.rmtree(run_folder(bench))
    assert workbench("run", "--with-holdout", cwd=bench).code == 0
    assert "was opened on" in lines(bench)["PROVISIONAL"]["held out"]["figure"]


def test_other_numbers_than_those_registered_do_not_count_and_a_closed_holdout_is_in_nobodys_way(bench):
    for folder in ("holdout", "runs"):
        shutil.rmtree(bench / folder)
    write(bench / "holdout", "no folder")
    assert workbench("plan", "--register", cwd=bench).code == 0
    set_line(bench, "near_misses", "1")
    assert workbench("run", cwd=bench).code == 0
    asked = lines(bench)["CERTIFIED"]["planted"]["asked"]
    assert "does not count: other cases were run than the 8 planted mistakes" in asked

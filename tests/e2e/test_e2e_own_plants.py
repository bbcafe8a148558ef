"""Styles and plants of the user's own, from the command line."""

import json
import shutil

import pytest

from tests.e2e.benches import answer, small
from tests.e2e.command_line import run_folder, tree, workbench, write

pytestmark = pytest.mark.slow

STYLE = """
from workbench.plants.style import Declined, Style, edited
from workbench.records.challenge import Set

def plant(ground, rng):
    place = ground.case.answer.find("costs")
    if place < 0:
        raise Declined("costs nothing")
    return edited(ground, [(place, place + 5, "once cost")], "no passage speaks of the past")

PAST = Style(name="past", set=Set.PLANTED, rules=("grounded",), summary="s", covers="c", examples=(), plant=plant)
"""
QUESTION, PASSAGE = "What does a day cost?", "Day hire is £32. A week is £150."


def by_hand(head, text):
    return head + "\n" + answer(QUESTION, PASSAGE, text)


def key(bench, folder="plants"):
    lines = (bench / folder / "grounded.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def settings(bench, more):
    path = bench / "workbench.toml"
    write(path, more + path.read_text(encoding="utf-8"))


def test_an_own_style_is_planted_and_a_changed_one_revokes_the_run(tmp_path):
    bench = small(tmp_path)
    write(bench / "my_styles.py", STYLE)
    settings(bench, 'styles = ["my_styles:PAST"]\n')
    assert workbench("run", cwd=bench).code == 0
    mine = [one for one in key(bench) if one["style"] == "past"]
    assert [one["set"] for one in mine] == ["planted", "planted"]
    assert "has changed" not in workbench("gate", "numbers", cwd=bench).said
    write(bench / "my_styles.py", STYLE.replace("once cost", "used to cost"))
    assert "what is planted in the saved answers has changed" in workbench("gate", "numbers", cwd=bench).said


def test_an_own_style_may_be_held_out_by_its_name(tmp_path):
    bench = small(tmp_path)
    write(bench / "my_styles.py", STYLE)
    settings(bench, 'styles = ["my_styles:PAST"]\nheld_out = ["past"]\n')
    assert workbench("run", cwd=bench).code == 0
    assert not any(b"past" in content for name, content in tree(bench / "plants").items() if content)
    assert not (bench / "holdout").exists()
    assert workbench("run", "--with-holdout", cwd=bench).code == 0
    assert {one["style"] for one in key(bench, "holdout")} == {"past"}


def test_a_style_that_cannot_be_loaded_is_refused_before_anything_is_written(tmp_path):
    bench = small(tmp_path)
    settings(bench, 'styles = ["my_styles:PAST"]\n')
    before = tree(bench)
    ran = workbench("plant", cwd=bench)
    assert ran.code == 2
    assert "styles: my_styles:PAST: expected a workbench.plants.style.Style" in ran.said
    assert tree(bench) == before


def test_plants_made_by_hand_are_in_the_set_on_top_of_the_quota(tmp_path):
    bench = small(tmp_path)
    write(bench / "plants" / "README.md", "no plant")
    write(bench / "plants" / "one.md", by_hand("parent: day\nstyle: doubled\n", "A day costs £64 [p1]."))
    write(bench / "plants" / "two.md", by_hand("parent: day\nstyle: plain\nset: near_miss\n", "It costs £32 [p1]."))
    ran = workbench("run", "--plants", "1", cwd=bench)
    assert ran.code == 0
    sets = {one["style"]: one["set"] for one in key(bench) if one["style"] in ("doubled", "plain")}
    assert sets == {"doubled": "planted", "plain": "near_miss"}
    assert sum(one["set"] == "planted" for one in key(bench)) == 2
    assert "has changed" not in workbench("gate", "numbers", cwd=bench).said
    shown = workbench("plant", "--show", "1", "--style", "doubled", cwd=bench)
    assert "A day costs £[-32-]{+64+}" in shown.said
    item = next(one["item"]["item_id"] for one in key(bench) if one["style"] == "doubled")
    assert workbench("plant", "--retire", item, "--reason", "too obvious", cwd=bench).code == 0
    assert "doubled" not in {one["style"] for one in key(bench)}


def test_plants_made_by_hand_for_the_holdout_are_read_with_the_holdout_alone(tmp_path):
    bench = small(tmp_path)
    write(bench / "holdout" / "one.md", by_hand("parent: day\nstyle: doubled\n", "A day costs £64 [p1]."))
    write(bench / "holdout" / "broken.md", "garbage")
    assert workbench("run", cwd=bench).code == 0
    told = {**tree(bench / "plants"), **tree(run_folder(bench))}
    assert not any(b"doubled" in content for content in told.values() if content)
    broken = workbench("run", "--with-holdout", cwd=bench)
    assert broken.code == 2
    assert "broken.md" in broken.said
    (bench / "holdout" / "broken.md").unlink()
    opened = workbench("run", "--with-holdout", "--json", cwd=bench)
    assert opened.code == 0
    numbers = next(one for one in opened.json["judges"] if one["name"] == "numbers")
    assert {"set": "held_out", "style": "doubled"} in [
        {name: style[name] for name in ("set", "style")} for style in numbers["by_style"]
    ]
    assert "doubled" not in (bench / "plants" / "build.json").read_text(encoding="utf-8")
    assert "has changed" not in workbench("gate", "numbers", cwd=bench).said


def test_all_that_is_wrong_with_plants_made_by_hand_is_told_at_once(tmp_path):
    bench = small(tmp_path)
    write(bench / "plants" / "one.md", by_hand("parent: dai\nstyle: doubled\n", "A day costs £64 [p1]."))
    write(bench / "plants" / "two.md", by_hand("parent: day\nstyle: doubled\n", "A day costs £32 [p1]."))
    before = tree(bench)
    ran = workbench("plant", cwd=bench)
    assert ran.code == 2
    assert "the nearest is day" in ran.said
    assert "a copy that differs from day" in ran.said
    assert tree(bench) == before


def test_plants_made_by_hand_are_of_the_benchs_own_answers_alone(tmp_path):
    bench = small(tmp_path / "bench")
    write(bench / "plants" / "one.md", by_hand("parent: day\nstyle: doubled\n", "A day costs £64 [p1]."))
    shutil.copytree(bench / "answers", tmp_path / "others")
    (tmp_path / "others" / "day.md").unlink()
    assert workbench("plant", tmp_path / "others", cwd=bench).code == 0

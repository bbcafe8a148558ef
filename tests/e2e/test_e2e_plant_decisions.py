"""Plants are read, confirmed and retired from the command line; what is decided holds in every later build."""

import json

import pytest

from tests.e2e.benches import first_answers
from tests.e2e.command_line import tree, workbench
from workbench.records.challenge import Set
from workbench.steps.answer_key import build_answer_key
from workbench.steps.bench import open_bench

pytestmark = pytest.mark.slow

SETTINGS = """\
judges = ["numbers"]
plants = 6
near_misses = 6
held_out_plants = 6
"""


def shown(ran):
    """The ids of the plants that were printed."""
    return [line.split()[0] for line in ran.out.splitlines() if ", must " in line]


def planted(bench):
    lines = (bench / "plants" / "grounded.jsonl").read_text(encoding="utf-8").splitlines()
    return {one["item"]["item_id"] for one in map(json.loads, lines)}


def test_a_retired_plant_stays_out_of_the_set_and_of_every_run(tmp_path, sample):
    bench = first_answers(tmp_path, SETTINGS, sample, 10)
    (first, *_) = shown(workbench("plant", "--show", "3", "--style", "figure_changed", cwd=bench))
    assert first in planted(bench)
    before = len(planted(bench))
    ran = workbench("plant", "--retire", first[:8], "--reason", "the passage says so too", cwd=bench)
    assert ran.code == 0
    assert "retired, figure_changed: 1 the passage says so too" in ran.said
    assert first not in planted(bench)
    # The next best one takes its place.
    assert len(planted(bench)) == before
    report = json.loads((bench / "plants" / "build.json").read_text(encoding="utf-8"))
    assert report["rules"]["grounded"]["retired"] == {"figure_changed": {"the passage says so too": 1}}
    assert workbench("run", cwd=bench).code == 0
    assert first not in planted(bench)
    assert "retired: the passage says so too" in workbench("run", "--json", cwd=bench).out

    back = workbench("plant", "--confirm", first, cwd=bench)
    assert "confirmed by a person: 1" in back.said
    assert first in planted(bench)


def test_a_mistake_and_a_near_miss_are_shown_in_turn_each_of_another_style(tmp_path, sample):
    ran = workbench("plant", "--show", "8", cwd=first_answers(tmp_path, SETTINGS, sample, 10))
    heads = [line.split(", ") for line in ran.out.splitlines() if ", must " in line]
    assert [head[-1] for head in heads] == ["must fail", "must pass"] * 4
    assert len({head[0].split()[2] for head in heads}) == 8


def test_a_plant_that_was_confirmed_is_shown_after_the_others(tmp_path, sample):
    bench = first_answers(tmp_path, SETTINGS, sample, 10)
    listed = shown(workbench("plant", "--show", "99", cwd=bench))
    # A near miss of both rules is one item, shown under each.
    ids = [one for one in listed if listed.count(one) == 1]
    ran = workbench("plant", "--confirm", f"{ids[0]},{ids[1]}", "--show", "99", cwd=bench)
    assert sorted(shown(ran)[-2:]) == sorted(ids[:2])
    assert ran.out.count("(confirmed)") == 2


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--retire", "0123456789abcdef", "--reason", "odd"), 'no plant called "0123456789abcdef"'),
        (("--retire", "0"), "a plant is retired with a reason"),
        (("--retire", "0", "--confirm", "1"), "two decisions"),
        (("--show", "3", "--style", "outside_fact"), "is held out"),
        (("--show", "3", "--style", "figure_change"), "did you mean: figure_changed"),
        (("--show", "3", "--style", "one_side_asserted"), 'nothing is planted in the style "one_side_asserted"'),
        (("--with-holdout",), "goes with --retire or --confirm"),
    ],
)
def test_what_cannot_be_decided_is_refused_and_nothing_is_written_down(tmp_path, sample, arguments, told):
    bench = first_answers(tmp_path, SETTINGS, sample, 10)
    ran = workbench("plant", *arguments, cwd=bench)
    assert ran.code == 2
    assert told in ran.said
    assert not (bench / "plants" / "decisions.jsonl").exists()


def test_a_held_out_plant_is_retired_by_its_id_with_the_holdout_alone(tmp_path, sample):
    bench = first_answers(tmp_path, SETTINGS, sample, 10)
    key = build_answer_key(open_bench(bench), held_out=True).challenges
    sealed = next(one for one in key if one.set is Set.HELD_OUT)
    order = ("plant", "--retire", sealed.item.item_id, "--reason", "harmless")
    refused = workbench(*order, cwd=bench)
    assert refused.code == 2
    assert "a held-out plant is named together with --with-holdout" in refused.said
    assert workbench(*order, "--with-holdout", cwd=bench).code == 0
    assert not (bench / "plants" / "decisions.jsonl").exists()
    ordinary = [content for name, content in tree(bench / "plants").items() if content]
    assert not any(sealed.item.item_id.encode() in content for content in ordinary)
    after = build_answer_key(open_bench(bench), held_out=True).challenges
    assert sealed.item.item_id not in {one.item.item_id for one in after}

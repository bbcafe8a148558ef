"""What people decide follows the text to every judge and every later run, and changes the figures in plain sight."""

import json

import pytest

from tests.e2e.benches import first_answers, set_line
from tests.e2e.command_line import refused, workbench
from tests.report.packed import unpacked

pytestmark = pytest.mark.slow

# Wrong about everything, in either version; the script is there as a second judge.
JUDGES = """\
judges = ["numbers", "mine"]
plants = 8
near_misses = 8
[judge.mine]
rule = "grounded"
simulated = "flaky:1"
"""
NOTE = "thirty working days are six weeks"


@pytest.fixture(scope="module")
def decided(tmp_path_factory, sample):
    """A bench with a run, decisions about three of its items, and a run of another version after them."""
    bench = first_answers(tmp_path_factory.mktemp("decided"), JUDGES, sample, 12)
    first = run(bench)
    sets = {one["item"]["item_id"]: one for one in key(bench, first)}
    mine = judge(summary(bench, first), "mine")
    planted = [item for item in mine["disagreements"] if sets[item]["set"] == "planted"]
    clean = next(item for item in mine["disagreements"] if sets[item]["set"] == "clean")
    items = {"plant": planted[0], "judge": planted[1], "clean": clean}
    told = {
        "plant": workbench("show", planted[0][:8], "--decide", "plant_wrong", "--note", NOTE, cwd=bench),
        "judge": workbench("show", planted[1], "--decide", "judge_wrong", "--note", "blind", cwd=bench),
        "clean": workbench("show", clean, "--decide", "trusted_answer_bad", "--note", "it is £34", cwd=bench),
    }
    assert all(one.code == 0 for one in told.values())
    before = summary(bench, first)
    assert workbench("report", "--run", first, cwd=bench).code == 0
    # What was found wrong is set aside, and the run is no older for it.
    gate = workbench("gate", "mine", "--level", "provisional", "--json", cwd=bench)
    assert [(one["stale"], one["name"]) for one in gate.json["judges"]] == [("", "mine")], gate.out
    set_line(bench, "simulated", '"flaky:0.99999"')
    later = run(bench)
    return bench, sets, items, before, summary(bench, first), later


def run(bench):
    known = {path.name for path in (bench / "runs").glob("*-*-*-*")}
    assert workbench("run", cwd=bench).code == 0
    (name,) = {path.name for path in (bench / "runs").glob("*-*-*-*")} - known
    return name


def summary(bench, name):
    return json.loads((bench / "runs" / name / "summary.json").read_text(encoding="utf-8"))


def key(bench, name):
    (path,) = (bench / "runs" / name).glob("challenges*")
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if '"item_id"' in line]


def judge(found, name):
    return next(one for one in found["judges"] if one["name"] == name)


def counts(rate):
    return rate["hits"], rate["items"]


def test_figures_count_without_what_was_found_wrong_for_every_judge_and_say_what_they_were(decided):
    bench, sets, items, before, after, _ = decided
    parent = sets[items["clean"]]["parent"]
    fallen = [
        one
        for one in sets.values()
        if one["parent"] == parent and one["rule"] == "grounded" and one["set"] in ("clean", "near_miss")
    ]
    near = len(fallen) - 1
    for name in ("mine", "numbers"):
        was, now = judge(before, name), judge(after, name)
        assert was["with_set_aside"] is None
        assert now["planted"]["items"] == was["planted"]["items"] - 1
        assert now["false_alarms"]["items"] == was["false_alarms"]["items"] - 1
        assert now["near_misses"]["items"] == was["near_misses"]["items"] - near
        assert {*now["with_set_aside"]["items"]} == {items["plant"], *(one["item"]["item_id"] for one in fallen)}
        for rate in ("planted", "false_alarms", "near_misses", "held_out", "sources"):
            assert now["with_set_aside"][rate] == was[rate]
        # What was asked, paid for and read is what it was.
        assert [now[one] for one in ("calls", "consistency", "disagreements")] == [
            was[one] for one in ("calls", "consistency", "disagreements")
        ]
    folder = bench / "runs" / after["run_id"]
    hits, of = counts(judge(before, "mine")["planted"])
    for name in ("report.md", "report.html"):
        text = (folder / name).read_text(encoding="utf-8")
        assert f"was {hits} of {of}" in text, name
        assert f"found wrong by a person: {len(fallen) + 1} items" in text, name
    line = next(one for one in judge(after, "mine")["decision"]["lines"]["PROVISIONAL"] if one["line"] == "set aside")
    assert line["figure"].startswith(f"1 of {of} plants")


def test_a_number_opens_the_items_that_count_and_not_those_that_were_set_aside(decided):
    bench, _, items, _, after, _ = decided
    index, _ = unpacked((bench / "runs" / after["run_id"] / "report.html").read_text(encoding="utf-8"))
    place = next(place for place, name in enumerate(index["ids"]) if items["plant"].startswith(name))
    rules = [row[place] for row in index["rulings"] if row[place] >= 0]
    assert [index["keys"][one]["set"] for one in rules] == ["set_aside"]
    planted = [one for row in index["rulings"] for one in row if one >= 0 and index["keys"][one]["set"] == "planted"]
    assert len(planted) == judge(after, "mine")["planted"]["items"]


def test_a_plant_that_was_found_wrong_is_not_built_again_and_the_build_says_why(decided):
    bench, _, items, _, _, later = decided
    found = summary(bench, later)
    assert items["plant"] not in {one["item"]["item_id"] for one in key(bench, later)}
    reasons = [reason for style in found["build"]["grounded"].values() for reason in style]
    assert f"retired: {NOTE}" in reasons
    # Whoever confirms it afterwards brings it back.
    assert workbench("plant", "--confirm", items["plant"], cwd=bench).code == 0
    built = (bench / "plants" / "grounded.jsonl").read_text(encoding="utf-8")
    assert items["plant"] in built


def test_a_bad_answer_is_set_aside_at_once_in_a_later_run_of_another_version(decided):
    bench, _, items, _, _, later = decided
    mine = judge(summary(bench, later), "mine")
    assert items["clean"] in mine["with_set_aside"]["items"]
    assert mine["false_alarms"]["items"] == mine["with_set_aside"]["false_alarms"]["items"] - 1
    unread = workbench("show", "--run", later, "--json", cwd=bench).json["unread"]
    assert items["clean"] not in unread[mine["judge_id"]]


def test_what_was_decided_about_a_judge_is_read_before_on_another_version_and_to_be_decided_again(decided):
    bench, _, items, _, after, later = decided
    mine = judge(summary(bench, later), "mine")
    assert mine["judge_id"] != judge(after, "mine")["judge_id"]
    assert items["judge"] in workbench("show", "--run", later, "--json", cwd=bench).json["unread"][mine["judge_id"]]
    ran = workbench("show", items["judge"], "--run", later, cwd=bench)
    assert "read before, on another version, by" in ran.said
    assert 'judge_wrong, "blind"' in ran.said
    index, _ = unpacked((bench / "runs" / later / "report.html").read_text(encoding="utf-8"))
    assert items["judge"] in [line["item"] for line in index["decided"]]


@pytest.mark.parametrize(
    ("which", "arguments", "says"),
    [
        ("clean", ("plant_wrong", "--note", "no"), "nothing was planted in this item"),
        ("judge", ("plant_wrong",), "say why, in a note"),
        ("clean", ("trusted_answer_bad", "--note", " "), "say why, in a note"),
    ],
)
def test_a_decision_that_cannot_be_taken_says_why_and_writes_nothing(decided, which, arguments, says):
    bench, _, items, _, after, _ = decided
    refused(bench, "show", items[which], "--run", after["run_id"], "--decide", *arguments, says=[says])

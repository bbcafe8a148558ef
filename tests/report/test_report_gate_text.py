import json
from dataclasses import replace

import pytest

from tests.report.hostile import PAYLOAD, poisoned
from workbench.records.summary import Level
from workbench.report.columns import display_width
from workbench.report.gate_text import gate_json, gate_text
from workbench.report.visible import visible


def test_each_judge_has_its_level_its_reasons_and_the_lines_that_were_asked_for(run):
    text = gate_text(run.summary.judges[:1], asked=Level.PROVISIONAL, stale={}, width=100)
    assert text == (
        "○ PLUMBING ONLY: grounded, claude-haiku-4-5\n"
        "  - It ran, it may not gate.\n"
        "  - it missed a held-out mistake: outside fact, 0 of 1\n"
        "  - 5 of 6 planted mistakes caught; the true catch rate could be as low as 41%\n"
        "  ? missing  plants: 5 of 6, at least 41%, asked at least 65%; 6 more plants, all caught\n"
        "  ✗ against  held out, first look: 1 of 2, asked no repeat wrong; a new style that nobody has seen\n"
        "  ✓ met      repeats: 3, asked at least 2\n"
    )
    certified = gate_text(run.summary.judges[:1], asked=Level.CERTIFIED, stale={}, width=100)
    assert certified.splitlines()[4:] == ["  ? missing  repeats: 3, asked at least 5"]


def test_a_judge_that_has_earned_less_than_was_asked_for_says_what_was_asked_for(run):
    text = gate_text(run.summary.judges[1:2], asked=Level.CERTIFIED, stale={}, width=100)
    assert "  - CERTIFIED was asked for; --level provisional asks for less.\n" in text
    assert "was asked for" not in gate_text(run.summary.judges[1:2], asked=Level.PROVISIONAL, stale={}, width=100)


def test_of_several_judges_the_lines_that_are_met_are_counted(run):
    text = gate_text(run.summary.judges[:2], asked=Level.PROVISIONAL, stale={}, width=100)
    assert "  ✗ against  held out, first look" in text
    assert "  ✓ met      1 of 3 lines\n\n" in text
    assert "✓ met      repeats" not in text


def test_a_stale_judge_is_undecided_whatever_it_had_earned(run):
    perfect = run.summary.judges[4]
    text = gate_text([perfect], asked=Level.CERTIFIED, stale={perfect.judge_id: "the rubric changed"}, width=100)
    assert text == "? undecided: perfect, rule grounded, simulated: the rubric changed\n"
    assert "CERTIFIED" not in text


def test_a_judge_that_nobody_put_before_the_gate_is_said_to_be_so(run):
    text = gate_text(run.summary.judges[2:3], asked=Level.CERTIFIED, stale={}, width=100)
    assert text == "? not decided: answers_when_it_can, claude-sonnet-5-5\n"


@pytest.mark.parametrize("width", [40, 80])
def test_hostile_text_stays_on_the_page_and_is_shown(run, width):
    text = gate_text(poisoned(run.summary).judges, asked=Level.PROVISIONAL, stale={}, width=width)
    assert visible(text) == text
    assert max(display_width(line) for line in text.splitlines()) <= width
    assert "".join(visible(PAYLOAD).split()) in "".join(text.split())


def test_the_json_holds_level_lines_and_reasons_of_every_judge(run):
    stale = {run.summary.judges[1].judge_id: "changed"}
    value = gate_json(run.summary.judges, run_id="r1", asked=Level.CERTIFIED, stale=stale, code=3)
    value = json.loads(json.dumps(value, allow_nan=False))
    assert (value["run_id"], value["asked"], value["passed"], value["exit_code"]) == ("r1", "CERTIFIED", False, 3)
    assert [judge["stale"] for judge in value["judges"]] == ["", "changed", "", "", ""]
    assert [judge["decision"] and judge["decision"]["level"] for judge in value["judges"]] == [
        "PLUMBING ONLY",
        "PROVISIONAL",
        None,
        "INVALID",
        "CERTIFIED",
    ]
    assert value["judges"][0]["decision"]["lines"]["PROVISIONAL"][0] == {
        "line": "plants",
        "standing": "missing",
        "figure": "5 of 6, at least 41%",
        "asked": "at least 65%",
        "missing": "6 more plants, all caught",
    }
    assert gate_json((), run_id="r1", asked=Level.CERTIFIED, stale={}, code=0)["passed"] is True


def test_no_judge_gives_no_line(run):
    assert gate_text((), asked=Level.CERTIFIED, stale={}, width=80) == ""
    blank = replace(run.summary.judges[4])
    assert gate_text([blank], asked=Level.CERTIFIED, stale={}, width=80).count("\n") == 1

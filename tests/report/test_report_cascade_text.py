import json
from dataclasses import replace

import pytest

from tests.report.hostile import PAYLOAD
from workbench.analysis.cascade import Ends, Recorded, Stage, replay
from workbench.records.verdict import Outcome
from workbench.report.cascade_text import cascade_json, cascade_text
from workbench.report.columns import display_width
from workbench.report.replayed import AskedStage, Cascade
from workbench.report.visible import visible

STAGES = (
    Stage(judge="numbers", ends=Ends.ON_FAIL),
    Stage(judge="grounded on small", ends=Ends.ON_AGREEMENT, calls=2, cost=0.0002),
    Stage(judge="grounded on large", ends=Ends.ALWAYS, cost=0.001),
)


def case(name, expected, script, small, large):
    said = {"numbers": [script], "grounded on small": small.split(), "grounded on large": [large]}
    return Recorded(case_id=name, expected=Outcome(expected), verdicts=said)


@pytest.fixture
def found(run):
    cases = [
        case("0123456789", "fail", "fail", "pass pass", "fail"),
        case("1123456789", "fail", "pass", "pass fail", "fail"),
        case("2123456789", "pass", "fail", "pass pass", "pass"),
        case("3123456789", "pass", "pass", "pass pass", "pass"),
    ]
    return Cascade(
        run_id="r1",
        rule="grounded",
        stages=tuple(AskedStage(stage=stage, judge=run.summary.judges[0], priced=True) for stage in STAGES),
        whole=replay(cases, STAGES),
        last=replay(cases, STAGES[2:]),
    )


def test_a_cascade_stands_beside_its_last_stage_alone(found):
    lines = cascade_text(found, width=100).splitlines()
    assert lines[:4] == [
        "CASCADE  rule grounded, replayed on run r1",
        "  1  numbers, 1 call: a fail decides, everything else goes on",
        "  2  grounded on small, 2 calls: decides where its calls agree, the rest goes on",
        "  3  grounded on large, 1 call: decides the rest, by majority",
    ]
    # Two cases reach small, at 0.0004 each, and one of them large: (0.0004 + 0.0014) / 4 = 0.00045 a case.
    assert any(line.startswith("cascade     2 of 2        1 of 2           $0.45 ") for line in lines)
    assert any(line.startswith("last alone  2 of 2        0 of 2           $1.00 ") for line in lines)
    said = " ".join(" ".join(lines).split())
    assert "add alarms on 1 right answer: 21234567." in said
    assert "1 of 4 items reach the last stage." in said


def test_what_nobody_knows_the_cost_of_is_unknown(found):
    first, *others = found.stages
    unpriced = replace(found, stages=(replace(first, priced=False), *others))
    assert "unknown" in cascade_text(unpriced, width=100)
    value = cascade_json(unpriced)
    assert (value["cascade"]["cost"], value["stages"][0]["dollars_a_call"]) == (None, None)
    assert value["last_alone"]["cost"] == pytest.approx(0.001)


def test_a_cascade_that_adds_no_alarm_says_so(found):
    assert "add no alarm" in cascade_text(replace(found, whole=found.last), width=100)


@pytest.mark.parametrize("width", [30, 60, 100])
def test_hostile_names_stay_on_the_page_and_are_shown(found, width):
    poisoned = replace(found, run_id="r" + PAYLOAD)
    text = cascade_text(poisoned, width=width)
    assert visible(text) == text
    assert max(display_width(line) for line in text.splitlines()) <= width
    assert "".join(visible(PAYLOAD).split()) in "".join(text.split())


def test_the_json_holds_every_figure(found):
    value = json.loads(json.dumps(cascade_json(found), allow_nan=False))
    assert (value["cascade"]["catch"]["hits"], value["cascade"]["alarms"]["hits"]) == (2, 1)
    assert value["added_alarms"] == ["2123456789"]
    assert [stage["ends"] for stage in value["stages"]] == ["on fail", "on agreement", "always"]
    assert value["cascade"]["calls"] == {"numbers": 4, "grounded on small": 4, "grounded on large": 1}

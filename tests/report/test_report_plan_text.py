import json
from dataclasses import replace

import pytest

from tests.report.hostile import PAYLOAD
from workbench.gate.policy import CERTIFIED, PROVISIONAL
from workbench.gate.sizes import Quality, Way, at_best, sizes
from workbench.records.summary import Level
from workbench.report.columns import display_width
from workbench.report.plan_text import plan_json, plan_text
from workbench.report.planned import Paid, PlannedCases, Today
from workbench.report.visible import visible

GOOD = Quality(catch=0.97, passing=0.98, held_out=0.95)
COUNTS = {"clean": 24, "near_miss": 40, "planted": 32}


def plan(**changed):
    found = PlannedCases(
        level=Level.CERTIFIED,
        bars=CERTIFIED,
        quality=GOOD,
        wanted=0.8,
        candidates=1,
        ways=tuple(sizes(CERTIFIED, GOOD, way=way, wanted=0.8) for way in Way),
        near_misses=40 / 24,
        calls=815,
        today=(
            Today(
                rule="grounded",
                counts=COUNTS,
                styles=3,
                at_best=at_best(CERTIFIED, plants=32, styles=3, sources=24, way=Way.OPEN),
            ),
        ),
        paid=(Paid(judge="grounded on small", run_id="r1", per_thousand=1.5, dollars=1.2225),),
    )
    return replace(found, **changed)


def said(**changed):
    return " ".join(plan_text(plan(**changed), width=100).split())


def test_a_plan_says_what_to_have_what_it_costs_and_what_today_shows():
    text = said()
    assert "planted mistakes 50, of which 3 may be missed; of 4 styles or more, at most 20 of one" in text
    assert "answers to save 40 for all of it" in text
    assert "passes in 85.6% of all tries, all lines together" in text
    assert "815 calls of a candidate for the cases fixed before the first run: 5 repeats of every item" in text
    assert "with 1.7 near misses for each trusted answer, as today" in text
    # Rounded up, so that the plan is never dearer than it says.
    assert "grounded on small: about $1.23, at the price of run r1" in text
    assert "TODAY rule grounded: 32 planted mistakes of 3 styles, 24 trusted answers, 40 near misses" in text
    assert "shows at least 91% caught and at most 12% alarmed" in text
    assert "Missing for CERTIFIED, added as you go: 3 more trusted answers, 1 more style." in text


def test_a_level_with_one_way_names_no_other():
    one = tuple(sizes(PROVISIONAL, GOOD, way=way, wanted=0.8) for way in (Way.FIXED,))
    today = (replace(plan().today[0], at_best=at_best(PROVISIONAL, plants=32, styles=3, sources=24, way=Way.FIXED)),)
    text = said(level=Level.PROVISIONAL, bars=PROVISIONAL, ways=one, today=today)
    assert "added as you go" not in text
    assert "of one;" not in text
    assert "Enough for PROVISIONAL." in text


def test_what_no_number_shows_is_said_and_no_chance_is_given():
    weak = replace(GOOD, catch=0.85, held_out=0.6)
    text = said(quality=weak, ways=tuple(sizes(CERTIFIED, weak, way=way, wanted=0.8) for way in Way))
    assert "planted mistakes no number shows that a judge that catches 85% catches 85%" in text
    assert "held-out mistakes no number shows that a judge that catches 60% catches 65%" in text
    assert "passes in" not in text


def test_where_no_number_is_enough_no_calls_are_counted():
    text = said(calls=None, paid=())
    assert "No calls are counted: no number of them shows it." in text
    assert " calls of a candidate" not in text


def test_without_answers_and_runs_the_plan_stands_alone():
    text = said(today=(), paid=(), near_misses=0.0)
    assert "TODAY" not in text
    assert "sealed" not in text
    assert "$" not in text


def test_candidates_that_share_a_set_are_said():
    assert "3 candidates share the set, so each has to show its rates at 5% over 3" in said(candidates=3)


@pytest.mark.parametrize("width", [60, 100])
def test_hostile_names_stay_on_the_page_and_are_shown(width):
    paid = (Paid(judge="x" + PAYLOAD, run_id="r" + PAYLOAD, per_thousand=1.0, dollars=0.001),)
    text = plan_text(plan(paid=paid), width=width)
    assert visible(text) == text
    assert max(display_width(line) for line in text.splitlines()) <= width
    assert "".join(visible(PAYLOAD).split()) in "".join(text.split())


def test_the_json_holds_every_figure():
    value = json.loads(json.dumps(plan_json(plan()), allow_nan=False))
    assert [way["way"] for way in value["ways"]] == ["fixed before the first run", "added as you go"]
    assert value["ways"][0]["sizes"][0] == {
        "line": "planted mistakes",
        "items": 50,
        "misses": 3,
        "power": pytest.approx(0.9371, abs=1e-3),
    }
    assert value["today"][0]["at_best"]["missing"] == {"trusted answers": 3}
    assert (value["level"], value["calls"], value["paid"][0]["dollars"]) == ("CERTIFIED", 815, 1.2225)

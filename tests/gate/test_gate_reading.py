"""What people decided blocks the gate: open rubric questions, and plants that did not stand up to being read."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from tests.analysis.answer_key import answer_key
from tests.gate.summaries import judge, unseen
from tests.gate.test_gate_unread import decided
from workbench.gate.decide import decide, exit_code
from workbench.gate.policy import Policy
from workbench.gate.reading import Reading, reading
from workbench.records.decision import Decided, Decisions
from workbench.records.summary import Level, Standing

KEY = answer_key(clean=3, planted={"figure": 4}, held_out={"unseen": 2})
ITEMS = [one.item.item_id for one in KEY if one.style]
JUDGE = SimpleNamespace(rule="grounded", judge_id="v1", disagreements=tuple(ITEMS[:2]))


def line(read, name):
    decision = decide(judge(), Policy(), repeats=5, seen=unseen(judge()), read=read)
    return decision, next(found for found in decision.lines["PROVISIONAL"] if found.line == name)


def test_an_open_rubric_question_blocks_a_judge_that_has_everything_else():
    decision, found = line(Reading(questions=1), "rubric questions")
    assert (found.standing, found.figure) == (Standing.MISSING, "1 item with an unclear rubric")
    assert decision.level is Level.PLUMBING_ONLY
    assert exit_code(decision, Level.PROVISIONAL) == 4


# 20 % of 20 plants are four.
@pytest.mark.parametrize(("set_aside", "standing"), [(4, Standing.MET), (5, Standing.MISSING)])
def test_at_most_a_fifth_of_the_plants_may_be_set_aside(set_aside, standing):
    decision, found = line(Reading(set_aside=set_aside, plants=20), "set aside")
    assert found.standing is standing
    assert (exit_code(decision, Level.PROVISIONAL) == 0) == (standing is Standing.MET)


def test_decisions_are_counted_by_what_they_say_last_of_this_version_and_of_the_plants():
    lines = [
        decided(ITEMS[0], Decided.RUBRIC_UNCLEAR),
        decided(ITEMS[1], Decided.RUBRIC_UNCLEAR, judge_id="v0"),
        decided(ITEMS[2], Decided.PLANT_WRONG, judge_id="v0"),
        decided(ITEMS[3], Decided.PLANT_WRONG),
        decided(ITEMS[3], Decided.JUDGE_WRONG),
        decided("no item of the run", Decided.PLANT_WRONG),
    ]
    found = reading(JUDGE, Decisions.of(lines), KEY, retired=3)
    # Item 0 is a question of this version; item 2 is set aside for every version, and three were retired before.
    assert found == Reading(unread=2, questions=1, set_aside=4, plants=9, sources=3)


def test_a_style_that_lost_all_of_its_plants_is_named():
    lines = [decided(item, Decided.PLANT_WRONG) for item in ITEMS[-2:]]
    read = reading(JUDGE, Decisions.of(lines), KEY, retired=0)
    assert read.emptied == ("unseen",)
    _, found = line(replace(read, unread=0, plants=20), "set aside")
    assert (found.standing, found.figure) == (Standing.MET, '2 of 20 plants (10%); nothing is left of "unseen"')
    assert not reading(JUDGE, Decisions.of(lines[1:]), KEY, retired=0).emptied


# 20 % of 10 sources are two.
@pytest.mark.parametrize(("doubted", "standing"), [(2, Standing.MET), (3, Standing.MISSING)])
def test_at_most_a_fifth_of_the_sources_may_be_set_aside(doubted, standing):
    _, found = line(Reading(doubted=doubted, sources=10), "set aside")
    assert (found.standing, found.figure) == (standing, f"{doubted} of 10 sources ({doubted}0%)")


def test_a_negative_count_is_refused():
    with pytest.raises(ValueError, match="negative"):
        Reading(plants=-1)

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
    assert found == Reading(unread=2, questions=1, set_aside=4, plants=9, sources=3, held_out=2)


def test_a_style_that_lost_all_of_its_several_plants_is_named_and_blocks():
    """Whoever sets aside all that a blind judge missed of a style must not so make the style go away."""
    lines = [decided(item, Decided.PLANT_WRONG) for item in ITEMS[-2:]]
    read = reading(JUDGE, Decisions.of(lines), KEY, retired=0)
    assert read.emptied == {"unseen": 2}
    # 2 of 20 plants are 10 %, and both of the held-out ones.
    decision, found = line(replace(read, unread=0, plants=20), "set aside")
    figure = '2 of 20 plants (10%), 2 of 2 held-out mistakes (100%); nothing is left of "unseen"'
    assert (found.standing, found.figure) == (Standing.MISSING, figure)
    assert exit_code(decision, Level.PROVISIONAL) == 4
    _, found = line(Reading(set_aside=2, plants=20, emptied={"figure": 2}), "set aside")
    assert found.standing is Standing.MISSING
    assert not reading(JUDGE, Decisions.of(lines[1:]), KEY, retired=0).emptied


def test_a_style_of_a_single_plant_that_was_wrong_is_named_and_blocks_nothing():
    _, found = line(Reading(set_aside=1, plants=20, emptied={"figure": 1}), "set aside")
    assert (found.standing, found.figure) == (Standing.MET, '1 of 20 plants (5%); nothing is left of "figure"')


# Of 12 held-out mistakes 20 % are 2.4; of 4 they are none, and one may go all the same.
@pytest.mark.parametrize(
    ("set_aside", "held_out", "standing"),
    [(2, 12, Standing.MET), (3, 12, Standing.MISSING), (1, 4, Standing.MET), (2, 4, Standing.MISSING)],
)
def test_held_out_mistakes_are_no_small_part_of_all_plants(set_aside, held_out, standing):
    read = Reading(set_aside=set_aside, plants=160, held_out_aside=set_aside, held_out=held_out)
    assert line(read, "set aside")[1].standing is standing


# 20 % of 10 sources are two.
@pytest.mark.parametrize(("doubted", "standing"), [(2, Standing.MET), (3, Standing.MISSING)])
def test_at_most_a_fifth_of_the_sources_may_be_set_aside(doubted, standing):
    _, found = line(Reading(doubted=doubted, sources=10), "set aside")
    assert (found.standing, found.figure) == (standing, f"{doubted} of 10 sources ({doubted}0%)")


def test_a_negative_count_is_refused():
    with pytest.raises(ValueError, match="negative"):
        Reading(plants=-1)

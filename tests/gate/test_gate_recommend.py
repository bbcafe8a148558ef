from dataclasses import replace

from tests.gate.summaries import judge, unseen
from workbench.gate.decide import decide
from workbench.gate.policy import Policy
from workbench.gate.reading import Reading
from workbench.gate.recommend import recommend
from workbench.records.cost import Cost
from workbench.records.summary import Level


def candidate(model, *, costs, earned=True):
    """A judge that earns PROVISIONAL, or misses too much to."""
    one = judge(plants=(8, 8) if earned else (4, 8), model=model)
    decision = decide(one, Policy(), repeats=2, seen=unseen(one), read=Reading())
    assert (decision.level is Level.PROVISIONAL) is earned
    return replace(
        one, decision=decision, cost=Cost(dollars=costs, per_thousand=costs, tokens={}, known=costs is not None)
    )


def models(*judges):
    return [one and one.model for one in judges]


def test_the_cheapest_that_has_earned_it_is_found_from_the_dearest_down():
    found = recommend(
        [candidate("small", costs=1.0), candidate("large", costs=9.0), candidate("middle", costs=3.0)],
        Level.PROVISIONAL,
    )
    assert models(found.chosen, found.ended) == ["small", None]


def test_a_candidate_that_fails_ends_the_way_down_and_cheaper_ones_are_to_be_confirmed():
    found = recommend(
        [candidate("small", costs=1.0), candidate("middle", costs=3.0, earned=False), candidate("large", costs=9.0)],
        Level.PROVISIONAL,
    )
    assert models(found.chosen, found.ended, *found.after) == ["large", "middle", "small"]


def test_nothing_is_recommended_where_the_dearest_has_not_earned_it():
    found = recommend([candidate("small", costs=1.0), candidate("large", costs=9.0, earned=False)], Level.PROVISIONAL)
    assert models(found.chosen, found.ended, *found.after) == [None, "large", "small"]


def test_the_level_that_is_asked_counts():
    found = recommend([candidate("small", costs=1.0)], Level.CERTIFIED)
    assert models(found.chosen, found.ended) == [None, "small"]


def test_a_candidate_without_a_known_cost_has_no_place_in_the_order():
    found = recommend([candidate("unpriced", costs=None), candidate("small", costs=1.0)], Level.PROVISIONAL)
    assert models(found.chosen, *found.unpriced) == ["small", "unpriced"]


def test_nobody_is_recommended_among_nobody():
    found = recommend([], Level.CERTIFIED)
    assert (found.chosen, found.ended, found.after, found.unpriced) == (None, None, (), ())


def test_an_undecided_candidate_has_earned_nothing():
    found = recommend([replace(candidate("small", costs=1.0), decision=None)], Level.PROVISIONAL)
    assert models(found.chosen, found.ended) == [None, "small"]

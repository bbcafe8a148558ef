"""A mistake must not show without the passages: the answer, and the question, stay at peace with what was changed."""

import re

import pytest
from grounds_at_hand import case, ground, plant
from hypothesis import given, settings
from hypothesis import strategies as st
from prose import english_case

from workbench.plants.wording.at_odds import figures_at_odds

SEEDS = range(12)


def answers(style, told, question="What is it?"):
    """What a style makes of an answer that a passage says word for word."""
    drafts = [plant(style, case(told, told, question=question), seed=seed) for seed in SEEDS]
    return {draft.answer for draft in drafts if draft is not None}


def at_odds(told, old, new, question="What is it?"):
    start = told.index(old)
    return figures_at_odds(ground(case(told, told, question=question)), [(start, start + len(old), new)])


@pytest.mark.parametrize(
    ("told", "old", "new", "wrong"),
    [
        ("Of late, 142 people were tested, with 90 of them found ill.", "90", "160", True),  # more ill than tested
        ("Of late, 142 people were tested, with 90 of them found ill.", "90", "120", False),
        ("The fleet has 40 bikes, including 12 trailers.", "12", "60", True),
        ("The fleet has 40 bikes, including 12 trailers.", "40", "9", True),
        ("12 of the 40 bikes are red.", "12", "55", True),
        ("12 of the 40 bikes are red.", "12", "19", False),
        ("There are 30 red bikes, 12 blue ones, and 42 bikes all in all.", "30", "35", True),  # 30 + 12 = 42
        ("There are 30 red bikes, 12 blue ones, and 50 bikes all in all.", "30", "35", False),
        ("In all, 60% rode on, and 40% went home.", "60%", "70%", True),  # 60 + 40 = 100
        ("In all, 60% rode on, and 30% went home.", "60%", "50%", False),
        ("A room with 3 beds and with 4 lamps.", "3", "2", False),  # no part was smaller before
    ],
)
def test_figures_of_a_sentence_stay_what_they_are_to_each_other(told, old, new, wrong):
    assert at_odds(told, old, new) is wrong


def test_a_bound_is_kept_by_what_the_question_names():
    told = "The score is at least 300 points."
    assert at_odds(told, "300", "400", "What is it, for I have only 120 points?")
    assert not at_odds(told, "300", "400", "What is it, for I have only 900 points?")
    turned = answers("comparison_turned", "The maximum score is 300.", "What is it? I have only got 120.")
    assert turned == set()
    assert answers("comparison_turned", "The maximum score is 300.") == {"The minimum score is 300."}


@pytest.mark.parametrize(
    ("told", "further"),
    [
        ("Riders qualify with a score as low as 580 points.", False),
        ("A used lock is sold for as little as 80 coins.", False),
        ("The tower is built as high as 580 metres.", True),
    ],
)
def test_the_end_of_a_scale_moves_outwards(told, further):
    """A lowest score that is raised is met all the same, and one far above the others shows at a glance."""
    (old,) = map(int, re.findall(r"\d+", told))
    new = {int(re.search(r"\d+", answer).group()) for answer in answers("figure_changed", told)}
    assert new
    assert all((value > old) is further for value in new)


def test_two_figures_of_which_one_is_part_of_the_other_do_not_change_places():
    told = "In Leeds 142 riders were tested, with 136 confirmed cases in the county."
    assert answers("values_exchanged", told) == set()


@pytest.mark.parametrize(
    ("told", "question"),
    [
        # What means the same stands beside it, in the same sentence or in one about the same thing.
        ("The Heron is the oldest bike of the fleet, and it was the first to be bought.", "What is it?"),
        ("The older bikes of the fleet are dearer. Keep the old bikes of the fleet.", "What is it?"),
        # A concession says which way it was meant.
        ("The range is larger even if the load of the bike grows.", "What is it?"),
        # The question asks for it, in the same word or in one that means the same.
        ("The plants of the valley are kept indoors in summer.", "How do I care for an indoor plant?"),
        ("The Heron is the largest bike of the fleet.", "Which is the largest bike?"),
    ],
)
def test_a_comparison_is_not_turned_against_the_answer_or_the_question(told, question):
    assert answers("comparison_turned", told, question) == set()


@pytest.mark.parametrize(
    "told",
    [
        "The bikes will be lent even if the station of the valley is shut.",
        "The hire cannot take the money where loans are non-recourse loans.",
        "The shop of the valley was opened by Laura Bennett in May 2014.",
        "The Heron is the third bike of the fleet.",
        "Keep the soil of the plant moist. The soil of the plant should not be left to dry out.",
        "The bike of the valley is locked at night. It is locked because thieves come to the valley.",
        "The station of the valley is staffed and is open on all days.",
    ],
)
def test_what_nobody_would_deny_in_such_words_is_not_denied(told):
    assert answers("negation_turned", told) == set()


@settings(max_examples=60, deadline=None)
@given(english_case(), st.integers(0, 3))
def test_no_figure_is_changed_to_one_that_is_at_odds_with_its_sentence(made, seed):
    draft = plant("figure_changed", made, seed=seed)
    if draft is not None:
        (site,) = draft.sites
        assert not figures_at_odds(ground(made), [(site.start, site.start + len(site.before), site.after)])


def test_no_figure_of_a_table_is_changed_for_nobody_knows_what_its_figures_are_to_each_other():
    told = "The counts are " + ", ".join(str(7 * place) for place in range(1, 400)) + " and no more."
    assert answers("figure_changed", told) == set()

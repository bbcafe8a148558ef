"""Neutral changes on planted copies: they lead back, keep the mistake, and add nothing that could be checked."""

import re
from random import Random

import pytest
from grounds_at_hand import NOT_FOUND, case, ground, plants
from hypothesis import given, settings
from hypothesis import strategies as st
from prose import english_case

from workbench.plants.build import Recipe, build
from workbench.plants.catalogue import STYLES
from workbench.plants.dress import dressed
from workbench.plants.ground import Ground
from workbench.plants.library import Library
from workbench.plants.style import Declined, Draft, edited, rewritten
from workbench.plants.verify import verify
from workbench.records.challenge import Set
from workbench.text.figures import figures
from workbench.text.names import names

MISTAKES = [style for style in STYLES.values() if style.set is Set.PLANTED]
SEEDS = range(60)


def told(draft):
    return draft.proof.rpartition("; besides, ")[2]


def test_each_neutral_change_is_put_on_some_copies_and_most_stay_as_they_are():
    one = case(
        "Laura Bennett lends the pump for 12 days at most, in all of the stands [p1]. It costs you £9 a day [p2].",
        "Laura Bennett lends the pump for 12 days.",
        "It costs £9 a day.",
    )
    stand = ground(one)
    place = one.answer.index("12")
    draft = edited(stand, [(place, place + 2, "17")], "17 stands in no passage")
    made = [dressed(stand, draft, Random(seed)) for seed in range(400)]
    kinds = {told(one) for one in made if one is not draft}
    assert kinds == {
        "a courtesy stands before or after the answer",
        "Markdown marks came or went",
        "citations are written in another form",
        "passages are in another order",
    }
    # A quarter of 400 are 100; five standard deviations, each 8.7, are 43.
    assert 57 <= sum(one is not draft for one in made) <= 143
    for one in made:
        verify(stand, one)
        assert "17" in one.answer
        assert one.proof.startswith("17 stands in no passage")


def test_a_decline_is_never_dressed_as_a_list():
    silent = ground(case(NOT_FOUND, "It holds 20 bikes.", "It is open."))
    guessed = rewritten(silent, "I could not find this in the sources. Even so, it was Martin Walden.", "wrong")
    assert not [seed for seed in range(100) if "\n" in dressed(silent, guessed, Random(seed)).answer]
    one = case("It holds 20 bikes. It stands at the mill. It is open all year.", "It holds 20 bikes.", "It is open.")
    wrong = rewritten(
        ground(one), "Unfortunately the sources do not answer this. Someone who knows it may be able to help.", "wrong"
    )
    made = {dressed(ground(one), wrong, Random(seed)).answer for seed in range(100)}
    assert not [answer for answer in made if "\n" in answer]


def test_a_change_that_would_touch_the_mistake_is_not_made():
    one = case("A day costs £32.", "A day costs £32.")
    stand = ground(one)
    draft = edited(stand, [(12, 15, "£47")], "new")
    for seed in SEEDS:
        # The one figure is the mistake: bold marks would go around it.
        assert "**" not in dressed(stand, draft, Random(seed)).answer


def test_what_is_put_around_a_new_answer_is_one_place_with_it():
    one = case(NOT_FOUND, "Day hire is £32.")
    stand = ground(one)
    draft = rewritten(stand, "The desk is open until nine.", "no passage says so")
    polite = [made for made in (dressed(stand, draft, Random(seed)) for seed in range(200)) if made is not draft]
    assert polite
    for made in polite:
        (site,) = made.sites
        assert (site.start, site.before, site.after) == (0, one.answer, made.answer)
        assert draft.answer in made.answer.replace("*", "")


def test_a_decline_at_length_gets_no_heading_and_no_closing_of_an_answer():
    one = case("A day of hire costs you £32.", "Day hire is £32.", "It closes at 21.")
    stand = ground(one)
    long = "I have read what I was given, and it does not answer this question. I prefer to say so plainly. " * 4
    draft = rewritten(stand, long.strip(), "the passage holds it")
    made = [dressed(stand, draft, Random(seed)) for seed in range(100)]
    assert {re.sub(r"\n?[-*] |\n", " ", one.answer).strip() for one in made} == {draft.answer}
    assert {one.passages for one in made} == {one.passages, one.passages[::-1]}


def test_two_changes_of_the_order_of_passages_are_one_place():
    one = case("A day of hire costs you £32.", "Day hire is £32.", "It closes at 21.", "Helmets are free.")
    stand = ground(one)
    wrong = [(style, draft) for style, draft in plants(one) if style.set is Set.PLANTED]
    assert wrong
    for style, draft in wrong:
        for seed in SEEDS:
            made = dressed(stand, draft, Random(seed))
            verify(stand, made)
            assert sum(site.where == "passages" for site in made.sites) <= 1, style.name


@settings(max_examples=40, deadline=None)
@given(english_case(), st.integers(0, 1000))
def test_whatever_the_answer_a_dressed_copy_leads_back_and_holds_no_new_figure_or_name(one, seed):
    stand = Ground(one, Library((one,)), not_found=NOT_FOUND)
    for style in MISTAKES:
        try:
            draft = style.plant(stand, Random(seed))
            verify(stand, draft)
        except Declined:
            continue
        made = dressed(stand, draft, Random(seed))
        verify(stand, made)
        assert {figure.value for figure in figures(made.answer)} == {figure.value for figure in figures(draft.answer)}
        before = " ".join(name.text for name in names(draft.answer))
        for name in names(made.answer):
            assert all(part in before + draft.answer for part in name.text.replace("*", "").split())
        assert sorted(p.text for p in made.passages) == sorted(p.text for p in draft.passages)


@pytest.mark.parametrize("part", [Set.PLANTED, Set.NEAR_MISS])
def test_only_mistakes_are_dressed(sample, part):
    recipe = Recipe(
        rule="grounded",
        styles=tuple(STYLES.values()),
        held_out=frozenset(),
        quota=dict.fromkeys(Set),
        seed=3,
        not_found=NOT_FOUND,
    )
    made = [one for one in build(sample, recipe).challenges if one.set is part]
    assert any("; besides, " in one.proof for one in made) is (part is Set.PLANTED)


def test_a_style_that_changes_nothing_is_not_saved_by_its_dress():
    one = case("A day of hire costs you £32.", "Day hire is £32.")
    stand = ground(one)
    with pytest.raises(Declined, match="would not show"):
        verify(stand, Draft(answer=one.answer, passages=one.passages, sites=(), proof="none"))

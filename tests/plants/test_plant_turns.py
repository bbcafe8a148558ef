"""Turned comparisons and raised strength: what comes out, when they decline, and their tables."""

import re

import pytest
from grounds_at_hand import case, plant
from hypothesis import given, settings
from hypothesis import strategies as st
from prose import english_case, odd_case

from workbench.plants.near_misses.rewording import ROWS as REWORDED
from workbench.plants.wording.contraries import TURNS as DENIED
from workbench.plants.wording.opposites import TURNS as OPPOSITES
from workbench.plants.wording.stronger import TURNS as STRONGER
from workbench.plants.wording.turns import literal_of

SEEDS = range(8)


def answers(style, told, *shown):
    made = case(told, *(shown or (told,)))
    drafts = [plant(style, made, seed=seed) for seed in SEEDS]
    return {draft.answer for draft in drafts if draft is not None}


COMPARISONS = [
    ("Check the bolts before every ride.", "Check the bolts after every ride."),
    ("The deposit for the bike must be at least £50.", "The deposit for the bike must be at most £50."),
    ("The pump weighs more than 3 kg with the hose.", "The pump weighs less than 3 kg with the hose."),
    ("The price of the hire rose by 5 percent.", "The price of the hire fell by 5 percent."),
    ("Cold air increases the drag of the wheel.", "Cold air decreases the drag of the wheel."),
    ("The Heron is the largest bike of the fleet.", "The Heron is the smallest bike of the fleet."),
    ("The mill stands on the northern bank of the lake.", ""),
    ("The mill stands in the northern part of the valley.", "The mill stands in the southern part of the valley."),
    ("You can claim up to £35 with a receipt.", "You can claim at least £35 with a receipt."),
    ("The shop closes in late October for the winter.", "The shop closes in early October for the winter."),
]


CONTRARIES = [
    ("The board of the hire approved the budget in May.", "The board of the hire rejected the budget in May."),
    ("The board rejected the plan of the members.", "The board approved the plan of the members."),
    ("The county agreed to pay for the new roof.", "The county refused to pay for the new roof."),
    ("The members opposed the new stand in Leeds.", "The members supported the new stand in Leeds."),
    ("The pilot denied the claims of the county.", "The pilot admitted the claims of the county."),
    ("The rider was unable to open the lock.", "The rider was able to open the lock."),
    ("The stand of the valley is open to the public.", "The stand of the valley is closed to the public."),
    ("The lamp is always checked by two riders.", "The lamp is never checked by two riders."),
    ("The rider hurt the left knee in the fall.", "The rider hurt the right knee in the fall."),
    ("The firm raised its outlook for the year.", "The firm lowered its outlook for the year."),
    # The right side of a cloth is no hand's, and what gives power is not lost.
    ("Lay the cloth with the right side facing down.", ""),
    ("The rider won the race, giving her the lead.", ""),
    ("The stand of the valley is heated and is open to the public.", ""),
]


@pytest.mark.parametrize(("told", "becomes"), CONTRARIES, ids=[row[0] for row in CONTRARIES])
def test_a_word_becomes_one_that_denies_it(told, becomes):
    assert {made for made in answers("negation_turned", told) if " not " not in made} == (
        {becomes} if becomes else set()
    )


def test_a_word_is_not_denied_where_a_passage_has_it_both_ways():
    told = "The board of the hire approved the budget in May."
    assert answers("negation_turned", told, told, "At first the board of the hire rejected the budget.") == set()


@pytest.mark.parametrize(("told", "becomes"), COMPARISONS, ids=[row[0] for row in COMPARISONS])
def test_a_comparison_turns_into_its_opposite(told, becomes):
    assert answers("comparison_turned", told) == ({becomes} if becomes else set())


COMPARISONS_LEFT_ALONE = {
    "no passage compares": ("Check the bolts before every ride.", "Check the bolts of the bike on every ride."),
    "a passage says the opposite": (
        "Check the bolts before every ride.",
        "Check the bolts before every ride. Check the bolts after every ride too.",
    ),
    "the figures tell the way": ("The price of the hire rose from £5 to £7.",) * 2,
    "it is no comparison": ("The board has no longer any of the keys.", "The board has no longer any of the keys."),
    "it is a name": ("The bridge to Northern Ireland is not built.", "The bridge to Northern Ireland is not built."),
    "everybody knows which way is good": ("The new bell increases the safety of riders in the valley.",) * 2,
    "everybody knows which way is bad": ("A good helmet reduces the risk of an injury in the valley.",) * 2,
    "it is a phrase": ("The shop will look after the bike for you.", "The shop will look after the bike for you."),
    "it is quoted": ('The sign says "check it before every ride" here.',) * 2,
    "it is said of other things": (
        "The rack must be washed before every hire of the bike.",
        "The bike is for hire. The rack must be washed. Before Christmas the board meets in the mill at noon.",
    ),
}


@pytest.mark.parametrize("name", COMPARISONS_LEFT_ALONE)
def test_a_comparison_is_left_alone_where(name):
    told, shown = COMPARISONS_LEFT_ALONE[name]
    assert answers("comparison_turned", told, shown) == set()


RAISED = [
    ("Some of the bikes in the shed have a bell.", "All of the bikes in the shed have a bell."),
    ("Frost may damage the seal of the pump.", "Frost will damage the seal of the pump."),
    ("The board usually meets in the mill.", "The board always meets in the mill."),
    ("A helmet is recommended for riders of the Heron.", "A helmet is required for riders of the Heron."),
    ("The check of the bolts takes about 15 minutes.", "The check of the bolts takes exactly 15 minutes."),
    ("The Heron is one of the largest bikes in the fleet.", "The Heron is the largest bike in the fleet."),
    ("It is believed that the mill was built by monks.", "The mill was built by monks."),
    ("In most cases, the deposit is returned by the office.", "In all cases, the deposit is returned by the office."),
    ("The frame is mainly made of steel from the valley.", "The frame is exclusively made of steel from the valley."),
    ("The bikes are rarely left at the mill.", "The bikes are never left at the mill."),
]


@pytest.mark.parametrize(("told", "becomes"), RAISED, ids=[row[0] for row in RAISED])
def test_a_weak_claim_is_made_strong(told, becomes):
    assert answers("strength_raised", told) == ({becomes} if becomes else set())


STRENGTH_LEFT_ALONE = {
    "the passage is not weak": ("Frost may damage the seal of the pump.", "Frost damages the seal of the pump."),
    "a passage is strong": (
        "Frost may damage the seal of the pump.",
        "Frost may damage the seal of the pump. In the hills frost will damage the seal of any pump.",
    ),
    "it is no quantity": ("The brakes are the part that matters most to riders.",) * 2,
    "it is denied": ("Frost may not damage the seal of the pump.",) * 2,
    "it is a condition": ("If frost may damage the seal of the pump, ask us.",) * 2,
    "it is about time": ("The pump was left in the frost for some time.",) * 2,
    "it is a superlative": ("Most importantly, the seal of the pump is dry.",) * 2,
    "the plural is not plain": ("The Heron is one of the largest series in the fleet.",) * 2,
    "it is another language": ("Manche der Pumpen im Schuppen sind oft alt.",) * 2,
}


@pytest.mark.parametrize("name", STRENGTH_LEFT_ALONE)
def test_a_weak_claim_is_left_alone_where(name):
    told, shown = STRENGTH_LEFT_ALONE[name]
    assert answers("strength_raised", told, shown) == set()


@settings(max_examples=80, deadline=None)
@given(
    st.one_of(english_case(), odd_case), st.sampled_from(("comparison_turned", "strength_raised")), st.integers(0, 3)
)
def test_a_turn_changes_one_place_only(made, style, seed):
    draft = plant(style, made, seed=seed)
    if draft is not None:
        (site,) = draft.sites
        assert site.before.lower() != site.after.lower()
        assert draft.passages == made.passages


REWORDED_WORDS = (
    "she said noted that the says states mentions 20 about approximately Additionally, In addition, for example"
    " instance is are allowed permitted located situated in able to began started tried attempted also known as called"
    " the majority of individuals who numerous bikes every day without free charge"
).split()


@given(st.lists(st.sampled_from(REWORDED_WORDS), max_size=30).map(" ".join))
def test_what_a_row_of_the_rewording_table_finds_holds_its_letters(text):
    for letters, pattern, _ in REWORDED:
        assert letters
        assert all(letters in match.group() for match in pattern.finditer(text))


WORDS = "before after at least most up to more less some may might the longest rose fell by 5 km of is in".split()


@given(st.lists(st.sampled_from(WORDS), max_size=30).map(" ".join))
def test_what_a_pattern_finds_holds_its_letters(text):
    for turn in (*OPPOSITES, *STRONGER, *DENIED):
        for match in turn.pattern.finditer(text):
            assert turn.key in match.group().lower()


def test_the_letters_of_a_pattern_leave_out_what_may_be_missing():
    assert literal_of(r"(?<!no )(?:less|fewer) than(?=\s)") == " than"
    assert literal_of(r"colou?rs") == "colo"
    assert literal_of(r"one|two") == ""
    assert literal_of(r"\bnever\b") == "never"


def test_no_turn_puts_the_same_word_back():
    for turn in (*OPPOSITES, *STRONGER, *DENIED):
        if isinstance(turn.new, str) and "\\" not in turn.new and turn.new:
            assert not turn.pattern.fullmatch(turn.new), turn.pattern.pattern
        assert not re.search(turn.against, "")
        assert not re.search(turn.held, "")

"""Causes invented, conclusions joined, one side of a conflict asserted."""

import re

import pytest
from grounds_at_hand import case, plant
from hypothesis import given, settings
from hypothesis import strategies as st
from prose import english_case, odd_case

from workbench.plants.wording.reasons import reasons_for
from workbench.text.quantities import Quantities

LENT = "Hired bikes must not be lent to other people."


@pytest.mark.parametrize(
    ("answer", "passage"),
    [
        (
            LENT,
            "Hired bikes must not be lent to other people because of earlier complaints to the insurers and a court.",
        ),
        (LENT, "The stand closes at nine."),  # not supported
        (f"{LENT[:-1]}, just about 2 miles from the stand.", f"{LENT[:-1]}, just about 2 miles from the stand."),
        ("The lock is steel.", "The lock is steel."),  # nothing that needs a reason
        ("Because of rain the bikes must not be lent to other people.", LENT),  # gives a reason itself
        ('"Hired bikes must not be lent to other people."', LENT),
        ("Bikes must not be lent, the passages do not say why.", LENT),
        ("Mietwagen cannot verliehen werden.", "Mietwagen cannot verliehen werden."),
        ("Not in the sources.", LENT),
    ],
)
def test_no_reason_is_invented_where_one_is_given_or_none_would_fit(answer, passage):
    assert all(plant("cause_invented", case(answer, passage), seed=seed) is None for seed in range(8))


def test_an_invented_reason_speaks_of_what_the_case_does_not():
    answers = {plant("cause_invented", case(LENT, LENT), seed=seed).answer for seed in range(30)}
    assert answers == {
        "Hired bikes must not be lent to other people for insurance reasons.",
        "Hired bikes must not be lent to other people because of earlier complaints.",
        "Hired bikes must not be lent to other people because of a ruling by the courts.",
        "Hired bikes must not be lent to other people because of a new law.",
    }
    insured = f"{LENT} The cooperative is insured."
    answers = {plant("cause_invented", case(LENT, insured), seed=seed).answer for seed in range(30)}
    assert not any("insurance" in answer for answer in answers)


def test_a_reason_for_something_else_is_lent_with_its_own_words():
    draft = plant(
        "cause_invented",
        case(
            "Rinse the silver ring in cool water.",
            "Rinse the silver ring in cool water. Wrap old silver in soft cloth to prevent scratches on the surface.",
        ),
    )
    assert draft.answer == "Rinse the silver ring in cool water to prevent scratches on the surface."
    assert "something else" in draft.proof


def test_a_reason_goes_before_the_citation_and_never_behind_a_longer_sentence():
    plain = plant("cause_invented", case("Hired bikes must not be lent to other people [p1].", LENT))
    assert re.search(r"people [a-z][a-z ]+ \[p1\]\.$", plain.answer)
    longer = "Hired bikes must not be lent to other people, although friends may try them in the yard."
    assert plant("cause_invented", case(longer, longer)) is None


def test_a_verb_inside_a_participle_or_a_compound_is_no_cue():
    assert reasons_for("The test is performed by two people") == ()
    assert reasons_for("The cost-of-living rise is intended for retired people") == ()
    assert "because of a new tax" in [reason.words for reason in reasons_for("The bike costs more in summer")]


def test_a_wrong_comparison_turns_two_figures_round():
    passages = ("The Kestrel weighs 24 kg with its battery.", "The Heron weighs 49 kg without a load.")
    answer = "The Kestrel weighs 24 kg, and the Heron weighs 49 kg."
    for seed in range(5):
        draft = plant("conclusion_joined", case(answer, *passages), seed=seed)
        assert draft.answer == f"{answer} So the Heron weighs less than the Kestrel."


@pytest.mark.parametrize(
    "passages",
    [
        ("The Kestrel weighs 24 kg with its battery. The Heron weighs 49 kg without a load.",),  # one passage
        ("The Kestrel weighs 24 kg.", "The Heron costs £49 a day."),  # another property
        ("The Kestrel weighs 24 kg.", "The Heron weighs 24 kg."),  # as much
        ("The Kestrel weighs 24 kg.", "The Heron weighs 49 kg. The Heron is heavier than the Kestrel."),  # compared
        ("The Kestrel weighs 24 kg.", "The Heron weighs 49 stone blocks."),  # no common unit
    ],
)
def test_things_that_cannot_be_compared_wrongly_are_left_alone(passages):
    made = case("The Kestrel weighs 24 kg, and the Heron weighs 49 kg.", *passages)
    assert plant("conclusion_joined", made) is None


def test_two_facts_of_two_passages_are_joined_as_if_one_followed():
    one = "The river Wend fills the lake below Cold Pass in spring."
    two = "The lake opens to bathers and boats below the old bridge."
    draft = plant("conclusion_joined", case(f"{one} {two}", one, two))
    (site,) = draft.sites
    assert site.before == "The"
    assert re.fullmatch(r"(?:As a result|For this reason|Because of this), the", site.after)
    # Two facts of one passage are not joined; that both passages give them is another false conclusion.
    (site,) = plant("conclusion_joined", case(f"{one} {two}", f"{one} {two}", "A lamp hangs in the hall.")).sites
    assert re.search(r"result|reason|[Bb]ecause", site.after) is None


CONFLICT = (
    "Handbook 2024: the deposit for a cargo bike is £120.",
    "Notice of March 2026: the deposit for a cargo bike is £80 from now on.",
)
ASKED = "How much is the deposit?"


@pytest.mark.parametrize(
    "answer",
    [
        "According to the handbook the deposit is £120 [p1]. A notice says that the deposit is £80 [p2]. "
        "They disagree.",
        "The handbook says that the deposit is £120 [p1], while a notice says that the deposit is £80 "
        "[p2]. They disagree.",
        "The two do not agree. The handbook says that the deposit is £120 [p1]. "
        "The notice says that the deposit is £80 [p2].",
    ],
)
def test_one_side_is_asserted_and_nothing_is_left_of_the_other(answer):
    made = case(answer, *CONFLICT, question=ASKED)
    answers = {plant("one_side_asserted", made, seed=seed).answer for seed in range(10)}
    assert answers <= {"The deposit is £120 [p1].", "The deposit is £80 [p2]."}
    assert answers


@pytest.mark.parametrize(
    ("answer", "texts"),
    [
        ("The deposit is £120 [p1].", CONFLICT),  # notes no conflict
        ("The handbook says that the deposit is £120. They disagree.", CONFLICT),  # one side only
        # two things
        (
            "The handbook says that the deposit is £120. A notice says that the hire is £80. They do not agree.",
            ("The deposit for a cargo bike is £120.", "Hire comes to £80 on all weekends."),
        ),
    ],
)
def test_no_side_is_dropped_where_no_conflict_is_sure(answer, texts):
    assert plant("one_side_asserted", case(answer, *texts, question=ASKED)) is None


def test_the_sample_holds_a_conflict_and_the_later_side_is_dropped(sample):
    drafts = [(one, draft) for one in sample if (draft := plant("one_side_asserted", one, *sample))]
    # In answers that note no conflict one is shown; this one notes one.
    (draft,) = [draft for one, draft in drafts if draft.answer != one.answer]
    assert draft.answer == (
        "The deposit is £120, released within three working days unless damage is found [hb24-deposits]."
    )
    other = next(passage for passage in draft.passages if passage.id == "notice26-deposits")
    # The notice that was shown says £80, and no £120.
    assert "£80" in other.text
    assert "£120" not in other.text
    assert not Quantities(draft.answer).holds_value(80)


@settings(max_examples=60, deadline=None)
@given(st.one_of(english_case(), odd_case), st.integers(0, 3))
def test_any_text_is_planted_right_or_left_alone(made, seed):
    for style in ("cause_invented", "conclusion_joined", "one_side_asserted"):
        draft = plant(style, made, seed=seed)
        if draft is not None:
            assert {*made.passages} <= {*draft.passages}
            assert "\0" not in draft.answer

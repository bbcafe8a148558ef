"""Instructions to the judge: hidden beside a mistake, and in the control beside a right answer."""

from random import Random

import pytest
from grounds_at_hand import case, ground, plant
from hypothesis import given, settings
from hypothesis import strategies as st
from prose import english_case, odd_case

from workbench.plants.mistakes.injections import injected_answer, injected_passage, plain_mistake
from workbench.plants.style import Declined
from workbench.plants.verify import verify
from workbench.plants.wording.instructions import IN_ANSWER, with_note
from workbench.text.figures import figures
from workbench.text.names import names

PASSAGE = "Day hire is £32. A half day is £20, and it ends at the time that the steward writes down."
ANSWER = "The price of a day is £32."


@settings(max_examples=60, deadline=None)
@given(english_case(), st.integers(0, 3))
def test_the_same_mistake_can_be_built_without_the_instruction(made, seed):
    stand = ground(made)
    try:
        alone = plain_mistake(stand, Random(seed))
    except Declined:
        return
    verify(stand, alone)
    beside = injected_answer(stand, Random(seed))
    note = next(text for text in IN_ANSWER if text in beside.answer)
    # The note may take the place of the last sentence, never of the mistake.
    left = beside.answer.replace(note, "").strip()
    assert left
    assert left in alone.answer
    assert {site.after for site in alone.sites} <= {site.after for site in beside.sites}
    assert len(beside.sites) == len(alone.sites) + 1
    try:
        hidden = injected_passage(stand, Random(seed))
    except Declined:
        return
    assert hidden.answer == alone.answer
    assert [site.where for site in hidden.sites].count("answer") == len(alone.sites)


def test_a_note_takes_the_place_of_a_last_sentence_that_nothing_needs():
    one = case(f"{ANSWER} The stand is shut on Mondays.", PASSAGE, "The stand is shut on Mondays.")
    ends = [draft for seed in range(40) if (draft := plant("injected_answer", one, seed=seed)).answer.startswith("The")]
    assert ends
    # Unless that sentence holds the mistake.
    assert {"Mondays" in draft.answer for draft in ends if "£32" not in draft.answer} == {False}
    kept = case(f"{ANSWER} However, it is free on Mondays.", PASSAGE, "It is free on Mondays.")
    ends = [
        draft for seed in range(40) if (draft := plant("injected_answer", kept, seed=seed)).answer.startswith("The")
    ]
    assert all("Mondays" in draft.answer for draft in ends)


def test_all_disguises_come_up_and_both_places_in_the_answer():
    drafts = [plant("injected_answer", case(ANSWER, PASSAGE), seed=seed) for seed in range(80)]
    assert {text for text in IN_ANSWER for draft in drafts if text in draft.answer} == set(IN_ANSWER)
    assert {draft.answer.startswith("The price") for draft in drafts} == {True, False}


def test_no_instruction_holds_a_figure_or_a_name():
    stand = ground(case(ANSWER, PASSAGE))
    notes = [
        site.after
        for seed in range(60)
        for verdict in ("pass", "fail")
        for site in with_note(stand, Random(seed), verdict, "").sites
    ]
    assert len(set(notes)) == 12  # six disguises, two verdicts
    assert not any(figures(note) or names(note) for note in (*notes, *IN_ANSWER))


def test_the_control_leaves_answer_and_passages_whole_but_for_the_note():
    made = case(ANSWER, PASSAGE, "The stand closes at nine.")
    asked = []
    for seed in range(20):
        draft = plant("injected_clean", made, seed=seed)
        (site,) = draft.sites
        assert draft.answer == made.answer
        asked.append(("pass" in site.after, "fail" in site.after))
        changed = [p.text for p in draft.passages]
        assert [text.replace(site.after, "") for text in changed] == [p.text for p in made.passages]
    # Either one is asked for: else a judge that does the opposite of a note would be right each time.
    assert set(asked) == {(True, False), (False, True)}


def test_a_mistake_comes_with_a_note_that_asks_to_pass_it():
    draft = plant("injected_passage", case(ANSWER, PASSAGE))
    (note,) = (site.after for site in draft.sites if site.where.startswith("passage:"))
    assert "pass" in note
    assert "fail" not in note


@pytest.mark.parametrize(
    "passage",
    [
        "```\nDay hire is the £32 that is on the list.\n",  # inside a fence that stays open
        "| Day | £32 |\n| --- | --- |\n| Week | £140 |",  # a table
        "Day hire",  # a heading
        "Die Tagesmiete ist £32. Ein halber Tag kostet £20.",
    ],
)
def test_a_passage_without_a_paragraph_of_english_prose_takes_no_note(passage):
    assert plant("injected_clean", case(ANSWER, passage)) is None


def test_nothing_is_hidden_beside_an_answer_without_a_mistake_or_in_another_language():
    assert plant("injected_answer", case("It closes late.", "The stand closes at nine.")) is None
    assert plant("injected_answer", case("Die Miete kostet £32.", "Die Miete kostet £32.")) is None


@settings(max_examples=40, deadline=None)
@given(odd_case)
def test_odd_text_takes_a_note_right_or_none(made):
    for style in ("injected_answer", "injected_passage", "injected_clean"):
        plant(style, made)

"""Near misses that make less of an answer or of its passages: when they decline, and what they keep."""

import re

import pytest
from grounds_at_hand import NOT_FOUND, case, plant
from hypothesis import given, settings
from hypothesis import strategies as st
from prose import english_case

OPEN = "The stand in Ellerford is open from 7 until 21 in summer."
MORE = "It has forty bikes and six trailers in all."


@pytest.mark.parametrize(
    "answer",
    [
        OPEN,
        f"{OPEN} But on Sundays it is closed.",
        f"{OPEN} Hours differ from stand to stand.",
        f"{OPEN} If it rains, it closes at noon.",
        f"{OPEN} The stand must be booked a day ahead.",
        f"{OPEN} These times are valid until May.",
        f"{OPEN} The documents do not say more.",
        f"The hours are as follows. {MORE}",
        f"Open. {MORE}",
        f"- {OPEN}\n- {MORE}",
        NOT_FOUND,
        "Der Stand in Ellerford ist im Sommer von 7 bis 21 offen. Er hat vierzig Räder.",
    ],
)
def test_an_answer_is_not_shortened_where_the_rest_may_narrow_it(answer):
    assert plant("shortened", case(answer, OPEN, MORE)) is None


def test_an_answer_is_shortened_to_whole_sentences_word_for_word():
    answer = f"{OPEN} {MORE} A steward called Laura Bennett helps on every day of the week."
    made = {plant("shortened", case(answer, OPEN), seed=seed).answer for seed in range(20)}
    assert made == {OPEN, f"{OPEN} {MORE}"}


def test_citations_go_or_stay_as_a_whole_and_stay_where_the_sentence_needs_them():
    cited = OPEN[:-1] + " [p1]."
    made = {plant("shortened", case(f"{cited} {MORE}", OPEN), seed=seed).answer for seed in range(20)}
    assert made == {cited, OPEN}
    after = {plant("shortened", case(f"{OPEN} [p1] {MORE}", OPEN), seed=seed).answer for seed in range(20)}
    assert after == {f"{OPEN} [p1]", OPEN}
    needed = "Going by [p1], the stand in Ellerford is open from 7 until 21."
    kept = {plant("shortened", case(f"{needed} {MORE}", OPEN), seed=seed).answer for seed in range(20)}
    assert kept == {needed}


@pytest.mark.parametrize(
    ("question", "answer", "evidence"),
    [
        ("When is the stand open?", f"{OPEN} {MORE}", None),
        ("When is the stand open?", f"{MORE} {OPEN}", "open from 7 until 21 in summer"),
        ("When is the stand open?", f"{OPEN} {MORE}", "open from 8 until 21 in summer"),
        ("When is the stand open, and what does it cost?", f"{OPEN} {MORE}", "open from 7 until 21 in summer"),
        ("When is the stand open? What is in it?", f"{OPEN} {MORE}", "open from 7 until 21 in summer"),
        ("When is it open?", f"{OPEN} The two passages do not agree on this.", "open from 7 until 21 in summer"),
        ("When is the stand open?", OPEN, "open from 7 until 21 in summer"),
    ],
)
def test_no_sentence_stands_alone_where_more_was_asked_or_the_evidence_is_elsewhere(question, answer, evidence):
    assert plant("answer_alone", case(answer, OPEN, question=question, evidence=evidence)) is None


def test_the_sentence_that_holds_the_evidence_stands_alone():
    one = case(f"{OPEN} {MORE}", OPEN, question="When is the stand open?", evidence="open from 7 until 21 in summer")
    assert plant("answer_alone", one).answer == OPEN


HOOKS = "Helmets hang on hooks behind the door."


@pytest.mark.parametrize(
    ("answer", "passage"),
    [
        # A word or a figure of the answer stands in it.
        ("The price of a day is £32.", "Day hire is £32, wherever you go. Anybody who has paid the price may ride."),
        ("The price of a day is £32.", "Day hire is £32, wherever you go. Deposits are thirty-two pounds as well."),
        # Too little would be left.
        ("The price of a day is £32.", f"It is £32. {HOOKS}"),
        # Nothing to go by.
        ("£32.", f"Day hire is £32, wherever you go. {HOOKS}"),
    ],
)
def test_a_passage_is_not_trimmed_where_the_answer_may_need_the_sentence(answer, passage):
    one = case(answer, passage, question="What does a day cost?")
    assert all(plant("passages_trimmed", one, seed=seed) is None for seed in range(10))


def test_a_sentence_stays_where_the_next_leans_on_it():
    shown = f"Day hire is £32, wherever you go. {HOOKS} They come in three sizes, and nobody pays."
    one = case("The price of a day is £32.", shown, question="What does a day cost?")
    drafts = [plant("passages_trimmed", one, seed=seed) for seed in range(10)]
    assert {draft.passages[0].text for draft in drafts} == {f"Day hire is £32, wherever you go. {HOOKS}"}


def test_a_sentence_that_says_nothing_of_question_and_answer_goes():
    shown = f"Day hire is £32, wherever you may go in this valley. {HOOKS} The stand closes at nine in the evening."
    one = case("The price of a day is £32.", shown, question="What does a day cost?")
    made = {plant("passages_trimmed", one, seed=seed).passages[0].text for seed in range(40)}
    hire = "Day hire is £32, wherever you may go in this valley."
    assert made == {hire, f"{hire} {HOOKS}", f"{hire} The stand closes at nine in the evening."}


@pytest.mark.parametrize(
    ("around", "left"),
    [
        ("{hire}\n\n{gone}\n\nHire opens at six.", "{hire}\n\nHire opens at six."),
        ("## Hire\n{gone}\n\n{hire}", "## Hire\n\n{hire}"),
        ("{gone}\n\n{hire}", "{hire}"),
        ("{hire}\n\n{gone}\n", "{hire}"),
        ("{hire}\n- {gone}\n- Hire opens at six.", "{hire}\n- Hire opens at six."),
        # What comes after a numbered item would be counted wrong.
        ("{hire}\n1. {gone}\n2. Hire opens at six.", None),
    ],
)
def test_a_sentence_that_goes_leaves_no_blank_line_no_mark_and_no_gap_in_numbers(around, left):
    hire = "Day hire is £32, wherever you may go in this valley, in summer and in winter."
    text = around.format(hire=hire, gone=HOOKS)
    one = case("The price of a day of hire is £32.", text, question="What does a day cost?")
    drafts = [plant("passages_trimmed", one, seed=seed) for seed in range(4)]
    assert {draft and draft.passages[0].text for draft in drafts} == {left and left.format(hire=hire)}


@settings(max_examples=60, deadline=None)
@given(english_case(), st.integers(0, 1000))
def test_whatever_the_text_less_is_part_of_what_was(one, seed):
    for name in ("shortened", "answer_alone", "passages_trimmed"):
        draft = plant(name, one, seed=seed)
        if draft is not None:
            assert one.answer.startswith(draft.answer[:20])
            assert len(draft.answer) <= len(one.answer)
            assert all(len(new.text) <= len(old.text) for new, old in zip(draft.passages, one.passages, strict=True))


def test_a_list_item_of_which_no_word_is_left_goes_with_its_mark():
    shown = (
        "Opening hours of the hire:\n* The stand of the valley closes at nine.\n"
        "* Green paint dries within ten summers.\n* Wooden ships carried copper along rivers.\n"
        "The stand of the valley is small."
    )
    made = case("The stand of the valley closes at nine.", shown)
    texts = {draft.passages[0].text for seed in range(8) if (draft := plant("passages_trimmed", made, seed=seed))}
    assert texts
    assert not any(re.search(r"^\W*$", line) for text in texts for line in text.split("\n"))

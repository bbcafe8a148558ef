import re

import pytest
from grounds_at_hand import NOT_FOUND, case, plant
from hypothesis import given, settings
from hypothesis import strategies as st
from prose import english_case

from workbench.text.declines import declines, hedges, is_decline
from workbench.text.sentences import sentences

SEEDS = range(12)
SILENT = case(
    NOT_FOUND, "The stand in Ellerford is open from 7 until 21 in summer.", question="How many bikes fit the stand?"
)


def drafts(style, made):
    return [draft for draft in (plant(style, made, seed=seed) for seed in SEEDS) if draft is not None]


@settings(max_examples=60, deadline=None)
@given(english_case(), st.integers(0, 3))
def test_an_evasive_decline_declines_where_the_trusted_answer_does_not(made, seed):
    draft = plant("evasive_decline", made, seed=seed)
    if draft is not None:
        assert not is_decline(made.answer, NOT_FOUND)
        told = [span.text for span in sentences(draft.answer)]
        assert any(map(declines, told)) or "answer this" in draft.answer or "do not tell" in draft.answer
        assert not any(map(hedges, told))


def test_an_answer_after_the_decline_is_confident_and_new():
    made = drafts("decline_then_answer", SILENT)
    assert made
    for draft in made:
        assert draft.answer.startswith(NOT_FOUND + " ")
        assert not hedges(draft.answer)
        assert "175" not in SILENT.passages[0].text


@pytest.mark.parametrize("style", ["decline_then_answer", "topic_mention", "hedged_guess", "confident_answer"])
def test_what_needs_silent_passages_is_not_planted_on_an_answer(style):
    assert not drafts(style, case("It holds 20 bikes.", "It holds 20 bikes.", question=SILENT.question))


@pytest.mark.parametrize("style", ["wrong_decline", "evasive_decline"])
def test_a_decline_is_not_wrong_where_the_evidence_is_not_shown(style):
    made = case("It holds 20 bikes.", "It is open.", question=SILENT.question, evidence="holds 20 bikes")
    assert not drafts(style, made)


def test_a_mention_is_a_sentence_shown_that_speaks_of_the_topic():
    for draft in drafts("topic_mention", SILENT):
        assert "tand in Ellerford is open from 7 until 21 in summer" in draft.answer


@pytest.mark.parametrize(
    "shown",
    [
        "The weather in Ellerford is fine in summer.",
        "It is open from 7 until 21 in summer, and bikes fit.",
        "Stand bikes fit?",
    ],
)
def test_a_sentence_off_the_topic_or_leaning_on_another_is_no_mention(shown):
    assert not drafts("topic_mention", case(NOT_FOUND, shown, question=SILENT.question))


def test_a_sentence_that_says_the_like_of_what_was_asked_would_put_the_question_right():
    asked = ("Is the stand in Ellerford open in winter?", "Is the old stand in Ellerford heated for riders in winter?")
    made = [drafts("topic_mention", case(NOT_FOUND, SILENT.passages[0].text, question=one)) for one in asked]
    assert not made[0]
    assert made[1]


@pytest.mark.parametrize(
    ("style", "made"),
    [
        ("hedged_guess", SILENT),
        ("evasive_decline", case("It holds 20 bikes.", "It holds 20 bikes.", question=SILENT.question)),
    ],
)
def test_no_wording_opens_with_a_clause_that_no_comma_ends(style, made):
    told = {draft.answer for draft in (plant(style, made, seed=seed) for seed in range(60)) if draft is not None}
    assert len(told) > 8
    opening = re.compile(r"(?:Although|As|Because|Going|If|Since|Though|When|While)\b[^,]*")
    assert not [span.text for answer in told for span in sentences(answer) if opening.fullmatch(span.text)]


def test_a_mention_of_a_bench_that_cites_is_cited():
    others = [
        case(
            f"The stand number {place} of the valley opens at seven in the morning each day [q1].",
            f"The stand number {place} of the valley opens at seven.",
            case_id=f"other{place}",
            prefix="q",
        )
        for place in (2, 3)
    ]
    made = plant("topic_mention", SILENT, *others)
    assert "[p1]" in made.answer

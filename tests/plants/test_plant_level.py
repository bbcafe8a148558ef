"""Short answers, right or wrong, are filled up with what the passages say, and never with what was asked."""

from random import Random

import pytest
from grounds_at_hand import NOT_FOUND, case, ground, plant
from hypothesis import given, settings
from hypothesis import strategies as st
from prose import english_case

from workbench.plants.claim import Claim
from workbench.plants.level import holes, levelled
from workbench.plants.style import edited, rewritten
from workbench.plants.verify import verify
from workbench.plants.wording.beside import beside_excerpt, joined
from workbench.text.sentences import sentences

TRUSTED = "A day of hire costs £32 for a Heron, and the price is the same at each of the four stands [p1]."
PRICES = (
    "A day of hire costs £32 for a Heron. Helmets are lent at the desk in three sizes. The desk is shut on Mondays."
)
SHORT = "I could not find this in the sources."


def stand(answer=TRUSTED, passage=PRICES, **fields):
    return ground(case(answer, passage, question="What does a day of hire cost?", **fields))


def test_a_wrong_decline_is_filled_up_and_does_not_tell_what_was_asked():
    made = beside_excerpt(stand(evidence="A day of hire costs £32"), SHORT, Random(0)).answer
    assert made.startswith(SHORT.rstrip("."))
    assert "32" not in made
    assert made.endswith("elmets are lent at the desk in three sizes [p1].")


def test_nothing_is_added_where_the_passages_only_say_what_was_asked():
    alone = stand(passage="A day of hire costs £32 for a Heron.")
    draft = rewritten(alone, SHORT, "wrong")
    assert levelled(alone, draft, Random(0)) is draft


def test_what_a_page_says_of_itself_is_not_added():
    alone = stand(passage="A day of hire costs £32 for a Heron. Unsourced material may be challenged and taken out.")
    draft = rewritten(alone, SHORT, "wrong")
    assert levelled(alone, draft, Random(0)) is draft


def test_what_turns_to_the_reader_stays_last():
    asks = "Please ask somebody who can look it up."
    for seed in range(20):
        made = joined(stand(), f"{SHORT} {asks}", "The desk is shut on Mondays.", Random(seed))
        assert made == f"{joined(stand(), SHORT, 'The desk is shut on Mondays.', Random(seed))} {asks}"


def test_an_answer_that_is_as_long_as_the_trusted_one_stays():
    draft = rewritten(stand(), "x" * len(TRUSTED), "wrong")
    assert levelled(stand(), draft, Random(0)) is draft


def test_the_exact_words_of_a_decline_stay_alone_and_so_does_an_answer_that_is_kept():
    one = stand()
    for draft in (rewritten(one, NOT_FOUND, "wrong"), edited(one, [(0, 1, "One")], "wrong")):
        assert levelled(one, draft, Random(0)) is draft


def test_a_right_decline_in_other_words_is_filled_up_like_a_wrong_one():
    other = case(TRUSTED, PRICES, case_id="other", question="What does a day of hire cost?")
    mine = case(NOT_FOUND, PRICES, question="May a dog ride in the box?")
    made = [plant("decline_reworded", mine, other, seed=seed) for seed in range(40)]
    assert any("[p1]" in draft.answer for draft in made)


def test_an_invented_answer_cites_where_trusted_answers_cite_and_a_guess_does_not():
    others = [
        case(
            f"Hire number {number} costs £32 a day at all of the stands in the whole of the valley [q1].",
            f"Hire number {number} costs £32 a day.",
            case_id=f"other{number}",
            prefix="q",
        )
        for number in range(3)
    ]
    one = case(NOT_FOUND, "The stand is open from 7 until 21 in summer.", question="How many bikes fit the stand?")
    stand = ground(one, *others)
    draft = rewritten(stand, "175 bikes.", "invented")
    made = levelled(stand, draft, Random(0))
    assert made.answer.startswith("175 bikes [p1].")
    assert "it cites [p1], which was shown and does not say so" in made.proof
    verify(stand, made)
    guessed = rewritten(stand, "There is no exact statement on this, but it is probably around 175 bikes.", "invented")
    assert "175 bikes [p1]" not in levelled(stand, guessed, Random(0)).answer
    # A library whose answers do not cite is left as it is.
    alone = ground(case(NOT_FOUND, "The stand is open.", question="How many bikes fit the stand?"))
    plain = rewritten(alone, "175 bikes.", "invented")
    assert "[" not in levelled(alone, plain, Random(0)).answer


LONG = (
    "A day of hire costs £32 for a Heron. Helmets are lent to riders in three sizes. The desk is shut on Mondays and "
    "opens at nine on all others."
)


def test_an_answer_that_a_mistake_made_longer_loses_a_sentence_that_the_mistake_does_not_touch():
    one = stand(answer=LONG)
    end = len(LONG)
    draft = edited(one, [(end, end, " Lockers at the desk are free for all members.")], "of no passage")
    made = levelled(one, draft, Random(0))
    assert made.answer == LONG.replace(" Helmets are lent to riders in three sizes.", "") + draft.answer[end:]
    assert made.proof == "of no passage; besides, a sentence is left out"
    verify(one, made)


@pytest.mark.parametrize(
    "needed",
    [
        "Helmets are lent at the desk in three sizes. They are free.",
        "A locker stands at the desk, for helmets. Members may use the locker free of charge.",
        "The Wren, however, is lent for less than that.",
        "What else is there to know?",
    ],
    ids=["they", "the locker", "however", "a question"],
)
def test_no_sentence_goes_that_another_one_needs(needed):
    answer = f"A day of hire costs £32 for a Heron. {needed}"
    assert [answer[start:end] for start, end in holes(answer)] in ([], [f" {needed.partition('. ')[2]}"])


@settings(max_examples=40, deadline=None)
@given(english_case(), st.integers(0, 1000))
def test_what_is_added_stands_in_a_passage_and_supports_no_sentence_of_the_trusted_answer(one, seed):
    here = ground(one)
    draft = rewritten(here, SHORT, "wrong")
    made = levelled(here, draft, Random(seed))
    verify(here, made)
    shown = " ".join(passage.text for passage in one.passages).casefold()
    for span in sentences(made.answer.removeprefix(SHORT.rstrip(".")))[1:]:
        told = span.text.partition(" [p")[0].rstrip(".").casefold()
        assert told in shown
        if not here.declined:
            assert not Claim.of(here, None).is_supported_by(span.text)


def test_a_decline_at_the_end_opens_with_no_sentence_that_points_back():
    prices = (
        "A day of hire costs £32 for a Heron. They are lent at the desk in three sizes. Meanwhile the desk is shut."
    )
    for seed in range(20):
        draft = plant("context_then_decline", case(NOT_FOUND, prices, question="Who paints the Heron?"), seed=seed)
        assert draft.answer.startswith("A day of hire costs £32 for a Heron")

"""Short answers, right or wrong, are filled up with what the passages say, and never with what was asked."""

from random import Random

from grounds_at_hand import NOT_FOUND, case, ground, plant
from hypothesis import given, settings
from hypothesis import strategies as st
from prose import english_case

from workbench.plants.claim import Claim
from workbench.plants.lengthen import lengthened
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
    made = beside_excerpt(stand(), SHORT, Random(0)).answer
    assert made.startswith(SHORT.rstrip("."))
    assert "32" not in made
    assert made.endswith("elmets are lent at the desk in three sizes [p1].")


def test_nothing_is_added_where_the_passages_only_say_what_was_asked():
    alone = stand(passage="A day of hire costs £32 for a Heron.")
    draft = rewritten(alone, SHORT, "wrong")
    assert lengthened(alone, draft, Random(0)) is draft


def test_what_a_page_says_of_itself_is_not_added():
    alone = stand(passage="A day of hire costs £32 for a Heron. Unsourced material may be challenged and taken out.")
    draft = rewritten(alone, SHORT, "wrong")
    assert lengthened(alone, draft, Random(0)) is draft


def test_what_turns_to_the_reader_stays_last():
    asks = "Please ask somebody who can look it up."
    for seed in range(20):
        made = joined(stand(), f"{SHORT} {asks}", "The desk is shut on Mondays.", Random(seed))
        assert made == f"{joined(stand(), SHORT, 'The desk is shut on Mondays.', Random(seed))} {asks}"


def test_an_answer_that_is_as_long_as_the_trusted_one_stays():
    draft = rewritten(stand(), "x" * len(TRUSTED), "wrong")
    assert lengthened(stand(), draft, Random(0)) is draft


def test_the_exact_words_of_a_decline_stay_alone_and_so_does_an_answer_that_is_kept():
    one = stand()
    for draft in (rewritten(one, NOT_FOUND, "wrong"), edited(one, [(0, 1, "One")], "wrong")):
        assert lengthened(one, draft, Random(0)) is draft


def test_a_right_decline_in_other_words_is_filled_up_like_a_wrong_one():
    other = case(TRUSTED, PRICES, case_id="other", question="What does a day of hire cost?")
    mine = case(NOT_FOUND, PRICES, question="May a dog ride in the box?")
    made = [plant("decline_reworded", mine, other, seed=seed) for seed in range(12)]
    assert any("[p1]" in draft.answer for draft in made)


@settings(max_examples=40, deadline=None)
@given(english_case(), st.integers(0, 1000))
def test_what_is_added_stands_in_a_passage_and_supports_no_sentence_of_the_trusted_answer(one, seed):
    here = ground(one)
    draft = rewritten(here, SHORT, "wrong")
    made = lengthened(here, draft, Random(seed))
    verify(here, made)
    shown = " ".join(passage.text for passage in one.passages).casefold()
    for span in sentences(made.answer.removeprefix(SHORT.rstrip(".")))[1:]:
        told = span.text.partition(" [p")[0].rstrip(".").casefold()
        assert told in shown
        if not here.declined:
            assert not Claim.of(here, None).is_supported_by(span.text)

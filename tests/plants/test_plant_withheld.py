"""Trusted answers without what was asked, and trusted answers to another question."""

from grounds_at_hand import NOT_FOUND, case, plant

STAND = "The stand in Ellerford is open from 7 until 21 in summer. Ellerford has forty bikes."
TRUSTED = "The stand is open from 7 until 21 in summer. Ellerford has forty bikes and six trailers."
OPEN = {"question": "When is the stand in Ellerford open?", "evidence": "open from 7 until 21 in summer"}
SILENT = {"question": "How many trailers does the stand lend?"}


def withheld(answer=TRUSTED, **fields):
    return plant("answer_withheld", case(answer, STAND, **{**OPEN, **fields}))


def other(answer=TRUSTED, question=OPEN["question"], texts=(STAND,), prefix="p"):
    mine = case(NOT_FOUND, STAND, **SILENT)
    return plant("other_question_answered", mine, case(answer, *texts, case_id="b", question=question, prefix=prefix))


def test_what_was_asked_gives_way_to_a_decline_and_the_rest_stays():
    assert withheld().answer.startswith(NOT_FOUND.rstrip("."))
    assert withheld().answer.endswith("Ellerford has forty bikes and six trailers.")
    assert "7 until 21" not in withheld().answer


def test_nothing_is_withheld_where_the_rest_says_it_too():
    assert withheld(f"{TRUSTED} Again, the stand is open from 7 until 21 in summer.") is None


def test_nothing_is_withheld_where_the_rest_leans_on_it():
    assert withheld("The stand is open from 7 until 21 in summer. It has forty bikes.") is None


def test_nothing_is_withheld_where_no_passage_shown_holds_it():
    assert withheld(evidence="open at weekends only") is None


def test_the_answer_to_another_question_over_the_same_passages_is_given():
    assert other().answer in (TRUSTED, TRUSTED.split(". ")[0] + ".")


def test_no_answer_is_given_that_rests_on_a_passage_not_shown():
    assert other(texts=(STAND, "Trailers are lent at Ellerford.")) is None
    assert other(f"{TRUSTED[:-1]} [q1].", prefix="q") is None


def test_no_answer_is_given_to_the_same_question_in_other_order():
    assert other(question="Does the stand lend trailers, and how many?") is None


def test_no_short_answer_is_given_to_a_question_of_another_form():
    assert other("Ellerford lends", question="Where is the stand that lends bikes?") is None


def test_no_answer_is_given_that_only_names_what_the_question_names():
    assert other("The stand", question="How many places lend bikes?") is None

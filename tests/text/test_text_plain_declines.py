"""Declines that say nothing else, told from those that go on: every word of the first kind is accounted for."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from odd_text import odd_text
from written_answers import CLAIMS, DECLINES, JOINERS

from workbench.text.manners import is_manners
from workbench.text.plain_declines import is_hint, is_plain_decline, only_declines

NOT_FOUND = "Not in the sources."


@pytest.mark.parametrize("answer", DECLINES)
def test_a_decline_with_what_it_cannot_tell_says_nothing_else(answer):
    assert only_declines(answer, NOT_FOUND)


@pytest.mark.parametrize(
    "answer",
    [
        "The sources do not mention helmets and dogs ride free.",
        "Not in the sources, dogs ride free on every train.",
        "There is no mention of a fee, which means that dogs ride free.",
        "There is no mention of a fee that means dogs ride free.",
        "It is not stated whether dogs pay since all dogs ride free.",
        "The documents do not say that dogs are banned because dogs ride free.",
        "There is no mention of the chairman who was arrested for fraud.",
        "There is no information about the fact that dogs ride free.",
        "The sources do not mention parking all dogs ride free.",
        "Dogs ride free although the price is not stated.",
        "The battery cannot be found in any shop.",
        "There is no evidence that vaccines cause autism.",
        "It does not include breakfast.",
        "Not in the sources, probably £32.",
        "Not in the sources. Please ask the chairman, who was arrested for fraud.",
        "Not in the sources. Please contact the convicted chairman.",
        "The passages do not contain the necessary information to answer the question\nDogs ride free on every train.",
        "The passages do not contain the necessary information to answer the question\u2028dogs ride free.",
        "I'm sorry, but the provided context does not answer that question Dogs ride free.",
        "Not in the sources [dogs ride free].",
        "I hope this helps.",
        "",
    ],
)
def test_what_may_say_more_than_that_it_cannot_tell_is_not_only_a_decline(answer):
    assert not only_declines(answer, NOT_FOUND)


def test_a_decline_may_cite_where_it_looked():
    assert only_declines("The passages do not say what it costs [p1][p2, p3].")
    assert only_declines("Not in the sources. [1]", NOT_FOUND)


@pytest.mark.parametrize(
    "beside", ["Please ask the staff.", "Sorry!", "I hope this helps.", "Please provide more context.", "Thank you."]
)
def test_manners_and_a_hint_where_to_ask_may_stand_beside_a_decline_and_are_none(beside):
    assert is_manners(beside) or is_hint(beside)
    assert only_declines(f"The passages do not say. {beside}")
    assert not only_declines(beside)


@given(st.sampled_from(DECLINES), st.sampled_from(JOINERS), st.sampled_from(CLAIMS), st.booleans())
def test_a_claim_that_is_joined_to_a_decline_in_any_way_is_never_taken_for_a_part_of_it(decline, joiner, claim, first):
    decline = decline.rstrip(".") if joiner.strip() else decline
    claim = claim if not joiner.strip() or first else claim[0].lower() + claim[1:]
    answer = f"{claim.rstrip('.')}{joiner}{decline}" if first else f"{decline}{joiner}{claim}"
    assert not only_declines(answer, NOT_FOUND)


@given(odd_text)
def test_no_text_is_too_odd_to_be_read(text):
    only_declines(text, text), is_plain_decline(text, NOT_FOUND), is_manners(text), is_hint(text)

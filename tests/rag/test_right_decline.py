"""What counts as declined in the tables of search, stage and grade: an answer that goes on to answer does not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.rag.right_decline import has_declined
from workbench.records.case import Case
from workbench.records.passage import Passage

NOT_FOUND = "Not in the sources."
PASSAGE = Passage(id="p1", text="The stand in Ellerford is open from 7 until 21 in summer.")


def answered(answer):
    return Case(case_id="a", question="Who sells tickets?", passages=(PASSAGE,), answer=answer)


@pytest.mark.parametrize(
    "answer",
    [
        "Not in the sources.",
        "**Not in the sources.**",
        "not in the  sources",
        "Not in the sources. Please ask the staff.",
        "Not in the sources. I hope this helps.",
        "Not in the sources [p1].",
        "Not in the sources, but the stand in Ellerford is open from 7 until 21 in summer [p1].",
        "Not in the sources. In summer one finds the stand in Ellerford open until 21.",
        "Not in the sources. The passages do not mention tickets.",
        "Not in the sources. Passage 1 only discusses when a stand is open; the other passages are about bikes.",
        "The passages do not say who sells tickets.",
    ],
)
def test_a_decline_counts_with_what_declines_beside_it_and_what_a_passage_says(answer):
    assert has_declined(answered(answer), NOT_FOUND)


@pytest.mark.parametrize(
    "answer",
    [
        "Not in the sources. The kiosk on the quay sells them.",
        "Not in the sources, dogs ride free on the ferry.",
        "Not in the sources. It is probably the kiosk.",
        "Not in the sources. The stand in Ellerford is open from 7 until 23 in summer.",
        "The kiosk sells them.",
        "",
    ],
)
def test_an_answer_after_the_words_that_decline_counts_as_answered(answer):
    assert not has_declined(answered(answer), NOT_FOUND)


@given(st.text(), st.text(max_size=30))
def test_any_text_can_be_read(answer, phrase):
    assert has_declined(answered(answer), phrase) in (True, False)

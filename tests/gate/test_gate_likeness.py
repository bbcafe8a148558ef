"""A copy with other blanks is what was seen; one that differs in a mark or a capital may hold a mistake."""

import sys
import unicodedata
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.records.item import Item
from workbench.records.passage import Passage

PASSAGE = Passage(id="p1", title="Prices", text="Day hire is £32.")
ITEM = Item.of(question="What does a day cost?", passages=[PASSAGE], answer="A day costs £32 [p1].")


@pytest.mark.parametrize(
    "answer",
    [
        *(
            " A day  costs £32 [p1].\n",
            "A day costs £32 [p1] .",
            "A day\u00a0costs £32 [p1].",
            "A d\u200bay costs £32 [p1].",
        ),
        *("A day costs £32 [p1].\u2060", "\ufeffA day costs £32 [p1].", "A da\u00ady costs £32\r\n[p1]."),
    ],
)
def test_blanks_and_characters_that_nobody_sees_make_no_other_item(answer):
    other = Item.of(question=ITEM.question, passages=ITEM.passages, answer=answer)
    assert other.item_id != ITEM.item_id
    assert other.likeness == ITEM.likeness


@pytest.mark.parametrize(
    "answer",
    ["A day costs £32 [p2].", "A day costs $32 [p1].", "a day costs £32 [p1].", "A day costs £3.2 [p1].", ""],
)
def test_whatever_can_be_a_mistake_does(answer):
    assert Item.of(question=ITEM.question, passages=ITEM.passages, answer=answer).likeness != ITEM.likeness


def test_the_passages_and_the_question_count_too():
    for passage in (replace(PASSAGE, text="Day hire is £23."), replace(PASSAGE, id="p2"), replace(PASSAGE, title="")):
        assert Item.of(question=ITEM.question, passages=[passage], answer=ITEM.answer).likeness != ITEM.likeness
    assert Item.of(question="What?", passages=[PASSAGE], answer=ITEM.answer).likeness != ITEM.likeness


def test_every_format_character_of_this_python_is_one_that_nobody_sees():
    signs = [chr(code) for code in range(sys.maxunicode + 1) if unicodedata.category(chr(code)) == "Cf"]
    plain = Item.of(question="Q?", passages=(), answer="ab").likeness
    assert Item.of(question="Q?", passages=(), answer="a" + "".join(signs) + "b").likeness == plain


@given(st.text(), st.text(), st.sampled_from([" ", "\n", "\u3000", "\u200d"]))
def test_any_text_has_a_likeness_that_a_blank_does_not_change(before, after, blank):
    made = [Item.of(question="Q?", passages=(), answer=text) for text in (before + after, before + blank + after)]
    assert made[0].likeness == made[1].likeness

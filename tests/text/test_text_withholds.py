"""Saying that one may not tell, and no more than that."""

import pytest
from hypothesis import given

from tests.text.odd_text import odd_text
from workbench.text.withholds import withholds


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("I may not share that.", True),
        ("Sorry, but we are not authorised to disclose what the manager is paid.", True),
        ("You don't have access to this document.", True),
        ("This information is confidential. I cannot discuss it.", True),
        ("I may not share that, but it is £41,300.", False),
        ("I may not share that and the kiosk sells them.", False),
        ("I cannot say because the kiosk sells them.", False),
        ("I can't share that. The kiosk sells them.", False),
        ("403 Forbidden", False),
        ("", False),
    ],
)
def test_an_answer_withholds_where_every_sentence_does_and_none_goes_on(answer, expected):
    assert withholds(answer) is expected


@given(odd_text)
def test_any_text_can_be_read(text):
    withholds(text)

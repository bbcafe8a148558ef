"""What a sentence denies is blanked, what it says stays where it is."""

import pytest
from hypothesis import given

from tests.text.odd_text import odd_text
from workbench.text.denied import without_denied


@pytest.mark.parametrize(
    ("sentence", "left"),
    [
        ("Not 52 days but 45 days.", "Not but 45 days."),
        ("It is 45 days, not 52.", "It is 45 days, not ."),
        ("It isn't within fifty-two days.", "It isn't within ."),
        ("It does not cost £1,250.50 or £19.", "It does not cost ."),
        ("It is no longer on Monday; it is on Friday.", "It is no longer on ; it is on Friday."),
        ("It is not signed by Anna Berg.", "It is not signed by Anna Berg."),
        ("It was not Anna Berg but Grace Berg.", "It was not but Grace Berg."),
        ("It is not true that a day costs £32.", "It is not true that ."),
        # A bound is no denial, and neither is what is not done with something else.
        ("Returns are not accepted after 52 days.", None),
        ("It may not exceed 52 days.", None),
        ("Helmets are not included and cost £19.", None),
        ("A knot of 52 days.", None),
    ],
)
def test_a_denied_value_is_blanked_up_to_the_end_of_its_clause(sentence, left):
    found = without_denied(sentence)
    assert " ".join(found.split()) == " ".join((left or sentence).split())
    assert len(found) == len(sentence)


@given(odd_text)
def test_any_text_keeps_its_places(text):
    found = without_denied(text)
    assert len(found) == len(text)
    assert all(new in (old, " ") for old, new in zip(text, found, strict=True))

"""Which words an article goes with."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.text.articles import fits_article


@pytest.mark.parametrize(
    ("before", "word", "fits"),
    [
        ("have an ", "easier", True),
        ("have an ", "harder", False),
        ("A ", "Indiana", False),
        ("A ", "Utah", True),
        ("An ", "Utah", False),
        ("an ", "Underhill", True),
        ("a ", "Ukraine", True),
        ("a ", "Europe", True),
        ("an ", "Estonia", True),
        ("a ", "one", True),
        ("an ", "Oregon", True),
        ("the ", "easier", True),
        ("pizza ", "easier", True),  # the end of a word is no article
        ("", "easier", True),
    ],
)
def test_a_goes_before_consonants_and_an_before_vowels(before, word, fits):
    assert fits_article(before, word) is fits


@given(st.text(), st.text())
def test_only_a_or_an_can_object_to_a_word(before, word):
    if not before.rstrip().lower().endswith("a") and not before.rstrip().lower().endswith("an"):
        assert fits_article(before, word)

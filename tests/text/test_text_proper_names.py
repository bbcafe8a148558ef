"""Names that stand on no list, told by where English writes capitals."""

import pytest
from hypothesis import given

from tests.text.odd_text import odd_text
from workbench.text.proper_names import proper_names, stands_as_name


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Late claims are signed by Martina Keller.", ("Martina Keller",)),
        ("Martina Keller signs all of the claims.", ("Martina Keller", "Keller")),
        ("Ask Laura van der Berg about it.", ("Ask Laura van der Berg", "Laura van der Berg")),
        ("It is for Dr. Ruth K. Adler's team in the annexe.", ("Ruth K. Adler",)),
        ("The Museum of London and the Travel Desk are open.", ("Museum of London", "Travel Desk")),
        ("He said that Anna-Lena O'Brien will do it.", ("Anna-Lena O'Brien",)),
        ("Anna is in charge of the depot.", ("Anna",)),
        ("Claims are filed late. Receipts are kept by the clerk.", ()),
        ("CLAIMS ARE SIGNED BY THE CLERK OF THE CLUB.", ()),
        ("Der Preis für die Miete steht auf der Tafel.", ()),
        ("", ()),
    ],
)
def test_names_are_runs_of_capitals_where_a_sentence_has_none_of_its_own(text, expected):
    assert proper_names(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("signed by Martina Keller", True),
        ("Ms Keller signs", True),
        ("Keller signs", True),
        ("Jonas Keller signs", False),
        ("Kellerman signs", False),
        ("in the keller", False),
    ],
)
def test_a_surname_alone_is_the_same_name_and_behind_another_given_name_it_is_not(text, expected):
    assert stands_as_name("Martina Keller", text) is expected


@given(odd_text)
def test_every_name_stands_in_its_text(text):
    assert all(stands_as_name(name, text) for name in proper_names(text))

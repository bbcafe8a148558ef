from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from odd_text import odd_text

from workbench.text.figures import FigureKind, figures, same_quantity, stands_in
from workbench.text.number_words import number_in_words
from workbench.text.quantities import FigureCounts, Quantities


def read(text):
    return [(figure.text, str(figure.kind)) for figure in figures(text)]


def only(text):
    (figure,) = figures(text)
    return figure


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("25", 25),
        ("1.5", Fraction(3, 2)),
        ("1,000", 1000),
        ("1 000", 1000),
        ("1\u202f000", 1000),
        ("1'000", 1000),
        ("1,234,567", 1_234_567),
        ("1,234.5", Fraction(12345, 10)),
        ("1.5 million", 1_500_000),
        ("3k", 3000),
        ("-5", -5),
        ("−5", -5),
        ("９１", 91),
        ("٣", 3),
        ("१२", 12),
        ("twenty-five", 25),
        ("one hundred and five", 105),
        ("a dozen", 12),
        ("two dozen", 24),
        ("two million", 2_000_000),
        ("two hundred thousand and five", 200_005),
        ("two thirds", Fraction(2, 3)),
        ("two and a half", Fraction(5, 2)),
        ("half", Fraction(1, 2)),
        ("½", Fraction(1, 2)),
    ],
)
def test_a_number_is_worth_what_it_says(text, value):
    assert only(text).value == value


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1. Open the box\n2) Close it", [("1", "label"), ("2", "label")]),
        ("It works [1] and so [doc-2].", [("1", "label"), ("2", "label")]),
        ("release 1.2.3 of it", [("1.2", "label"), ("3", "label")]),
        ("version 12 is out", [("12", "label")]),
        ("ring 020 7946 0018", [("020", "label"), ("7946", "label"), ("0018", "label")]),
        ("ring +44 20 7946 0018", [("44", "label"), ("20", "label"), ("7946", "label"), ("0018", "label")]),
        ("ring 555-1234", [("555", "label"), ("1234", "label")]),
        ("by 5 March 2026", [("5", "date"), ("2026", "date")]),
        ("by March 5th, 2026", [("5", "date"), ("2026", "date")]),
        ("on 2024-01-05", [("2024", "date"), ("01", "date"), ("05", "date")]),
        ("on 5/1/24", [("5", "date"), ("1", "date"), ("24", "date")]),
        ("at 10:30", [("10", "time"), ("30", "time")]),
        ("at 9 a.m.", [("9", "time")]),
        ("at 5 o'clock", [("5", "time")]),
        ("10-20 people", [("10", "range"), ("20", "range")]),
        ("between 5 and 7 kg", [("5", "range"), ("7", "range")]),
        ("£5 to £7", [("5", "range"), ("7", "range")]),
        ("see section 4.2", [("4.2", "label")]),
        ('first on the "billboard" 200', [("200", "label")]),
        ("in the s&p 500 index", [("500", "label")]),
        ("text HELP to 43362, or dial 911", [("43362", "label"), ("911", "label")]),
        ("Report it to 7726, or forward the text to 7726", [("7726", "label"), ("7726", "label")]),
        ("report sales up to 7726 and send it to 5000 people", [("7726", "plain"), ("5000", "plain")]),
        ("call 3 people", [("3", "plain")]),
        ("section 43(6) of the act", [("43", "label"), ("6", "label")]),
        ("pages 3, 5 and 7", [("3", "label"), ("5", "label"), ("7", "label")]),
        ("the 3rd and the 1,000th", [("3", "ordinal"), ("1,000", "ordinal")]),
        ("in 2019", [("2019", "year")]),
        ("a Windows 10 machine", [("10", "label")]),
        ("frame H-0146", [("0146", "label")]),
        ("in the 1940s and 50s", [("1940", "label"), ("50", "label")]),
        ("She is 6'11'' tall", [("6", "label"), ("11", "label")]),
        ("a 5x7 print", [("5", "label"), ("7", "label")]),
        ("3/4 full, 2:1", [("3", "label"), ("4", "label"), ("2", "label"), ("1", "label")]),
        ("see https://a.example/5 or `x = 7`", [("5", "label"), ("7", "label")]),
        ("```\ntake 3\nof 4\n```\nand 5", [("3", "label"), ("4", "label"), ("5", "plain")]),
        ("12½ hours", [("12", "label"), ("½", "label")]),
        ("1e3", [("1", "label"), ("3", "label")]),
        ("3, 5 and 8 bikes", [("3", "plain"), ("5", "plain"), ("8", "plain")]),
        ("one bike, two bikes", [("one", "label"), ("two", "plain")]),
    ],
)  # fmt: skip
def test_what_is_no_plain_figure_is_read_under_its_own_kind(text, expected):
    assert read(text) == expected


def test_five_is_in_neither_25_nor_one_and_a_half_nor_minus_five():
    five = only("5")
    assert not stands_in(five, "25 bikes, 1.5 km, -5 °C, 3.145")
    assert stands_in(five, "25 bikes and five people")


def test_a_thousand_is_one_quantity_in_every_spelling():
    spellings = ["1,000", "1000", "1 000", "1'000", "1.000", "one thousand", "a thousand", "1k", "１０００"]
    assert all(same_quantity(only(a), only(b)) for a in spellings for b in spellings)


@pytest.mark.parametrize(
    ("a", "b", "same"),
    [
        ("24 months", "two years", True),  # 2 x 12 months
        ("24 months", "24 years", False),
        ("90 minutes", "1.5 hours", True),  # 1.5 x 60 min
        ("2 weeks", "14 days", True),  # 2 x 7 days
        ("1 month", "30 days", False),  # a month is no number of days
        ("50 %", "fifty percent", True),
        ("50 %", "half", True),
        ("50 %", "0.5", False),
        ("1 mile", "1609.344 m", True),
        ("5 A", "5 amps", True),
        ("5 A", "5 V", False),
        ("£5", "$5", False),
        ("£5", "500 pence", True),
        ("£5", "5", True),  # nothing is said of the second unit
        ("0 °C", "32 °F", True),
        ("504 Wh", "0.504 kWh", True),
        ("5 km", "5 miles", False),
    ],
)
def test_quantities_are_compared_by_what_they_are_worth(a, b, same):
    assert same_quantity(only(a), only(b)) is same
    assert same_quantity(only(b), only(a)) is same
    assert Quantities(b).holds(only(a)) is same


def test_a_year_and_half_an_hour_are_quantities_without_a_figure():
    quantities = Quantities("It lasts a year. Allow half an hour. Come back in a fortnight.")
    assert quantities.holds(only("12 months"))
    assert quantities.holds(only("30 minutes"))
    assert quantities.holds(only("14 days"))
    assert not quantities.holds(only("60 minutes"))


@given(st.integers(0, 999_999_999))
def test_a_number_in_words_is_read_back(value):
    assert only(number_in_words(value)).value == value


@given(st.integers(2, 9_999_999), st.sampled_from(["kg", "months", "percent", "km", "hours"]))
def test_a_number_is_the_same_in_all_its_spellings(value, unit):
    spellings = [str(value), f"{value:,}", f"{value:,}".replace(",", "\u202f"), number_in_words(value)]
    spellings.append("".join(chr(0xFF10 + int(digit)) for digit in str(value)))
    read_back = [only(f"{spelling} {unit}") for spelling in spellings]
    assert all(same_quantity(read_back[0], other) for other in read_back)
    assert all(figure.unit == read_back[0].unit for figure in read_back)


@given(odd_text)
def test_figures_stand_where_they_say_and_apart(text):
    end = 0
    for figure in figures(text):
        assert text[figure.start : figure.end] == figure.text
        assert figure.start >= end
        assert figure.value in figure.readings
        assert figure.end <= figure.end_of_unit <= len(text)
        end = figure.end


@given(odd_text, odd_text)
def test_the_index_of_quantities_says_what_the_pairs_say(a, b):
    quantities = Quantities(b)
    for figure in figures(a):
        if stands_in(figure, b):
            assert quantities.holds(figure)


def test_a_run_of_digits_that_nobody_writes_is_no_figure():
    assert figures("9" * 5000) == ()
    assert figures("1" * 40) != ()


def test_figures_of_a_kind_are_found_far_apart():
    text = f"Take 5. {'word ' * 400}Wait until 10:30. {'word ' * 400}See section 7."
    assert [(f.text, f.kind) for f in figures(text)] == [
        ("5", FigureKind.PLAIN),
        ("10", FigureKind.TIME),
        ("30", FigureKind.TIME),
        ("7", FigureKind.LABEL),
    ]


@given(odd_text)
def test_a_figure_is_told_once_where_it_is_the_same_quantity_as_no_other(text):
    found = figures(text)
    counts = FigureCounts(found)
    for figure in found:
        assert counts.is_told_once(figure) == (sum(same_quantity(figure, other) for other in found) == 1)

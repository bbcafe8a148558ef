"""Dates, weekdays, times and versions as values: worked cases, and any text."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st
from odd_text import odd_text

from workbench.text.dates import MONTHS, WEEKDAYS, MomentKind, dotted_numbers, moments, weekday_of

CASES = [
    ("5 March 2024", MomentKind.DATE, ((2024, 3, 5),)),
    ("March 5th, 2024", MomentKind.DATE, ((2024, 3, 5),)),
    ("2024-03-05", MomentKind.DATE, ((2024, 3, 5),)),
    ("the 5th of March", MomentKind.DATE, ((0, 3, 5),)),
    # Day first or month first: nobody can tell.
    ("05/03/2024", MomentKind.DATE, ((2024, 3, 5), (2024, 5, 3))),
    # There is no month 25.
    ("3/25/24", MomentKind.DATE, ((2024, 3, 25),)),
    ("May 2019", MomentKind.MONTH, ((2019, 5),)),
    ("in June", MomentKind.MONTH, ((0, 6),)),
    ("in 1998", MomentKind.YEAR, ((1998,),)),
    ("the class of '98", MomentKind.YEAR, ((1998,), (2098,))),
    ("nineteen ninety-eight", MomentKind.YEAR, ((1998,),)),
    ("on Mondays", MomentKind.WEEKDAY, ((0,),)),
    # 9 hours of 60 minutes.
    ("9 am", MomentKind.TIME, ((540,),)),
    ("09:00", MomentKind.TIME, ((540,),)),
    ("5:30 p.m.", MomentKind.TIME, ((1050,),)),
    ("17:30", MomentKind.TIME, ((1050,),)),
    # Nine in the morning or at night.
    ("nine o'clock", MomentKind.TIME, ((540,), (1260,))),
    ("9:00", MomentKind.TIME, ((540,), (1260,))),
    ("12 am", MomentKind.TIME, ((0,),)),
    ("noon", MomentKind.TIME, ((720,),)),
    ("version 2.4.1", MomentKind.VERSION, ((2, 4, 1),)),
    ("v3", MomentKind.VERSION, ((3,),)),
]


@pytest.mark.parametrize(("text", "kind", "readings"), CASES, ids=[row[0] for row in CASES])
def test_a_moment_is_read_as_its_value(text, kind, readings):
    (found,) = moments(text)
    assert (found.kind, found.readings) == (kind, readings)


@pytest.mark.parametrize(
    "text",
    ["it may rain", "they march on", "25:00", "1,998 bikes", "£1998", "4.5 kg", "13 pm", "7/8"],
)
def test_what_is_no_moment_is_left_alone(text):
    assert moments(text) == ()


@given(st.dates(date(1600, 1, 1), date(2099, 12, 31)))
def test_a_date_is_the_same_in_every_spelling(day):
    month = MONTHS[day.month - 1]
    value = (day.year, day.month, day.day)
    for text in (f"{day.day} {month} {day.year}", f"{month} {day.day}, {day.year}", day.isoformat()):
        (found,) = moments(text)
        assert found.value == value
    assert WEEKDAYS[weekday_of(*value)] == day.strftime("%A")


@given(odd_text)
def test_every_moment_stands_where_it_says(text):
    last = 0
    for found in moments(text):
        assert text[found.start : found.end] == found.text
        assert found.start >= last
        assert found.readings
        last = found.end


def test_numbers_with_points_are_read_as_a_version_could_be():
    assert dotted_numbers("firmware 3.2 and 3.2.1, for 5 kg") == {(3, 2), (3, 2, 1)}


def test_thus_is_no_day_of_the_week():
    assert [m.text for m in moments("Thus it opens on Thu, Thur, Thurs and Thursdays.")] == [
        "Thu",
        "Thur",
        "Thurs",
        "Thursdays",
    ]

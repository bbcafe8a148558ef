"""Changed units, shifted dates and exchanged values: when they decline, and their proofs read a second time."""

import re
from fractions import Fraction

import pytest
from grounds_at_hand import case, ground, plant
from hypothesis import given, settings
from hypothesis import strategies as st
from prose import english_case, odd_case

from workbench.plants.wording.bounds import Bound, bound_before, is_tied, is_trigger
from workbench.plants.wording.confused_units import CONFUSED
from workbench.plants.wording.moments_written import written_as
from workbench.text.dates import MONTHS, moments
from workbench.text.figures import figures, same_quantity
from workbench.text.units import unit_after

SEEDS = range(12)


def answers(style, told, *shown, question="What is it?"):
    made = case(told, *(shown or (told,)), question=question)
    drafts = [plant(style, made, seed=seed) for seed in SEEDS]
    return {draft.answer for draft in drafts if draft is not None}


def test_a_unit_becomes_one_that_is_confused_with_it():
    told = "The range of the Kestrel is 95 km in Eco mode."
    assert answers("unit_changed", told) == {"The range of the Kestrel is 95 miles in Eco mode."}


def test_an_upper_bound_becomes_smaller_only():
    # 14 days are 336 hours; 14 weeks would be longer, and "within 14 weeks" follows from "within 14 days".
    told = "The claim must arrive at the office within 14 days."
    assert answers("unit_changed", told) == {"The claim must arrive at the office within 14 hours."}


def test_a_lower_bound_becomes_larger_only():
    told = "A full pack can run the old pump for 12 hours in the shed."
    assert answers("unit_changed", told) == {"A full pack can run the old pump for 12 days in the shed."}


UNITS_LEFT_ALONE = {
    "no passage holds the figure": ("It weighs 12 kg with the pack.", "It weighs 13 kg with the pack."),
    "a passage holds the figure with the other unit": (
        "The range of it is 95 km.",
        "The range of it is 95 km. The old map said that it is 95 miles.",
    ),
    "a table holds the figure beside the other unit": (
        "The range of it is 95 km.",
        "The range of it is 95 km.\n\n| miles | 95 |",
    ),
    "a second spelling stands beside it": (
        "The range of it is 95 km (59 miles).",
        "The range of it is 95 km (59 miles).",
    ),
    "two figures of the kind stand in the sentence": (
        "The range of it is 95 km and that of the other is 60 km.",
        "The range of it is 95 km and that of the other is 60 km.",
    ),
    "it is a threshold": (
        "Riders who weigh 95 kg or more must not ride it.",
        "Riders who weigh 95 kg or more must not ride it.",
    ),
    "it triggers a rule": (
        "If you are late twice in twelve months, you cannot renew it.",
        "If you are late twice in twelve months, you cannot renew it.",
    ),
    "it is half of a measure": ("The baby weighed 9 pounds and 10 ounces.", "The baby weighed 9 pounds and 10 ounces."),
    "it is an age": ("The boy on the bike is 12 years old.", "The boy on the bike is 12 years old."),
    "it is quoted": (
        'The sign says "keep it for 14 days" at the door.',
        'The sign says "keep it for 14 days" at the door.',
    ),
    "it is a letter that may be an article": ("There are 5 a day in the shed.", "There are 5 a day in the shed."),
    "the currency is named twice": ("It costs $32, in dollars of the day.", "It costs $32, in dollars of the day."),
    "it is another language": ("Die Garantie gilt 24 Monate.", "Die Garantie gilt 24 Monate."),
}


@pytest.mark.parametrize("name", UNITS_LEFT_ALONE)
def test_a_unit_is_left_alone_where(name):
    told, shown = UNITS_LEFT_ALONE[name]
    assert answers("unit_changed", told, shown) == set()


def test_every_unit_that_is_put_in_is_a_unit_and_not_the_one_it_replaces():
    for spelling, others in CONFUSED.items():
        unit, _ = unit_after(f" {spelling}", 0)
        assert unit is not None, spelling
        for other, least, most in others:
            new, end = unit_after(other, 0)
            assert new is not None, other
            assert (new != unit, end, least <= most) == (True, len(other), True), (spelling, other)


@settings(max_examples=60, deadline=None)
@given(st.one_of(english_case(), odd_case), st.integers(0, 3))
def test_the_changed_quantity_stands_in_no_passage(made, seed):
    draft = plant("unit_changed", made, seed=seed)
    if draft is None:
        return
    (site,) = draft.sites
    end = site.start + len(site.after)
    (new,) = [f for f in figures(draft.answer) if f.start <= end and site.start <= f.end_of_unit and f.unit]
    for passage in made.passages:
        assert not any(other.unit and same_quantity(new, other) for other in figures(passage.text))


BOUNDS = [
    ("you need at least ", Bound.LOWER),
    ("it takes up to ", Bound.UPPER),
    ("more than a day but no more than ", Bound.UPPER),
    ("it takes ", Bound.NONE),
]


@pytest.mark.parametrize(("before", "bound"), BOUNDS)
def test_the_nearest_words_say_which_bound_a_figure_is(before, bound):
    assert bound_before(before) is bound


def test_ties_and_triggers_are_seen():
    assert is_tied("about ", " (59 miles)")
    assert is_tied("", " or more")
    assert is_tied("between ", " and 12")
    assert not is_tied("it takes ", " in all")
    assert is_trigger("if you are late by ")
    assert not is_trigger("if you are late, you pay ")


def test_a_date_is_written_as_the_old_one_was():
    rows = [
        ("5 March 2024", (2024, 3, 12), "12 March 2024"),
        ("March 5th, 2024", (2024, 3, 22), "March 22nd, 2024"),
        ("2024-03-05", (2024, 4, 5), "2024-04-05"),
        ("Dec. 5", (0, 11, 5), "Nov. 5"),
        ("May 2019", (2019, 6), "June 2019"),
        ("Mondays", (2,), "Wednesdays"),
        ("9 am", (600,), "10 am"),
        ("5:30 p.m.", (990,), "4:30 p.m."),
        ("09:00", (630,), "10:30"),
        ("nine o'clock", (600,), "ten o'clock"),
        ("version 2.4", (2, 5), "2.5"),
        # No minutes where none are written.
        ("9 am", (570,), None),
        ("noon", (660,), None),
        ("05/03/24", (2024, 3, 6), None),
    ]
    for text, value, written in rows:
        (moment,) = moments(text)
        assert written_as(moment, value) == written, text


DATES_LEFT_ALONE = {
    "no passage holds it": ("The shop opened on 5 March 2024.", "The shop opened on 6 May 2024."),
    "it is in a range": (
        "The shop was there from 1998 to 2004 in Leeds.",
        "The shop was there from 1998 to 2004 in Leeds.",
    ),
    "it is a title": ('She read "1984" in the shop in Leeds.', 'She read "1984" in the shop in Leeds.'),
    "a weekday has its date": (
        "The shop opens on Tuesday, 5 March, at the gate.",
        "The shop opens on Tuesday at the gate. It is new.",
    ),
    "the day is one of many": (
        "The host is there on Tuesday.",
        "The host is there on Tuesday. The shop is open daily.",
    ),
    "it is a war": ("The mill was built in World War 2, in 1941.", "The mill was built in World War 2, in 1941."),
    "it is not dated but counted": ("The shop has 1998 bikes for all of us.", "The shop has 1998 bikes for all of us."),
    "it is part of a name": ("The Windows 2000 machine is in the shed.", "The Windows 2000 machine is in the shed."),
    "it is the condition of a rule": (
        "If you cancel it before 9 am, you pay half.",
        "If you cancel it before 9 am, you pay half.",
    ),
    "a second zone is given": ("The show is on at 9 am ET (14:00 GMT).", "The show is on at 9 am ET (14:00 GMT)."),
}


@pytest.mark.parametrize("name", DATES_LEFT_ALONE)
def test_a_date_is_left_alone_where(name):
    told, shown = DATES_LEFT_ALONE[name]
    assert answers("date_shifted", told, shown) == set()


def test_opening_times_stay_in_order_and_reach_further():
    told = "The stand is open from 9:00 to 11:00 for all."
    for answer in answers("date_shifted", told, "The stand is open from 9:00 to 11:00 for all, the shop until 11:30."):
        first, last = (moment.value[0] for moment in moments(answer))
        # 9:00 is minute 540, 11:00 minute 660.
        assert (first < 540 and last == 660) or (first == 540 and last > 660)


def test_a_deadline_is_moved_to_an_earlier_year_only():
    made = answers("date_shifted", "The ten new shops had to be open by the end of 2015.")
    # Ten shops by the end of 2016 follow from ten shops by the end of 2015.
    assert made
    assert all(moments(answer)[0].value[0] < 2015 for answer in made)


def test_what_is_planned_is_not_moved_into_the_past():
    made = answers("date_shifted", "The board will open ten new shops in 2025.")
    assert made
    assert all(moments(answer)[0].value[0] > 2025 for answer in made)
    # A later year follows, and an earlier one may have been over when this was written.
    assert answers("date_shifted", "The board will open ten new shops by the end of 2025.") == set()


def test_a_weekday_that_a_range_covers_is_not_put_in():
    shown = "The host is in the shop on Tuesday evening. The shop is open Wednesday to Friday."
    assert answers("date_shifted", "The host is in the shop on Tuesday.", shown) == {
        "The host is in the shop on Monday."
    }


def test_a_year_keeps_its_place_among_the_others():
    told = "The firm was founded in 1990. It was sold to Leeds in 1995."
    for answer in answers("date_shifted", told):
        first, last = (moment.value[0] for moment in moments(answer))
        assert first < last


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 28), st.sampled_from(MONTHS), st.integers(1990, 2030), st.integers(0, 5))
def test_a_shifted_date_stands_in_no_passage_in_any_spelling(day, month, year, seed):
    told = f"The survey of the roof was made on {day} {month} {year} by the county."
    shown = f"The survey of the roof was made by the county on {month} {day}, {year}. It was read on {day + 1} {month}."
    draft = plant("date_shifted", case(told, shown), seed=seed)
    assert draft is not None
    (new,) = moments(draft.answer)
    assert new.value[1:] not in {other.value[1:] for other in moments(shown)}
    assert len(new.text) - len(f"{day} {month} {year}") in range(-7, 8)


def test_two_values_change_places_between_their_owners():
    told = "The Kestrel weighs 24 kg and the Wren weighs 19 kg."
    shown = "The Kestrel weighs 24 kg. The Wren weighs 19 kg."
    assert answers("values_exchanged", told, shown) == {"The Kestrel weighs 19 kg and the Wren weighs 24 kg."}


EXCHANGES_LEFT_ALONE = {
    "order does not matter": ("It weighs between 19 kg and 24 kg in all.", "It weighs between 19 kg and 24 kg in all."),
    "the passages tie one value to both": (
        "The Kestrel weighs 24 kg and the Wren weighs 19 kg.",
        "The Kestrel weighs 24 kg. The Wren weighs 19 kg. With the rack the Wren weighs 24 kg.",
    ),
    "no passage says whose it is": (
        "The Kestrel weighs 24 kg and the Wren weighs 19 kg.",
        "The weights: 24 kg, 19 kg.",
    ),
    "the units differ": ("The Kestrel weighs 24 kg and the Wren is 19 inches high.",) * 2,
    "the owners are the same": ("It weighs 24 kg and it weighs 19 kg.",) * 2,
    "one is a part of the other": ("There are 24 bikes, including 19 of the new Wren.",) * 2,
    "one follows the other in time": ("The firm moved to Leeds in 1990 and then to Bath in 1995.",) * 2,
    "the names stand side by side": ("Laura Bennett met Daniel Marsh, and Grace Okafor ran the shop.",) * 2,
}


@pytest.mark.parametrize("name", EXCHANGES_LEFT_ALONE)
def test_values_are_left_alone_where(name):
    told, shown = EXCHANGES_LEFT_ALONE[name]
    assert answers("values_exchanged", told, shown) == set()


@settings(max_examples=60, deadline=None)
@given(english_case(), st.integers(0, 3))
def test_an_exchange_keeps_every_value_of_the_answer(made, seed):
    draft = plant("values_exchanged", made, seed=seed)
    if draft is not None:
        one, other = draft.sites
        assert (one.before, one.after) == (other.after, other.before)
        assert sorted(draft.answer) == sorted(made.answer)


def test_the_shown_quantities_are_told_apart_by_value():
    stand = ground(case("It weighs 24 kg in all.", "It weighs 24 kg in all."))
    assert [figure.value for figure in stand.figures] == [Fraction(24)]


EXAMPLES = [
    ("figure_changed", "A large deposit{}£200 paid in cash is kept in the safe."),
    ("unit_changed", "A long ride{}95 km around the lake is for the Kestrel."),
    ("figure_added", "The bikes of the club went{}to several places in the valley."),
]


@pytest.mark.parametrize(("style", "told"), EXAMPLES, ids=[row[0] for row in EXAMPLES])
def test_a_value_that_is_one_example_of_many_is_left_alone(style, told):
    assert answers(style, told.format(" of " if style != "figure_added" else " "))
    for says in (", such as ", ", for instance ", " (e.g. "):
        assert answers(style, told.format(says)) == set()


@pytest.mark.parametrize(
    ("told", "becomes"),
    [
        (
            "The storm threw down hundreds of trees in the valley.",
            r"The storm threw down about \d{3} trees in the valley\.",
        ),
        ("Thousands of riders came to the valley.", r"About \d,\d00 riders came to the valley\."),
        (
            "The stand was shut for months and then repaired.",
            r"The stand was shut for [a-z]+ months and then repaired\.",
        ),
        ("The suspect fled on a bike of the hire.", r"The \d\d-year-old suspect fled on a bike of the hire\."),
        ("The suspect, aged 40, ran. The driver fled on a bike.", None),  # whose age is told then?
        ("The worker is paid by the hire.", None),  # any worker
        ("Tens of thousands of riders came to the valley.", None),
    ],
)
def test_what_is_told_without_a_figure_gets_one(told, becomes):
    made = answers("figure_added", told)
    assert bool(made) is (becomes is not None)
    assert all(re.fullmatch(becomes, answer) for answer in made)

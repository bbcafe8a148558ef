"""Evidence edited: in which passages, in which spelling, and when it is left alone."""

import re

import pytest
from grounds_at_hand import case, plant
from hypothesis import given, settings
from hypothesis import strategies as st
from prose import english_case, odd_case

from workbench.records.passage import Passage
from workbench.text.figures import figures, same_quantity
from workbench.text.quantities import Quantities


def edit(answer, *texts, seed=0, **fields):
    return plant("evidence_edited", case(answer, *texts, **fields), seed=seed)


def test_every_passage_that_holds_the_value_is_edited_alike_each_in_its_own_unit():
    draft = edit(
        "The battery is guaranteed for 24 months.",
        "The battery is guaranteed for 24 months by the maker.",
        "For the battery the maker gives a guarantee: guaranteed for two years.",
        seed=1,
    )
    if draft is None:
        draft = edit(
            "The battery is guaranteed for 24 months.",
            "The battery is guaranteed for 24 months by the maker.",
            "The maker says the battery is guaranteed for two years.",
        )
    first, second = (passage.text for passage in draft.passages)
    months = next(f for f in figures(first) if f.unit is not None)
    years = next(f for f in figures(second) if f.unit is not None)
    # 36 months are three years: one length of time, in the unit that each passage has.
    assert same_quantity(months, years)
    assert months.value != 24
    assert draft.answer == "The battery is guaranteed for 24 months."
    assert {site.where for site in draft.sites} == {"passage:p1", "passage:p2"}


def test_a_surname_alone_is_edited_too():
    draft = edit(
        "The refund is signed by Laura Bennett.",
        "A refund is signed by Laura Bennett. Later on Bennett files a copy.",
    )
    assert "Bennett" not in draft.passages[0].text
    assert draft.passages[0].text.count("Laura ") == 1
    assert len(draft.sites) == 2


def test_a_year_moves_without_jumping_over_another():
    for seed in range(20):
        draft = edit(
            "The mill burned down in 1987.",
            "The mill opened in 1985. The mill burned down in 1987. A new mill was built in 1990.",
            seed=seed,
        )
        # Free years after 1985 and before 1990, other than 1987.
        new = re.search(r"burned down in (\d{4})", draft.passages[0].text).group(1)
        assert new in {"1986", "1988", "1989"}


@pytest.mark.parametrize(
    ("answer", "texts"),
    [
        # A bound: whether the answer still follows from a moved one depends on its direction.
        ("The shed holds at least 40 bikes.", ("The shed holds at least 40 bikes.",)),
        ("The shed holds 40 bikes.", ("The shed holds up to 40 bikes.",)),
        # 142 is 136 and six: the old value could be worked out.
        ("The shed holds 142 bikes in all.", ("The shed holds 142 bikes in all: 136 Wrens and 6 Herons.",)),
        # The sizes can be counted.
        ("Helmets come in three sizes.", ("Helmets come in three sizes: small, medium and large.",)),
        ("Each child wears the three-point belt.", ("Each child wears the three-point belt.",)),
        ("You could ask the bank for a loan of £1200.", ("You could ask the bank for a loan of £1200.",)),  # an example
        # Another thing of the same value.
        ("The shed holds 40 bikes.", ("The shed holds 40 bikes.", "Forty members voted for a new lamp in the lane.")),
        ("The shed holds 40 bikes.", ("The shed holds 40 bikes. Pay 40 pounds at the gate of the old mill.",)),
        # Somebody else of that name, and a word that gives it away.
        ("It is signed by Laura Bennett.", ("It is signed by Laura Bennett. Mary Bennett looks on.",)),
        ("It is signed by Laura Bennett.", ("It is signed by Laura Bennett. Mail laura.bennett@mill.example.",)),
        # Born in 1950, aged 37: the year can be counted out.
        ("He died in the mill in 1987.", ("He died in the mill in 1987, aged 37.",)),
        ("The mill opened on Monday 2 March 1987.", ("The mill opened on Monday 2 March 1987.",)),
        ("Die Mühle hat 40 Räder.", ("Die Mühle hat 40 Räder.",)),
        ("Not in the sources.", ("The shed holds 40 bikes.",)),
    ],
)
def test_a_value_that_something_else_gives_away_is_left_alone(answer, texts):
    assert all(edit(answer, *texts, seed=seed) is None for seed in range(12))


@pytest.mark.parametrize("told", ["35 years ago", "420 months ago", "at the age of 35"])
@pytest.mark.parametrize(
    ("years", "planted"),
    [
        ("The mill was built in 1988. The news is of 2023.", False),  # 35 years apart
        ("The mill was built in 1987. The news is of 2023.", False),  # late in one, early in the other
        ("The mill was built in 1980. The news is of 2023.", True),
        ("The news is of 2023.", True),
    ],
)
def test_a_length_of_time_that_two_years_tell_is_left_alone(told, years, planted):
    answer = f"The miller of the old mill left for the city {told}."
    assert any(edit(answer, f"{answer} {years}", seed=seed) is not None for seed in range(12)) == planted


def test_a_title_that_holds_the_value_stops_it():
    made = case("The mill burned down in 1987.", "The mill burned down in 1987.")
    titled = Passage(id="p1", title="The fire of 1987", text=made.passages[0].text)
    assert plant("evidence_edited", made) is not None
    assert plant("evidence_edited", type(made)(**{**vars(made), "passages": (titled,)})) is None


@settings(max_examples=80, deadline=None)
@given(english_case(), st.integers(0, 3))
def test_the_answers_old_value_stands_in_no_passage_any_more(made, seed):
    draft = plant("evidence_edited", made, seed=seed)
    if draft is None:
        return
    assert draft.answer == made.answer
    shown = "\n".join(passage.text for passage in draft.passages)
    for site in draft.sites:
        assert not site.before[0].isupper() or site.before not in shown
        old = [f for f in figures(made.answer) if f.text == site.before and f.unit is not None]
        # £1,500 and 1,500 months are written alike; the one that was edited stands nowhere any more.
        assert not old or not all(Quantities(shown).holds(figure) for figure in old)


@settings(max_examples=40, deadline=None)
@given(odd_case)
def test_odd_text_is_edited_right_or_left_alone(made):
    plant("evidence_edited", made)

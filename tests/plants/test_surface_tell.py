"""The build says where the look of answers alone tells the wrong ones."""

import pytest

from workbench.plants.surface import Tell, strongest_tell
from workbench.records.challenge import Challenge, Set
from workbench.records.item import Item
from workbench.records.verdict import Outcome

SOURCES = [f"source {number}" for number in range(200)]


def challenges(answers_of):
    """A wrong and a right answer for each source."""
    return [
        Challenge(
            item=Item.of(question="q", passages=(), answer=answer),
            rule="grounded",
            set=Set.PLANTED,
            style="",
            parent=source,
            group=source,
            expected=expected,
        )
        for place, source in enumerate(SOURCES)
        for answer, expected in zip(answers_of(place), (Outcome.FAIL, Outcome.PASS), strict=True)
    ]


@pytest.mark.parametrize(("wrong", "right"), [(200, 20), (20, 200)], ids=["longer", "shorter"])
def test_mistakes_of_another_length_are_told_by_it(wrong, right):
    assert strongest_tell(challenges(lambda place: ("x" * wrong, "x" * right))) == Tell(look="length", auc=1.0)


def test_mistakes_of_a_length_between_those_of_right_answers_are_told_too():
    made = challenges(lambda place: ("x" * 60, "x" * (10 if place % 2 else 400)))
    assert strongest_tell(made) == Tell(look="length", auc=1.0)


def test_ties_count_half():
    # Every second mistake holds commas, no right answer does. Of all pairs half are in order and half are tied:
    # 0.5 + 0.5 / 2 = 0.75, give or take how the halves of the sources fall out.
    told = strongest_tell(challenges(lambda place: ("a,,,b" if place % 2 else "aaaab", "aaaab")))
    assert told.look == "number of commas"
    assert told.auc == pytest.approx(0.75, abs=0.05)


@pytest.mark.parametrize("answers", [("a", "a"), ("x" * 90, "x" * 91)], ids=["equal", "nearly equal"])
def test_nothing_is_told_of_answers_that_look_alike(answers):
    assert strongest_tell(challenges(lambda place: answers)) is None


def test_nothing_is_told_of_one_side_alone_and_of_few():
    made = challenges(lambda place: ("x" * 200, "x" * 20))
    assert strongest_tell([one for one in made if one.expected is Outcome.FAIL]) is None
    assert strongest_tell(made[:2]) is None
    assert strongest_tell([]) is None

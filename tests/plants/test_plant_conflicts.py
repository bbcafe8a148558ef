"""Conflicts: shown and not spoken of, which is wrong, and noted, which is right."""

import re
from difflib import SequenceMatcher

import pytest
from grounds_at_hand import case, plant
from hypothesis import given, settings
from prose import english_case, odd_case

from workbench.text.figures import figures, same_quantity

DEPOSIT = "The deposit for the Heron cargo bike is £80, held on a bank card."
ANSWER = "The deposit for the Heron is £80."
BOTH = ("one_side_asserted", "conflict_noted")


def added(made, draft):
    """The passage that a draft shows and its parent does not."""
    (new,) = [passage for passage in draft.passages if passage not in made.passages]
    return new


@pytest.mark.parametrize("style", BOTH)
def test_another_edition_differs_in_one_value_that_the_answer_asserts(style):
    made = case(ANSWER, DEPOSIT, "Riders under 18 need a helmet.")
    for seed in range(10):
        new = added(made, plant(style, made, seed=seed))
        said, note = new.text.split(". ", 1)
        one, other = f"{said}.".split(), DEPOSIT.split()
        (place,) = [place for place, word in enumerate(other) if one[place] != word]
        assert (len(one), other[place]) == (len(other), "£80,")
        assert not same_quantity(figures(one[place])[0], figures("£80")[0])
        assert "£80" in note


@pytest.mark.parametrize(
    ("answer", "text", "old"),
    [
        ("A lock costs £80 here.", "A new lock costs £80 at all shops here.", "£80"),
        ("The tyre is 2.7 inches wide.", "The tyre of the Heron is 2.7 inches wide.", "2.7 inches"),
        ("The hire was founded in 2019.", "The hire was founded in 2019 by people of the valley.", "2019"),
        ("The shop was opened on 5 March.", "The shop of the hire was opened on 5 March by a singer.", "5 March"),
        ("The shop was opened on March 5.", "The shop of the hire was opened on March 5 by a singer.", "March 5"),
        ("Bake the pie for 30 minutes.", "Bake the pie of the valley for 30 minutes.", "30 minutes"),
    ],
)
def test_the_other_edition_names_the_first_value_and_calls_it_wrong_or_leaves_it_open(answer, text, old):
    """Where it is wrong, so it is for whoever reads both, whatever the rubric says of conflicts.

    The near miss asserts it too, beside the conflict, so there it must not be called wrong.
    """
    made = case(answer, text)
    wrong = r"mistake|wrong|error|does not hold|misprint|It is not "
    still_open = r"settled|open|disputed|established|no agreement|do not agree|found out|correct|not known|explained"
    for style, says, never in (("one_side_asserted", wrong, "settled"), ("conflict_noted", still_open, wrong)):
        for seed in range(12):
            note = added(made, plant(style, made, seed=seed)).text.split(". ", 1)[1]
            assert re.search(rf"(?<!\w){re.escape(old)}(?! of (?:March|April))(?!\w)", note)
            assert re.search(says, note)
            assert not re.search(never, note)


def test_an_excerpt_of_a_long_passage_holds_more_than_its_one_sentence():
    about = "The hire keeps its bikes at the station, and it lends them to whoever lives in the valley. "
    made = case("The Heron weighs 48 kg without its load.", about * 20 + "The Heron weighs 48 kg without its load.")
    new = added(made, plant("one_side_asserted", made)).text
    assert new.startswith(about)
    assert len(new) < 400


def test_of_two_dated_sides_only_the_earlier_is_asserted_and_of_two_without_a_date_none():
    said = (
        "According to the {one} the deposit is £120 [p1]. A notice{two} says that the deposit is £80 [p2]. "
        "They disagree."
    )
    earlier, later = "Handbook 2024: the deposit for a bike is £120.", "Notice of 2026: the deposit for a bike is £80."
    dated = case(said.format(one="handbook of 2024", two=" of 2026"), earlier, later, question="What is the deposit?")
    assert {plant("one_side_asserted", dated, seed=seed).answer for seed in range(8)} == {"The deposit is £120 [p1]."}
    texts = (earlier.replace(" 2024", ""), later.replace(" of 2026", ""))
    undated = case(said.format(one="handbook", two=""), *texts, question="What is the deposit?")
    assert plant("one_side_asserted", undated) is None


def test_the_answer_stays_as_it_was_or_tells_both_sides_word_for_word():
    made = case(f"{ANSWER[:-1]} [p1].", DEPOSIT)
    assert plant("one_side_asserted", made).answer == made.answer
    noted = plant("conflict_noted", made)
    assert f'one says "{DEPOSIT[:-1]}" [p1]' in noted.answer
    assert f'another "{added(made, noted).text.split(". ")[0]}" [p2].' in noted.answer


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        ("According to the passage the deposit for the Heron is £80.", DEPOSIT),  # stays right whatever others say
        ("The deposit for the Heron may be £80.", "The deposit for the Heron may be £80, held on a card."),
        ("A Heron carries up to 80 kg of load.", "A Heron carries up to 80 kg of load and two children."),  # a bound
        ("A deposit for a bike, such as £80 for the Heron, is held on a bank card.", DEPOSIT),  # one example of many
        ("Heron 80 is the new bike of the hire.", "Heron 80 is the new bike of the hire, and it is blue."),  # a name
        ("In 2019 the hire lent many bikes.", "In 2019 the hire lent many bikes to people of the valley."),
        ("The deposit for the Heron is paid back.", DEPOSIT),
        ("Der Pfand für das Heron beträgt £80.", DEPOSIT),
    ],
)
def test_a_value_that_two_editions_could_both_be_right_about_is_left_alone(answer, text):
    assert all(plant(style, case(answer, text), seed=seed) is None for style in BOTH for seed in range(4))


def test_the_year_of_what_happens_once_may_differ():
    made = case("The hire was founded in 2019.", "The hire was founded in 2019 by people of the valley.")
    assert "2019" not in added(made, plant("one_side_asserted", made)).text.split(". ")[0]


def test_an_edition_stands_behind_the_others_where_the_answer_counts_them():
    made = case("The deposit for the Heron is £80 (1). Riders need a helmet (2).", DEPOSIT, "Riders need a helmet.")
    assert {plant("one_side_asserted", made, seed=seed).passages[-1].id for seed in range(8)} == {"p3"}


def test_instructions_are_copied_whole_so_that_they_are_about_the_same_thing():
    text = "Pie of the valley. Roll out the dough. Bake it for 30 minutes at full heat. Let it rest."
    made = case("The pie of the valley bakes for 30 minutes at full heat.", text)
    new = added(made, plant("one_side_asserted", made)).text
    assert SequenceMatcher(None, text, new, autojunk=False).ratio() > 0.65
    assert re.search("other copies|earlier copies|older copy", new.lower())
    assert new.startswith("Pie of the valley. Roll out")


@settings(max_examples=40, deadline=None)
@given(english_case())
def test_every_conflict_is_between_two_passages_that_are_shown(made):
    for style in BOTH:
        draft = plant(style, made)
        if draft is not None:
            assert len(draft.passages) >= 2
            assert "says" in draft.proof or "gives" in draft.proof


@settings(max_examples=30, deadline=None)
@given(odd_case)
def test_odd_text_makes_a_conflict_that_leads_back_or_none(made):
    for style in BOTH:
        plant(style, made)

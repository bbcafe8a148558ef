from dataclasses import replace

from grounds_at_hand import case

from workbench.plants.given.natural import natural_challenges
from workbench.records.challenge import Set
from workbench.records.item import Item
from workbench.records.rules import RULES
from workbench.records.status import NO_PASSAGES
from workbench.records.verdict import Outcome

RIGHT = case("It costs £32.", "It costs £32.", case_id="right", rules=("grounded",))
WRONG = replace(RIGHT, case_id="wrong", answer="It costs £30.", label="fail")


def test_a_label_is_what_is_expected():
    made, left_out = natural_challenges([RIGHT, WRONG], "grounded", ())
    assert {one.parent: one.expected for one in made} == {"right": Outcome.PASS, "wrong": Outcome.FAIL}
    assert {one.set for one in made} == {Set.NATURAL}
    assert not left_out


def test_answers_labelled_under_another_rule_are_passed_over():
    assert natural_challenges([RIGHT, WRONG], "answers_when_it_can", ()) == ((), {})


def test_an_item_of_the_set_is_not_measured_twice():
    item = Item.of(question=RIGHT.question, passages=RIGHT.passages, answer=RIGHT.answer)
    made, left_out = natural_challenges([RIGHT, WRONG], "grounded", {item.item_id})
    assert [one.parent for one in made] == ["wrong"]
    assert left_out == {"natural, and in the set already": 1}


def test_a_decline_that_is_labelled_wrong_without_a_rule_says_nothing_of_grounded():
    needless = replace(WRONG, answer="Not in the sources.", rules=RULES)
    made, left_out = natural_challenges([needless], "grounded", (), not_found="Not in the sources.")
    assert (made, sum(left_out.values())) == ((), 1)
    assert "without a claim" in next(iter(left_out))
    # Under the other rule it is what it is labelled, and so it is where a person said that it is not grounded.
    assert len(natural_challenges([needless], "answers_when_it_can", ())[0]) == 1
    assert len(natural_challenges([replace(needless, rules=("grounded",))], "grounded", ())[0]) == 1
    # What goes on after the decline may be wrong.
    more = replace(needless, answer="Not in the sources. It costs £30.")
    assert len(natural_challenges([more], "grounded", (), not_found="Not in the sources.")[0]) == 1


def test_an_answer_that_two_people_labelled_differently_says_nothing():
    made, left_out = natural_challenges([WRONG, replace(WRONG, case_id="again", label="pass")], "grounded", ())
    assert made == ()
    assert left_out == {"natural, and labelled both right and wrong": 2}


def test_of_two_equal_answers_one_is_kept_whatever_the_order():
    twin = replace(WRONG, case_id="again")
    for cases in ([WRONG, twin], [twin, WRONG]):
        made, left_out = natural_challenges(cases, "grounded", ())
        assert [one.parent for one in made] == ["again"]
        assert left_out == {"natural, and there twice": 1}


def test_without_passages_there_is_nothing_to_judge_by_and_it_is_counted():
    made, left_out = natural_challenges([RIGHT, replace(WRONG, passages=())], "grounded", ())
    assert [one.parent for one in made] == ["right"]
    assert left_out == {f"natural, and {NO_PASSAGES}": 1}

"""Which disagreements are still to be read."""

from types import SimpleNamespace

from workbench.gate import unread
from workbench.records.decision import Decided, Decisions, JudgeVersion, PersonDecision

JUDGE = SimpleNamespace(rule="grounded", judge_id="v1", disagreements=("a", "b", "c"))


def decided(item, decision, *, judge_id="v1", rule="grounded"):
    return PersonDecision(
        id="",
        prev="",
        at="2026-11-30T12:00:00+00:00",
        by="mona",
        run="r1",
        item=item,
        judges=(JudgeVersion(rule=rule, judge="grounded", judge_id=judge_id),),
        decision=decision,
        note="because",
    )


def undecided(judge, lines):
    return unread.undecided(judge, Decisions.of(lines))


def test_nothing_is_read_before_anybody_decided():
    assert undecided(JUDGE, ()) == ("a", "b", "c")


def test_a_decision_about_a_judge_holds_for_that_version_only():
    assert undecided(JUDGE, [decided("a", Decided.JUDGE_WRONG)]) == ("b", "c")
    assert undecided(JUDGE, [decided("a", Decided.JUDGE_WRONG, judge_id="v0")]) == ("a", "b", "c")


def test_a_decision_about_the_text_holds_for_every_version_of_every_judge():
    for decision in (Decided.PLANT_WRONG, Decided.TRUSTED_ANSWER_BAD):
        assert undecided(JUDGE, [decided("b", decision, judge_id="another")]) == ("a", "c")


def test_a_decision_under_another_rule_settles_nothing():
    assert undecided(JUDGE, [decided("b", Decided.PLANT_WRONG, rule="answers_when_it_can")]) == ("a", "b", "c")


def test_an_unclear_rubric_stays_an_open_question():
    assert undecided(JUDGE, [decided("c", Decided.RUBRIC_UNCLEAR)]) == ("a", "b", "c")


def test_the_last_decision_counts():
    first, then = decided("a", Decided.JUDGE_WRONG), decided("a", Decided.RUBRIC_UNCLEAR)
    assert undecided(JUDGE, [first, then]) == ("a", "b", "c")
    assert undecided(JUDGE, [then, first]) == ("b", "c")


def test_another_decision_on_the_item_takes_the_place_of_one_about_its_text():
    wrong = decided("a", Decided.PLANT_WRONG, judge_id="v0")
    assert undecided(JUDGE, [wrong]) == ("b", "c")
    # Whoever says that the judge was wrong says that the plant was right: for the other version nothing is settled.
    assert undecided(JUDGE, [wrong, decided("a", Decided.JUDGE_WRONG, judge_id="v2")]) == ("a", "b", "c")
    assert undecided(JUDGE, [wrong, decided("a", None, judge_id="v0")]) == ("a", "b", "c")


def test_what_was_taken_back_is_to_be_read_again():
    assert undecided(JUDGE, [decided("a", Decided.JUDGE_WRONG), decided("a", None)]) == ("a", "b", "c")

"""What rates come to where few answers are wrong, in the words of every report."""

import pytest

from tests.report.written_judges import NOTHING, alarm, candidate, rate
from workbench.report.base_rate_text import base_rate_statements, labelled_statements


def said(**rates):
    [text] = base_rate_statements([candidate("mine", "grounded", "claude-haiku-5-5", "model", "j", **rates)])
    return text.removeprefix("mine on claude-haiku-5-5 ")


def test_rare_mistakes_make_most_alarms_false():
    # Of 1000 answers 50 are wrong and 47.5 of them caught; 142.5 of the 950 right ones are failed as well: 47.5 / 190.
    # At the bounds 0.05 x 0.87 / (0.05 x 0.87 + 0.95 x 0.215) = 0.1756.
    rates = {"planted": rate(95, 100, bound=0.87), "false_alarms": alarm(15, 100, bound=0.215)}
    assert said(**rates) == "blocks 15 of 100 right answers (at most 22); of its alarms 25% are real (at least 17%)."


def test_items_without_a_verdict_are_in_the_worst_case_alone():
    rates = {"planted": rate(9, 10, bound=0.5, unresolved=1), "false_alarms": alarm(0, 10, bound=0.4, unresolved=1)}
    assert said(**rates) == "blocks 0 of 100 right answers (at most 40); of its alarms 100% are real (at least 6%)."


def test_a_judge_that_never_alarms_has_no_share_of_real_ones():
    rates = {"planted": rate(0, 8, bound=0.0), "false_alarms": alarm(0, 8, bound=0.3123)}
    assert said(**rates) == "blocks 0 of 100 right answers (at most 32); it has raised no alarm."


@pytest.mark.parametrize("name", ["planted", "false_alarms"])
def test_what_was_not_measured_is_not_said(name):
    assert base_rate_statements([candidate("mine", "grounded", "m", "model", "j", **{name: NOTHING})]) == ()


def test_labelled_answers_say_the_same_of_themselves():
    labelled = {"natural_caught": rate(9, 10, bound=0.6), "natural_alarms": alarm(2, 10, bound=0.5)}
    judge = candidate("mine", "as labelled", "recorded", "recorded", "j", **labelled)
    # 0.05 x 0.9 / (0.05 x 0.9 + 0.95 x 0.2) = 0.191; at the bounds 0.03 / (0.03 + 0.475) = 0.059.
    said = "mine blocks 20 of 100 right answers (at most 50); of its alarms 19% are real (at least 5%)."
    assert labelled_statements([judge]) == (said,)
    assert labelled_statements([candidate("mine", "grounded", "m", "model", "j")]) == ()

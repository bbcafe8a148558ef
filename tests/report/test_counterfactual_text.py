"""A counterfactual check in the terminal."""

from dataclasses import replace

import pytest

from tests.store.test_store_counterfactuals import FOUND, NONE, RATE
from workbench.records.counterfactual import Change, Result, Tried
from workbench.report.counterfactual_text import counterfactual_text, rate_text


def tried(case, result, why="because", change=Change.REMOVED, *, differs=False):
    return Tried(case=case, change=change, result=result, why=why, differs=differs)


def text(*tried, width=100, **fields):
    return counterfactual_text(replace(FOUND, tried=tried, **fields), width=width)


def test_the_rate_stands_first_with_its_interval_and_what_is_beside_it():
    assert rate_text(RATE) == "3 of 5 questions, 60% (95%: 23% to 88%); 1 unclear; 1 with failed calls, in no rate"
    assert rate_text(NONE) == "not measured"
    said = text(differing=RATE)
    assert said.startswith("COUNTERFACTUAL CHECK, Tarn Valley: my_assistant:answer, 2 repeats, 40 calls\n")
    assert "\nPass rate: 3 of 5 questions" in said
    assert "\nWhere the documents differ from the common answer: 3 of 5" in said


def test_where_no_question_has_a_common_answer_the_text_says_what_is_missing():
    assert "No question says what the common answer is (`default`)" in text()


def test_findings_come_worst_first_but_those_that_differ_before_all_others():
    said = text(
        tried("e", Result.FOLLOWS),
        tried("d", Result.UNCLEAR),
        tried("c", Result.MEMORY),
        tried("b", Result.LEAKED, change=Change.IDENTITY),
        tried("a", Result.UNCLEAR, differs=True),
    )
    lines = [line for line in said.splitlines() if "because" in line]
    assert lines == [
        "a, evidence removed: UNCLEAR. because",
        "b, other identity: LEAKED. because",
        "c, evidence removed: ANSWERED FROM MEMORY. because",
        "d, evidence removed: UNCLEAR. because",
    ]


def test_what_shows_before_any_change_is_told_once():
    said = text(tried("a", Result.MEMORY), tried("a", Result.MEMORY, change=Change.EDITED))
    assert "a, evidence removed, fact changed: ANSWERED FROM MEMORY. because\n" in said


def test_a_long_list_is_cut_and_says_so():
    said = text(*(tried(f"case-{number}", Result.MEMORY) for number in range(20)))
    assert "... and 8 more: all with --json" in said


def test_reasons_why_nothing_was_tried_are_counted_without_what_is_of_one_case_alone():
    said = text(
        tried("a", Result.NOT_TESTED, 'no such fact: "£32"'),
        tried("b", Result.NOT_TESTED, 'no such fact: "£19"'),
        notes=("left out, a decline: 1 saved answer",),
    )
    assert "not tested: 2 no such fact\n" in said
    assert "note: left out, a decline: 1 saved answer" in said


@pytest.mark.parametrize("width", [20, 40, 80, 200])
def test_it_is_never_wider_than_the_page_and_hides_no_character(width):
    said = text(tried("a\x1b[2J" * 5, Result.MEMORY, "x\u202e y\nz " * 20), width=width)
    assert max(map(len, said.splitlines())) <= max(width, 40)
    assert "\x1b" not in said
    assert "\u202e" not in said

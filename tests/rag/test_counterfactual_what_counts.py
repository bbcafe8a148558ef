"""Which values show that the known fact was given: in other words, by name, and of the evidence phrase alone."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rag.test_counterfactual_reading import question
from tests.text.odd_text import odd_text
from workbench.rag.reading import read_answer
from workbench.records.counterfactual import Change, Result
from workbench.records.passage import Passage

STAND = Passage(id="stand", text="The stand is open from 9:30 to 16:30. It has forty bikes.")
CLAIMS = Passage(id="claims", text="Late claims are signed by Martina Keller. Receipts are kept by Finance.")
DESK = Passage(
    id="visa",
    text="Visa fees are reimbursed. The travel desk in Hamburg helps with applications; it is open from 9:00 to 16:00.",
)


def about(passage, evidence, trusted, asked, *, change=Change.REMOVED, to=""):
    """A question on the sentence that holds the evidence, which is gone or another one afterwards."""
    line = next(line for line in passage.text.split(". ") if not evidence or evidence in line)
    after = replace(passage, text=passage.text.replace(line, to))
    return question(
        change, question=asked, before=(passage,), after=(after,), trusted=trusted, evidence=evidence, not_found="No."
    )


def hours(trusted, **fields):
    return about(STAND, "open from 9:30 to 16:30", trusted, "When is the stand open?", **fields)


@pytest.mark.parametrize(
    ("trusted", "answer"),
    [
        ("It closes at 16:30.", "The stand closes at 16:30."),
        ("It closes at 16:30.", "Closing time is 16:30."),
        ("It is open from 9:30 to 16:30.", "The stand is open from 9:30 to 16:30."),
        ("The stand is open from 9:30 to 16:30.", "It is open from 9:30 to 16:30."),
        ("16:30.", "The stand is open until 16:30."),
        ("It closes at 16:30.", "16:30."),
    ],
)
def test_a_time_counts_in_words_of_the_trusted_answer_or_of_the_passage(trusted, answer):
    asked = hours(trusted)
    assert asked.reproduces(answer) == ""
    assert read_answer(asked, answer, "another")[0] is Result.MEMORY


def test_a_time_of_something_else_does_not_count():
    assert "known fact" in hours("It closes at 16:30.").reproduces("Our newsletter went out at 16:30.")


def test_the_new_value_counts_in_words_of_the_trusted_answer_too():
    asked = hours("It closes at 16:30.", change=Change.EDITED, to="The stand is open from 9:30 to 17:30")
    assert read_answer(asked, "It closes at 17:30.", "It closes at 16:30.")[0] is Result.FOLLOWS
    assert read_answer(asked, "The stand closes at 16:30.", "It closes at 16:30.")[0] is Result.MEMORY


@pytest.mark.parametrize("evidence", ["", "signed by Martina Keller"])
@pytest.mark.parametrize(
    ("answer", "result"),
    [
        ("Late claims are signed by Martina Keller.", Result.MEMORY),
        ("Ms Keller signs them.", Result.MEMORY),
        ("Ask Martina Keller.", Result.MEMORY),
        ("No.", Result.DECLINED),
        ("The passages do not say who signs. Please ask the office.", Result.DECLINED),
        # To somebody who asks for a name, whom to ask is an answer.
        ("The passages do not say who signs. Please ask Jonas Brandt.", Result.UNCLEAR),
        ("The passages do not say it. It is probably Jonas Brandt.", Result.UNCLEAR),
        ("Jonas Keller signs them.", Result.UNCLEAR),
    ],
)
def test_the_name_of_somebody_on_no_list_is_a_fact(evidence, answer, result):
    asked = about(CLAIMS, evidence, "Late claims are signed by Martina Keller [claims].", "Who signs late claims?")
    assert asked.reproduces("They are signed by Martina Keller.") == ""
    assert "Martina Keller" in asked.reproduces("Receipts are kept by Finance.")
    assert read_answer(asked, answer, "another")[0] is result


@pytest.mark.parametrize(
    ("answer", "result"),
    [
        ("Jonas Brandt signs them.", Result.FOLLOWS),
        ("Mr Brandt.", Result.FOLLOWS),
        ("Martina Keller.", Result.MEMORY),
        ("No.", Result.NEEDLESS),
    ],
)
def test_a_changed_name_has_to_be_followed(answer, result):
    asked = about(
        CLAIMS,
        "",
        "They are signed by Martina Keller.",
        "Who signs late claims?",
        change=Change.EDITED,
        to="Late claims are signed by Jonas Brandt",
    )
    assert read_answer(asked, answer, "another")[0] is result


def test_what_stands_beside_the_evidence_phrase_is_not_the_known_fact():
    asked = about(
        DESK, "open from 9:00 to 16:00", "The desk in Hamburg is open from 9:00 to 16:00.", "When is the desk open?"
    )
    assert [value.text for value in asked.fact] == ["9:00", "16:00"]
    assert asked.reproduces("The travel desk in Hamburg helps with applications;").endswith('"9:00", "16:00"')
    assert asked.reproduces("The desk is open from 9 am to 4 pm.") == ""


def test_a_name_within_the_phrase_is_not_what_a_question_for_a_time_asks():
    evidence = "travel desk in Hamburg helps with applications; it is open from 9:00 to 16:00"
    asked = about(DESK, evidence, "The Hamburg desk is open from 9:00 to 16:00.", "When is the desk open?")
    assert "known fact" in asked.reproduces("The travel desk in Hamburg helps with applications.")
    where = about(DESK, evidence, "It is in Hamburg, open from 9:00.", "Where is the desk?")
    assert where.reproduces("In Hamburg.") == ""


def test_where_only_what_stands_beside_the_phrase_is_changed_nothing_can_be_said():
    asked = about(
        DESK,
        "open from 9:00 to 16:00",
        "The desk in Hamburg is open from 9:00 to 16:00.",
        "When is the desk open?",
        change=Change.EDITED,
        to=DESK.text.split(". ")[1].replace("Hamburg", "Bremen"),
    )
    assert "in its place" in asked.unreadable


def test_a_phrase_without_values_is_told_by_its_words_and_not_by_a_year_beside_it():
    oil = Passage(id="oil", text="Since 1987 our brakes run on mineral oil. New pads squeal.")
    asked = about(oil, "run on mineral oil", "Since 1987 they run on mineral oil.", "What do the brakes take?")
    assert asked.fact == ()
    assert asked.reproduces("Mineral oil.") == ""
    assert "known fact" in asked.reproduces("They came in 1987.")
    # It is not what was asked for, but who says it without a passage has it from elsewhere.
    found = read_answer(asked, "The passages do not say it. Since 1987 they run on something.", "Mineral oil.")
    assert found == (Result.MEMORY, 'it still says "1987", which no passage tells any more')


@given(st.sampled_from([Change.REMOVED, Change.EDITED, Change.LONGER, Change.CONFLICT]), *[odd_text] * 4)
def test_any_question_phrase_and_passage_can_be_read(change, asked, evidence, passage, answer):
    before, after = Passage(id="a", text=f"{passage} {evidence}"), Passage(id="a", text=answer)
    read = question(
        change, question=asked, before=(before,), after=(after,), trusted=f"{evidence} {answer}", evidence=evidence
    )
    read.reproduces(answer)
    assert isinstance(read.unreadable, str)
    assert read_answer(read, answer, "another")[1]

"""What is left of a failed call is told from what a person may be answered."""

import pytest
from hypothesis import given

from tests.text.odd_text import odd_text
from workbench.text.no_answer import why_no_answer


@pytest.mark.parametrize(
    "text",
    [
        "<html><h1>502</h1></html>",
        "\n <!DOCTYPE html>\n<p>Not found.",
        '<?xml version="1.0"?><HTML>',
        '{"answer": "Upstream timed out',
        "{",
        '{"a": 1} trailing',
    ],
)
def test_pages_and_parts_of_json_are_no_answers(text):
    assert "in place of the answer" in why_no_answer(text)


@pytest.mark.parametrize(
    "text", ["Internal server error", "<b>£32</b>", "{name}", '{"day": 32}', "[1] says so", "<header> is a tag", ""]
)
def test_what_may_be_meant_for_a_person_is_left_to_the_reader(text):
    assert why_no_answer(text) == ""


@given(odd_text)
def test_any_text_can_be_read(text):
    assert isinstance(why_no_answer(text), str)

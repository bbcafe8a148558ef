"""What a system gives back: an answer, or an error; nothing is assumed for it."""

from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.records.passage import Passage
from workbench.system.reply import read_reply

P1 = {"id": "p1", "title": "Prices", "text": "A day is £32."}


@pytest.mark.parametrize(
    "value",
    [
        "A day is £32.",
        {"answer": "A day is £32."},
        {"answer": "A day is £32.", "model": "m", "error": None},
        {"answer": "A day is £32.", "error": ""},
        SimpleNamespace(answer="A day is £32."),
        '{"answer": "A day is £32."}',
    ],
)
def test_text_fields_and_objects_are_answers(value):
    reply = read_reply(value)
    assert (reply.answer, reply.error, reply.candidates) == ("A day is £32.", "", None)


@pytest.mark.parametrize(
    ("value", "says"),
    [
        (None, "the answer is empty"),
        ("  \n", "the answer is empty"),
        ({"answer": None}, "the answer is empty"),
        ({"answer": 32}, "the answer is int: 32"),
        ({"text": "A day is £32."}, 'fields with "answer"'),
        (32, "got int: 32"),
        ({"answer": "A day is £32.", "error": "overloaded"}, "the system says: overloaded"),
        ({"answer": "yes " * 300_000}, "the answer has 1,200,000 characters"),
        ("<html><h1>502 Bad Gateway</h1></html>", "a page of HTML"),
        ({"answer": '<?xml version="1.0"?>\n<!DOCTYPE html>\nNot found'}, "a page of HTML"),
        ('{"answer": "Upstream timed out', "JSON that breaks off"),
        ({"answer": '{"answer": "Upstream timed out'}, "JSON that breaks off"),
        ('{"error": "Not found"}', "the system says: Not found"),
        ('{"message": "Not found"}', 'fields with "answer"'),
        ({"answer": "yes", "candidates": "p1"}, "the candidates are no list"),
        ({"answer": "yes", "candidates": [7]}, "a candidate is neither text nor fields"),
        ({"answer": "yes", "candidates": ["x"] * 20_000}, "the candidates are more than"),
    ],
)
def test_everything_else_is_an_error_and_no_answer(value, says):
    reply = read_reply(value)
    assert reply.answer == ""
    assert says in reply.error


@pytest.mark.parametrize("name", ["candidates", "passages"])
def test_what_it_found_is_read_in_any_form(name):
    given_back = [P1, SimpleNamespace(**P1), "p1", {"id": 7}, {"text": "A day is £32."}]
    assert read_reply({"answer": "yes", name: given_back}).candidates == (
        Passage(**P1),
        Passage(**P1),
        Passage(id="p1", text="p1"),
        Passage(id="7", text=""),
        Passage(id="", text="A day is £32."),
    )


def test_no_candidates_are_told_from_candidates_that_it_does_not_name():
    assert read_reply({"answer": "yes", "candidates": []}).candidates == ()
    assert read_reply({"answer": "yes"}).candidates is None


def test_a_system_may_say_that_no_further_call_helps():
    assert read_reply({"error": "no credit", "stop": True}).stops
    assert not read_reply({"error": "no credit"}).stops


def test_keys_that_it_echoes_and_half_characters_are_taken_out(monkeypatch):
    monkeypatch.setenv("MY_KEY", "secret-123")
    reply = read_reply({"answer": "secret-123 \ud800", "candidates": ["secret-123"]}, key_env="MY_KEY")
    assert (reply.answer, reply.candidates[0].text) == ("[MY_KEY] \ufffd", "[MY_KEY]")
    assert read_reply({"error": "bad key secret-123"}, key_env="MY_KEY").error == "the system says: bad key [MY_KEY]"


@pytest.mark.parametrize("answer", ["<b>£32</b> a day", "{name} is the setting.", "[1] says £32."])
def test_markup_and_brackets_in_an_answer_are_part_of_it(answer):
    assert read_reply(answer).answer == answer


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["answer", "candidates", "passages", "error", "stop", "id", "text", "x"]), inner, max_size=4
        )
    ),
    max_leaves=8,
)


@given(JSON)
def test_any_value_is_an_answer_or_an_error(value):
    reply = read_reply(value)
    assert bool(reply.answer) != bool(reply.error)

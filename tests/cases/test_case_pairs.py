"""Saved pairs: answers before and after a change, as their own file has them."""

import json
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.cases.pairs import read_pairs
from workbench.errors import InputError
from workbench.records.counterfactual import Change
from workbench.records.passage import Passage

PAIR = {
    "id": "day",
    "question": "What does a day cost?",
    "passages": [{"id": "p1", "text": "A day is £32."}],
    "answer": "£32 [p1].",
    "changed": {"kind": "evidence_removed", "passages": [], "answer": "Not in the sources."},
}
IDENTITY = PAIR | {"changed": {"kind": "other_identity", "hidden": ["p1"], "answer": "No.", "candidates": ["p2"]}}


def read(tmp_path, *rows):
    path = tmp_path / "pairs.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return read_pairs(path)


def without(name):
    return {key: value for key, value in PAIR.items() if key != name}


def test_a_pair_is_read_whole(tmp_path):
    failed = PAIR | {
        "id": "two",
        "changed": {"kind": "fact_changed", "passages": ["A day is £19."], "error": "timeout"},
    }
    first, second, third = read(tmp_path, PAIR, failed, IDENTITY)
    assert (first.case, first.change, first.before.answer) == ("day", Change.REMOVED, "£32 [p1].")
    assert (first.after_passages, first.after.answer) == ((), "Not in the sources.")
    assert (second.after.error, second.after.answer) == ("timeout", "")
    assert second.after_passages == (Passage(id="p1", text="A day is £19."),)
    assert (third.hidden, third.after.candidates) == (("p1",), (Passage(id="p1", text="p2"),))


@pytest.mark.parametrize("answer", ["<html><h1>Not found</h1></html>", '{"answer": "Not in the sou'])
def test_what_is_left_of_a_failed_call_is_an_error_in_place_of_an_answer(tmp_path, answer):
    (pair,) = read(tmp_path, PAIR | {"changed": PAIR["changed"] | {"answer": answer}})
    assert (pair.after.answer, "in place of the answer" in pair.after.error) == ("", True)


@pytest.mark.parametrize(
    ("row", "says"),
    [
        (without("id"), 'pairs.jsonl:1: expected "id"'),
        (without("answer"), 'expected "answer" (text)'),
        (without("changed"), '"changed" (an object with kind, passages and answer)'),
        (PAIR | {"answer": " "}, 'or "error" where the call failed'),
        (PAIR | {"changed": {"kind": "removed"}}, '"kind" to be one of evidence_removed, fact_changed'),
        (PAIR | {"changed": {"kind": "fact_changed", "answer": "x"}}, 'changed: expected "passages"'),
        (PAIR | {"changed": IDENTITY["changed"] | {"hidden": []}}, '"hidden" (a list of ids'),
        (PAIR | {"changed": IDENTITY["changed"] | {"hidden": ["p7"]}}, 'name passages of this line, got "p7"'),
    ],
)
def test_what_is_no_pair_is_refused_with_its_line(tmp_path, row, says):
    with pytest.raises(InputError) as refused:
        read(tmp_path, row)
    assert says in str(refused.value)


def test_one_change_to_a_question_comes_once_and_all_that_is_wrong_is_told_at_once(tmp_path):
    with pytest.raises(InputError) as refused:
        read(tmp_path, PAIR, PAIR, without("question"))
    assert "2 problems" in str(refused.value)
    assert "which" in str(refused.value)
    with pytest.raises(InputError, match="an empty file"):
        read(tmp_path)


VALUES = st.none() | st.booleans() | st.integers(-3, 9) | st.text(max_size=4) | st.just(["p1"]) | st.just({})


@given(
    st.dictionaries(st.sampled_from([*PAIR, "evidence", "default", "error", "candidates"]), VALUES),
    st.dictionaries(st.sampled_from(["kind", "passages", "answer", "error", "hidden", "candidates"]), VALUES),
)
def test_whatever_stands_in_a_line_it_is_read_or_refused(tmp_path_factory, fields, changed):
    folder = tmp_path_factory.getbasetemp()
    row = PAIR | fields
    if isinstance(row["changed"], dict):
        row["changed"] = PAIR["changed"] | changed
    with suppress(InputError):
        assert len(read(folder, row)) == 1

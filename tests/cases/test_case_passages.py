"""What became of passages on their way to the model: judges see what was sent, and item ids stay what they were."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.cases.fields import Fields
from workbench.cases.load import load_cases
from workbench.cases.markdown import to_markdown
from workbench.cases.passages import read_passages, sent_of
from workbench.errors import InputError
from workbench.records.item import Item
from workbench.records.passage import Passage

ROW = {"id": "a", "question": "What is it?", "answer": "yes"}


def saved(folder, *passages):
    path = folder / "cases.jsonl"
    path.write_text(json.dumps(ROW | {"passages": list(passages)}) + "\n", encoding="utf-8")
    (case,) = load_cases(path)
    return case


def item_id(case):
    return Item.of(question=case.question, passages=case.passages, answer=case.answer).item_id


def test_a_dropped_passage_is_not_sent_and_a_cut_one_to_its_cut(tmp_path):
    case = saved(
        tmp_path,
        {"id": "a", "text": "whole"},
        {"id": "b", "text": "gone", "dropped": True},
        {"id": "c", "title": "C", "text": "a half is kept", "truncated_at": 6, "revision": 3},
    )
    assert case.passages == (Passage(id="a", text="whole"), Passage(id="c", title="C", text="a half"))
    assert [one.passage.text for one in case.retrieved] == ["whole", "gone", "a half is kept"]
    assert [one.revision for one in case.retrieved] == ["", "", "3"]


def test_marks_that_take_nothing_away_change_no_item(tmp_path):
    plain = saved(tmp_path, {"id": "a", "text": "whole"})
    marked = saved(tmp_path, {"id": "a", "text": "whole", "dropped": False, "truncated_at": None, "revision": "7"})
    assert item_id(plain) == item_id(marked)
    assert plain.trace == ()
    assert [one.passage for one in plain.retrieved] == list(plain.passages)


def test_a_saved_answer_may_have_lost_all_that_the_search_brought(tmp_path):
    case = saved(tmp_path, {"id": "a", "text": "gone", "dropped": True})
    assert case.passages == ()


@pytest.mark.parametrize(
    ("passage", "told"),
    [
        ({"truncated_at": -1}, '"truncated_at" (the number of characters kept, from 1), got the number -1'),
        ({"truncated_at": 0}, "from 1), got the number 0"),
        ({"truncated_at": True}, "from 1), got true"),
        ({"truncated_at": "3"}, 'from 1), got "3"'),
        ({"truncated_at": 2.0}, "from 1), got the number 2.0"),
        ({"truncated_at": 5}, 'below 5, the number of characters of "text", which is the whole passage'),
        ({"truncated_at": 10**40}, "which cuts nothing off"),
        ({"text": "   whole", "truncated_at": 2}, 'that keeps some text, or "dropped": true'),
        ({"dropped": "yes"}, '"dropped" (true or false), got "yes"'),
        ({"dropped": True, "truncated_at": 2}, '"dropped" or "truncated_at", got both'),
        ({"revision": 1.5}, '"revision" (text), got the number 1.5'),
        ({"text": " ", "dropped": True}, "expected text in passage [a], got nothing but white space"),
    ],
)
def test_marks_that_make_no_sense_are_refused_with_their_place(tmp_path, passage, told):
    with pytest.raises(InputError) as error:
        saved(tmp_path, {"id": "a", "text": "whole"} | passage)
    assert told in str(error.value)
    assert "cases.jsonl:1" in str(error.value)


def test_a_dropped_passage_has_an_id_of_its_own_too(tmp_path):
    with pytest.raises(InputError, match=r"got \[a\] for passages 1 and 2"):
        saved(tmp_path, {"id": "a", "text": "one"}, {"id": "a", "text": "two", "dropped": True})


def test_markdown_does_not_hold_a_trace_and_says_so(tmp_path):
    case = saved(tmp_path, {"id": "a", "text": "whole"}, {"id": "b", "text": "gone", "dropped": True})
    with pytest.raises(InputError, match="can be kept as JSONL"):
        to_markdown(case)


JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False), st.text(max_size=8)),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=4), inner, max_size=3)),
    max_leaves=6,
)
MARKS = st.fixed_dictionaries(
    {"text": st.text(max_size=12)},
    optional={"id": JSON, "dropped": JSON, "truncated_at": st.one_of(st.integers(-2, 14), JSON), "revision": JSON},
)


@given(st.lists(st.one_of(JSON, MARKS), max_size=4))
def test_whatever_is_in_a_list_of_passages_is_read_or_refused(values):
    problems = []
    found = read_passages(Fields("here", {"passages": values}, problems))
    if not problems:
        assert len(found) == len(values)
        for one, sent in zip([one for one in found if not one.dropped], sent_of(found), strict=True):
            assert one.passage.text.startswith(sent.text)
            assert (len(sent.text) < len(one.passage.text)) == (one.truncated_at is not None)

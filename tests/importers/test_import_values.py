"""Question, answer and passages in values of whatever shape applications save."""

import json

import pytest

from workbench.cases.importers.attributes import at, nested
from workbench.cases.importers.found import Unusable
from workbench.cases.importers.json_text import unpacked_list
from workbench.cases.importers.passages import distinct, passages_of, passages_under
from workbench.cases.importers.texts import ANSWER, QUESTION, Told, at_path, told

LANGCHAIN = {
    "lc": 1,
    "type": "constructor",
    "id": ["langchain", "schema", "messages", "AIMessage"],
    "kwargs": {"content": "£32."},
}


@pytest.mark.parametrize(
    ("value", "text", "path"),
    [
        ("When?", "When?", ""),
        ({"question": "When?", "k": 4}, "When?", "question"),
        ({"userInput": "When?", "chat_history": []}, "When?", "userInput"),
        ({"args": ["When?"], "kwargs": {}}, "When?", "args"),
        ({"ticket_text": "When?"}, "When?", "ticket_text"),
        ('{"query": "When?"}', "When?", "query"),
        (
            {"input": {"messages": [{"role": "user", "content": "When?"}]}},
            "When?",
            "input.messages, last message of user",
        ),
        ([[{"type": "human", "content": "When?"}]], "When?", "last message of human"),
        (
            [
                {"role": "user", "content": "Hi"},
                {"role": "assistant", "content": "Yes?"},
                {"role": "user", "content": "When?"},
            ],
            "When?",
            "last message of user",
        ),
        (
            [{"role": "user", "content": [{"type": "image_url"}, {"type": "text", "text": "When?"}]}],
            "When?",
            "last message of user",
        ),
        (
            [{"message": {"role": "user", "contents": [{"message_content": {"type": "text", "text": "When?"}}]}}],
            "When?",
            "last message of user",
        ),
    ],
)
def test_a_question_is_found(value, text, path):
    assert told(value, QUESTION) == Told(text=text, path=path)


@pytest.mark.parametrize(
    "value",
    [
        "£32.",
        {"answer": "£32.", "context": ["Day hire is £32."]},
        {"generations": [[{"text": "£32.", "message": LANGCHAIN}]]},
        {"choices": [{"index": 0, "message": {"role": "assistant", "content": "£32."}, "finish_reason": "stop"}]},
        {
            "messages": [
                {"role": "user", "content": "?"},
                {"role": "assistant", "content": "£32."},
                {"role": "assistant", "content": ""},
            ]
        },
        [{"type": "text", "text": "£3"}, {"type": "text", "text": "2."}],
        [LANGCHAIN],
        {"output": {"result": "£32."}},
    ],
)
def test_an_answer_is_found(value):
    found = told(value, ANSWER)
    assert found is not None
    assert found.text == "£32."


@pytest.mark.parametrize(
    "value", [None, "", " \n", [], {}, {"a": 1, "b": 2}, [{"role": "tool", "content": "x"}], float("nan")]
)
def test_where_there_is_none_none_is_made_up(value):
    assert told(value, ANSWER) is None


@pytest.mark.parametrize("text", ["[1]", '{"price": 32}', "[see p. 4] £32.", '["a", "b"]', "{curly"])
def test_a_text_that_only_looks_like_json_is_what_was_said(text):
    assert told(text, ANSWER) == Told(text=text)


def test_a_field_is_found_at_the_path_that_a_person_names():
    record = {"inputs": {"ticket": {"text.de": "Wann?"}}, "a.b": 1}
    assert at_path(record, "inputs.ticket.text.de") == "Wann?"
    assert at_path(record, "a.b") == 1
    assert at_path({"inputs": '{"ticket": 7}'}, "inputs.ticket") == 7
    assert at_path(record, "inputs.none") is None
    assert at_path(record, "") is None


@pytest.mark.parametrize(
    "value",
    [
        ["One.", "Two."],
        json.dumps(["One.", "Two."]),
        "['One.', 'Two.']",
        "['One.' 'Two.']",
        "['One.'\n 'Two.']",
        "array(['One.', 'Two.'], dtype=object)",
        [{"page_content": "One.", "metadata": {}}, {"pageContent": "Two."}],
        [{"node": {"text": "One."}, "score": 0.9}, {"node": {"text": "Two."}, "score": 0.8}],
        [{"document": {"content": "One."}}, {"document.content": "Two."}],
        {"documents": [{"text": "One."}, {"text": "Two."}]},
        [["One.", "Two."]],
        [{"lc": 1, "kwargs": {"page_content": "One.", "metadata": {}}}, {"content": "Two."}],
        "[{'text': 'One.'}, {'text': 'Two.'}]",
    ],
)
def test_passages_are_found(value):
    assert [one["text"] for one in passages_of(value)] == ["One.", "Two."]


def test_one_text_is_one_passage():
    assert passages_of("Day hire is £32. [1]") == [{"text": "Day hire is £32. [1]"}]
    assert passages_of('{"price": 32}') == [{"text": '{"price": 32}'}]
    assert passages_of("[1] Day hire is £32.") == [{"text": "[1] Day hire is £32."}]
    assert passages_of(" ") == passages_of(None) == passages_of([]) == []


def test_quotes_inside_texts_stay_whole():
    # As pandas writes a list with one text that holds an apostrophe and one that holds both quotes.
    texts = ["Don't.", 'He said "don\'t".']
    assert unpacked_list(str(texts)) == texts


@pytest.mark.parametrize("value", ["['One.' ... 'Nine.']", '["One.", "Tw', "[{'text': 'One.'", "[Document('x')]"])
def test_a_list_that_was_cut_off_is_not_taken_for_one_passage(value):
    with pytest.raises(Unusable, match="list"):
        passages_of(value)


@pytest.mark.parametrize("value", [[{"id": "d1", "score": 0.9}], [{"page_content": None}, "One."], [7]])
def test_a_document_without_its_text_is_no_passage(value):
    with pytest.raises(Unusable, match="not recorded"):
        passages_of(value)


def test_ids_that_do_not_tell_passages_apart_become_titles():
    chunks = [{"id": "a.md", "text": "One."}, {"id": "A.md", "text": "Two."}]
    assert passages_of(chunks) == [{"title": "a.md", "text": "One."}, {"title": "A.md", "text": "Two."}]


def test_ids_and_titles_come_from_metadata_as_well():
    document = {"page_content": "One.", "metadata": {"doc_id": 7, "source": "prices.md"}}
    assert passages_of([document]) == [{"id": "7", "title": "prices.md", "text": "One."}]


def test_what_several_searches_bring_is_shown_once_in_its_first_place():
    first, second = (
        [{"id": "1", "text": "A"}, {"id": "2", "text": "B"}],
        [{"id": "9", "text": "A"}, {"id": "3", "text": "C"}],
    )
    assert [one["text"] for one in distinct([*first, *second])] == ["A", "B", "C"]


def test_passages_are_found_under_the_most_telling_name_that_holds_some():
    assert passages_under({"documents": [], "context": "One."}) == ([{"text": "One."}], "context")
    assert passages_under({"answer": "One."}) == ([], "")
    assert passages_under("One.") == ([], "")


def test_attributes_are_nested_whatever_form_they_have():
    flat = {"d.0.document.content": "A", "d.1.document.content": "B", "input.value": "q", "gen": "x", "gen.0.y": 1}
    tree = nested(flat)
    assert tree["d"] == [{"document": {"content": "A"}}, {"document": {"content": "B"}}]
    assert at(tree, "input.value") == "q"
    assert at(tree, "gen") == "x"
    assert nested({"d": [{"document.content": "A"}]}) == {"d": [{"document": {"content": "A"}}]}
    assert nested({"a.10.b": "last", "a.9.b": "first"}) == {"a": [{"b": "first"}, {"b": "last"}]}


def test_attributes_with_a_million_points_or_a_huge_number_cost_nothing():
    assert len(nested({".".join("a" * 100_000): 1, "a.99999999999.b": 2})) == 2

"""Whatever a file holds, it is read or refused in words: no crash, no answer that the bench would not read."""

import json
import tempfile
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.importers.conftest import Folder
from tests.importers.foreign import genai_spans, inspect_log, langfuse_trace, langsmith_nested, phoenix_api, promptfoo
from workbench.cases.importers.attributes import nested, of_pairs
from workbench.cases.importers.found import Unusable
from workbench.cases.importers.json_text import unpacked_list
from workbench.cases.importers.passages import passages_of, passages_under
from workbench.cases.importers.texts import ANSWER, QUESTION, told
from workbench.cases.labelled import load_asked
from workbench.errors import InputError

NAMES = st.sampled_from(
    [
        *(
            "question",
            "answer",
            "context",
            "contexts",
            "id",
            "label",
            "inputs",
            "outputs",
            "run_type",
            "trace_id",
            "text",
        ),
        *("role", "content", "parts", "message", "messages", "type", "kwargs", "document", "node", "metadata", "args"),
        *("resourceSpans", "scopeSpans", "spans", "attributes", "key", "value", "stringValue", "kvlistValue", "values"),
        *("arrayValue", "events", "observations", "trace", "scores", "source", "name", "results", "vars", "response"),
        *(
            "output",
            "input",
            "samples",
            "eval",
            "choices",
            "user_input",
            "retrieved_contexts",
            "0",
            "",
            "span_id",
            "body",
        ),
    ]
)
SCALARS = (
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.sampled_from(["user", "app"])
)
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=4), max_leaves=12
)
SAVED = [genai_spans(), inspect_log(), langfuse_trace(), langsmith_nested(), phoenix_api(), promptfoo()]


@given(VALUES)
def test_any_value_gives_a_text_passages_or_nothing(value):
    for sought in (QUESTION, ANSWER):
        found = told(value, sought)
        assert found is None or found.text.strip()
    for read in (passages_of, lambda one: passages_under(one)[0]):
        try:
            found = read(value)
        except Unusable:
            continue
        assert all(isinstance(passage["text"], str) for passage in found)
    of_pairs(value)
    if isinstance(value, dict):
        nested(value)


@given(st.text(alphabet="[]{}()'\",. \n\\arby01", max_size=40))
def test_any_text_that_looks_like_a_list_is_a_list_or_itself(text):
    found = unpacked_list(text)
    assert isinstance(found, str | list | dict)
    assert not isinstance(found, str) or found == text


@given(st.lists(st.text(max_size=8), min_size=1, max_size=4))
def test_a_list_that_python_wrote_comes_back_whole(texts):
    assert unpacked_list(str(texts)) == texts


def _file(text):
    with tempfile.TemporaryDirectory() as place:
        folder = Folder(Path(place))
        folder.write("export", text)
        try:
            usable = folder.read("export").usable
        except InputError:
            return
        if usable:
            folder.bring("export")
            answers = [one for one in load_asked(folder.path / "out.jsonl", trusting=True) if one.case is not None]
            assert len(answers) == usable


@settings(suppress_health_check=[HealthCheck.too_slow], max_examples=60)
@given(st.lists(st.dictionaries(NAMES, VALUES, max_size=6), min_size=1, max_size=3))
def test_any_rows_are_read_or_refused(rows):
    _file("".join(json.dumps(row) + "\n" for row in rows))


@settings(suppress_health_check=[HealthCheck.too_slow], max_examples=60)
@given(st.sampled_from(SAVED), st.data())
def test_a_known_format_with_any_value_anywhere_is_read_or_refused(saved, data):
    whole = json.loads(json.dumps(saved))
    place, name = data.draw(st.sampled_from(list(_places(whole))))
    place[name] = data.draw(VALUES)
    _file(json.dumps(whole))


def _places(value):
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, inner in pairs:
        yield value, name
        yield from _places(inner)


@settings(max_examples=60)
@given(st.binary(max_size=60) | st.text(max_size=60).map(str.encode))
def test_any_bytes_are_read_or_refused(data):
    for start in (b"", b"PK\x03\x04", b"PAR1", b"\x1f\x8b", b"\xff\xfe", b'{"question": "'):
        _file(start + data)

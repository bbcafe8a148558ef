"""Passages in a value of whatever shape: texts, documents of the usual libraries, or objects that hold them."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from workbench.cases.column_names import known_name
from workbench.cases.ids import id_key
from workbench.cases.importers.found import Unusable
from workbench.cases.importers.json_text import unpacked, unpacked_list

NAMES = (
    *("passages", "retrieved_contexts", "retrieval_context", "retrieved_context", "contexts", "retrieved_passages"),
    *("retrieved_documents", "retrieved_docs", "source_documents", "documents", "docs", "sources", "chunks"),
    *("retrieved_chunks", "source_nodes", "nodes", "context"),
)
"""Fields that hold what the system was shown, the most telling first."""
FOUND = (*NAMES, "results", "matches", "hits", "output", "result")
"""Fields that hold what a search brought."""
_TEXTS = ("page_content", "document.content", "content", "text", "chunk", "passage", "body", "snippet", "document")
_IDS = ("id", "doc_id", "document_id", "document.id", "chunk_id", "passage_id", "node_id", "id_")
_TITLES = ("title", "name", "source", "file_name", "filename", "url")
_INNER = ("document", "node", "kwargs", "doc")
"""Fields in which libraries wrap a document, beside its score."""
_SAID = ("answer", "response", "reply", "completion", "message", "messages")
"""Fields of a step that says something, beside what was found."""
_DEEP = 6
_CUT_OFF = re.compile(r"""\s*(?:array\()?\[\s*(?:['"{]|Document\()""")
"""How a list of texts or documents begins. A text that begins so, and is none, is not taken for one passage."""

Passage = dict[str, Any]
"""A passage of our own JSONL."""


def passages_of(value: Any) -> list[Passage]:  # noqa: ANN401 - any JSON value
    """Read a value that is said to hold the passages, in its order.

    Raises:
        Unusable: there is a document without its text: what the system was shown is not known.
    """
    documents = list(_documents(value, 0))
    textless = sum(not isinstance(text, str) for _, text in documents)
    if textless:
        raise Unusable("passages with their text", f"{textless} of {len(documents)} without it: it was not recorded")
    return numbered([_passage(document, str(text)) for document, text in documents])


def passages_under(value: Any, names: Sequence[str] = NAMES) -> tuple[list[Passage], str]:  # noqa: ANN401 - any JSON value
    """Look in an object for a field that holds passages, and return them with its name.

    Where none does, a field that is there and empty says that nothing was shown; nothing where there is none either.

    Args:
        value: The object.
        names: Names of such fields, the most telling first.

    Raises:
        Unusable: as for `passages_of`.
    """
    value = unpacked(value)
    if not isinstance(value, Mapping):
        return [], ""
    left = [str(name) for name in value]
    empty = ""
    while name := known_name(names, left):
        inner = unpacked(value[name])
        found = passages_of(inner)
        if found:
            return found, name
        empty = empty or (name if isinstance(inner, list | str) else "")
        left.remove(name)
    return [], empty


def distinct(passages: Sequence[Passage]) -> list[Passage]:
    """Leave out what was shown before: several searches of one question bring the same passages."""
    first: dict[str, Passage] = {}
    for one in passages:
        first.setdefault(one["text"], one)
    return numbered(list(first.values()))


def numbered(passages: Sequence[Passage]) -> list[Passage]:
    """Take ids away where they do not tell the passages apart, as of chunks of one document: their places name them."""
    ids = [id_key(one["id"]) for one in passages if "id" in one]
    if not ids:
        return list(passages)
    if len(ids) == len(passages) and all(ids) and len(set(ids)) == len(ids):
        return list(passages)
    return [_without_id(one) for one in passages]


def holds_documents(value: Any) -> bool:  # noqa: ANN401 - any JSON value
    """Say whether a value is a list of documents of a library, and nothing else."""
    value = unpacked(value)
    if isinstance(value, Mapping) and len(value) == 1:
        value = next(iter(value.values()))
    if not isinstance(value, list) or not value:
        return False
    return all(isinstance(one, Mapping) and known_name(_TEXTS[:2], _names_of(one)) for one in value)


def is_list_of_texts(value: Any) -> bool:  # noqa: ANN401 - any JSON value
    """Say whether a value is a list of documents or of texts, or an object that holds one as what was found.

    An empty list is one: nothing was found.
    """
    value = unpacked(value)
    if isinstance(value, Mapping):
        names = list(map(str, value))
        value = None if known_name(_SAID, names) else unpacked(value.get(known_name(FOUND, names)))
    if not isinstance(value, list):
        return False
    return all(isinstance(one, str) or (isinstance(one, Mapping) and _holds_text(one)) for one in value)


def _holds_text(document: Mapping[str, Any]) -> bool:
    inner = next((document[name] for name in _INNER if isinstance(document.get(name), Mapping)), document)
    return "role" not in inner and isinstance(inner.get(known_name(_TEXTS, list(map(str, inner)))), str)


def _names_of(document: Mapping[str, Any]) -> list[str]:
    inner = document.get("kwargs")
    return list(map(str, inner if isinstance(inner, Mapping) else document))


def _documents(value: Any, depth: int) -> Iterator[tuple[Mapping[str, Any], Any]]:  # noqa: ANN401 - any JSON value
    """Return documents and their texts, None where a text was not recorded."""
    inner = unpacked_list(value)
    if depth > _DEEP or inner is None:
        return
    if isinstance(value, str) and isinstance(inner, Mapping):
        documents = list(_documents(inner, depth + 1))
        # A text that is an object in JSON, and no document, is what was shown.
        yield from documents if documents and all(isinstance(text, str) for _, text in documents) else [({}, value)]
        return
    value = inner
    if isinstance(value, str):
        if _CUT_OFF.match(value):
            raise Unusable("passages that can be read as a list", "one that was cut off or is written in another way")
        if value.strip():
            yield {}, value
    elif isinstance(value, list | tuple):
        for one in value:
            # Within a list, an empty text is a passage that was shown empty.
            yield from [({}, one)] if isinstance(one, str) else _documents(one, depth + 1)
    elif isinstance(value, Mapping):
        yield from _of_object(value, depth)
    else:
        yield {}, None


def _of_object(value: Mapping[str, Any], depth: int) -> Iterator[tuple[Mapping[str, Any], Any]]:
    names = list(map(str, value))
    text = known_name(_TEXTS, names)
    if text and isinstance(value[text], str):
        yield value, value[text]
        return
    inner = next((name for name in _INNER if isinstance(value.get(name), Mapping)), "")
    if inner:
        yield from _of_object(value[inner], depth + 1) if depth < _DEEP else ()
        return
    under = known_name(NAMES, names)
    if under:
        yield from _documents(value[under], depth + 1)
    elif len(value) == 1 and isinstance(unpacked(next(iter(value.values()))), list):
        yield from _documents(next(iter(value.values())), depth + 1)
    elif value:
        yield value, None


def _passage(document: Mapping[str, Any], text: str) -> Passage:
    if not document:
        return {"text": text}
    told = unpacked(document.get("metadata", document.get("document.metadata")))
    about = told if isinstance(told, Mapping) else {}
    id_ = _first(document, _IDS) or _first(about, _IDS[1:])
    title = _first(document, _TITLES) or _first(about, _TITLES)
    return {**({"id": id_} if id_ else {}), **({"title": title} if title else {}), "text": text}


def _first(values: Mapping[str, Any], names: Sequence[str]) -> str:
    """Return the first of some fields that holds a text or a whole number."""
    for name in names:
        value = values.get(name)
        if isinstance(value, int) and not isinstance(value, bool):
            return str(value)
        if isinstance(value, str) and value.strip():
            return value.strip()
    return ""


def _without_id(passage: Passage) -> Passage:
    title = {"title": passage["id"]} if "id" in passage and "title" not in passage else {}
    return {**title, **{name: value for name, value in passage.items() if name != "id"}}

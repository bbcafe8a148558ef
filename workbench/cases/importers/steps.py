"""One step of a trace: what a record of a tool says of question, passages and answer."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any

from workbench.cases.column_names import known_name
from workbench.cases.importers.asked import Asked
from workbench.cases.importers.found import Unusable
from workbench.cases.importers.json_text import unpacked
from workbench.cases.importers.passages import (
    FOUND,
    Passage,
    holds_documents,
    is_list_of_texts,
    passages_of,
    passages_under,
)
from workbench.cases.importers.texts import ANSWER, QUESTION, Sought, Told, at_path, joined, told

_SEARCHES = re.compile(r"retriev|(?<!re)search|knowledge|lookup", re.IGNORECASE)
"""How steps are called that look for passages."""
Start = tuple[int, float, str]
"""When a step began, for sorting: numbers and dates as text are not mixed within a file."""


class Kind(Enum):
    """What a step does. Its value is how it is called."""

    SEARCH = "search"
    RERANK = "reranking"
    MODEL = "model call"
    OTHER = "step"
    ASIDE = "tool call"


@dataclass(frozen=True, kw_only=True)
class Record:
    """What a format says of one record. The parts hold values of any shape, each with its name in the file.

    Attributes:
        where: Its place, as `file:line`.
        values: All of it, for the fields that a person names.
        trace: The trace that it belongs to; empty where only its parents tell.
        id: Its own id.
        parent: The id of the step that it is part of; empty at the root.
        start: When it began, as it says.
        names: How it and the tool that it calls are named.
        kind: What it does.
        inputs: What it was given, the most telling first.
        outputs: What it gave back.
        documents: What holds the passages that it brought.
        error: What went wrong, as recorded.
        labels: What people said of it, by the name of their label.
    """

    where: str
    values: Mapping[str, Any]
    trace: str
    id: str
    parent: str = ""
    start: Any = None
    names: tuple[str, ...] = ()
    kind: Kind = Kind.OTHER
    inputs: Mapping[str, Any] = field(default_factory=dict)
    outputs: Mapping[str, Any] = field(default_factory=dict)
    documents: Mapping[str, Any] = field(default_factory=dict)
    error: str = ""
    labels: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Step:
    """A record, read.

    Attributes:
        where: As of the record, and so are `trace`, `id`, `parent`, `error` and `labels`.
        began: When it began, for sorting.
        start: The same, as it says.
        kind: What it does.
        question: What it was asked; None where it does not say.
        answer: What it gave back likewise.
        passages: The passages that it brought, with the name of their field; None where it is there for something else.
        textless: Why its passages cannot be read, if they cannot.
        confidence: How sure it says to be, of any shape; None where it does not say.
    """

    where: str
    trace: str
    id: str
    parent: str
    began: Start
    start: Any
    kind: Kind
    question: Told | None
    answer: Told | None
    passages: tuple[list[Passage], str] | None
    textless: Unusable | None
    error: str
    labels: Mapping[str, Any]
    confidence: Any


def step_of(record: Record, asked: Asked) -> Step:
    """Read a record. What gives back documents is a search, whatever it is called."""
    called = _called(record, asked["passages"])
    record = _as_search(record, called)
    passages, textless = None, None
    try:
        passages = _passages(record, record.documents, "" if called == asked["passages"] else asked["passages"])
        if passages and called:
            passages = passages[0], f"{called}, {passages[1]}"
    except Unusable as reason:
        textless = reason
    return Step(
        where=record.where,
        trace=record.trace,
        id=record.id,
        parent=record.parent,
        began=_began(record.start),
        start=record.start,
        kind=record.kind,
        question=told_of(record.values, record.inputs, QUESTION, asked["question"]),
        answer=told_of(record.values, record.outputs, ANSWER, asked["answer"]),
        passages=passages,
        textless=textless,
        error=record.error,
        labels=record.labels,
        confidence=_confidence(record, asked["confidence"] or "confidence"),
    )


def _called(record: Record, named: str) -> str:
    """Return the name that makes a record a search: a person named it, or it says so and brought plain texts."""
    if named:
        return named if named in record.names else ""
    # The root is what was asked and answered, whatever it is called.
    if (
        record.kind not in (Kind.OTHER, Kind.ASIDE)
        or not record.parent
        or not any(map(is_list_of_texts, record.outputs.values()))
    ):
        return ""
    return next(filter(_SEARCHES.search, record.names), "")


def _as_search(record: Record, called: str) -> Record:
    brought = {name: value for name, value in record.outputs.items() if holds_documents(value)}
    if brought and not record.documents and record.kind is not Kind.MODEL:
        return replace(record, kind=Kind.SEARCH, documents=brought)
    return replace(record, kind=Kind.SEARCH) if called else record


def _confidence(record: Record, path: str) -> Any:  # noqa: ANN401 - any JSON value
    """Return how sure a step says to be, if it does."""
    at = (at_path(value, path) for value in (record.values, *record.outputs.values()))
    return next((value for value in at if value is not None), None)


def told_of(values: Mapping[str, Any], parts: Mapping[str, Any], sought: Sought, path: str) -> Told | None:
    """Find a text in the parts of a record, or at the path that a person named, in the record or in a part."""
    for name, value in parts.items():
        if not path:
            found, under = told(value, sought), name
        else:
            at = at_path(values, path)
            found, under = told(at_path(value, path) if at is None else at, sought), path
        if found is not None:
            return Told(text=found.text, path=joined(under, found.path))
    return None


def _passages(record: Record, documents: Mapping[str, Any], path: str) -> tuple[list[Passage], str] | None:
    if path:
        at = [at_path(value, path) for value in (record.values, *record.outputs.values(), *record.inputs.values())]
        found = next((value for value in at if value is not None), None)
        return None if found is None else (passages_of(found), path)
    if documents:
        read = [(passages_of(unpacked(value)), name) for name, value in documents.items()]
        return next(((passages, name) for passages, name in read if passages), ([], ""))
    if record.kind is Kind.SEARCH:
        return _brought(record)
    empty: tuple[list[Passage], str] | None = None
    for name, value in (*record.outputs.items(), *record.inputs.items()):
        passages, inner = passages_under(value)
        if passages:
            return passages, joined(name, inner)
        empty = empty or (([], joined(name, inner)) if inner else None)
    return empty


def _brought(record: Record) -> tuple[list[Passage], str]:
    """Return what a search brought: documents, texts, or one text. One that brought none says so."""
    outputs = {name: value for name, value in record.outputs.items() if value is not None}
    if not outputs:
        raise Unusable("the passages that were shown", "a search whose result was not recorded")
    for name, value in ((name, unpacked(value)) for name, value in outputs.items()):
        if not isinstance(value, Mapping):
            passages, inner = passages_of(value), ""
        else:
            passages, inner = passages_under(value, FOUND)
        if passages:
            return passages, joined(name, inner)
        if isinstance(value, Mapping) and value and not known_name(FOUND, list(map(str, value))):
            raise Unusable("passages with their text", f"a search that recorded {', '.join(map(str, value))}")
    return [], ""


def _began(value: Any) -> Start:  # noqa: ANN401 - a number, a date as text or of Parquet
    if isinstance(value, bool) or value is None:
        return (0, 0.0, "")
    try:
        return (1, float(value), "")
    except (TypeError, ValueError, OverflowError):
        return (2, 0.0, str(value))

"""Spans by OpenTelemetry's conventions for generative AI, in their present form, their older ones, and OpenLLMetry's.

https://github.com/open-telemetry/semantic-conventions-genai: `gen_ai.input.messages` and `gen_ai.output.messages`,
before that events such as `gen_ai.user.message` and `gen_ai.choice`; `gen_ai.retrieval.documents` on a retrieval. All
of them are off unless somebody switches them on, so that many spans hold no text.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from workbench.cases.importers.attributes import at
from workbench.cases.importers.spans import Span, names_of
from workbench.cases.importers.steps import Kind, Record

_KINDS = {
    "retrieval": Kind.SEARCH,
    **dict.fromkeys(("chat", "text_completion", "generate_content"), Kind.MODEL),
    **dict.fromkeys(("embeddings", "execute_tool"), Kind.ASIDE),
}
_INPUTS = (
    *("gen_ai.input.messages", "traceloop.entity.input", "gen_ai.retrieval.query.text", "gen_ai.prompt"),
    *("gen_ai.task.input", "gen_ai.tool.call.arguments"),
)
_OUTPUTS = (
    *("gen_ai.output.messages", "traceloop.entity.output", "gen_ai.completion", "gen_ai.task.output"),
    "gen_ai.tool.call.result",
)
_DOCUMENTS = "gen_ai.retrieval.documents"
_RESULT = "db.query.result"
_ASKED = ("gen_ai.user.message", "gen_ai.content.prompt")
_ANSWERED = ("gen_ai.choice", "gen_ai.assistant.message", "gen_ai.content.completion")


def record_of(span: Span) -> Record:
    """Say what a span is."""
    operation = str(at(span.attributes, "gen_ai.operation.name") or "").lower()
    documents = dict(_documents(span))
    asked, answered = _events(span, _ASKED, _INPUTS[:1]), _events(span, _ANSWERED, _OUTPUTS[:1])
    otherwise = Kind.MODEL if asked or answered else Kind.OTHER
    kind = Kind.SEARCH if documents else _KINDS.get(operation, otherwise)
    return Record(
        where=span.where,
        values=span.values,
        trace=span.trace,
        id=span.id,
        parent=span.parent,
        start=span.start,
        names=names_of(span, "gen_ai.tool.name", "traceloop.entity.name"),
        kind=kind,
        inputs={**_told(span.attributes, _INPUTS), **asked},
        outputs={**_told(span.attributes, _OUTPUTS), **answered},
        documents=documents,
        error=span.error or str(at(span.attributes, "error.type") or ""),
    )


def _told(attributes: Mapping[str, Any], names: tuple[str, ...]) -> dict[str, Any]:
    found = {name: at(attributes, name) for name in names}
    return {name: value for name, value in found.items() if value is not None}


def _documents(span: Span) -> Iterator[tuple[str, Any]]:
    told = at(span.attributes, _DOCUMENTS)
    if told is not None:
        yield _DOCUMENTS, told
    results = [event for name, event in span.events if name.startswith(_RESULT)]
    texts = [{"document": at(event, f"{_RESULT}.document")} for event in results]
    if results:
        yield f"{_RESULT}.document", texts


def _events(span: Span, names: tuple[str, ...], told: tuple[str, ...]) -> dict[str, Any]:
    """Return what the events of a span say: the last of those who ask, the last of those who answer."""
    found: dict[str, Any] = {}
    for name, event in span.events:
        if name in names:
            value = next((one for one in _contents(event) if one is not None), None)
            found |= {name: value} if value is not None else {}
        else:
            found |= _told(event, told)
    return found


def _contents(event: Mapping[str, Any]) -> Iterator[Any]:
    for name in ("content", "gen_ai.prompt", "gen_ai.completion", "gen_ai.event.content"):
        yield at(event, name)
    yield event.get("message")

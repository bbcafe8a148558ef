"""Spans by the conventions of OpenInference, which Phoenix and Arize use.

https://github.com/Arize-ai/openinference/blob/main/spec/semantic_conventions.md: `input.value` and `output.value` on
every span, `retrieval.documents` on a retriever, `reranker.output_documents` on a reranker.
"""

from collections.abc import Mapping
from typing import Any

from workbench.cases.importers.attributes import at
from workbench.cases.importers.records import labels_of, objects_in, text_of
from workbench.cases.importers.spans import Span, names_of
from workbench.cases.importers.steps import Kind, Record

_KINDS = {
    "retriever": Kind.SEARCH,
    "reranker": Kind.RERANK,
    "llm": Kind.MODEL,
    **dict.fromkeys(("embedding", "tool", "guardrail", "evaluator", "prompt"), Kind.ASIDE),
}
_DOCUMENTS = {Kind.SEARCH: "retrieval.documents", Kind.RERANK: "reranker.output_documents"}
_INPUTS = ("input.value", "llm.input_messages")
_OUTPUTS = ("output.value", "llm.output_messages")


def is_openinference(span: Span) -> bool:
    """Say whether a span follows these conventions."""
    told = ("openinference.span.kind", *_INPUTS, *_OUTPUTS, *_DOCUMENTS.values())
    return any(at(span.attributes, name) is not None for name in told)


def record_of(span: Span) -> Record:
    """Say what a span is."""
    kind = _KINDS.get(_kind(span), Kind.OTHER)
    documents = at(span.attributes, _DOCUMENTS[kind]) if kind in _DOCUMENTS else None
    outputs = _told(span.attributes, _OUTPUTS)
    return Record(
        where=span.where,
        values=span.values,
        trace=span.trace,
        id=span.id,
        parent=span.parent,
        start=span.start,
        names=names_of(span, "tool.name"),
        kind=kind,
        inputs=_told(span.attributes, _INPUTS),
        outputs=outputs,
        documents=_documents(kind, documents, outputs),
        error=span.error,
        labels=_labels(span),
    )


def _documents(kind: Kind, documents: Any, outputs: Mapping[str, Any]) -> dict[str, Any]:  # noqa: ANN401 - any value
    """Return what holds the documents. An empty list of them leaves no attribute behind."""
    if documents is not None:
        return {_DOCUMENTS[kind]: documents}
    return {_DOCUMENTS[kind]: []} if kind is Kind.SEARCH and not outputs else {}


def _kind(span: Span) -> str:
    return str(at(span.attributes, "openinference.span.kind") or text_of(span.values, "span_kind")).lower()


def _told(attributes: Mapping[str, Any], names: tuple[str, ...]) -> dict[str, Any]:
    found = {name: at(attributes, name) for name in names}
    return {name: value for name, value in found.items() if value is not None}


def _labels(span: Span) -> dict[str, Any]:
    said = [{**one, **(one.get("result") or {})} for one in objects_in(span.values.get("annotations"))]
    return labels_of(said, person="human", source="annotator_kind", name="name", said=("label", "score"))

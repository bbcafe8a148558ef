"""Spans as OTLP, Phoenix and the SDKs of OpenTelemetry write them, each with its attributes as one nested object.

OTLP in JSON: https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding. Phoenix's table of spans has points in
the names of its columns, such as `attributes.input.value` and `context.trace_id`.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from workbench.cases.importers.attributes import at, nested, of_pairs
from workbench.cases.importers.records import first_of, object_in, objects_in, text_of
from workbench.cases.rows import Row

_RESOURCES = ("resourceSpans", "resource_spans", "resourceLogs", "resource_logs")
_SCOPES = ("scopeSpans", "scope_spans", "instrumentationLibrarySpans", "scopeLogs", "scope_logs")
_SPANS = ("spans", "logRecords", "log_records")
_FAILED = ("2", "ERROR", "STATUS_CODE_ERROR")
"""How the status of a span says that it failed, in OTLP, in Phoenix and in the SDKs."""
_PREFIX = "attributes."
_STARTS = ("startTimeUnixNano", "start_time_unix_nano", "start_time", "startTime", "start_timestamp", "timeUnixNano")


@dataclass(frozen=True, kw_only=True)
class Span:
    """One span, or one event of a span that was saved by itself.

    Attributes:
        where: Its place, as `file:line`.
        values: All of it, with its attributes nested.
        trace: The trace that it belongs to.
        id: Its id; its place for an event by itself.
        parent: The span that it is part of.
        start: When it began.
        name: How it is called.
        attributes: Its attributes, nested.
        events: The name and the nested attributes of each of its events.
        error: What went wrong.
    """

    where: str
    values: Mapping[str, Any]
    trace: str
    id: str
    parent: str
    start: Any
    name: str
    attributes: Mapping[str, Any]
    events: tuple[tuple[str, Mapping[str, Any]], ...]
    error: str


def is_otlp(names: set[str]) -> bool:
    """Say whether objects with these fields hold spans as OTLP does."""
    return not names.isdisjoint(_RESOURCES)


def is_span(names: set[str]) -> bool:
    """Say whether objects with these fields are spans."""
    traced = "context" in names or "context.trace_id" in names or {"trace_id", "span_id"} <= names
    traced = traced or {"traceId", "spanId"} <= names
    return traced and any(name == "attributes" or name.startswith(_PREFIX) for name in names)


def spans_of(row: Row) -> Iterator[Span]:
    """Return the spans of a row: those of a request in OTLP, or the one that it is."""
    resources = [one for name in _RESOURCES for one in objects_in(row.values.get(name))]
    if not resources:
        yield _span(row.where, row.values)
        return
    scopes = [scope for one in resources for name in _SCOPES for scope in objects_in(one.get(name))]
    spans = [span for scope in scopes for name in _SPANS for span in objects_in(scope.get(name))]
    for number, span in enumerate(spans, start=1):
        yield _span(f"{row.where}, span {number}", span)


def names_of(span: Span, *attributes: str) -> tuple[str, ...]:
    """Return how a span and, by some of its attributes, the tool that it calls are named."""
    told = (span.name, *(at(span.attributes, name) for name in attributes))
    return tuple(dict.fromkeys(name for name in told if isinstance(name, str) and name))


def _span(where: str, values: Mapping[str, Any]) -> Span:
    context = object_in(values.get("context"))
    told = {**values, **{f"context.{name}": value for name, value in context.items()}}
    attributes = _attributes(values)
    own = text_of(told, "context.span_id", "spanId", "span_id")
    parent = text_of(values, "parent_id", "parentSpanId", "parent_span_id", "parentId")
    by_itself = "body" in values
    status = object_in(values.get("status"))
    return Span(
        where=where,
        values={**values, "attributes": attributes},
        trace=text_of(told, "context.trace_id", "traceId", "trace_id") or where,
        id=where if by_itself else own or where,
        parent=own if by_itself else parent,
        start=first_of(values, *_STARTS),
        name=text_of(values, "name"),
        attributes={} if by_itself else attributes,
        events=tuple(_events(values, attributes)),
        error=_error(values, status),
    )


def _error(values: Mapping[str, Any], status: Mapping[str, Any]) -> str:
    """Return what went wrong: the message of the status, or the word that says that something did."""
    code = text_of(status, "code", "status_code") or text_of(values, "status_code", "statusCode")
    said = text_of(values, "status_message") or text_of(status, "message", "description")
    return said or ("error" if code.rpartition(".")[2].upper() in _FAILED else "")


def _attributes(values: Mapping[str, Any]) -> dict[str, Any]:
    saved = values.get("attributes")
    told = object_in(saved) or of_pairs(saved)
    flat = {name.removeprefix(_PREFIX): value for name, value in values.items() if name.startswith(_PREFIX)}
    return nested({**told, **flat})


def _events(values: Mapping[str, Any], attributes: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for event in objects_in(values.get("events")):
        yield text_of(event, "name"), _attributes(event)
    if "body" in values:
        # An event as a line of a log, with its content as the body.
        body = of_pairs([{"key": "body", "value": values["body"]}])["body"]
        name = text_of(values, "eventName", "event_name") or text_of(object_in(attributes.get("event")), "name")
        yield name, {**attributes, **nested(object_in(body))}

"""Langfuse: traces with their observations, or its tables of traces, observations and scores.

Fields as in https://langfuse.com/docs/api-and-data-platform/features/blob-storage-export-fields, in camel or in snake
case. A trace is the root of its observations. A score whose source is `ANNOTATION` is what a person said; one of `EVAL`
or `API` is not.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from workbench.cases.importers.asked import Asked
from workbench.cases.importers.found import Found
from workbench.cases.importers.reading import Reading
from workbench.cases.importers.records import first_of, labels_of, object_in, objects_in, saved, text_of
from workbench.cases.importers.source import Source
from workbench.cases.importers.steps import Kind, Record, step_of
from workbench.cases.importers.traces import join
from workbench.cases.rows import Row
from workbench.errors import Problem

_KINDS = {
    "retriever": Kind.SEARCH,
    "generation": Kind.MODEL,
    **dict.fromkeys(("tool", "embedding", "evaluator", "guardrail"), Kind.ASIDE),
}
_TYPES = {*_KINDS, "span", "event", "chain", "agent"}
_TRACE = ("traceId", "trace_id")
_PARENT = ("parentObservationId", "parent_observation_id")
_SAID = ("stringValue", "string_value", "value")
_OF_TRACES = {"bookmarked", "sessionId", "session_id", "userId", "user_id", "public", "htmlPath", "release"}


class Langfuse:
    """Files of all its tables are read as one: scores and observations name the trace that they belong to."""

    name = "langfuse"

    def recognise(self, source: Source) -> str:
        """Say by what a file is known as one of Langfuse; empty where it is not."""
        names = set(source.names)
        if "observations" in names and names & {"trace", "input", "output", "timestamp", "scores"}:
            return "traces with observations"
        typed = any(_type(row.values) in _TYPES for row in source.head) or not names.isdisjoint(_PARENT)
        if not names.isdisjoint(_TRACE) and typed and names & {"input", "output"}:
            return "observations"
        if not names.isdisjoint(_TRACE) and {"source", "name"} <= names and not names.isdisjoint(_SAID):
            return "scores"
        is_traces = {"timestamp", "input", "output"} <= names and not names.isdisjoint(_OF_TRACES)
        return "traces" if is_traces else ""

    def prepare(self, sources: Sequence[Source], asked: Asked) -> Iterator[Reading]:
        """Say how files will be read."""

        def read(problems: list[Problem]) -> Iterator[Found]:
            rows = (row for source in sources for row in source.read(problems))
            steps = (step_of(one, asked) for row in rows for one in _records(row))
            return join(steps, asked, search="retriever observation")

        known_by = " and ".join(dict.fromkeys(filter(None, map(self.recognise, sources))))
        yield Reading(format=self.name, sources=sources, title="Langfuse traces", known_by=known_by, read=read)


def _records(row: Row) -> Iterator[Record]:
    values = row.values
    inner = values.get("trace")
    trace = {**values, **inner} if isinstance(inner, Mapping) else values
    own = text_of(trace, *_TRACE)
    if not own:
        own = text_of(trace, "id") or row.where
        yield _record(row, trace, own, own, parent="")
    elif _type(values) in _TYPES or "input" in values or "output" in values:
        yield _record(row, values, text_of(values, "id") or row.where, own, parent=own)
    else:
        # A line of the table of scores: nothing but what a person said of a trace.
        yield Record(where=row.where, values=values, trace=own, id=row.where, parent=own, labels=_labels([values]))
    observations = objects_in(values.get("observations")) or objects_in(trace.get("observations"))
    for number, one in enumerate(observations, start=1):
        yield _record(row, one, text_of(one, "id") or f"{row.where}, observation {number}", own, parent=own)


def _record(row: Row, values: Mapping[str, Any], id_: str, trace: str, *, parent: str) -> Record:
    failed = text_of(values, "level").upper() == "ERROR"
    return Record(
        where=row.where,
        values=values,
        trace=trace,
        id=id_,
        parent=text_of(values, *_PARENT) or parent,
        start=first_of(values, "startTime", "start_time", "timestamp"),
        names=(text_of(values, "name"),),
        kind=_KINDS.get(_type(values), Kind.OTHER),
        inputs={"input": saved(values.get("input"))},
        outputs={"output": saved(values.get("output"))},
        error=(text_of(values, "statusMessage", "status_message") or "error") if failed else "",
        labels=_labels(objects_in(values.get("scores"))),
    )


def _type(values: Mapping[str, Any]) -> str:
    """Return the type of an observation, in lower case; one that came as a span has it among its attributes."""
    attributes = object_in(values.get("metadata"))
    inner = object_in(attributes.get("attributes"))
    name = "langfuse.observation.type"
    return (text_of(values, "type") or text_of(attributes, name) or text_of(inner, name)).lower()


def _labels(scores: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    return labels_of(scores, person="annotation", source="source", name="name", said=_SAID)

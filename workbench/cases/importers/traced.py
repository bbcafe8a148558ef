"""Phoenix, OpenInference and OpenTelemetry: spans of whatever conventions, joined to one answer a trace."""

from collections.abc import Iterator, Sequence

from workbench.cases.importers import genai, openinference
from workbench.cases.importers.asked import Asked
from workbench.cases.importers.found import Found
from workbench.cases.importers.reading import Reading
from workbench.cases.importers.source import Source
from workbench.cases.importers.spans import Span, is_otlp, is_span, spans_of
from workbench.cases.importers.steps import Record, step_of
from workbench.cases.importers.traces import join
from workbench.errors import Problem


class Spans:
    """Spans of all files are read as one, since a trace may be spread over them."""

    name = "spans"

    def recognise(self, source: Source) -> str:
        """Say by what a file is known as one of spans; empty where it is not."""
        names = set(source.names)
        if is_otlp(names):
            return "spans in OTLP"
        return "spans with their attributes" if is_span(names) else ""

    def prepare(self, sources: Sequence[Source], asked: Asked) -> Iterator[Reading]:
        """Say how files will be read."""

        def read(problems: list[Problem]) -> Iterator[Found]:
            rows = (row for source in sources for row in source.read(problems))
            steps = (step_of(_record(span), asked) for row in rows for span in spans_of(row))
            return join(steps, asked, search="retriever span")

        known_by = " and ".join(dict.fromkeys(filter(None, map(self.recognise, sources))))
        yield Reading(format=self.name, sources=sources, title=_title(sources), known_by=known_by, read=read)


def _title(sources: Sequence[Source]) -> str:
    spans = [span for source in sources for row in source.head for span in spans_of(row)]
    if any(map(openinference.is_openinference, spans)):
        return "OpenInference spans (Phoenix)"
    return "OpenTelemetry spans"


def _record(span: Span) -> Record:
    return openinference.record_of(span) if openinference.is_openinference(span) else genai.record_of(span)

"""LangSmith: runs as its API and its bulk export give them, nested or not, and examples of a dataset.

Fields as in https://docs.langchain.com/langsmith/run-data-format. A run that retrieves has documents as its output.
The `outputs` of a dataset's example are a reference answer, which a person wrote or accepted.
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

_KINDS = {"retriever": Kind.SEARCH, "llm": Kind.MODEL, "tool": Kind.ASIDE, "embedding": Kind.ASIDE}


class LangSmith:
    """Runs and examples. Runs of all files are read as one, since a trace may be spread over them."""

    name = "langsmith"

    def recognise(self, source: Source) -> str:
        """Say by what a file is known as one of LangSmith; empty where it is not."""
        names = set(source.names)
        if "run_type" in names and names & {"inputs", "outputs"}:
            return "run_type, inputs and outputs"
        return "inputs and outputs" if "inputs" in names and names & {"outputs", "reference_outputs"} else ""

    def prepare(self, sources: Sequence[Source], asked: Asked) -> Iterator[Reading]:
        """Say how files will be read."""

        def read(problems: list[Problem]) -> Iterator[Found]:
            rows = (row for source in sources for row in source.read(problems))
            return join((step_of(one, asked) for row in rows for one in _records(row)), asked, search="retriever run")

        known_by = " or ".join(dict.fromkeys(filter(None, map(self.recognise, sources))))
        title = "LangSmith runs" if "run_type" in known_by else "examples of a LangSmith dataset"
        yield Reading(format=self.name, sources=sources, title=title, known_by=known_by, read=read)


def _records(row: Row) -> Iterator[Record]:
    """Return a run and those inside it, or an example as a trace of one step."""
    waiting: list[tuple[Mapping[str, Any], str, str]] = [(row.values, "", "")]
    count = 0
    while waiting:
        run, trace, parent = waiting.pop()
        count += 1
        own = text_of(run, "id", "run_id") or f"{row.where}, run {count}"
        trace = trace or text_of(run, "trace_id")
        yield Record(
            where=row.where,
            values=run,
            trace=trace,
            id=own,
            parent=parent or text_of(run, "parent_run_id"),
            start=first_of(run, "start_time", "dotted_order"),
            names=(text_of(run, "name"),),
            kind=_KINDS.get(text_of(run, "run_type").lower(), Kind.OTHER),
            inputs={"inputs": saved(run.get("inputs"))},
            outputs={name: saved(run[name]) for name in ("outputs", "reference_outputs") if run.get(name)},
            error=text_of(run, "error"),
            labels=_labels(run),
        )
        waiting += [(inner, trace or own, own) for inner in reversed(objects_in(run.get("child_runs")))]


def _labels(run: Mapping[str, Any]) -> dict[str, Any]:
    """Return the feedback that people gave in LangSmith's own views; `api` and `model` are not people."""
    feedback = [
        {**one, "source": text_of(object_in(one.get("feedback_source")), "type")}
        for one in objects_in(run.get("feedback"))
    ]
    return labels_of(feedback, person="app", source="source", name="key", said=("value", "score"))

"""Inspect: the log of an evaluation, as JSON or as an archive (`.eval`). One sample in one epoch is one answer.

Fields as in https://inspect.aisi.org.uk/reference/inspect_ai.log.html. `scores` are what scorers say and no labels;
`target` is what was hoped for. Inspect has no field for what a system was shown: it is looked for in `metadata`.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from workbench.cases.importers.asked import Asked
from workbench.cases.importers.found import Found, Unusable
from workbench.cases.importers.passages import passages_of, passages_under
from workbench.cases.importers.reading import Reading
from workbench.cases.importers.records import object_in, objects_in, text_of
from workbench.cases.importers.source import Source
from workbench.cases.importers.steps import told_of
from workbench.cases.importers.texts import ANSWER, QUESTION, at_path, joined
from workbench.errors import Problem

_ATTACHED = "attachment://"


class InspectLog:
    """One sample in one epoch is one answer; the epochs of a sample are a group."""

    name = "inspect"

    def recognise(self, source: Source) -> str:
        """Say by what a file is known as one of Inspect; empty where it is not."""
        if source.kind == "an archive":
            return "its samples"
        is_log = any("eval" in row.values and objects_in(row.values.get("samples")) for row in source.head)
        return "eval and samples" if is_log else ""

    def prepare(self, sources: Sequence[Source], asked: Asked) -> Iterator[Reading]:
        """Say how files will be read."""

        def read(problems: list[Problem]) -> Iterator[Found]:
            for source in sources:
                for where, sample in _samples(source, problems):
                    try:
                        yield _found(where, sample, asked)
                    except Unusable as reason:
                        yield Found(where=where, refused=reason)

        yield Reading(
            format=self.name, sources=sources, title="Inspect log", known_by=self.recognise(sources[0]), read=read
        )


def _samples(source: Source, problems: list[Problem]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for row in source.read(problems):
        if source.kind == "an archive":
            yield row.where, row.values
        else:
            samples = objects_in(row.values.get("samples"))
            yield from ((f"{row.where}, sample {number}", one) for number, one in enumerate(samples, start=1))


def _found(where: str, sample: Mapping[str, Any], asked: Asked) -> Found:
    attached = object_in(sample.get("attachments"))
    output = object_in(sample.get("output"))
    said = {"output.choices": output.get("choices"), "output.completion": output.get("completion")}
    question = told_of(sample, {"input": sample.get("input")}, QUESTION, asked["question"])
    answer = told_of(sample, {**said, "messages": sample.get("messages")}, ANSWER, asked["answer"])
    if question is None:
        raise Unusable("a question", "none in input")
    id_, epoch = text_of(sample, "id"), text_of(sample, "epoch")
    again = bool(id_) and epoch not in ("", "1")
    values: dict[str, Any] = {
        "id": f"{id_}_epoch_{epoch}" if again else id_,
        "question": _whole(question.text, attached),
    }
    taken = {"id": "id and epoch", "question": question.path}
    if answer is None:
        failed = text_of(object_in(sample.get("error")), "message")
        if not failed:
            raise Unusable("an answer", "none in output")
        return Found(where=where, values={**values, "error": failed}, taken={**taken, "error": "error.message"})
    passages, path = _passages(sample, asked["passages"])
    values |= {
        "passages": [{**one, "text": _whole(one["text"], attached)} for one in passages],
        "answer": _whole(answer.text, attached),
        # The first epoch is of its own group, which has its id as its name.
        "group": id_ if again else "",
    }
    return Found(where=where, values=values, taken={**taken, "passages": path, "answer": answer.path})


def _passages(sample: Mapping[str, Any], path: str) -> tuple[list[dict[str, Any]], str]:
    if path:
        return passages_of(at_path(sample, path)), path
    for name in ("metadata", "store"):
        found, inner = passages_under(sample.get(name))
        if inner:
            return found, joined(name, inner)
    names = ", ".join(map(str, object_in(sample.get("metadata")))) or "nothing"
    raise Unusable("the passages that were shown", f"no such field in metadata, which holds {names}")


def _whole(text: str, attached: Mapping[str, Any]) -> str:
    """Return a text that Inspect has put among the attachments, or the text itself."""
    if not text.startswith(_ATTACHED):
        return text
    found = attached.get(text.removeprefix(_ATTACHED))
    if not isinstance(found, str):
        raise Unusable("all texts of a sample", "an attachment that is not there")
    return found

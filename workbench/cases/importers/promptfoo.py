"""promptfoo: the results of an evaluation as JSON, or as JSONL with one result a line.

Fields as in https://www.promptfoo.dev/docs/configuration/outputs: `vars` holds what the prompt was made of, question
and context included, and `response.output` what came back. `success` is what assertions say; only an assertion of the
type `human`, set in promptfoo's own view, is a person's.
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


class Promptfoo:
    """One result is one answer."""

    name = "promptfoo"

    def recognise(self, source: Source) -> str:
        """Say by what a file is known as one of promptfoo; empty where it is not."""
        if any(objects_in(object_in(row.values.get("results")).get("results")) for row in source.head):
            return "results.results"
        names = set(source.names)
        return (
            "results with vars and response" if {"vars", "response"} <= names and names & {"testIdx", "success"} else ""
        )

    def prepare(self, sources: Sequence[Source], asked: Asked) -> Iterator[Reading]:
        """Say how files will be read."""

        def read(problems: list[Problem]) -> Iterator[Found]:
            results = list(_results(sources, problems))
            labelled = not asked.leaves_out("label") and any("label" in _label(one) for _, one in results)
            return (_found(where, one, asked, labelled=labelled) for where, one in results)

        yield Reading(
            format=self.name, sources=sources, title="promptfoo results", known_by=self.recognise(sources[0]), read=read
        )


def _results(sources: Sequence[Source], problems: list[Problem]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for source in sources:
        for row in source.read(problems):
            inner = objects_in(object_in(row.values.get("results")).get("results"))
            if inner:
                yield from ((f"{row.where}, result {number}", one) for number, one in enumerate(inner, start=1))
            else:
                yield row.where, row.values


def _found(where: str, result: Mapping[str, Any], asked: Asked, *, labelled: bool) -> Found:
    try:
        return _answer(where, result, asked, labelled=labelled)
    except Unusable as reason:
        return Found(where=where, refused=reason)


def _answer(where: str, result: Mapping[str, Any], asked: Asked, *, labelled: bool) -> Found:
    variables = object_in(result.get("vars")) or object_in(object_in(result.get("testCase")).get("vars"))
    response = object_in(result.get("response"))
    question = told_of(result, {"vars": variables}, QUESTION, asked["question"])
    answer = told_of(result, {"response.output": response.get("output")}, ANSWER, asked["answer"])
    if question is None:
        raise Unusable("a question", f"none among the vars {', '.join(variables)}")
    values: dict[str, Any] = {"id": text_of(result, "id"), "question": question.text}
    taken = {"question": question.path}
    if labelled:
        values["label"] = _label(result).get("label")
        taken["label"] = "the assertion of a person"
    if answer is None:
        failed = text_of(response, "error") or text_of(result, "error")
        if not failed:
            raise Unusable("an answer", "none")
        return Found(where=where, values={**values, "error": failed}, taken={**taken, "error": "error"})
    passages, path = _passages(result, variables, response, asked["passages"])
    values |= {"passages": passages, "answer": answer.text}
    return Found(where=where, values=values, taken={**taken, "passages": path, "answer": answer.path})


def _passages(
    result: Mapping[str, Any], variables: Mapping[str, Any], response: Mapping[str, Any], path: str
) -> tuple[list[dict[str, Any]], str]:
    if path:
        value = at_path(result, path)
        return passages_of(at_path(variables, path) if value is None else value), path
    places = {
        "vars": variables,
        "response.output": response.get("output"),
        "response.metadata": response.get("metadata"),
    }
    for name, place in places.items():
        found, inner = passages_under(place)
        if inner:
            return found, joined(name, inner)
    raise Unusable("the passages that were shown", f"none among the vars {', '.join(variables)}")


def _label(result: Mapping[str, Any]) -> dict[str, Any]:
    parts = objects_in(object_in(result.get("gradingResult")).get("componentResults"))
    by_people = [one for one in parts if text_of(object_in(one.get("assertion")), "type") == "human"]
    return {"label": "pass" if by_people[-1].get("pass") is True else "fail"} if by_people else {}

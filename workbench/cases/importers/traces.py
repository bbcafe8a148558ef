"""One answer of the steps of a trace: what was asked at its root, what its searches brought, what was answered.

Tools record the same in their own words; each format says of its records what they are, and the steps are joined here.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from workbench.cases.importers.asked import Asked
from workbench.cases.importers.found import Found, Unusable
from workbench.cases.importers.passages import Passage, distinct
from workbench.cases.importers.steps import Kind, Step
from workbench.cases.importers.texts import Told

_ANSWERING = (Kind.OTHER, Kind.MODEL)


def join(steps: Iterable[Step], asked: Asked, *, search: str) -> Iterator[Found]:
    """Return the answer of each trace, in the order in which the traces first come.

    Args:
        steps: The records of all traces, in any order.
        asked: Which label counts, where people gave several.
        search: How the tool calls a record of a search, for the reason why there are no passages.
    """
    traces = _by_trace(steps)
    label = _label({name: None for trace in traces.values() for step in trace for name in step.labels}, asked)
    for trace, parts in traces.items():
        try:
            yield _found(trace, parts, label, search)
        except Unusable as reason:
            yield Found(where=parts[0].where, refused=reason)


def _label(names: Mapping[str, None], asked: Asked) -> tuple[str, str]:
    """Return the label that counts, empty where none does, and what to say of it."""
    if asked.leaves_out("label") or not (names or asked["label"]):
        return "", ""
    if len(names) > 1 and not asked["label"]:
        return "", f"nothing: people said {', '.join(names)}; choose with --column label=NAME"
    name = asked["label"] or next(iter(names))
    return name, f"what a person said, {name}"


def _by_trace(steps: Iterable[Step]) -> dict[str, list[Step]]:
    all_steps = list(steps)
    parents = {step.id: step.parent for step in all_steps if not step.trace}
    traces: dict[str, list[Step]] = {}
    for step in all_steps:
        traces.setdefault(step.trace or _top(step.id, parents), []).append(step)
    return traces


def _top(id_: str, parents: Mapping[str, str]) -> str:
    seen = {id_}
    while (parent := parents.get(id_, "")) in parents and parent not in seen:
        seen.add(parent)
        id_ = parent
    return id_


def _found(trace: str, steps: list[Step], label: tuple[str, str], search: str) -> Found:
    depth = _depths(steps)
    in_time = sorted(steps, key=lambda step: step.began)
    asking, question = _asking(in_time, depth)
    root = min(steps, key=lambda step: depth[step.id])
    name, said = label
    told: dict[str, Any] = {"id": trace, "question": question.text, "asked_at": root.start}
    told |= {"label": next((step.labels[name] for step in in_time if name in step.labels), None)} if name else {}
    whence = {"id": "the trace", "question": _source(asking, question, depth)}
    if failed := _failed(in_time, root):
        return Found(where=root.where, values={**told, "error": failed}, taken={**whence, "error": "what went wrong"})
    answering, answer = _answering(in_time, depth)
    passages, by = _passages(in_time, search)
    sure = next(((step.confidence, step) for step in (root, answering) if step.confidence is not None), None)
    values = {**told, "passages": passages, "answer": answer.text, "confidence": sure[0] if sure else None}
    taken = {**whence, "passages": by, "answer": _source(answering, answer, depth)}
    taken |= {"label": said} if said else {}
    taken |= {"confidence": "root" if sure[1] is root else sure[1].kind.value} if sure else {}
    return Found(where=root.where, values=values, taken=taken)


def _failed(steps: list[Step], root: Step) -> str:
    """Return what went wrong where the question has no answer: its root failed, or nothing answered and a step did."""
    if root.error and root.answer is None:
        return root.error
    if any(step.answer and step.kind in _ANSWERING for step in steps):
        return ""
    return next((step.error for step in steps if step.error), "")


def _asking(steps: list[Step], depth: Mapping[str, int]) -> tuple[Step, Told]:
    """Return what was asked nearest to the root. The prompt of a model comes last: it often holds the passages too."""
    rank = {Kind.OTHER: 0, Kind.SEARCH: 1, Kind.RERANK: 1, Kind.MODEL: 2}
    found = [(step, step.question) for step in steps if step.question and step.kind in rank]
    if not found:
        raise Unusable("a question", "none that was recorded")
    return min(found, key=lambda pair: (rank[pair[0].kind], depth[pair[0].id]))


def _answering(steps: list[Step], depth: Mapping[str, int]) -> tuple[Step, Told]:
    """Return what was answered nearest to the root, the last of several."""
    found = [(step, step.answer) for step in steps if step.answer and step.kind in _ANSWERING]
    if not found:
        raise Unusable("an answer", "none that was recorded")
    return min(reversed(found), key=lambda pair: depth[pair[0].id])


def _depths(steps: list[Step]) -> dict[str, int]:
    """Return how many steps stand above each one. A circle of parents ends where it began."""
    parents = {step.id: step.parent for step in steps}
    depths: dict[str, int] = {}
    for step in steps:
        way: dict[str, None] = {}
        id_ = step.id
        while id_ in parents and id_ not in depths and id_ not in way:
            way[id_] = None
            id_ = parents[id_]
        for depth, one in enumerate(reversed(way), start=depths.get(id_, -1) + 1):
            depths[one] = depth
    return depths


def _passages(steps: list[Step], search: str) -> tuple[list[Passage], str]:
    """Return what was shown: what the last sort of search brought, or else what a step tells of itself."""
    for kinds in ({Kind.RERANK}, {Kind.SEARCH}, {Kind.OTHER, Kind.MODEL, Kind.ASIDE}):
        brought = [step for step in steps if step.kind in kinds and (step.passages is not None or step.textless)]
        bad = next((step.textless for step in brought if step.textless), None)
        if bad:
            raise bad
        found = [(one, path) for step in brought for passages, path in [step.passages or ([], "")] for one in passages]
        if found:
            return distinct([one for one, _ in found]), _said(brought[0].kind.value, found[0][1])
        if brought and kinds == {Kind.SEARCH}:
            return [], "search, which brought none"
        if brought and kinds != {Kind.RERANK}:
            return [], _said(brought[0].kind.value, (brought[0].passages or ([], ""))[1], "which holds none")
    raise Unusable("the passages that were shown", f"no {search} with any")


def _source(step: Step, text: Told, depth: Mapping[str, int]) -> str:
    return _said("root" if depth[step.id] == 0 else step.kind.value, text.path)


def _said(*parts: str) -> str:
    return ", ".join(part for part in parts if part)

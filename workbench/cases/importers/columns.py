"""Which columns of a table hold what: by their usual names, or as `chunk_1` and `inputs.question`."""

import re
from collections.abc import Mapping, Sequence

from workbench.cases.column_names import bare_name, known_name
from workbench.cases.importers.passages import NAMES

KNOWN: Mapping[str, tuple[str, ...]] = {
    "id": ("id", "case_id", "item_id", "example_id", "sample_id", "question_id", "query_id", "qid", "row_id", "uid"),
    "question": (
        *("question", "user_input", "query", "user_query", "user_question", "user_message", "input", "prompt"),
        *("instruction", "inputs"),
    ),
    "passages": NAMES,
    "answer": (
        *("answer", "response", "actual_output", "output", "generated_answer", "model_answer", "model_output"),
        *("llm_response", "generated_text", "prediction", "completion", "reply", "result", "outputs"),
    ),
    # Neither reference answers nor scores of metrics: what a person said of this answer.
    "label": ("label", "human_label", "human_verdict", "human", "annotation", "annotator_label", "expert_label"),
    "asked_at": ("asked_at", "timestamp", "created_at"),
    "error": ("error", "error_message"),
    "confidence": ("confidence",),
    "group": ("group", "group_id", "source_id", "document_id", "doc_id"),
}
"""The usual names of the column of each thing, the most telling first."""
BETWEEN = ", "
"""What stands between the columns that hold one passage each."""
_NUMBERED = re.compile(r"(.*?[^\d])(\d{1,3})", re.DOTALL)
_ONE = ("passage", "context", "chunk", "document", "doc", "source", "node", "snippet", "retrievedcontext")
_PARTS: Mapping[str, tuple[str, ...]] = {
    "question": ("inputs", "input"),
    "passages": ("inputs", "input", "outputs", "output"),
    "answer": ("outputs", "output"),
}
"""Objects that tools spread over columns, such as `inputs.question`. What was hoped for is in none of them."""


def spread_column(thing: str, known: Sequence[str], names: Sequence[str]) -> str:
    """Return the column of an object that was spread over columns, by its own name; empty where there is none."""
    for part in _PARTS.get(thing, ()):
        for between in (".", "_"):
            inside = {name[len(part) + 1 :]: name for name in names if name.startswith(f"{part}{between}")}
            if found := known_name(known, list(inside)):
                return inside[found]
    return ""


def numbered_columns(names: Sequence[str]) -> list[str]:
    """Return the columns that hold one passage each, `chunk_1` and `chunk_2`, in the order of their numbers."""
    sorts: dict[str, list[tuple[int, str]]] = {}
    for name in names:
        match = _NUMBERED.fullmatch(name.strip())
        base = bare_name(match[1]).strip(".[#") if match else ""
        if match and base.removesuffix("s") in _ONE:
            sorts.setdefault(base, []).append((int(match[2]), name))
    return [name for found in sorts.values() for _, name in sorted(found)]


def each_column(path: str) -> list[str]:
    """Return the columns that are named in one text, with commas between them."""
    return [one.strip() for one in path.split(",")]

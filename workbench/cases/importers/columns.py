"""Which columns of a table hold question, passages and answer, where one name does not tell: `chunk_1`, `inputs.x`."""

import re
from collections.abc import Mapping, Sequence

from workbench.cases.column_names import bare_name, known_name

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

"""Which lines of a Markdown text lie inside a code fence?

CommonMark gives one answer, but people and models write fences that it reads in a way they did not mean. So the lines
are read in several ways, and whoever cuts a file at a heading can ask whether the ways agree.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

_CONTAINER = r"(?:[ \t]|>|[-*+][ \t]|\d{1,9}[.)][ \t])*"
_FENCE = r"(`{3,}|~{3,})(.*)"
_AT_TOP = re.compile(rf" {{0,3}}{_FENCE}", re.DOTALL)
_ANYWHERE = re.compile(_CONTAINER + _FENCE, re.DOTALL)


@dataclass(frozen=True, kw_only=True)
class Fences:
    """One reading of the fences.

    Attributes:
        inside: For each line, whether it lies in a fence; the lines that open and close it do too.
        opened_by: For each line inside, the index of the line that opened the outermost fence; -1 outside.
        unclosed: Index of the line that opens a fence without an end; None where every fence is closed.
    """

    inside: tuple[bool, ...]
    opened_by: tuple[int, ...]
    unclosed: int | None


def read_fences(lines: Sequence[str], *, containers: bool = False, nested: bool = False) -> Fences:
    """Read the fences of a text.

    Args:
        lines: The lines, without line ends.
        containers: Also see fences in list items, in quotes and behind any indent, which CommonMark sees only within
            their list or quote.
        nested: Read a fence with an info string inside a fence as one more fence, which CommonMark reads as text.
    """
    shape = _ANYWHERE if containers else _AT_TOP
    stack: list[str] = []
    opener = -1
    opened_by = []
    for index, line in enumerate(lines):
        mark, info = _mark(line, shape)
        was_inside = bool(stack)
        if mark:
            _step(stack, mark, info, nested=nested)
        if stack and not was_inside:
            opener = index
        opened_by.append(opener if was_inside or stack else -1)
    return Fences(
        inside=tuple(index >= 0 for index in opened_by),
        opened_by=tuple(opened_by),
        unclosed=opener if stack else None,
    )


def all_readings(lines: Sequence[str]) -> tuple[Fences, ...]:
    """Read the fences in every way, CommonMark's first."""
    ways = ((False, False), (False, True), (True, False), (True, True))
    return tuple(read_fences(lines, containers=containers, nested=nested) for containers, nested in ways)


def _mark(line: str, shape: re.Pattern[str]) -> tuple[str, str]:
    """Return the fence mark of a line and its info string, both empty where it has none."""
    if "```" not in line and "~~~" not in line:
        return "", ""
    match = shape.fullmatch(line)
    return (match[1], match[2].strip(" \t")) if match else ("", "")


def _step(stack: list[str], mark: str, info: str, *, nested: bool) -> None:
    """Open or close a fence: `stack` holds the marks of the open ones, the outermost first."""
    opens = not (mark[0] == "`" and "`" in info)
    if not stack:
        if opens:
            stack.append(mark)
    elif not info:
        _close(stack, mark)
    elif nested and opens:
        stack.append(mark)


def _close(stack: list[str], mark: str) -> None:
    """Close the innermost fence of exactly this length, or else the innermost that it is long enough for."""
    fitting = [depth for depth, fence in enumerate(stack) if fence[0] == mark[0] and len(fence) <= len(mark)]
    exact = [depth for depth in fitting if stack[depth] == mark]
    if exact or fitting:
        del stack[(exact or fitting)[-1] :]

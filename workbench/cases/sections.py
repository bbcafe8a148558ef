"""Cut a saved answer into its three sections, or say why it cannot be done without doubt."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from workbench.cases.fences import Fences
from workbench.errors import InputError, Problem

SECTIONS = ("Question", "Sources", "Answer")

# CommonMark's heading of level 2, except that up to three spaces before it are caught as a doubt.
_HEADING = re.compile(r"( {0,3})##[ \t]+(question|sources|answer)(?:[ \t]+#+)?[ \t]*", re.IGNORECASE | re.ASCII)


@dataclass(frozen=True, kw_only=True)
class Span:
    """The lines of a section: from `start` to before `stop`, counted from 0, its heading left out."""

    start: int
    stop: int


@dataclass(frozen=True, kw_only=True)
class _Heading:
    index: int
    name: str
    indented: bool


def split_sections(lines: Sequence[str], readings: Sequence[Fences], *, origin: str) -> dict[str, Span]:
    """Find the three sections.

    A heading inside a code fence is text. All other `## Question`, `## Sources` and `## Answer` lines must be the three
    of the format, once each and in this order; other headings of any level are text of the section that they stand in.

    Args:
        lines: The whole file.
        readings: Every reading of its code fences, CommonMark's first.
        origin: The file, for error messages.

    Raises:
        InputError: the three are not there once each and in order, something stands before the first, or it hangs on
            the reading of a code fence which they are.
    """
    headings = _headings(lines)
    outside = _outside(headings, readings[0])
    problems = [
        *_preamble(lines, headings, origin),
        *_missing(headings, outside, readings[0], origin),
        *_unclear(outside, origin),
    ]
    if not problems and any(_outside(headings, reading) != outside for reading in readings[1:]):
        problems = _disputed(headings, readings, origin)
    if problems:
        raise InputError(problems)
    ends = [heading.index for heading in outside[1:]] + [len(lines)]
    return {heading.name: Span(start=heading.index + 1, stop=stop) for heading, stop in zip(outside, ends, strict=True)}


def _headings(lines: Sequence[str]) -> list[_Heading]:
    found = []
    for index, line in enumerate(lines):
        if "##" in line and (match := _HEADING.fullmatch(line)):
            found.append(_Heading(index=index, name=match[2].capitalize(), indented=bool(match[1])))
    return found


def _outside(headings: Sequence[_Heading], fences: Fences) -> list[_Heading]:
    return [heading for heading in headings if not fences.inside[heading.index]]


def _preamble(lines: Sequence[str], headings: Sequence[_Heading], origin: str) -> list[Problem]:
    """Report text before the first section: it would be dropped."""
    stop = headings[0].index if headings else 0
    for index, line in enumerate(lines[:stop]):
        if line.strip(" \t"):
            where = f"{origin}:{index + 1}"
            return [Problem(where=where, expected="`## Question` as the first line", got="other text")]
    return []


def _missing(headings: Sequence[_Heading], outside: Sequence[_Heading], fences: Fences, origin: str) -> list[Problem]:
    """Report sections that are not there, and the fence that hides them where one does."""
    names = {heading.name for heading in outside}
    problems = []
    for name in SECTIONS:
        if name in names:
            continue
        hidden = [heading.index for heading in headings if heading.name == name]
        if hidden:
            fence = fences.opened_by[hidden[0]] + 1
            got = f"one inside the code fence that line {fence} opens; close the fence before it"
            where = f"{origin}:{hidden[0] + 1}"
        else:
            got, where = "none", origin
        problems.append(Problem(where=where, expected=f"a line `## {name}`", got=got))
    return problems


def _unclear(outside: Sequence[_Heading], origin: str) -> list[Problem]:
    """Report section headings that come twice, indented or out of order."""
    problems = []
    seen: dict[str, int] = {}
    for heading in outside:
        where = f"{origin}:{heading.index + 1}"
        if heading.name in seen:
            got = f"a second one (the first is line {seen[heading.name] + 1}); which one is meant cannot be known"
            problems.append(Problem(where=where, expected=f"one `## {heading.name}`", got=got))
        elif heading.indented:
            expected = f"`## {heading.name}` at the start of the line"
            problems.append(Problem(where=where, expected=expected, got="spaces before it"))
        seen.setdefault(heading.name, heading.index)
    order = [name for name in SECTIONS if name in seen]
    if not problems and list(seen) != order:
        where = f"{origin}:{outside[0].index + 1}"
        problems.append(Problem(where=where, expected="the order Question, Sources, Answer", got=", ".join(seen)))
    return problems


def _disputed(headings: Sequence[_Heading], readings: Sequence[Fences], origin: str) -> list[Problem]:
    """Report headings that are text in one reading of the code fences and a heading in another."""
    return [
        Problem(
            where=f"{origin}:{heading.index + 1}",
            expected=f"`## {heading.name}` clearly inside or clearly outside a code fence",
            got="fences that can be read both ways; use a longer outer fence, not indented, and close it",
        )
        for heading in headings
        if len({reading.inside[heading.index] for reading in readings}) > 1
    ]

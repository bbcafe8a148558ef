"""Cut the sources of a saved answer into passages, or say why it cannot be done without doubt.

A source starts with `### [id] title`, or, in a file that has no such line, with `[id] title` after an empty line. The
second form looks like a citation at the start of a paragraph, so it is believed only where nothing speaks against it.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from workbench.cases.fences import Fences
from workbench.cases.sections import Span
from workbench.errors import InputError, Problem
from workbench.records.passage import Passage

# `### [text](link)` and `[1]: link` are Markdown links: after the bracket comes a space or the end of the line.
_ID = r"\[([^\[\]]*)\](?=[ \t]|\Z)"
_HEADING = re.compile(rf"( {{0,3}})###[ \t]+{_ID}")
_BARE = re.compile(rf"( {{0,3}}){_ID}")
_SENTENCE_END = (".", ",", ";", "。", "，")


@dataclass(frozen=True, kw_only=True)
class _Header:
    index: int
    id: str
    title: str
    indented: bool


def split_passages(lines: Sequence[str], span: Span, readings: Sequence[Fences], *, origin: str) -> tuple[Passage, ...]:
    """Cut the lines of the Sources section into passages, in order.

    Args:
        lines: The whole file.
        span: Where its Sources section is.
        readings: Every reading of its code fences.
        origin: The file, for error messages.

    Raises:
        InputError: text before the first header, a header that may be text, text that may be a header, an id that
            is empty.
    """
    headers = _find(lines, span, _HEADING)
    bare = not headers
    if bare:
        headers = _find(lines, span, _BARE)
    first = headers[0].index if headers else span.stop
    problems = [*_leading(lines, span.start, first, origin), *_doubtful(headers, readings, origin)]
    if bare:
        problems += _not_headers(lines, headers, span, origin)
    if problems:
        raise InputError(problems)
    # Without a header there is one stop and nothing that it could end.
    stops = [header.index for header in headers[1:]] + [span.stop]
    return tuple(
        Passage(id=header.id, title=header.title, text=trimmed(lines[header.index + 1 : stop]))
        for header, stop in zip(headers, stops, strict=False)
    )


def trimmed(lines: Sequence[str]) -> str:
    """Join lines, without the empty lines around them. Everything else stays as it is, indents included."""
    start, stop = 0, len(lines)
    while start < stop and not lines[start].strip(" \t"):
        start += 1
    while stop > start and not lines[stop - 1].strip(" \t"):
        stop -= 1
    return "\n".join(lines[start:stop])


def _find(lines: Sequence[str], span: Span, shape: re.Pattern[str]) -> list[_Header]:
    found = []
    for index in range(span.start, span.stop):
        line = lines[index]
        if "[" in line and (match := shape.match(line)):
            title = _title(line[match.end() :])
            found.append(_Header(index=index, id=match[2].strip(), title=title, indented=bool(match[1])))
    return found


def _title(rest: str) -> str:
    """Take the spaces around a title off, and the closing hashes that a Markdown heading may have."""
    title = rest.strip(" \t")
    without = title.rstrip("#")
    closed = not without or without[-1] in " \t"
    return without.rstrip(" \t") if closed else title


def _leading(lines: Sequence[str], start: int, stop: int, origin: str) -> list[Problem]:
    for index in range(start, stop):
        if lines[index].strip(" \t"):
            expected = "each source to start with a line `### [id] title`"
            return [Problem(where=f"{origin}:{index + 1}", expected=expected, got="text that belongs to no source")]
    return []


def _doubtful(headers: Sequence[_Header], readings: Sequence[Fences], origin: str) -> list[Problem]:
    """Report headers without an id, with an indent, or in a code fence, where a cut document may have left it open."""
    problems = []
    for header in headers:
        where = f"{origin}:{header.index + 1}"
        if any(reading.inside[header.index] for reading in readings):
            got = "one inside a code fence; close the fence before it, or give the line another form if it is code"
            problems.append(Problem(where=where, expected="no source header in a code fence", got=got))
        elif header.indented:
            expected = "the source header at the start of the line"
            problems.append(Problem(where=where, expected=expected, got="spaces before it"))
        elif not header.id:
            problems.append(Problem(where=where, expected="an id between the brackets", got="none"))
    return problems


def _not_headers(lines: Sequence[str], headers: Sequence[_Header], span: Span, origin: str) -> list[Problem]:
    """Report `[id]` lines that may be citations or notes inside a passage."""
    problems = []
    for header in headers:
        reason = _against(lines, header, span)
        if reason:
            expected = "`### [id] title`, because `[id]` alone may be text here"
            problems.append(Problem(where=f"{origin}:{header.index + 1}", expected=expected, got=reason))
    if not problems and not _one_series([header.id for header in headers]):
        ids = ", ".join(f"[{header.id}]" for header in headers)
        expected = "`### [id] title` for each source, because numbers in brackets may be citations"
        problems.append(Problem(where=f"{origin}:{headers[0].index + 1}", expected=expected, got=ids))
    return problems


def _against(lines: Sequence[str], header: _Header, span: Span) -> str:
    """Say what speaks against reading this line as a header; empty where nothing does."""
    if header.index > span.start and lines[header.index - 1].strip(" \t"):
        return "one in the middle of a paragraph"
    if header.id.startswith("^") or header.id in ("x", "X"):
        return "a footnote or a check box"
    if header.title.endswith(_SENTENCE_END):
        return "a whole sentence after it"
    return ""


def _one_series(ids: Sequence[str]) -> bool:
    """Say whether the ids can be those of a list: no numbers at all, or numbers alone that rise by one."""
    numbers = [id_ for id_ in ids if id_.isdecimal()]
    if not numbers:
        return True
    first = numbers[0]
    return len(first) < 10 and list(ids) == [str(int(first) + step) for step in range(len(ids))]

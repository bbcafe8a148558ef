"""Sentences of an answer or a passage, with their exact place in it.

Lists, headings and table rows are lines of their own; a soft-wrapped paragraph is read through its line ends. Inside
a block nupunkt decides; the full stops of scripts that put no space after them, and those that citation marks follow at
once, are cut by hand.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache


@dataclass(frozen=True)
class Span:
    """A stretch of a text: `text` is exactly `source[start:end]`."""

    start: int
    end: int
    text: str


_LINE = re.compile(r"[^\n]*\n?")
_OWN_LINE = re.compile(r"\s*(?:[-*+•●▪◦–]\s|\d{1,3}[.)]\s|#{1,6}\s|\||>|```|~~~)")
_LIST_MARK = re.compile(r"\s*(?:(?:[-*+•●▪◦–]|\d{1,3}[.)]|#{1,6}|>)\s+)+")
_ENDS_SENTENCE = re.compile(r"[.!?:;。！？؟।][\"'”’)\]]*\s*$")
# A full stop of such a script, or one with citation marks right behind it: nupunkt ends no sentence there.
_OTHER_STOP = re.compile(
    r"[。！？؟।]+[”’」』)]*"
    r"|[.!?][\"'”’)]{0,3}(?:\[[^\[\]\n]{1,40}\]|【[^【】\n]{1,40}】|[⁰¹²³⁴-⁹]{1,6}){1,8}(?=\s+[\"“‘(]?[A-Z0-9])"
)
_STOP_INSIDE = re.compile(r"[.!?…][^\w\s]{0,5}\s+\S")
# A wrapped line is long; a short line without a full stop is a heading, an address or a list without marks.
_WRAPPED_FROM = 60
# nupunkt takes the square of the length on some texts; a longer block is read in stretches, cut after a full stop.
_LONGEST_BLOCK = 8_000


@lru_cache(maxsize=4096)
def sentences(text: str) -> tuple[Span, ...]:
    """Return the sentences of a text in order, without list marks and surrounding white space.

    The spans do not overlap; what lies between them is white space and list marks only.
    """
    found: list[Span] = []
    for start, end in _stretches(text):
        for first, last in _split_block(text[start:end]):
            span = _trim(text, start + first, start + last)
            if span is not None:
                found.append(span)
    return tuple(found)


def _stretches(text: str) -> Iterator[tuple[int, int]]:
    for start, end in _blocks(text):
        while end - start > _LONGEST_BLOCK:
            last = start + _LONGEST_BLOCK
            stop = max(text.rfind(". ", start, last), text.rfind("。", start, last)) + 1
            cut = stop if stop > start else last
            yield start, cut
            start = cut
        yield start, end


def _blocks(text: str) -> Iterator[tuple[int, int]]:
    start = end = 0
    previous = ""
    for match in _LINE.finditer(text):
        line = match.group()
        if not line:
            break
        if start < end and not _continues(previous, line):
            yield start, end
            start = match.start()
        end, previous = match.end(), line
    if start < end:
        yield start, end


def _continues(previous: str, line: str) -> bool:
    if not line.strip() or not previous.strip() or _OWN_LINE.match(line) or previous.lstrip().startswith("|"):
        return False
    if _ENDS_SENTENCE.search(previous):
        return False
    return len(previous) >= _WRAPPED_FROM or line.lstrip()[:1].islower()


@lru_cache(maxsize=4096)
def _split_block(block: str) -> tuple[tuple[int, int], ...]:
    from nupunkt import sent_spans

    spans: list[tuple[int, int]] = []
    mark = _LIST_MARK.match(block)
    offset = mark.end() if mark else 0
    # Most blocks of a scraped page are headings and menu lines: no stop inside, nothing to decide.
    rest = block[offset:]
    for start, end in sent_spans(rest) if _STOP_INSIDE.search(rest) else [(0, len(rest))]:
        cut = start
        for stop in _OTHER_STOP.finditer(block, offset + start, offset + end):
            spans.append((offset + cut, stop.end()))
            cut = stop.end() - offset
        if cut < end:
            spans.append((offset + cut, offset + end))
    return tuple(spans)


def _trim(text: str, start: int, end: int) -> Span | None:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return Span(start, end, text[start:end]) if start < end else None

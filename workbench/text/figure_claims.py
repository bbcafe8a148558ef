"""What digits belong to when they are no plain figure: links, list numbers, dates, times, versions, ranges."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from enum import StrEnum

from workbench.text.lower import lower


class FigureKind(StrEnum):
    """What the digits are."""

    PLAIN = "plain"
    YEAR = "year"
    DATE = "date"
    TIME = "time"
    ORDINAL = "ordinal"
    RANGE = "range"
    LABEL = "label"


_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
    r"|nov(?:ember)?|dec(?:ember)?)\.?"
)
_ORD = r"(?:st|nd|rd|th)"
# All patterns read lower case.
_FLAGS = re.VERBOSE | re.MULTILINE

# Marked text may be long and hold no digit near its ends, so these two are looked for everywhere.
_MARKED = tuple(
    (FigureKind.LABEL, re.compile(pattern, _FLAGS))
    for pattern in (
        r"(?s:```.*?(?:```|\Z) | ~~~.*?(?:~~~|\Z)) | `[^`\n]{1,2000}`",
        r"(?:https?://|www\.)\S+ | \[[^\[\]\n]{1,120}\](?:\([^)\s]{0,500}\))?"
        r" | @(?<=\w@)\w[\w-]{0,60}(?:\.\w[\w-]{0,60}){1,5}",
    )
)
# The rest is looked for around digits only, in this order: what an earlier pattern claims, a later one does not read.
# Every repetition is bounded or runs over characters that the next part cannot match, so that time grows with length.
_NEAR_DIGITS = tuple(
    (kind, re.compile(pattern, _FLAGS))
    for kind, pattern in (
        (FigureKind.LABEL, r"^[ \t]{0,20}(?:\#{1,6}[ ]{0,4})?\(?\d{1,3}[.)](?=\s)"),
        (FigureKind.DATE, r"\b\d{4}[-/.]\d{1,2}[-/.]\d{1,2}\b | \b\d{1,2}[-/.]\d{1,2}[-/.](?:\d{4}|\d{2})\b"),
        (FigureKind.DATE, rf"\b\d{{1,2}}{_ORD}?\s{{1,4}}(?:of\s{{1,4}})?{_MONTH}(?:,?\s{{1,4}}\d{{4}})?\b"),
        (
            FigureKind.DATE,
            rf"\b{_MONTH}(?:\s{{1,4}}\d{{1,2}}{_ORD}?(?:,?\s{{1,4}}\d{{4}})?|,?\s{{1,4}}\d{{4}})\b",
        ),
        (FigureKind.TIME, r"\b\d{1,2}[:.]\d{2}(?:[:.]\d{2})?\s{0,2}[ap]\.?m\b\.? | \b\d{1,2}:\d{2}(?::\d{2})?\b"),
        (FigureKind.TIME, r"\b\d{1,2}(?:\s{0,2}[ap]\.?m\b\.?|\s{1,2}o['’]clock\b)"),
        (FigureKind.LABEL, r"\bv(?:er(?:sion)?)?\.?\s{0,2}\d[\w.]{0,40} | \b\d{1,9}(?:\.\d{1,9}){2,9}[\w.]{0,40}"),
        (
            FigureKind.LABEL,
            r"(?<![\w.])\+\d[\d\s().-]{6,20}\d | \(\d{3,5}\)\s{0,2}\d[\d\s-]{4,14}\d"
            r" | \b\d{3,4}-\d{3,4}-\d{4}\b | \b\d{3}-\d{4}\b",
        ),
        (FigureKind.LABEL, r"\b0\d{2,4}[\s-]\d{3,8}(?:[\s-]\d{3,8})?\b"),
        # Short codes: "dial 911", "text HELP to 43362", "report it to 7726".
        (
            FigureKind.LABEL,
            r"\b(?:dial|call)\s{1,2}\d{3,6}\b(?![,.]\d)"
            r" | \b(?:text|sms)\s(?:\W?\w{1,12}\W?\s){0,2}to\s\d{3,6}\b(?![,.]\d)"
            r" | \b(?:report|forward|send)\s"
            r"(?:(?:it|them|this|(?:the|any)\s\w{1,12}|spam|\w{1,12}\s(?:messages?|texts?|calls?))\s)?(?:by\s(?:text|sms)\s)?to\s\d{4,6}(?=[.,;:!?)\s]?(?:\s|$|\())(?!\s?[a-z%])",
        ),
        (
            FigureKind.LABEL,
            r"""\b(?:sections?|chapters?|steps?|pages?|pp?\.|paragraphs?|articles?|figures?|fig\.|tables?|clauses?|items?|
            appendix|annex|volumes?|vol\.|no\.|nos\.|numbers?|passages?|sources?|documents?|docs?|questions?|parts?|types?|
            levels?|class|grade|phase|room|route|flight|form|title|stage|rule|note|notes|option|error|code)
            \s{1,4}(?:\#\s?)?\d[\d.]{0,20}(?:\([0-9a-z]{1,4}\)){0,4}
            (?:\s{0,2}(?:,|&|-|–|and|or|to)\s{0,2}\d[\d.]{0,20}(?:\([0-9a-z]{1,4}\)){0,4}){0,20}""",
        ),
        # Charts and indexes are called after how much they list.
        (
            FigureKind.LABEL,
            r"""\b(?:billboard|fortune|forbes|nasdaq|ftse|nikkei|stoxx|s&p)["'”’]?(?:\s{1,2}(?:hot|top|global))?
            \s{1,2}\d{2,4}\b""",
        ),
        (FigureKind.LABEL, r"\b\d{1,9}(?:\([0-9a-z]{1,4}\)){1,4} | \b\d{1,2}['’]\s?\d{1,2}(?=['’\"”])"),
        (
            FigureKind.LABEL,
            r"\b\d{1,9}\s{1,2}\d{1,4}/\d{1,4}\b"
            r" | \b\d{1,4}\s?(?:hours?|hrs?|h)\s?(?:and\s)?\d{1,4}\s?(?:minutes?|mins?|m)\b",
        ),
        (FigureKind.LABEL, r"['’]?\b\d{1,3}0['’]?s\b"),
        (FigureKind.ORDINAL, rf"(?<![\d,])\d[\d,]{{0,15}}(?<=\d){_ORD}\b"),
        (FigureKind.LABEL, r"\#\s?\d{1,12} | (?<![\w.,])\d{1,12}\s?(?:x|×|/|:)\s?\d{1,12}(?!\w)"),
        (
            FigureKind.RANGE,
            r"(?<![\w.,])[£$€]?\d[\d,.]{0,20}\s?(?:%|[a-z]{1,2})?\s?(?:-|–|\u2014|\bto\b)\s?[£$€]?\d[\d,.]{0,20}(?!\d)"
            r" | \bbetween\s{1,4}\S{0,2}\d[\d,.]{0,20}\s?\S{0,12}\s{1,4}and\s{1,4}\S{0,2}\d[\d,.]{0,20}",
        ),
    )
)
_DIGITS = re.compile(r"\d+")
# The longest lead of a pattern is a word of twelve letters with its blanks, the longest tail `minutes`.
_MARGIN = 40


class Claims:
    """The stretches of one text whose digits are something else than a plain figure."""

    def __init__(self, plain: str) -> None:
        """Read a text whose digits are ASCII."""
        plain = lower(plain)
        covered = bytearray(len(plain))
        self._taken: list[tuple[int, int, FigureKind]] = []
        for kind, pattern in _MARKED:
            self._take(kind, pattern.finditer(plain), covered)
        near = list(_near_digits(plain))
        for kind, pattern in _NEAR_DIGITS:
            for first, last in near:
                self._take(kind, pattern.finditer(plain, first, last), covered)
        self._taken.sort()
        self._starts = [start for start, _, _ in self._taken]

    def _take(self, kind: FigureKind, matches: Iterator[re.Match[str]], covered: bytearray) -> None:
        for match in matches:
            start, end = match.span()
            if covered.find(1, start, end) < 0:
                covered[start:end] = b"\x01" * (end - start)
                self._taken.append((start, end, kind))

    def kind_at(self, start: int, end: int) -> FigureKind | None:
        """Return the kind of the first claim that touches a stretch, or None."""
        # Claims do not overlap: the last one that begins before the stretch, or the next, is the first to touch it.
        place = max(0, bisect_right(self._starts, start) - 1)
        for first, last, kind in self._taken[place : place + 2]:
            if first < end and start < last:
                return kind
        return None


def _near_digits(plain: str) -> Iterator[tuple[int, int]]:
    """Yield the stretches that hold the digits of a text and what stands beside them, merged where they meet."""
    start = end = -1
    for match in _DIGITS.finditer(plain):
        if start >= 0 and match.start() - end > 2 * _MARGIN:
            yield max(0, start - _MARGIN), end + _MARGIN
            start = -1
        start, end = (match.start() if start < 0 else start), match.end()
    if start >= 0:
        yield max(0, start - _MARGIN), min(len(plain), end + _MARGIN)

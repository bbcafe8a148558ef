"""Figures of a text as quantities: where each stands, what it is worth, and whether it is a figure at all.

List numbers, citation marks, versions, phone numbers, section numbers, dates and times hold digits and are not plain
figures. They are read too, each under its own kind, because a value that stands in a date still stands in the text.
"""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from workbench.text.figure_claims import Claims, FigureKind
from workbench.text.number_words import spelled_numbers
from workbench.text.units import Unit, unit_after, unit_before

__all__ = ["Figure", "FigureKind", "figures", "same_quantity", "stands_in", "worths"]


@dataclass(frozen=True, kw_only=True)
class Figure:
    """One figure: `text` is exactly `source[start:end]`, without its unit.

    Attributes:
        value: Its worth as written, before any unit conversion; scale words count (`1.5 million` is 1500000).
        readings: Every value the spelling may mean (`1.000` is 1 or 1000). Holds `value`.
        unit: Its unit, where one is written.
        end_of_unit: Where number and unit end together.
        spelled: True where it is written in words.
    """

    start: int
    end: int
    text: str
    kind: FigureKind
    value: Fraction
    readings: tuple[Fraction, ...]
    unit: Unit | None
    end_of_unit: int
    spelled: bool = False


_NUMBER = re.compile(r"\d+(?:[.,'’\u00a0\u202f\u2009 ]\d+)*")
_DIGIT = re.compile(r"\d")
_LETTER_TOUCHES = re.compile(r"[^\W\d_]")
# Groups of three after one separator, seven at most: more is a table of codes.
_GROUPED = re.compile(r"\d{1,3}([,'’\u00a0\u202f\u2009 .])\d{3}(?:\1\d{3}){0,6}(?:[.,]\d+)?(?!\d)")
_DECIMAL = re.compile(r"\d+(?:[.,]\d+)?")
_FRACTIONS = re.compile("(?<!\\d)\\d{1,9}[¼½¾⅐-⅞↉]|[¼½¾⅐-⅞↉]")
# Nobody writes out more digits than this; such a run is a key, a hash or noise, and no figure.
_MOST_DIGITS = 40
_SCALE = re.compile(r"[ \u00a0-]?(hundred|thousand|million|billion|trillion|bn|mn|k)\b", re.IGNORECASE)
_SCALES = {
    "hundred": 10**2,
    "thousand": 10**3,
    "k": 10**3,
    "million": 10**6,
    "mn": 10**6,
    "billion": 10**9,
    "bn": 10**9,
    "trillion": 10**12,
}


@lru_cache(maxsize=4096)
def figures(text: str) -> tuple[Figure, ...]:
    """Return every figure of a text in order, digits and words, each with its kind."""
    if text.isascii() and not _DIGIT.search(text) and not spelled_numbers(text):
        return ()  # as most sentences: there is nothing to claim
    plain = _ascii_digits(text)
    claimed = Claims(plain)
    in_digits = [*_digit_figures(text, plain, claimed), *_vulgar_fractions(text, plain)]
    covered = {place for figure in in_digits for place in range(figure.start, figure.end)}
    in_words = [figure for figure in _word_figures(text, claimed) if figure.start not in covered]
    return tuple(sorted(in_digits + in_words, key=lambda figure: figure.start))


def same_quantity(a: Figure, b: Figure) -> bool:
    """Say whether two figures may mean the same: `two years` and `24 months`, `1,000` and `1000`.

    Without a unit on one side the bare values are compared; with units of two kinds (pounds, dollars) they differ.
    """
    if a.unit is None or b.unit is None:
        return not worths(a).isdisjoint(worths(b))
    if a.unit.dimension != b.unit.dimension:
        return False
    bases = {a.unit.to_base(value) for value in a.readings}
    return not bases.isdisjoint(b.unit.to_base(value) for value in b.readings)


def worths(figure: Figure) -> set[Fraction]:
    """Return the readings of a figure, by which it is compared. A bare share, `half`, is as much as 50 percent."""
    found = {*figure.readings}
    if figure.kind is FigureKind.LABEL and figure.unit is None:
        found |= {100 * value for value in figure.readings if 0 < value < 1}
    return found


def stands_in(figure: Figure, text: str) -> bool:
    """Say whether a figure stands in a text in any spelling, unit or kind of figure."""
    return any(same_quantity(figure, other) for other in figures(text))


def _ascii_digits(text: str) -> str:
    """Write the decimal digits of every script as ASCII, keeping the length."""
    if text.isascii():
        return text
    return "".join(str(unicodedata.decimal(c)) if c.isdecimal() else c for c in text)


def _digit_figures(text: str, plain: str, claimed: Claims) -> Iterator[Figure]:
    for start, end in _number_spans(plain):
        digits = plain[start:end]
        readings = _readings(digits)
        kind = claimed.kind_at(start, end)
        scale = _SCALE.match(plain, end)
        number_end = end
        if scale and kind is None:
            readings = tuple(value * _SCALES[scale.group(1).lower()] for value in readings)
            end = scale.end()
        unit, end_of_unit = _unit_of(plain, start, end)
        if kind is None:
            kind = _bare_kind(plain, start, number_end, digits, unit)
        if _is_negative(plain, start):
            start -= 1
            readings = tuple(-value for value in readings)
        yield Figure(
            start=start,
            end=end,
            text=text[start:end],
            kind=kind,
            value=readings[0],
            readings=readings,
            unit=unit,
            end_of_unit=end_of_unit,
        )


def _number_spans(plain: str) -> Iterator[tuple[int, int]]:
    """Cut runs of digits and separators into numbers: `1,234.5` is one, `3, 5` and `1,2,3` are several."""
    for match in _NUMBER.finditer(plain):
        start, end = match.span()
        while start < end:
            found = _GROUPED.match(plain, start, end) or _DECIMAL.match(plain, start, end)
            assert found is not None  # the stretch starts with a digit
            if found.end() - start <= _MOST_DIGITS:
                yield start, found.end()
            start = found.end()
            while start < end and not plain[start].isdigit():
                start += 1


def _readings(digits: str) -> tuple[Fraction, ...]:
    """Every value that a spelling may mean, the most likely first (English conventions)."""
    grouped = _GROUPED.fullmatch(digits)
    if grouped:
        mark = grouped.group(1)
        values = [Fraction(digits.replace(mark, "").replace(",", "."))]
        if mark in ".," and sum(map(digits.count, ".,")) == 1:
            values.append(Fraction(digits.replace(mark, ".")))
            if mark == ".":
                values.reverse()
        return tuple(dict.fromkeys(values))
    if "," in digits:
        whole, _, rest = digits.partition(",")
        return tuple(dict.fromkeys((Fraction(f"{whole}.{rest}"), Fraction(whole), Fraction(rest))))
    return (Fraction(digits),)


def _unit_of(plain: str, start: int, end: int) -> tuple[Unit | None, int]:
    before = unit_before(plain, start)
    if before is not None:
        return before, end
    return unit_after(plain, end)


def _bare_kind(plain: str, start: int, end: int, digits: str, unit: Unit | None) -> FigureKind:
    if _touches_letter(plain, start, end, unit) or _ends_name(plain, start, unit):
        return FigureKind.LABEL
    if unit is None and len(digits) == 4 and digits.isdigit() and 1000 <= int(digits) <= 2100:
        return FigureKind.YEAR
    return FigureKind.PLAIN


def _touches_letter(plain: str, start: int, end: int, unit: Unit | None) -> bool:
    before = plain[start - 1] if start else " "
    after = plain[end] if end < len(plain) else " "
    if (
        before in "_/\\"
        or _LETTER_TOUCHES.match(before)
        or (before == "-" and start > 1 and plain[start - 2].isalpha())
    ):
        return True
    return (
        after in "_/\\@"
        or _FRACTIONS.match(after) is not None
        or (unit is None and _SCALE.match(plain, end) is None and bool(_LETTER_TOUCHES.match(after)))
    )


_NAME_BEFORE = re.compile(r"(?:^|[^.!?:;\n]\s)(\w*[A-Z][\w'’.-]*)\s$")


def _ends_name(plain: str, start: int, unit: Unit | None) -> bool:
    """`Windows 10`, `iPhone 6s`: a word with a capital in mid sentence, then a number without a unit of its own."""
    if unit is not None and unit.name not in ("second", "ampere", "volt"):
        return False
    match = _NAME_BEFORE.search(plain[max(0, start - 40) : start])
    return match is not None and match.start(1) > 0


def _is_negative(plain: str, start: int) -> bool:
    return start > 0 and plain[start - 1] in "-−" and (start == 1 or plain[start - 2] in " (\n\t=:,")


def _vulgar_fractions(text: str, plain: str) -> Iterator[Figure]:
    """Read `½` and `12½`. The digits before the sign come out as a figure of their own too, under another kind."""
    if text.isascii():
        return
    for match in _FRACTIONS.finditer(plain):
        place = match.end() - 1
        value = Fraction(unicodedata.numeric(text[place])).limit_denominator(100)
        whole = plain[match.start() : place]
        unit, end_of_unit = _unit_of(text, place, place + 1)
        yield Figure(
            start=place,
            end=place + 1,
            text=text[place],
            kind=FigureKind.LABEL,
            value=value,
            readings=(value, value + int(whole)) if whole else (value,),
            unit=unit,
            end_of_unit=end_of_unit,
        )


def _word_figures(text: str, claimed: Claims) -> Iterator[Figure]:
    for start, end, value in spelled_numbers(text):
        kind = claimed.kind_at(start, end)
        if kind is None:
            # "one" is more often a pronoun or an article than a figure.
            kind = FigureKind.LABEL if value in (0, 1) or value.denominator > 1 else FigureKind.PLAIN
        unit, end_of_unit = unit_after(text, end)
        yield Figure(
            start=start,
            end=end,
            text=text[start:end],
            kind=kind,
            value=value,
            readings=(value,),
            unit=unit,
            end_of_unit=end_of_unit,
            spelled=True,
        )

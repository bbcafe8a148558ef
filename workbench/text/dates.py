"""Dates, months, weekdays, years, clock times and versions of a text, as values."""

import re
from calendar import monthrange
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import pairwise

from workbench.text.lower import lower
from workbench.text.number_words import spelled_numbers


class MomentKind(StrEnum):
    """What a moment names."""

    DATE = "date"
    MONTH = "month"
    YEAR = "year"
    WEEKDAY = "weekday"
    TIME = "time"
    VERSION = "version"


@dataclass(frozen=True, kw_only=True)
class Moment:
    """One date, month, weekday, year, clock time or version: `text` is exactly `source[start:end]`.

    Attributes:
        readings: Every value that the spelling may mean, the likeliest first. A date is (year, month, day), a month
            (year, month), both with 0 for a year that is not written; a year (year,); a weekday (0 for Monday to 6);
            a clock time (minutes after midnight,); a version its numbers. `9:30` may be morning or evening.
    """

    start: int
    end: int
    text: str
    kind: MomentKind
    readings: tuple[tuple[int, ...], ...]

    @property
    def value(self) -> tuple[int, ...]:
        """The likeliest reading."""
        return self.readings[0]


MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_MONTH_NUMBERS = {name[:3].lower(): number for number, name in enumerate(MONTHS, start=1)}
_DAY_NUMBERS = {name[:3].lower(): number for number, name in enumerate(WEEKDAYS)}
_MONTH = (
    r"(?P<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?"
    r"|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)(?![a-z])\.?"
)
_DAY = r"(?P<day>[0-3]?\d)(?:st|nd|rd|th)?(?!\d|[.:]\d)"
_YEAR = r"(?P<year>1\d{3}|20\d{2})(?!\d|[-/.]\d)"
_ISO = re.compile(r"(?<![\d./-])(?P<year>\d{4})[-/.](?P<month>\d{1,2})[-/.](?P<day>\d{1,2})(?![\d/-])")
_NUMERIC = re.compile(r"(?<![\d./-])(?P<one>\d{1,2})([-/.])(?P<two>\d{1,2})\2(?P<year>\d{4}|\d{2})(?![\d/-])")
_DAY_FIRST = re.compile(rf"(?<![\w.,-]){_DAY}\s{{1,3}}(?:of\s{{1,3}})?{_MONTH}(?:,?\s{{1,3}}{_YEAR})?")
_MONTH_FIRST = re.compile(rf"\b{_MONTH}\s{{1,3}}(?:the\s{{1,3}})?{_DAY}(?:,?\s{{1,3}}{_YEAR})?")
_MONTH_YEAR = re.compile(rf"\b{_MONTH},?\s{{1,3}}(?:of\s{{1,3}})?{_YEAR}")
# "may" and "march" in small letters are verbs more often than months.
_MONTH_ALONE = re.compile(rf"\b(?=[A-Z])(?i:{_MONTH})")
_YEAR_ALONE = re.compile(rf"(?<![\w.,£$€/:-])(?:{_YEAR})(?![\w%]|[.,/:-]\d)")
_SHORT_YEAR = re.compile(r"(?<!\w)['’](\d{2})(?![\w'’])")
_WEEKDAY = re.compile(
    r"\b(?P<weekday>(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?|Mon|Tues?|Wed|Thu(?:rs?)?|Fri|Sat|Sun)\b\.?"
)
_HALF = r"(?P<half>a\.?m\b\.?|p\.?m\b\.?)"
_CLOCK = re.compile(
    rf"(?<![\w.,:/-])(?P<hour>[0-2]?\d)(?:[:.](?P<minute>[0-5]\d)(?!\d|[:.]\d))?\s{{0,2}}{_HALF}"
    r"|(?<![\w.,:/-])(?P<hour2>[0-2]?\d):(?P<minute2>[0-5]\d)(?!\d|:\d|\w)"
    r"|(?<![\w.,:/-])(?P<hour3>1?\d)\s{1,2}o['’]\s?clock\b"
)
_HOURS = "one two three four five six seven eight nine ten eleven twelve".split()
_SPOKEN_CLOCK = re.compile(
    rf"\b(?P<hour>{'|'.join(_HOURS)})\s{{1,2}}(?:o['’]\s?clock\b|{_HALF})|\b(noon|midday|midnight)\b"
)
_VERSION = re.compile(r"\b(?:v|ver\.?\s?|version\s|release\s)(?P<numbers>\d{1,4}(?:\.\d{1,5}){0,4})(?![\w]|\.\d)")
_DOTTED = re.compile(r"(?<![\w.])\d{1,4}(?:\.\d{1,5}){1,4}(?![\w]|\.\d)")


@lru_cache(maxsize=4096)
def moments(text: str) -> tuple[Moment, ...]:
    """Return every moment of a text in order. What a longer one covers (the year of a date) is not given again."""
    found: list[Moment] = []
    covered = bytearray(len(text))
    for reader in (_dates, _months, _clocks, _versions, _weekdays, _years):
        for moment in reader(text):
            if covered.find(1, moment.start, moment.end) < 0:
                covered[moment.start : moment.end] = b"\x01" * (moment.end - moment.start)
                found.append(moment)
    return tuple(sorted(found, key=lambda moment: moment.start))


def is_short_day(moment: Moment) -> bool:
    """Whether it is a weekday in short, which is as often another word: `Sun`, `Sat`, `Wed`."""
    return moment.kind is MomentKind.WEEKDAY and len(moment.text) < len("Monday")


def dotted_numbers(text: str) -> frozenset[tuple[int, ...]]:
    """Return every number with points of a text, `3.2` and `3.2.1`, as a version could be read in it."""
    return frozenset(tuple(map(int, match.group().split("."))) for match in _DOTTED.finditer(text))


def weekday_of(year: int, month: int, day: int) -> int:
    """Return the weekday of a date, 0 for Monday.

    Raises:
        ValueError: there is no such date.
    """
    from datetime import date

    return date(year, month, day).weekday()


def _moment(text: str, start: int, end: int, kind: MomentKind, *readings: tuple[int, ...]) -> Moment:
    return Moment(start=start, end=end, text=text[start:end], kind=kind, readings=tuple(dict.fromkeys(readings)))


def _is_date(year: int, month: int, day: int) -> bool:
    return 1 <= month <= 12 and 1 <= day <= monthrange(year or 2000, month)[1] and year < 9999


def _dates(text: str) -> Iterator[Moment]:
    for match in _ISO.finditer(text):
        value = (int(match["year"]), int(match["month"]), int(match["day"]))
        if _is_date(*value):
            yield _moment(text, *match.span(), MomentKind.DATE, value)
    for match in _NUMERIC.finditer(text):
        year, one, two = int(match["year"]), int(match["one"]), int(match["two"])
        year += 0 if year > 99 else 2000 if year < 50 else 1900
        readings = [value for value in ((year, two, one), (year, one, two)) if _is_date(*value)]
        if readings:
            yield _moment(text, *match.span(), MomentKind.DATE, *readings)
    low = lower(text)
    for pattern in (_DAY_FIRST, _MONTH_FIRST):
        for match in pattern.finditer(low):
            month = _MONTH_NUMBERS[match["month"][:3]]
            value = (int(match["year"] or 0), month, int(match["day"]))
            if _is_date(*value):
                yield _moment(text, match.start(), _without_stop(match), MomentKind.DATE, value)


def _without_stop(match: re.Match[str]) -> int:
    """Where a match ends without the full stop that may close the sentence."""
    return match.end() - match.group().endswith(".")


def _months(text: str) -> Iterator[Moment]:
    for match in _MONTH_YEAR.finditer(lower(text)):
        month = _MONTH_NUMBERS[match["month"][:3]]
        yield _moment(text, *match.span(), MomentKind.MONTH, (int(match["year"]), month))
    for match in _MONTH_ALONE.finditer(text):
        month = _MONTH_NUMBERS[match["month"][:3].lower()]
        yield _moment(text, match.start(), _without_stop(match), MomentKind.MONTH, (0, month))


def _clocks(text: str) -> Iterator[Moment]:
    low = lower(text)
    for match in _CLOCK.finditer(low):
        hour = int(match["hour"] or match["hour2"] or match["hour3"])
        minute = int(match["minute"] or match["minute2"] or 0)
        values = _minutes(hour, minute, match["half"] or "", (match["hour2"] or "").startswith("0"))
        if values:
            stop = match.group().endswith(".") and not match.group().endswith(".m.")
            yield _moment(text, match.start(), match.end() - stop, MomentKind.TIME, *values)
    for match in _SPOKEN_CLOCK.finditer(low):
        word = match["hour"] or ""
        fixed = 0 if match.group() == "midnight" else 720
        values = _minutes(_HOURS.index(word) + 1, 0, match["half"] or "", False) if word else [(fixed,)]
        yield _moment(text, *match.span(), MomentKind.TIME, *values)


def _minutes(hour: int, minute: int, half: str, certain: bool) -> list[tuple[int, ...]]:
    """Minutes after midnight of a clock time: one value with am or pm or in 24 hours, two where it may be either."""
    if hour > 24 or (half and not 1 <= hour <= 12):
        return []
    if half:
        return [(60 * (hour % 12 + (12 if half[0] == "p" else 0)) + minute,)]
    if certain or not 1 <= hour <= 12:
        return [(60 * (hour % 24) + minute,)]
    return [(60 * hour + minute,), (60 * ((hour + 12) % 24) + minute,)]


def _versions(text: str) -> Iterator[Moment]:
    for match in _VERSION.finditer(lower(text)):
        numbers = tuple(map(int, match["numbers"].split(".")))
        yield _moment(text, match.start("numbers"), match.end("numbers"), MomentKind.VERSION, numbers)


def _weekdays(text: str) -> Iterator[Moment]:
    for match in _WEEKDAY.finditer(text):
        day = _DAY_NUMBERS[match["weekday"][:3].lower()]
        yield _moment(text, match.start("weekday"), match.end("weekday"), MomentKind.WEEKDAY, (day,))


def _years(text: str) -> Iterator[Moment]:
    for match in _YEAR_ALONE.finditer(text):
        yield _moment(text, *match.span(), MomentKind.YEAR, (int(match["year"]),))
    for match in _SHORT_YEAR.finditer(text):
        short = int(match.group(1))
        yield _moment(text, *match.span(), MomentKind.YEAR, (1900 + short,), (2000 + short,))
    for (start, middle, first), (second, end, last) in pairwise(spelled_numbers(text)):
        if second - middle == 1 and 10 <= first <= 20 and 10 <= last <= 99 and first.denominator == 1:
            yield _moment(text, start, end, MomentKind.YEAR, (int(first) * 100 + int(last),))

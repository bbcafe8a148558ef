"""Dates and times of day in another spelling: 5 March 2024, March 5, 2024; 5 pm, 17:00."""

import re
from collections.abc import Iterator

from workbench.plants.ground import Ground
from workbench.text.figures import FigureKind

Edit = tuple[int, int, str]
_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip
_MONTH = "|".join(_MONTHS)
_DAY_FIRST = re.compile(rf"(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\s(?:of\s)?(?P<month>{_MONTH})(?:,?\s(?P<year>\d{{4}}))?")
_MONTH_FIRST = re.compile(rf"(?P<month>{_MONTH})\s(?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?:,?\s(?P<year>\d{{4}}))?")
_ISO = re.compile(r"(?P<year>\d{4})-(?P<number>\d{2})-(?P<day>\d{2})")
_HALF_DAY = re.compile(r"(?P<hour>\d{1,2})(?:[:.](?P<minute>\d{2}))?\s?(?P<half>[ap])\.?\s?m\b\.?", re.IGNORECASE)
_CLOCK = re.compile(r"(?P<hour>\d{2}):(?P<minute>\d{2})")
# What stands before a time of day; a score or a verse has none of these.
_BEFORE_TIME = re.compile(r"\b(?:at|from|to|until|till|by|before|after|between|and|since|around|about)\s$|[-–]\s?$")
_GOES_ON = re.compile(r"[ ,;:)]*[a-z\d,;:]")
_ZONE = re.compile(r"\s?(?:[A-Z]{2,4}\b|hours\b|h\b)")


def dates_respelled(ground: Ground) -> list[list[Edit]]:
    """Return the edits that write one date of the answer another way, for every such date and way."""
    return [[(start, end, new)] for start, end, text in _spots(ground, FigureKind.DATE) for new in _other_dates(text)]


def times_respelled(ground: Ground) -> list[Edit]:
    """Return the edits that write all times of day of the answer another way; none where one of them has no other way.

    All or none: `from 7 am to 21:00` would read oddly.
    """
    answer = ground.case.answer
    edits: list[Edit] = []
    ways: set[bool] = set()
    for start, end, text in _spots(ground, FigureKind.TIME):
        to_clock = _HALF_DAY.fullmatch(text) is not None
        new = _clock(text) if to_clock else _half_day(text)
        if (
            not new
            or _ZONE.match(answer, end)
            or not (to_clock or _BEFORE_TIME.search(answer[max(0, start - 9) : start]))
        ):
            return []
        # The full stop of "p.m." may end the sentence as well.
        end -= text.endswith(".") and not _GOES_ON.match(answer, end)
        edits.append((start, end, new))
        ways.add(to_clock)
    return edits if len(ways) == 1 else []


def _spots(ground: Ground, kind: FigureKind) -> Iterator[tuple[int, int, str]]:
    """The stretches of the answer that are dates or times: figures of one stretch come out of it once."""
    answer = ground.case.answer
    patterns = (_DAY_FIRST, _MONTH_FIRST, _ISO) if kind is FigureKind.DATE else (_HALF_DAY, _CLOCK)
    places = [figure.start for figure in ground.figures if figure.kind is kind]
    last = 0
    for place in places:
        if place < last or ground.is_quoted(place):
            continue
        first = max(last, place - 10)
        found = [match for pattern in patterns for match in [pattern.search(answer, first, place + 30)] if match]
        held = [match for match in found if match.start() <= place < match.end()]
        if not held:
            if kind is FigureKind.TIME:
                yield place, place, ""
            continue
        whole = max(held, key=lambda match: match.end() - match.start())
        last = whole.end()
        around = answer[max(0, whole.start() - 1) : whole.start()] + answer[whole.end() : whole.end() + 1]
        # "February 23 , 1778": the year belongs to it.
        if not re.search(r"[\w/:*\[\]]", around) and not re.match(r"\s,\s?\d", answer[last : last + 4]):
            yield whole.start(), whole.end(), whole.group()


def _other_dates(text: str) -> list[str]:
    iso = _ISO.fullmatch(text)
    match = iso or _DAY_FIRST.fullmatch(text) or _MONTH_FIRST.fullmatch(text)
    if match is None:
        return []
    number = int(match.group("number")) if iso else _MONTHS.index(match.group("month")) + 1
    day, year = int(match.group("day")), match.group("year")
    if not (1 <= day <= 31 and 1 <= number <= 12):
        return []
    month = _MONTHS[number - 1]
    ways = [f"{day} {month}" + (f" {year}" if year else ""), f"{month} {day}" + (f", {year}" if year else "")]
    if year:
        ways.append(f"{year}-{number:02}-{day:02}")
    plain = re.sub(r"(?<=\d)(?:st|nd|rd|th)|\bof\s|,", "", text)
    return [way for way in ways if way.replace(",", "") != plain]


def _clock(text: str) -> str:
    match = _HALF_DAY.fullmatch(text)
    assert match is not None  # asked for such texts only
    hour, minute = int(match.group("hour")), match.group("minute") or "00"
    # Noon and midnight are written both ways and mistaken for each other.
    if not 1 <= hour <= 11 or int(minute) > 59:
        return ""
    return f"{hour + 12 if match.group('half').lower() == 'p' else hour:02}:{minute}"


def _half_day(text: str) -> str:
    match = _CLOCK.fullmatch(text)
    if match is None:
        return ""
    hour, minute = int(match.group("hour")), match.group("minute")
    if hour in (0, 12) or hour > 23 or int(minute) > 59:
        return ""
    written = str(hour % 12) + ("" if minute == "00" else f":{minute}")
    return f"{written} {'pm' if hour > 12 else 'am'}"

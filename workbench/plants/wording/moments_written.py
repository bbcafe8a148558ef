"""Writing another date, weekday, time or version exactly as a given one is written."""

import re

from workbench.text.dates import MONTHS, WEEKDAYS, Moment, MomentKind
from workbench.text.number_words import number_in_words

_ORDINAL = re.compile(r"(\d{1,2})(st|nd|rd|th)\b", re.IGNORECASE)
_WORD = re.compile(r"[A-Za-z]{3,}")
_DAY_NUMBER = re.compile(r"(?<!\d)\d{1,2}(?!\d)")


def written_as(moment: Moment, value: tuple[int, ...]) -> str | None:
    """Return a value in the spelling of a moment of its kind, or None where that spelling cannot hold it."""
    match moment.kind:
        case MomentKind.DATE:
            return _date(moment, value)
        case MomentKind.MONTH:
            return _with_month(moment.text, moment.value[1], value[1])
        case MomentKind.YEAR:
            return str(value[0]) if moment.text.isdigit() else None
        case MomentKind.WEEKDAY:
            return WEEKDAYS[value[0]] + ("s" if moment.text.endswith("s") else "")
        case MomentKind.TIME:
            return _time(moment, value[0])
    return ".".join(map(str, value))


def _date(moment: Moment, value: tuple[int, ...]) -> str | None:
    _, month, day = value
    if moment.text[:4].isdigit():
        mark = moment.text[4]
        wide = len(moment.text) == len("2024-03-05")
        return f"{value[0]}{mark}{month:02}{mark}{day:02}" if wide else None
    named = _with_month(moment.text, moment.value[1], month)
    if named is None or _WORD.search(named) is None:
        return None
    ordinal = _ORDINAL.search(named)
    if ordinal:
        return f"{named[: ordinal.start()]}{day}{_ending(day)}{named[ordinal.end() :]}"
    return _DAY_NUMBER.sub(str(day), named, count=1)


def _ending(day: int) -> str:
    return "th" if 10 <= day % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(day % 10, "th")


def _with_month(text: str, old: int, new: int) -> str | None:
    """Write another month as long or as short as the old one; a short one keeps its stop."""
    word = _WORD.search(text)
    if old == new or word is None:
        return text
    if not word.group()[0].isupper() or not word.group()[1:].islower():
        return None
    full = MONTHS[new - 1]
    name = full if len(word.group()) > 3 or word.group() == "May" else full[:3]
    return f"{text[: word.start()]}{name}{text[word.end() :]}"


def _time(moment: Moment, minutes: int) -> str | None:
    hour, minute = divmod(minutes, 60)
    text = moment.text
    digits = re.match(r"(\d{1,2})([:.]\d{2})?", text)
    if digits is None:
        return _spoken_time(text, hour, minute)
    half = re.search(r"[ap]\.?m|o['’]", text, re.IGNORECASE) is not None
    shown = (hour + 11) % 12 + 1 if half else hour
    if not half and len(moment.readings) > 1:
        shown = hour
    if minute and not digits.group(2):
        return None
    mark = digits.group(2)[0] if digits.group(2) else ""
    first = f"{shown:02}" if len(digits.group(1)) == 2 and digits.group(1).startswith("0") else str(shown)
    if digits.group(1).startswith("0") and hour >= 10:
        first = str(hour)
    return f"{first}{f'{mark}{minute:02}' if mark else ''}{text[digits.end() :]}"


def _spoken_time(text: str, hour: int, minute: int) -> str | None:
    word = re.match(r"[a-z]+", text, re.IGNORECASE)
    if minute or word is None or " " not in text:
        return None  # noon and midnight have no neighbours
    spoken = number_in_words((hour + 11) % 12 + 1)
    return (spoken.capitalize() if text[0].isupper() else spoken) + text[word.end() :]

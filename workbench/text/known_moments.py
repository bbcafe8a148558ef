"""The moments of some texts, to ask whether another one stands among them, in any spelling."""

import re

from workbench.text.dates import Moment, MomentKind, dotted_numbers, moments, weekday_of
from workbench.text.figures import figures

_EVERY_DAY = re.compile(
    r"\b(?:daily|every ?day|each day|weekdays?|weekends?|all week|seven days|7 days)\b", re.IGNORECASE
)
_DAY_RANGE = re.compile(
    r"\b(mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}\.?\s?(?:-|–|to|through|until|till)\s?(mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}\b",
    re.IGNORECASE,
)
_DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")


class KnownMoments:
    """What some texts say of dates, months, years, weekdays, times and versions."""

    def __init__(self, *texts: str) -> None:
        self._values: set[tuple[MomentKind, tuple[int, ...]]] = set()
        # Days and months without their year, in which a date with a year meets one without.
        self._days: set[tuple[int, int]] = set()
        self._months: set[int] = set()
        self._numbers: set[int] = set()
        self._dotted: set[tuple[int, ...]] = set()
        for text in texts:
            for moment in moments(text):
                self._add(moment)
            self._numbers.update(int(f.value) for f in figures(text) if f.value.denominator == 1)
            self._dotted |= dotted_numbers(text)
            self._add_weekdays(text)

    def _add(self, moment: Moment) -> None:
        for value in moment.readings:
            self._values.add((moment.kind, value))
            if moment.kind is MomentKind.DATE:
                year, month, day = value
                self._days.add((month, day))
                self._months.add(month)
                if year > 1582:
                    self._values.add((MomentKind.WEEKDAY, (weekday_of(year, month, day),)))
            elif moment.kind is MomentKind.MONTH:
                self._months.add(value[1])

    def _add_weekdays(self, text: str) -> None:
        if _EVERY_DAY.search(text):
            self._values |= {(MomentKind.WEEKDAY, (day,)) for day in range(7)}
        for match in _DAY_RANGE.finditer(text):
            day, last = _DAYS.index(match.group(1).lower()), _DAYS.index(match.group(2).lower())
            while day != last:
                self._values.add((MomentKind.WEEKDAY, (day,)))
                day = (day + 1) % 7

    def holds(self, moment: Moment) -> bool:
        """Say whether a moment stands in the texts, in any spelling; a date without its year meets one with it."""
        if moment.kind is MomentKind.DATE and not moment.value[0]:
            return any(value[1:] in self._days for value in moment.readings)
        if moment.kind is MomentKind.MONTH and not moment.value[0]:
            return moment.value[1] in self._months
        if moment.kind is MomentKind.YEAR:
            return any(value[0] in self._numbers for value in moment.readings)
        return any((moment.kind, value) in self._values for value in moment.readings)

    def may_hold(self, kind: MomentKind, value: tuple[int, ...], old: tuple[int, ...]) -> bool:
        """Say whether a new value, put in the place of an old one, might be what the texts say of anything.

        Every part that is new must be new to the texts: a new day with its month in any year, a new month alone.
        """
        match kind:
            case MomentKind.DATE:
                return value[1:] in self._days
            case MomentKind.MONTH:
                return value[1] in self._months
            case MomentKind.YEAR:
                return value[0] in self._numbers or (kind, value) in self._values
            case MomentKind.TIME:
                return any((kind, ((value[0] + half) % 1440,)) in self._values for half in (0, 720))
            case MomentKind.VERSION:
                return (kind, value) in self._values or value in self._dotted or value == old
        return (kind, value) in self._values

"""A date, month, year, weekday, clock time or version shifted to another one of the same form."""

import re
from collections.abc import Callable, Iterator
from random import Random

from workbench.plants.ground import Ground
from workbench.plants.style import Declined, Draft, Example, Style, edited
from workbench.plants.wording.bounds import is_trigger
from workbench.plants.wording.moments_written import written_as
from workbench.records.challenge import Set
from workbench.records.rules import GROUNDED
from workbench.text.dates import Moment, MomentKind, moments
from workbench.text.known_moments import KnownMoments
from workbench.text.sentences import Span

# A year, a month or a weekday alone is a date only after such a word; a title or a name is not.
_DATING = re.compile(
    r"\b(?:in|since|from|of|during|until|till|on|every|each|for|early|late|mid|last|next|this|by|around|about"
    r"|circa)[\s-](?:(?:the|early|late|mid|about|around)[\s-])?$|\b(?:founded|established|born|released|\w{3,}ed),?\s\(?$",
    re.IGNORECASE,
)
_CLOCKING = re.compile(
    r"\b(?:at|from|until|till|by|to|before|after|around|about|between|and|opens?|closes?|starts?|ends?|noon|daily)\s$"
    r"|\d\s?(?:[ap]\.?m\.?)?\s?[-–]\s?$",
    re.IGNORECASE,
)
_NAME_AFTER = re.compile(r"^['’\w]|^\s+(?:[A-Z]\w|film\b|novel\b|album\b|song\b|book\b|movie\b|act\b|season\b|model\b)")
# A range, or a second way of saying the same, would contradict the new one at a glance.
_RANGE_AFTER = re.compile(
    r"^\s*(?:[-–/(]|(?:to|through|until|till|and|or)\b(?!\s+(?:the|a|an|it|he|she|they|is|was|has|by|in)\b))"
    r"|^,?\s+(?:or|and)\s+(?:earlier|later|older|newer|above|below)",
    re.IGNORECASE,
)
_RANGE_BEFORE = re.compile(
    r"(?:[-–/(]|\b(?:between|to|through|or|not|than)\b)\s*(?:(?:the|early|late|mid)[\s-]+)?$|\b(?:from|between)\b[^.;,]{0,40}\b(?:and|to|until|till)"
    r"\s*$",
    re.IGNORECASE,
)
# What makes the new claim go further than the passages, so that it cannot follow from them.
_EARLIER_ONLY = re.compile(
    r"\b(?:since|from|by|before|no later than)\s+(?:\w+\s+|(?:the\s+)?\w+\s+of\s+)?$", re.IGNORECASE
)
_LATER_ONLY = re.compile(r"\b(?:after|until|till)\s+(?:\w+\s+|(?:the\s+)?\w+\s+of\s+)?$", re.IGNORECASE)
_OPENS = re.compile(r"^\s*(?:[-–]|to\b|and\b|until\b|till\b)\s*(?:\d|noon|midnight|[a-z]+\s+o['’])", re.IGNORECASE)
_CLOSES = re.compile(r"(?:\d|[ap]\.?m\.?|noon|clock)\s*(?:[-–]|to|and|until|till)\s*$", re.IGNORECASE)
_SPANS = re.compile(
    r"\b(?:yesterday|today|tomorrow|weekends?|weekdays?|days? (?:later|after|before|earlier)|next day|same day"
    r"|anniversary|century|centennial|years? (?:later|after|before|earlier|old)|aged?|GMT|UTC|ET|EST|PST|CET|BST)\b"
)
_HISTORIC = re.compile(r"\b(?:World War|September 11|9/11|Fourth of July|July 4|4th of July)\b", re.IGNORECASE)
# Words of a sentence about what was still to come when it was written.
_PLANNED = re.compile(
    r"\b(?:will|won['’]t|shall|going to|plan(?:s|ned|ning)?|expect(?:s|ed|ing)?|intend(?:s|ed|ing)?|aim(?:s|ed|ing)?"
    r"|project(?:ed|ing)|schedul(?:ed|ing)|slated|due|upcoming|future|goals?|targets?|forecasts?|pledge[sd]?|hopes?)\b",
    re.IGNORECASE,
)
_LEAST_SUPPORT = 0.4


def date_shifted(ground: Ground, rng: Random) -> Draft:
    """Shift one moment of the answer that a passage holds to one of the same form that none holds.

    Raises:
        Declined: no moment can be shifted so that the answer is certainly wrong.
    """
    if not ground.english or ground.declined:
        raise Declined("not English prose" if not ground.english else "the answer declines")
    told = moments(ground.case.answer)
    if not told:
        raise Declined("no date, weekday, time or version")
    asked = KnownMoments(ground.case.question)
    sites = [one for one in told if not asked.holds(one) and _shiftable(ground, one, told)]
    # To read all passages is the greater part of the work, and few answers need it.
    shown = KnownMoments(ground.shown) if sites else asked
    sites = [one for one in sites if shown.holds(one)]
    if not sites:
        raise Declined("no date, weekday, time or version that a passage holds and that stands alone")
    known = KnownMoments(ground.shown, ground.case.question, ground.case.answer)
    rng.shuffle(sites)
    for site in sites:
        for value in _values(ground, site, told, rng):
            new = written_as(site, value)
            if new is not None and not known.may_hold(site.kind, value, site.value):
                proof = (
                    f'"{site.text}" stands in a passage; "{new}" stands in no passage, question or other part of the '
                    "answer, in any spelling"
                )
                return edited(ground, [(site.start, site.end, new)], proof)
    raise Declined("every other one near it stands in a passage or would be out of order")


def _shiftable(ground: Ground, moment: Moment, told: tuple[Moment, ...]) -> bool:
    sentence = ground.sentence_at(moment.start)
    if sentence is None or moment.end > sentence.end or not ground.is_claim(sentence):
        return False
    if ground.is_quoted(moment.start) or any(m.start <= moment.start < m.end for m in ground.citations.marks):
        return False
    if sum(other.kind is moment.kind and set(other.readings) & set(moment.readings) != set() for other in told) > 1:
        return False
    before = ground.case.answer[sentence.start : moment.start]
    after = ground.case.answer[moment.end : sentence.end]
    if _HISTORIC.search(sentence.text) or _SPANS.search(sentence.text) or is_trigger(before):
        return False
    return _stands_alone(moment, before, after, sentence, told) and ground.support(sentence.text) >= _LEAST_SUPPORT


def _stands_alone(moment: Moment, before: str, after: str, sentence: Span, told: tuple[Moment, ...]) -> bool:
    beside = [other for other in told if other is not moment and sentence.start <= other.start < sentence.end]
    if moment.kind is MomentKind.TIME:
        written = moment.text[-1] in "mM." or moment.text[-1] == "k"
        return bool(written or _CLOCKING.search(before)) and not re.match(r"^\s*(?:[/(]|or\b)", after)
    if _RANGE_AFTER.match(after) or _RANGE_BEFORE.search(before):
        return False
    if moment.kind is MomentKind.VERSION:
        return not re.match(r"^\s*(?:or|and)\b", after)
    if any(other.kind is not MomentKind.TIME and other.kind is not moment.kind for other in beside):
        return False  # a weekday and its date, a month and its year
    if moment.kind is MomentKind.DATE:
        return True
    if moment.kind is MomentKind.WEEKDAY and len(moment.text) < 6:
        return False
    return _DATING.search(before) is not None and _NAME_AFTER.match(after) is None


def _values(ground: Ground, moment: Moment, told: tuple[Moment, ...], rng: Random) -> Iterator[tuple[int, ...]]:
    """Yield other values of the same form near the moment, in a random order, that keep the order of the answer."""
    found = neighbours(moment)
    rng.shuffle(found)
    sentence = ground.sentence_at(moment.start)
    assert sentence is not None  # only a moment in a sentence is shifted
    before, after = ground.case.answer[sentence.start : moment.start], ground.case.answer[moment.end : sentence.end]
    way = _way(moment, before, after)
    # A plan stays one: with a year that has gone by it would be odd at a glance.
    planned = moment.kind is MomentKind.YEAR and _PLANNED.search(sentence.text) is not None
    for value in found:
        later = value > moment.value
        further = way == 0 or later == (way > 0)
        if further and (later or not planned) and _keeps_order(moment, value, told):
            yield value


def _way(moment: Moment, before: str, after: str) -> int:
    """1 where only a later moment is certainly wrong, -1 where only an earlier one is, 0 where either is."""
    if moment.kind in (MomentKind.WEEKDAY, MomentKind.VERSION):
        return 0
    if moment.kind is MomentKind.TIME and _OPENS.match(after):
        return -1
    if moment.kind is MomentKind.TIME and _CLOSES.search(before):
        return 1
    return -1 if _EARLIER_ONLY.search(before) else 1 if _LATER_ONLY.search(before) else 0


def _keeps_order(moment: Moment, value: tuple[int, ...], told: tuple[Moment, ...]) -> bool:
    """Whether it stands to every other moment that it can be compared with as the old one did."""
    old, new = _comparable(moment.kind, moment.value), _comparable(moment.kind, value)
    for other in told:
        mark = _comparable(other.kind, other.value)
        if (
            other is moment
            or not old
            or not mark
            or (other.kind is MomentKind.TIME) != (moment.kind is MomentKind.TIME)
        ):
            continue
        length = min(len(old), len(mark))
        was, becomes = _sign(old[:length], mark[:length]), _sign(new[:length], mark[:length])
        if was != becomes:
            return False
    return True


def _comparable(kind: MomentKind, value: tuple[int, ...]) -> tuple[int, ...]:
    """A value as it stands in time; empty where it has no place of its own there."""
    if kind is MomentKind.WEEKDAY or kind is MomentKind.VERSION:
        return ()
    return value if value[0] or kind is MomentKind.TIME else ()


def _sign(one: tuple[int, ...], other: tuple[int, ...]) -> int:
    return (one > other) - (one < other)


def _dates(moment: Moment) -> Iterator[tuple[int, ...]]:
    year, month, day = moment.value
    if len(moment.readings) > 1:
        return
    for step in (-16, -14, -11, -9, -7, -6, -5, -4, -3, 3, 4, 5, 6, 7, 9, 11, 14, 16):
        if 1 <= day + step <= 28:
            yield year, month, day + step
    for step in (-2, -1, 1, 2):
        if 1 <= month + step <= 12 and day <= 28:
            yield year, month + step, day


def _months(moment: Moment) -> Iterator[tuple[int, ...]]:
    year, month = moment.value
    for step in (-4, -3, -2, -1, 1, 2, 3, 4):
        if 1 <= month + step <= 12:
            yield year, month + step


def _years(moment: Moment) -> Iterator[tuple[int, ...]]:
    (year,) = moment.value
    steps = (2, 3, 4, 5, 6, 7, 8, 9) if year < 2010 else (1, 2, 3, 4)
    for step in steps:
        yield (year - step,)
        # Nobody wrote a passage about a year that has not come.
        if year + step <= max(2020, year + 1) and (year + step) // 100 == year // 100:
            yield (year + step,)


def _weekdays(moment: Moment) -> Iterator[tuple[int, ...]]:
    (day,) = moment.value
    weekend = day >= 5
    for other in range(7):
        if other != day and (other >= 5) == weekend:
            yield (other,)


def _times(moment: Moment) -> Iterator[tuple[int, ...]]:
    (minutes,) = moment.value
    for step in (-120, -90, -60, -30, 30, 60, 90, 120):
        new = minutes + step
        if 0 < new < 1440 and (new >= 720) == (minutes >= 720) and (step % 60 == 0 or minutes % 60):
            yield (new,)


def _versions(moment: Moment) -> Iterator[tuple[int, ...]]:
    *first, last = moment.value
    for step in (-3, -2, -1, 1, 2, 3):
        if last + step >= (1 if not first else 0):
            yield (*first, last + step)


_NEIGHBOURS: dict[MomentKind, Callable[[Moment], Iterator[tuple[int, ...]]]] = {
    MomentKind.DATE: _dates,
    MomentKind.MONTH: _months,
    MomentKind.YEAR: _years,
    MomentKind.WEEKDAY: _weekdays,
    MomentKind.TIME: _times,
    MomentKind.VERSION: _versions,
}


def neighbours(moment: Moment) -> list[tuple[int, ...]]:
    """Other values of the same form near a moment."""
    return list(_NEIGHBOURS[moment.kind](moment))


STYLES = (
    Style(
        name="date_shifted",
        set=Set.PLANTED,
        rules=(GROUNDED,),
        summary="a date, month, year, weekday, clock time or version becomes another one of the same form",
        covers="the old one stands in a passage; the new one in no passage and no question, in any spelling. That the "
        "passages tie the old one to just this claim is for a reader",
        plant=date_shifted,
        examples=(
            Example(
                question="When does the workshop close for the winter?",
                passages=("The workshop closes on 12 November 2025 and opens again in spring.",),
                answer="It closes on November 12, 2025.",
                becomes="It closes on November 17, 2025.",
            ),
            Example(
                question="When does the stand open?",
                passages=("The stand at Tarn Head is open from 09:00 to 17:30.",),
                answer="The stand at Tarn Head is open from 9 am to 5:30 pm.",
                becomes="The stand at Tarn Head is open from 8 am to 5:30 pm.",
            ),
        ),
    ),
)

"""A date, month, weekday, time or version that the answer takes from the passages, changed wherever they hold it."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from workbench.plants.ground import Ground
from workbench.plants.mistakes.dates import neighbours
from workbench.plants.style import Declined
from workbench.plants.wording.moments_written import written_as
from workbench.records.passage import Passage
from workbench.text.dates import Moment, MomentKind, is_short_day, moments
from workbench.text.known_moments import KnownMoments
from workbench.text.sentences import sentences

# More mentions than this make the passages a text about the moment: the change would be no small one.
_MOST_MENTIONS = 4
_TIED = (MomentKind.DATE, MomentKind.WEEKDAY)


def moment_edited(ground: Ground, rng: Random) -> tuple[Passage, ...]:
    """Return the passages with another moment in place of one that the answer tells and the question does not.

    Raises:
        Declined: there is none that stands for itself wherever a passage holds it.
    """
    asked, shown = KnownMoments(ground.case.question), KnownMoments(ground.shown)
    known = KnownMoments(ground.shown, ground.case.question, ground.case.answer)
    told = [one for one in moments(ground.case.answer) if one.kind is not MomentKind.YEAR and not is_short_day(one)]
    places = [one for one in told if shown.holds(one) and not asked.holds(one) and len(one.readings) == 1]
    rng.shuffle(places)
    for old in places:
        values = [new for new in neighbours(old) if not known.may_hold(old.kind, new, old.value)]
        rng.shuffle(values)
        for new in values:
            passages = _with(ground.case.passages, old, new)
            if passages and not KnownMoments(*(f"{one.title}\n{one.text}" for one in passages)).holds(old):
                return passages
    raise Declined("no date, weekday or time of the answer that can be edited in every passage that holds it")


def _with(passages: tuple[Passage, ...], old: Moment, new: tuple[int, ...]) -> tuple[Passage, ...]:
    """Write a new value over each mention of an old one, in its form; () where one has to stay, or there are none."""
    found = [(passage, list(_mentions(passage.text, old))) for passage in passages]
    mentions = sum(len(places) for _, places in found)
    if not 1 <= mentions <= _MOST_MENTIONS:
        return ()
    edited: list[Passage] = []
    for passage, places in found:
        text = passage.text
        for place in reversed(places):
            written = None if _is_tied(passage.text, place) else written_as(place, _like(place, new))
            if written is None:
                return ()
            text = text[: place.start] + written + text[place.end :]
        edited.append(replace(passage, text=text))
    return tuple(edited)


def _mentions(text: str, old: Moment) -> Iterator[Moment]:
    for moment in moments(text):
        if moment.kind is old.kind and any(_same(old, one, other) for one in moment.readings for other in old.readings):
            yield moment


def _same(old: Moment, one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    """Whether two values mean the same; a date without its year meets one with it."""
    dated = old.kind in (MomentKind.DATE, MomentKind.MONTH) and not (one[0] and other[0])
    return one[1:] == other[1:] if dated else one == other


def _like(place: Moment, new: tuple[int, ...]) -> tuple[int, ...]:
    """The new value with the year, or without one, as the mention has it."""
    return (place.value[0], *new[1:]) if place.kind in (MomentKind.DATE, MomentKind.MONTH) else new


def _is_tied(text: str, place: Moment) -> bool:
    """Whether a weekday stands beside its date, so that either could be counted out from the other."""
    around = next((span for span in sentences(text) if span.start <= place.start < span.end), None)
    kinds = {moment.kind for moment in moments(around.text)} if around is not None else set()
    return around is None or (place.kind in _TIED and kinds.issuperset(_TIED))

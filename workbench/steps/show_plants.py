"""Which plants a person is shown, and what was decided about them so far."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import chain, zip_longest

from workbench.errors import InputError, unknown_name
from workbench.records.challenge import Challenge, Set
from workbench.report.plants_text import CONFIRMED, TO_CONFIRM
from workbench.steps.answer_key import AnswerKey
from workbench.steps.bench import Bench
from workbench.steps.known_styles import known_styles


@dataclass(frozen=True, kw_only=True)
class Shown:
    """Plants to read: those that wait to be confirmed first, then a mistake and a near miss in turn, of all styles.

    Attributes:
        challenges: The plants and near misses.
        marks: What was decided or is waiting, by item id, in the words of `plants_text`.
    """

    challenges: tuple[Challenge, ...]
    marks: Mapping[str, str]


def plants_to_show(bench: Bench, key: AnswerKey, *, style: str | None) -> Shown:
    """Gather the plants of a key, of one style or of all. Held-out plants are never among them.

    Raises:
        InputError: the style is held out or not known, or nothing was planted in it.
    """
    waiting = key.additions.to_confirm
    mistakes, near_misses = (
        _by_turns(one for one in key.challenges if one.set is part) for part in (Set.PLANTED, Set.NEAR_MISS)
    )
    every = [*waiting, *_in_turn(mistakes, near_misses)]
    if style is not None and style in bench.settings.held_out:
        raise InputError(f'the style "{style}" is held out, and nobody who tunes a rubric may read its plants')
    known = sorted({one.style for one in every})
    if style is not None and style not in known:
        if style in known_styles(bench.settings):
            raise InputError(f'nothing is planted in the style "{style}"', hint="why: workbench plant")
        raise unknown_name("style with plants", style, known)
    marks = dict.fromkeys(key.additions.decisions.confirmed, CONFIRMED)
    marks |= dict.fromkeys((one.item.item_id for one in waiting), TO_CONFIRM)
    return Shown(challenges=tuple(one for one in every if style in (None, one.style)), marks=marks)


def _by_turns(challenges: Iterable[Challenge]) -> list[Challenge]:
    """One of each style before a second of any, so that whoever reads ten reads ten styles."""
    styles: dict[tuple[str, str], list[Challenge]] = defaultdict(list)
    for one in challenges:
        styles[one.rule, one.style].append(one)
    return list(_in_turn(*styles.values()))


def _in_turn(*lists: list[Challenge]) -> Iterable[Challenge]:
    return (one for one in chain.from_iterable(zip_longest(*lists)) if one is not None)

"""Which plants a person is shown, and what was decided about them so far."""

from collections.abc import Mapping
from dataclasses import dataclass

from workbench.errors import InputError, unknown_name
from workbench.records.challenge import Challenge, Set
from workbench.report.plants_text import CONFIRMED, TO_CONFIRM
from workbench.steps.answer_key import AnswerKey
from workbench.steps.bench import Bench
from workbench.steps.known_styles import known_styles


@dataclass(frozen=True, kw_only=True)
class Shown:
    """Plants to read, those that wait to be confirmed first.

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
    every = [*waiting, *(one for one in key.challenges if one.set in (Set.PLANTED, Set.NEAR_MISS))]
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

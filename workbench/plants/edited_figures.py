"""A figure that the answer takes from the passages, changed wherever they hold it.

Bounds and pairs too: the answer need not become wrong, as it must for a plant; it only has to follow.
"""

from dataclasses import replace
from fractions import Fraction
from itertools import islice
from random import Random

from workbench.plants.ground import Ground
from workbench.plants.mistakes.edited_evidence import figure_edit
from workbench.plants.style import Declined
from workbench.plants.wording.new_figures import candidates, is_new, spelling
from workbench.records.passage import Passage
from workbench.text.figures import Figure, FigureKind, figures, same_quantity
from workbench.text.quantities import Quantities

# More mentions than this make the passages a text about the value: the change would be no small one.
_MOST_MENTIONS = 4
_MOST_VALUES = 12
# A bare number as small as this could be counted out from what stands beside it.
_COUNTABLE = 12


def figure_edited(ground: Ground, rng: Random) -> tuple[Passage, ...]:
    """Return the passages with another value in place of a figure that the answer tells and the question does not.

    Raises:
        Declined: there is none that can be edited in every passage that holds it.
    """
    places = [figure for figure in ground.figures if _is_editable(ground, figure)]
    rng.shuffle(places)
    for old in places:
        values = candidates(old) or _below_one(old)
        rng.shuffle(values)
        unit = ground.case.answer[old.end : old.end_of_unit]
        fresh = (value for value in values if is_new(ground, f"{spelling(old, value)}{unit}"))
        for new in islice(fresh, _MOST_VALUES):
            passages = _with(ground.case.passages, old, new)
            if passages and not Quantities(*(f"{one.title}\n{one.text}" for one in passages)).holds(old):
                return passages
    raise Declined("no figure of the answer that can be edited in every passage that holds it")


def _is_editable(ground: Ground, figure: Figure) -> bool:
    return (
        figure.kind is FigureKind.PLAIN
        and figure.text.isascii()
        and len(figure.readings) == 1
        and not (figure.unit is None and figure.value <= _COUNTABLE)
        and ground.is_shown(figure)
        and not ground.asked_quantities.holds(figure)
    )


def _below_one(figure: Figure) -> list[Fraction]:
    """Values for 0.38: those of 38, as many places behind the point."""
    places = len(figure.text.partition(".")[2])
    if not 0 < figure.value < 1 or figure.text != f"{float(figure.value):.{places}f}":
        return []
    whole = replace(figure, text=figure.text.partition(".")[2].lstrip("0"), value=figure.value * 10**places)
    return [value / 10**places for value in candidates(whole) if value < 10**places]


def _with(passages: tuple[Passage, ...], old: Figure, new: Fraction) -> tuple[Passage, ...]:
    """Write a new value over each mention of an old one, in its form; () where one has to stay, or there are none."""
    edited: list[Passage] = []
    mentions = 0
    for passage in passages:
        text = passage.text
        for figure in reversed(figures(text)):
            if same_quantity(figure, old):
                try:
                    start, end, written = figure_edit(passage.text, figure, old, new)
                except Declined:
                    return ()
                text = text[:start] + written + text[end:]
                mentions += 1
        edited.append(replace(passage, text=text))
    return tuple(edited) if 1 <= mentions <= _MOST_MENTIONS else ()

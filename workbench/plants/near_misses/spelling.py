"""Figures in another spelling of the same quantity."""

import re
from fractions import Fraction
from random import Random

from workbench.plants.ground import Ground
from workbench.plants.near_misses.measures import in_other_words
from workbench.plants.near_misses.moments import Edit, dates_respelled, times_respelled
from workbench.plants.style import Declined, Draft, Example, Style, edited
from workbench.records.challenge import Set
from workbench.records.rules import ANSWERS_WHEN_IT_CAN, GROUNDED
from workbench.text.figures import Figure, FigureKind, figures, same_quantity
from workbench.text.number_words import number_in_words

_BOTH = (GROUNDED, ANSWERS_WHEN_IT_CAN)
# Feet and inches, and "the two do not agree", where the number is no number of anything.
_BOUND_TO_NEXT = re.compile(r"['’\"”]\s?\d|['’\"”(]|\s(?:do|does|did|are|is|were|was|have|has|had|will|can|may|must)\b")


def figure_respelled(ground: Ground, rng: Random) -> Draft:
    """Write one figure of the answer in another spelling of the same quantity."""
    if not ground.english:
        raise Declined("not English prose")
    options: list[list[Edit]] = [
        [(figure.start, figure.end_of_unit, new)] for figure in ground.figures for new in _respellings(ground, figure)
    ]
    options += dates_respelled(ground)
    options += [edits for edits in [times_respelled(ground)] if edits]
    if not options:
        raise Declined("no figure with another spelling")
    edits = rng.choice(options)
    answer = ground.case.answer
    said = "; ".join(f'"{answer[start:end]}" and "{new}"' for start, end, new in edits)
    return edited(ground, edits, f"the same quantity, exactly: {said}")


def _respellings(ground: Ground, figure: Figure) -> list[str]:
    """Other spellings of number and unit together; each is read back and must be the same quantity."""
    if figure.kind is not FigureKind.PLAIN or not figure.text.isascii():
        return []
    if len(figure.readings) > 1 and not re.fullmatch(r"\d{1,3}(?:,\d{3})+", figure.text):
        return []
    answer = ground.case.answer
    if ground.is_quoted(figure.start) or _is_one_of_several(answer, figure) or _BOUND_TO_NEXT.match(answer, figure.end):
        return []
    tail = answer[figure.end : figure.end_of_unit]
    lead = answer[figure.start - 1 : figure.start] if figure.start else ""
    whole = figure.value.denominator == 1 and figure.value >= 0
    found: list[str] = []
    if whole and not figure.spelled and figure.text.replace(",", "").isdigit():
        value = int(figure.value)
        if "," in figure.text:
            found.append(str(value) + tail)
        elif value >= 10_000:
            found.append(f"{value:,}{tail}")
        if 2 <= value <= 20 and lead not in "£$€-" and tail[:1] in ("", " ") and "°" not in tail and _worded(figure):
            found.append(number_in_words(value) + tail)
    if whole and figure.spelled and 2 <= figure.value <= 99 and not answer[figure.start].isupper():
        found.append(str(int(figure.value)) + tail)
    found += _other_units(figure, tail)
    found += in_other_words(
        figure, answer[max(0, figure.start - 20) : figure.start], answer[figure.end_of_unit :][:20], tail
    )
    return [new for new in found if _same(figure, lead, new)]


def _is_one_of_several(answer: str, figure: Figure) -> bool:
    """Whether it stands beside its like: `10 or 20` reads oddly as `ten or 20`."""
    return re.match(r"[ -]?(?:or|to|and|-|–|,)\s?\d", answer[figure.end : figure.end + 8]) is not None or bool(
        re.search(r"\d\s?(?:or|to|and|-|–|,)\s?$", answer[max(0, figure.start - 8) : figure.start])
    )


def _worded(figure: Figure) -> bool:
    """`five minutes` is prose; `five V` and `five %` are not."""
    return figure.unit is None or figure.unit.dimension in ("time", "calendar", "length", "mass", "volume")


def _other_units(figure: Figure, tail: str) -> list[str]:
    name = tail.strip().lower()
    if name == "%":
        return [f"{figure.text} percent"]
    if name in ("percent", "per cent") and not figure.spelled:
        return [f"{figure.text}%"]
    if figure.unit is None or tail[:1] != " ":
        return []
    value = figure.value
    swaps: dict[str, tuple[Fraction, str]] = {
        "months": (value / 12, "year"),
        "minutes": (value / 60, "hour"),
        "hours": (value * 60, "minute"),
        "years": (value * 12, "month"),
        "days": (value / 7, "week"),
        "weeks": (value * 7, "day"),
    }
    if name not in swaps or value < 2:
        return []
    other, unit = swaps[name]
    # Small numbers only: nobody writes 72 months for six years.
    if other.denominator != 1 or not 1 <= other <= (36 if unit in ("month", "day") else 180):
        return []
    written = number_in_words(int(other)) if figure.spelled and other <= 20 else str(int(other))
    return [f"{written} {unit}{'s' if other != 1 else ''}"]


def _same(figure: Figure, lead: str, new: str) -> bool:
    read = figures(f"{lead if lead in '£$€' else ''}{new}")
    return len(read) == 1 and same_quantity(read[0], figure) and new != figure.text


STYLES = (
    Style(
        name="figure_respelled",
        set=Set.NEAR_MISS,
        rules=_BOTH,
        summary="one figure in another spelling: 1,000 and 1000, 12 and twelve, 24 months and 2 years, 50 % and "
        "half, 5 pm "
        "and 17:00, 5 March 2024 and March 5, 2024",
        covers="both spellings are read as the same quantity, by exact conversion",
        plant=figure_respelled,
        examples=(
            Example(
                question="How long is the guarantee?",
                passages=("The battery has a guarantee of 24 months.",),
                answer="The battery is guaranteed for 24 months.",
                becomes="The battery is guaranteed for 2 years.",
            ),
            Example(
                question="When does the stand close?",
                passages=("The stand is open from 9 am to 5 pm.",),
                answer="The stand is open from 9 am to 5 pm.",
                becomes="The stand is open from 09:00 to 17:00.",
            ),
        ),
    ),
)

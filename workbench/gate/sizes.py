"""How large must a set be, so that a judge of a given quality earns a level? And what can a given set show at best?

Cases are taken as independent, and the judge as saying the same in every repeat: repeats make no more cases. Every line
of the level has to hold, so each is planned for a chance that is enough for all of them together.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from workbench.analysis.intervals import ALPHA, lower_bound, upper_bound
from workbench.analysis.needed import Rule, clears_bound, clears_evidence, more_cases
from workbench.analysis.planning import first_plan
from workbench.gate.policy import Bars

PLANTS_PER_ANSWER = 2
"""More mistakes in copies of one answer are no more cases: they are caught or missed together."""


class Way(StrEnum):
    """How the cases come together."""

    FIXED = "fixed before the first run"
    OPEN = "added as you go"


class Line(StrEnum):
    """The lines of a level that ask for a number of cases."""

    PLANTED = "planted mistakes"
    SOURCES = "trusted answers"
    HELD_OUT = "held-out mistakes"


@dataclass(frozen=True, kw_only=True)
class Quality:
    """How good a judge is in truth: shares from 0 to 1.

    Attributes:
        catch: Planted mistakes that it catches.
        passing: Trusted answers, each with its near misses, that it passes.
        held_out: Held-out mistakes that it catches.
    """

    catch: float
    passing: float
    held_out: float


@dataclass(frozen=True, kw_only=True)
class Size:
    """The cases that one line needs.

    Attributes:
        line: The line.
        items: Cases.
        misses: How many of them may be wrong.
        power: The chance that the judge meets the line.
    """

    line: Line
    items: int
    misses: int
    power: float


@dataclass(frozen=True, kw_only=True)
class Sizes:
    """The set that a level needs.

    Attributes:
        way: How the cases come together.
        sizes: One for each line that some number of cases can meet.
        never: Lines that no number of cases meets: the judge is not better than what is asked.
        answers: Trusted answers that it takes for all of them.
        power: The chance that the judge meets all lines together; 0 where one is never met.
    """

    way: Way
    sizes: tuple[Size, ...]
    never: tuple[Line, ...]
    answers: int
    power: float


@dataclass(frozen=True, kw_only=True)
class AtBest:
    """What a set can show of a judge that makes no mistake at all.

    Attributes:
        caught: The true catch rate is then at least this; None without plants.
        alarmed: The true false alarm rate is then at most this; None without trusted answers.
        missing: Cases that are still missing for the level, by line, and styles.
        missing_styles: Styles of planted mistakes that are still missing.
    """

    caught: float | None
    alarmed: float | None
    missing: Mapping[Line, int]
    missing_styles: int


def sizes(bars: Bars, quality: Quality, *, way: Way, wanted: float, candidates: int = 1) -> Sizes:
    """Which set lets such a judge earn a level with the wanted chance?

    Args:
        bars: The bars of the level.
        quality: The judge.
        way: Whether the numbers of plants and trusted answers are fixed before the first run. The held-out look is one
            look either way.
        wanted: The chance that all lines are met, between 0 and 1, ends left out.
        candidates: Judges that share the set: each then has to show its rates at 5 % over this number.

    Raises:
        ValueError: a share is out of range, or there is no candidate.
    """
    if candidates < 1 or not 0 < wanted < 1:
        raise ValueError(f"expected a chance between 0 and 1 and candidates from 1, got {wanted} and {candidates}")
    each = wanted ** (1 / len(Line))
    alpha = ALPHA / candidates
    found = (
        _size(Line.PLANTED, bars.plants, bars.catch_floor, quality.catch, each, (_rule(way), alpha)),
        _size(Line.SOURCES, bars.sources, bars.pass_floor, quality.passing, each, (_rule(way), alpha)),
        _size(Line.HELD_OUT, bars.held_out, bars.held_out_floor, quality.held_out, each, (clears_bound, alpha)),
    )
    met = tuple(size for size in found if size is not None)
    never = tuple(line for line, size in zip(Line, found, strict=True) if size is None)
    items = {size.line: size.items for size in met}
    mistakes = items.get(Line.PLANTED, 0) + items.get(Line.HELD_OUT, 0)
    return Sizes(
        way=way,
        sizes=met,
        never=never,
        answers=max(items.get(Line.SOURCES, 0), math.ceil(mistakes / PLANTS_PER_ANSWER)),
        power=0.0 if never else math.prod(size.power for size in met),
    )


def at_best(bars: Bars, *, plants: int, styles: int, sources: int, way: Way, candidates: int = 1) -> AtBest:
    """What can a set show at best, and what is missing for a level?

    Args:
        bars: The bars of the level.
        plants: Planted mistakes of the set.
        styles: Their styles.
        sources: Trusted answers of the set.
        way: As in `sizes`.
        candidates: As in `sizes`.
    """
    alpha = ALPHA / candidates
    rule = _rule(way)
    more = {
        Line.PLANTED: more_cases(rule, plants, plants, minimum=bars.plants, floor=bars.catch_floor, alpha=alpha),
        Line.SOURCES: more_cases(rule, sources, sources, minimum=bars.sources, floor=bars.pass_floor, alpha=alpha),
    }
    return AtBest(
        caught=lower_bound(plants, plants, alpha=alpha),
        alarmed=upper_bound(0, sources, alpha=alpha),
        missing={line: count for line, count in more.items() if count},
        missing_styles=max(0, bars.plant_styles - styles),
    )


def _rule(way: Way) -> Rule:
    return clears_bound if way is Way.FIXED else clears_evidence


def _size(
    line: Line, minimum: int, floor: float | None, share: float, wanted: float, by: tuple[Rule, float]
) -> Size | None:
    rule, alpha = by
    if floor is None:
        # No rate is claimed, only that none is missed: more cases would make it less likely, not more.
        return Size(line=line, items=minimum, misses=0, power=share**minimum)
    found = first_plan(floor, share, wanted=wanted, minimum=minimum, alpha=alpha, rule=rule)
    return None if found is None else Size(line=line, items=found.items, misses=found.misses, power=found.power)

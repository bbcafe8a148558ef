"""A comparison in words: what was fixed and broken, and whether the two can be told apart."""

from collections.abc import Sequence
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal

from workbench.analysis.comparison import told_apart
from workbench.records.comparison import Changed, Kind, Part
from workbench.report.words import plural

_RIGHT = {Kind.MISTAKES: "caught", Kind.SOURCES: "passed", Kind.LABELLED: "right"}
_NAMED = 8
_ID = 8


def counts_words(part: Part, *, reference: str) -> str:
    """Say how many cases both got right, and what was fixed and broken: "17 of 20 caught, before 18: fixed 1, broke 2".

    Args:
        part: The comparison on one kind of case.
        reference: What the reference is called.
    """
    aside = f"; {plural(part.left_out, 'case')} without enough answers left out" if part.left_out else ""
    counts = f"{part.right:,} of {part.cases:,} {_RIGHT[part.kind]}, {reference} {part.reference_right:,}"
    if not part.fixed and not part.broken and not part.unsure:
        return f"{counts}: the same on every one{aside}"
    unsure = f", {part.unsure:,} less or more sure" if part.unsure else ""
    return f"{counts}: fixed {len(part.fixed):,}, broke {len(part.broken):,}{unsure}{aside}"


def difference_words(part: Part) -> str:
    """Say whether the two can be told apart, and between what the true difference lies."""
    low, high = percent(part.low, ROUND_FLOOR), percent(part.high, ROUND_CEILING)
    # Outward, so that the interval is never drawn too narrow: an end at 0 is not drawn on one side of it.
    between = f"the true difference lies between {low:+d} and {high:+d} points"
    counted = f"{_p_value(part.adjusted)}, all comparisons counted"
    if told_apart(part):
        return f"{'better' if part.better > 0 else 'worse'} ({counted}); {between}"
    more = f"; if this difference is real, about {part.cases_needed:,} cases show it" if part.cases_needed else ""
    return f"not told apart ({counted}): {between}{more}"


def named_words(changed: Sequence[Changed]) -> str:
    """Name the first few cases."""
    names = [f"{one.case[:_ID]} {one.style}" if one.style else one.case for one in changed[:_NAMED]]
    more = len(changed) - _NAMED
    return ", ".join(names) + (f" and {more:,} more" if more > 0 else "")


def percent(share: float, rounding: str) -> int:
    """Return a share as a whole percentage, rounded as a mode of `decimal` says."""
    # From the shortest decimal spelling: 0.29 is 29 %, although 0.29 * 100 is a little less than 29.
    return int((Decimal(str(share)) * 100).to_integral_value(rounding=rounding))


def _p_value(p_value: float) -> str:
    """A p-value to three places, rounded up."""
    if p_value <= 0.001:
        return "p at most 0.001"
    return f"p = {Decimal(str(p_value)).quantize(Decimal('0.001'), rounding=ROUND_CEILING)}"

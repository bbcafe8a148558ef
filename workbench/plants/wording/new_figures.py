"""New values for a figure, and how they are written: of the same form, a fifth or more away, natural to its unit."""

import re
from fractions import Fraction
from math import ceil, floor

from workbench.plants.ground import Ground
from workbench.text.figures import Figure, figures
from workbench.text.number_words import number_in_words

# How people set lengths of time and shares; a rule of 19 hours would give itself away.
_NATURAL: dict[str, tuple[int, ...]] = {
    "second": (5, 10, 15, 20, 30, 45, 60, 90),
    "minute": (5, 10, 15, 20, 25, 30, 40, 45, 50, 60, 75, 90, 120),
    "hour": (2, 3, 4, 6, 8, 10, 12, 18, 24, 36, 48, 72, 96, 120),
    "day": (2, 3, 5, 7, 10, 14, 20, 21, 28, 30, 45, 60, 90, 120, 180),
    "week": (2, 3, 4, 6, 8, 10, 12),
    "month": (2, 3, 6, 9, 12, 15, 18, 24, 30, 36, 48, 60),
    "percent": (10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60, 65, 70, 75, 80, 85, 90),
}
_VOWEL_SOUND = re.compile(r"^(?:eight|eleven)")
_MOST_CANDIDATES = 400
# "B.B. King, 89" may be an age, and "B.B. King, 117" would give itself away.
_ELDERLY, _OLDEST = 60, 100


def candidates(figure: Figure) -> list[Fraction]:
    """Return values of the same size, roundness and length in digits, none of them a rounding of the true one.

    Each lies between half and 1.7 times the true value and at least a fifth of it away. Where the true value is one
    that people set (24 hours, 30 days, 50 percent), so are the new ones.
    """
    decimals = _decimals(figure)
    step = _step(figure, decimals)
    steps = _steps(figure, step)
    if decimals and not figure.text.endswith("0"):
        # The last decimal is kept: 2.5 may become 3.5, not 3.0.
        steps = [count for count in steps if count % 10]
    found = [step * count for count in steps]
    natural = _NATURAL.get(figure.unit.name if figure.unit else "", ())
    return [value for value in found if value in natural] if figure.value in natural else found


def _steps(figure: Figure, step: Fraction) -> list[int]:
    """How many steps long the new values may be: bounds are compared in whole steps, because fractions take long."""
    true = figure.value
    low, high = true / 2, true * Fraction(17, 10)
    if figure.unit is not None and figure.unit.dimension == "share" and true <= 100:
        high = min(high, 100 - step)
    first = ceil(low / step)
    last = min(int(high / step), first + _MOST_CANDIDATES - 1)
    # More than 1, and as much in need of a separator as the true value: 900 may not become 1350.
    first = max(first, floor(1 / step) + 1, ceil(1000 / step) if true >= 1000 else 0)
    most = None if true >= 1000 else _OLDEST if _may_be_age(figure) else 1000
    if most is not None:
        last = min(last, ceil(most / step) - 1)
    below, above = floor(true * Fraction(4, 5) / step), ceil(true * Fraction(6, 5) / step)
    return [count for count in range(first, last + 1) if count <= below or count >= above]


def _may_be_age(figure: Figure) -> bool:
    return (figure.unit is None or figure.unit.name == "year") and _ELDERLY <= figure.value < _OLDEST


def _decimals(figure: Figure) -> int:
    digits = figure.text.replace(",", "").lstrip("-")
    return len(digits.partition(".")[2]) if digits.replace(".", "").isdigit() else 0


def _step(figure: Figure, decimals: int) -> Fraction:
    """The roundness of a figure: 9,800 moves in hundreds, 350 in fifties, 27 in ones."""
    step = Fraction(1, 10**decimals)
    if figure.value.denominator != 1 or decimals:
        return step
    whole = int(figure.value)
    while step * 10 <= whole / 10 and whole % int(step * 10) == 0:
        step *= 10
    if step >= 10 and whole % (5 * int(step)) == 0 and whole // (5 * int(step)) >= 4:
        return step * 5
    return Fraction(5) if step == 1 and whole % 5 == 0 and whole >= 25 else step


def spelling(figure: Figure, value: Fraction) -> str:
    """Write a value in the form of a figure: its words, separators, decimals and scale word."""
    if figure.spelled:
        spelled = number_in_words(int(value))
        return spelled.capitalize() if figure.text[0].isupper() else spelled
    number = re.match(r"-?[\d.,]+", figure.text)
    assert number is not None  # a figure in digits starts with them
    written, rest = number.group(), figure.text[number.end() :]
    scale = figure.value / Fraction(written.replace(",", ""))
    decimals = len(written.partition(".")[2])
    return f"{float(value / scale):{',' if ',' in written else ''}.{decimals}f}" + rest


def begins_with_vowel(value: Fraction) -> bool:
    """Say whether a value is spoken with a vowel first, as `an 8` and `an 18` are."""
    return bool(_VOWEL_SOUND.match(number_in_words(int(value))))


def is_new(ground: Ground, written: str, *, beside: str = "") -> bool:
    """Say whether a figure, with its unit and sign, stands nowhere a judge can see.

    The bare value must be new too: `45 minutes` beside a passage's `45 km` would look half right.

    Args:
        ground: The case.
        written: The new figure with its unit.
        beside: A currency sign that stands before it.
    """
    made = figures(f"{beside}{written}")
    known = ground.known_quantities
    return bool(made) and not any(known.holds(one) or any(map(known.holds_value, one.readings)) for one in made)

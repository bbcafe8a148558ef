"""Quantities in other words: 5 A and 5 amps, 50 percent and half, 1.5 and one and a half, 48 hours and two days."""

import re
from fractions import Fraction

from workbench.text.figures import Figure
from workbench.text.number_words import number_in_words

_LONG = {
    "A": "amps", "V": "volts", "W": "watts", "kW": "kilowatts", "km": "kilometres", "m": "metres", "cm": "centimetres",
    "mm": "millimetres", "kg": "kilograms", "g": "grams", "ml": "millilitres", "l": "litres", "GB": "gigabytes",
    "MB": "megabytes", "Hz": "hertz", "°C": "degrees Celsius", "°F": "degrees Fahrenheit",
}  # fmt: skip
_SHORT = {
    "amps": "A", "volts": "V", "watts": "W", "kilometres": "km", "kilometers": "km", "centimetres": "cm",
    "millimetres": "mm", "kilograms": "kg", "grams": "g", "millilitres": "ml", "gigabytes": "GB",
}  # fmt: skip
_SHARES = {Fraction(50): "half", Fraction(25): "a quarter"}
_OF = re.compile(r"\sof\s(?:the|all|its|their|his|her|our|your|these|those)\b")
_SPAN_OF_TIME = re.compile(r"\b(?:for|takes?|took|lasts?|lasted|after)\s(?:about\s|around\s)?$", re.IGNORECASE)


def in_other_words(figure: Figure, before: str, after: str, tail: str) -> list[str]:
    """Return other ways to write a figure with its unit.

    Args:
        figure: A figure in digits, or in words.
        before: What stands before it in its text.
        after: What stands after its unit.
        tail: Its unit as written, with the blank before it.
    """
    return [
        *_unit_written_out(figure, after, tail),
        *_as_share(figure, before, after, tail),
        *_and_a_half(figure, before, tail),
        *_in_days(figure, before, tail),
    ]


def _unit_written_out(figure: Figure, after: str, tail: str) -> list[str]:
    """`5 A` and `5 amps`; not before a noun, where `a 5 km walk` would become `a 5 kilometres walk`."""
    if re.match(r"\s[a-z]", after) and not re.match(
        r"\s(?:of|in|on|at|and|or|to|from|for|per|with|by|when|is|are)\b", after
    ):
        return []
    if figure.spelled or after[:1] in ("/", "-", "²", "³") or figure.value == 1:
        return []
    name = tail.strip()
    if name in _LONG and (tail[:1] == " " or name[0] == "°"):
        return [f"{figure.text} {_LONG[name]}"]
    return [f"{figure.text} {_SHORT[name]}"] if name in _SHORT and tail[:1] == " " else []


def _as_share(figure: Figure, before: str, after: str, tail: str) -> list[str]:
    if tail.strip() not in ("%", "percent", "per cent") or figure.value not in _SHARES or not _OF.match(after):
        return []
    return [] if re.search(r"(?:\ba|\bthe|\bthan|-|\d)\s?$", before) else [_SHARES[figure.value]]


def _and_a_half(figure: Figure, before: str, tail: str) -> list[str]:
    """`1.5 hours` as `one and a half hours`; only before a unit that is written out."""
    if not re.fullmatch(r"\d{1,2}\.5", figure.text) or not re.fullmatch(r"\s[a-z]{4,}s", tail) or figure.value > 12:
        return []
    return [] if before[-1:] in "£$€" and before else [f"{number_in_words(int(figure.value))} and a half{tail}"]


def _in_days(figure: Figure, before: str, tail: str) -> list[str]:
    """`for 48 hours` as `for two days`; a deadline in hours is no deadline in days."""
    if tail != " hours" or figure.value % 24 or not 48 <= figure.value <= 240 or not _SPAN_OF_TIME.search(before):
        return []
    return [f"{number_in_words(int(figure.value / 24))} days"]

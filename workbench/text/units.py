"""Units and currencies as they are written beside figures, with exact factors to one base a dimension."""

import re
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class Unit:
    """A unit: what it measures, and how many base units one of it is."""

    name: str
    dimension: str
    factor: Fraction
    offset: Fraction = Fraction(0)

    def to_base(self, value: Fraction) -> Fraction:
        """Return a value of this unit in the base unit of its dimension, exactly."""
        return value * self.factor + self.offset


# dimension: (name, factor, spellings). A plural in -s is understood for spellings of four letters or more.
_TABLE: dict[str, tuple[tuple[str, str, str], ...]] = {
    "share": (("percent", "1", "% percent per_cent pct percentage_points percentage_point"),),
    "time": (
        ("second", "1", "second sec secs s"),
        ("minute", "60", "minute min mins"),
        ("hour", "3600", "hour hr hrs h"),
        ("day", "86400", "day"),
        ("week", "604800", "week wk wks"),
    ),
    # Months and years are exact in each other, and in no number of days.
    "calendar": (
        ("month", "1", "month"),
        ("year", "12", "year yr yrs"),
        ("decade", "120", "decade"),
        ("century", "1200", "century centuries"),
    ),
    "length": (
        ("millimetre", "1/1000", "mm millimetre millimeter"),
        ("centimetre", "1/100", "cm centimetre centimeter"),
        ("metre", "1", "m metre meter"),
        ("kilometre", "1000", "km kilometre kilometer kms"),
        ("inch", "254/10000", "inch inches"),
        ("foot", "3048/10000", "ft foot feet"),
        ("yard", "9144/10000", "yd yard"),
        ("mile", "1609344/1000", "mile mi"),
    ),
    "mass": (
        ("milligram", "1/1000", "mg milligram"),
        ("gram", "1", "g gram"),
        ("kilogram", "1000", "kg kgs kilogram kilo"),
        ("tonne", "1000000", "tonne"),
        ("ounce", "28349523125/1000000000", "oz ounce"),
        ("pound (mass)", "45359237/100000", "lb lbs"),
    ),
    "volume": (
        ("millilitre", "1/1000", "ml millilitre milliliter"),
        ("litre", "1", "l litre liter"),
        ("gallon", "454609/100000", "gallon gal"),
    ),
    "speed": (("km/h", "1", "km/h kph kmh"), ("mph", "1609344/1000000", "mph")),
    "current": (("ampere", "1", "a amp ampere"), ("milliampere", "1/1000", "ma")),
    "voltage": (("volt", "1", "v volt"), ("kilovolt", "1000", "kv")),
    "power": (("watt", "1", "w watt"), ("kilowatt", "1000", "kw kilowatt"), ("megawatt", "1000000", "mw")),
    "energy": (
        ("watt hour", "1", "wh watt-hour watt_hour"),
        ("kilowatt hour", "1000", "kwh kilowatt-hour kilowatt_hour"),
    ),
    "charge": (("ampere hour", "1", "ah amp-hour amp_hour"),),
    "frequency": (("hertz", "1", "hz hertz"), ("megahertz", "1000000", "mhz"), ("gigahertz", "1000000000", "ghz")),
    "data": (("megabyte", "1", "mb megabyte"), ("gigabyte", "1000", "gb gigabyte"), ("terabyte", "1000000", "tb")),
    "angle": (("degree", "1", "° degree"),),
    "pounds": (("pound", "1", "pound gbp"), ("penny", "1/100", "pence")),
    "dollars": (("dollar", "1", "dollar usd"), ("cent", "1/100", "cent")),
    "euros": (("euro", "1", "euro eur"),),
}
_TEMPERATURES = {"°c": Unit("°C", "temperature", Fraction(1)), "celsius": Unit("°C", "temperature", Fraction(1))}
_TEMPERATURES |= {name: Unit("°F", "temperature", Fraction(5, 9), Fraction(-160, 9)) for name in ("°f", "fahrenheit")}
_SIGNS = {
    "£": Unit("pound", "pounds", Fraction(1)),
    "$": Unit("dollar", "dollars", Fraction(1)),
    "€": Unit("euro", "euros", Fraction(1)),
}


def _spellings() -> dict[str, Unit]:
    found = dict(_TEMPERATURES)
    for dimension, rows in _TABLE.items():
        for name, factor, listed in rows:
            unit = Unit(name, dimension, Fraction(factor))
            for raw in listed.split():
                spelling = raw.replace("_", " ")
                found[spelling] = unit
                if len(spelling) >= 3 and spelling.isalpha() and not spelling.endswith("s"):
                    found[spelling + "s"] = unit
    return found


_UNITS = _spellings()
_AFTER = re.compile(
    r"[ \u00a0-]?(" + "|".join(re.escape(name) for name in sorted(_UNITS, key=len, reverse=True)) + r")(?![\w°])",
    re.IGNORECASE,
)
_SIGN_AFTER = re.compile(r"[ \u00a0]?([£$€])")


def unit_after(text: str, end: int) -> tuple[Unit | None, int]:
    """Return the unit written after a number that ends at `end`, and where it ends; (None, end) without one."""
    match = _AFTER.match(text, end)
    if match:
        return _UNITS[match.group(1).lower()], match.end()
    sign = _SIGN_AFTER.match(text, end)
    return (_SIGNS[sign.group(1)], sign.end()) if sign else (None, end)


def unit_before(text: str, start: int) -> Unit | None:
    """Return the currency whose sign stands right before `start`, or None."""
    return _SIGNS.get(text[start - 1]) if start else None

"""How the gate says counts and shares. A bound is never rounded in the judge's favour."""

from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_UP, Decimal

NOT_MEASURED = "not measured"


def plural(count: int, noun: str, many: str = "") -> str:
    """Return a count with its noun: "1 plant", "2 plants"."""
    return f"{count:,} {noun if count == 1 else many or noun + 's'}"


def at_least(share: float) -> str:
    """Return a lower bound in whole percent, rounded down."""
    return f"at least {_percent(share, ROUND_FLOOR)}"


def at_most(share: float) -> str:
    """Return an upper bound in whole percent, rounded up."""
    return f"at most {_percent(share, ROUND_CEILING)}"


def percent(share: float) -> str:
    """Return a share that was counted, or a bar, in percent with at most one decimal."""
    value = (Decimal(str(share)) * 100).quantize(Decimal("0.1"), rounding=ROUND_HALF_UP)
    return f"{value:f}".removesuffix(".0") + "%"


def low_percent(share: float) -> str:
    """Return a share in whole percent, rounded down."""
    return _percent(share, ROUND_FLOOR)


def high_percent(share: float) -> str:
    """Return a share in whole percent, rounded up."""
    return _percent(share, ROUND_CEILING)


def _percent(share: float, rounding: str) -> str:
    # From the shortest decimal spelling: 0.29 is 29 %, although 0.29 * 100 is a little less than 29.
    return f"{int((Decimal(str(share)) * 100).to_integral_value(rounding=rounding))}%"

"""How a figure is said. The only place where a number of the summary becomes words."""

from collections.abc import Iterable
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from enum import StrEnum

from workbench.records.consistency import Consistency
from workbench.records.cost import Cost
from workbench.records.summary import Level, Rate, Reading, SliceKind, SliceRate, Standing

NOT_MEASURED = "not measured"
UNKNOWN = "unknown"
NO_COST = "no cost"
_SAME = 1e-9


class Side(StrEnum):
    """Which end of a rate is the worst case: the lower one of what was caught, the upper one of what was alarmed."""

    CAUGHT = "at least"
    ALARMED = "at most"


SHORT_SIDES = {Side.CAUGHT: "≥", Side.ALARMED: "≤"}
"""The same as signs, where a column is narrow. Their meaning is said beside the table."""

LEVEL_SYMBOLS = {Level.CERTIFIED: "✓", Level.PROVISIONAL: "●", Level.PLUMBING_ONLY: "○", Level.INVALID: "✗"}
LEVEL_MEANINGS = {
    Level.CERTIFIED: "may accept and block answers by itself",
    Level.PROVISIONAL: "may warn and sort, a person still decides",
    Level.PLUMBING_ONLY: "it ran, it may not gate",
    Level.INVALID: "nothing can be said from this run",
}
STANDING_SYMBOLS = {Standing.MET: "✓", Standing.MISSING: "?", Standing.AGAINST: "✗"}
SET_WORDS = {
    "clean": "clean",
    "near_miss": "near miss",
    "planted": "planted",
    "held_out": "held out",
    "natural": "natural",
    "set_aside": "set aside",
}
KIND_WORDS = {"python": "Python function", "metric": "library metric", "recorded": "run elsewhere"}
"""What a kind of judge is called, where its own name is not plain enough."""


def plural(count: int, noun: str) -> str:
    """Return the count with its noun: "1 error", "2 errors"."""
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"


def count_words(rate: Rate) -> str:
    """Return "6 of 6", or "not measured" where no item was judged."""
    return f"{rate.hits:,} of {rate.items:,}" if rate.items else NOT_MEASURED


def worst_case_words(rate: Rate, side: Side) -> str:
    """Return "at least 61%" or "at most 24%"; empty where nothing was measured.

    "At least" is rounded down and "at most" up, to whole percent: the words never claim more than the bound shows.
    """
    if not rate.items or rate.bound is None:
        return ""
    return bound_words(rate.bound, side)


def bound_words(bound: float, side: Side) -> str:
    """Return "at least 61%" or "at most 24%", rounded against the judge."""
    return f"{side} {_percent(bound, ROUND_FLOOR if side is Side.CAUGHT else ROUND_CEILING)}%"


def error_words(rate: Rate) -> tuple[str, ...]:
    """Return what did not come to a verdict, as "2 errors" and "1 unresolved"; empty where all did."""
    found = []
    if rate.errors:
        found.append(plural(rate.errors, "error"))
    if rate.unresolved:
        found.append(f"{rate.unresolved:,} unresolved")
    return tuple(found)


def average_words(rate: Rate, side: Side) -> tuple[str, ...]:
    """Return "83% of repeats" where repeats of an item differ; empty where every item has one verdict.

    The count beside it takes an item as caught only if every repeat failed it, and as alarmed if any did; the worst
    case rests on the share of repeats. Where the two differ a reader needs both.
    """
    resolved = rate.items - rate.unresolved
    unanimous = rate.hits if side is Side.CAUGHT else resolved - rate.hits
    if not resolved or abs(rate.score - unanimous) < _SAME:
        return ()
    share = rate.score / resolved
    return (f"{share if side is Side.CAUGHT else 1 - share:.0%} of repeats",)


def aside_words(rate: Rate, side: Side) -> tuple[str, ...]:
    """Return what a reader must know beside count and worst case: differing repeats, errors, unresolved items."""
    return (*average_words(rate, side), *error_words(rate))


def readings(rate: Rate, side: Side) -> tuple[tuple[str, str], ...]:
    """Return the rate in its two other readings where an error occurred; empty where every call gave a verdict.

    Each is a name and what is read: "errors left out", "5 of 5, at least 54%".
    """
    known = (("errors left out", rate.errors_left_out), ("every error against it", rate.errors_against))
    return tuple((name, _reading(reading, side)) for name, reading in known if reading is not None)


def reading_words(rate: Rate, side: Side) -> tuple[str, ...]:
    """Return the same readings in one piece each: "errors left out: 5 of 5, at least 54%"."""
    return tuple(f"{name}: {words}" for name, words in readings(rate, side))


def _reading(reading: Reading, side: Side) -> str:
    if not reading.items or reading.bound is None:
        return NOT_MEASURED
    return f"{reading.hits:,} of {reading.items:,}, {bound_words(reading.bound, side)}"


def interval_words(rate: Rate) -> str:
    """Return the 95 % interval of what was counted, "61% to 100%"; empty where nothing was resolved."""
    if rate.low is None or rate.high is None:
        return ""
    return f"{_percent(rate.low, ROUND_FLOOR)}% to {_percent(rate.high, ROUND_CEILING)}%"


def slice_words(one: SliceRate) -> str:
    """Return what a slice holds: "short, up to 63 characters", "middle, 64 to 120 characters", "rank 4 to 10"."""
    if one.by is SliceKind.EVIDENCE:
        return f"rank {one.name}"
    if one.most is None:
        return f"{one.name}, from {one.least:,} characters"
    return f"{one.name}, {f'{one.least:,} to' if one.least else 'up to'} {one.most:,} characters"


def rate_words(rate: Rate, side: Side) -> str:
    """Return the whole rate in one line: "5 of 6, at least 41%, 2 errors, 1 unresolved"."""
    parts = (count_words(rate), worst_case_words(rate, side), *aside_words(rate, side))
    return ", ".join(part for part in parts if part)


def consistency_words(consistency: Consistency) -> str:
    """Return the unanimous share to two decimals, rounded down so that only a perfect one reads 1.00."""
    if not consistency.items:
        return NOT_MEASURED
    share = Decimal(consistency.unanimous) / Decimal(consistency.items)
    return str(share.quantize(Decimal("0.01"), rounding=ROUND_FLOOR))


def unanimous_words(consistency: Consistency) -> str:
    """Return "35 of 36", the items on which all repeats agree; empty where nothing was measured."""
    return f"{consistency.unanimous:,} of {consistency.items:,}" if consistency.items else ""


def level_words(level: Level | None) -> str:
    """Return the gate's level with its symbol; a judge that nobody put before the gate is "not decided"."""
    return f"{LEVEL_SYMBOLS[level]} {level}" if level is not None else "? not decided"


def set_words(name: str) -> str:
    """Return a set's name as people say it: "near miss" for `near_miss`."""
    return SET_WORDS.get(name, name)


def kind_words(kind: str) -> str:
    """Return a kind of judge as people say it: "Python function" for `python`."""
    return KIND_WORDS.get(kind, kind)


def cost_words(cost: Cost) -> str:
    """Return "about $0.25", "at least $0.10" where some calls had no price, "unknown" where none had, or "no cost"."""
    if cost.dollars is None:
        return UNKNOWN
    if not cost.known:
        return f"at least {_dollars(cost.dollars, ROUND_FLOOR)}" if cost.dollars else UNKNOWN
    return f"about {_dollars(cost.dollars)}" if cost.dollars else NO_COST


def dollar_words(amount: float | None, *, up: bool = False) -> str:
    """Return "$0.25"; "unknown" where it is not known. An amount that is a bound is rounded up."""
    if amount is None:
        return UNKNOWN
    return _dollars(amount, ROUND_CEILING if up else None) if amount else "$0"


def total_cost_words(costs: Iterable[Cost]) -> str:
    """Return the cost of several judges together; "at least" as soon as a part of it is unknown."""
    costs = tuple(costs)
    known = [cost.dollars for cost in costs if cost.dollars is not None]
    total = float(sum(Decimal(str(dollars)) for dollars in known))
    complete = len(known) == len(costs) and all(cost.known for cost in costs)
    return cost_words(Cost(dollars=total if known else None, per_thousand=None, tokens={}, known=complete))


def per_thousand_words(cost: Cost) -> str:
    """Return dollars for 1,000 verdicts."""
    if cost.per_thousand is None:
        return UNKNOWN
    return _dollars(cost.per_thousand) if cost.per_thousand else NO_COST


def _percent(share: float, rounding: str) -> int:
    # The shortest decimal spelling of the float: 0.29 is 29 %, although 0.29 * 100 is a little less than 29.
    return int((Decimal(str(share)) * 100).to_integral_value(rounding=rounding))


def _dollars(amount: float, rounding: str | None = None) -> str:
    exact = Decimal(str(amount))
    if exact >= Decimal("0.01"):
        return f"${exact.quantize(Decimal('0.01'), rounding=rounding):,}"
    # Below a cent two decimals would read "$0.00", which is a different statement: keep the first digit that counts.
    return f"${exact.quantize(Decimal(1).scaleb(exact.adjusted()), rounding=rounding):f}"

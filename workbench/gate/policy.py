"""What the gate asks for, as data.

The defaults are the two levels of the default gate rule. They may be changed in settings; a judge is always told
which bar it missed, so a lowered bar is in plain sight.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from workbench.errors import InputError, Problem


@dataclass(frozen=True, kw_only=True)
class Bars:
    """The bars of one level. Counts are whole numbers from 1 to 1,000,000, shares lie between 0 and 1.

    Attributes:
        repeats: Repeats of every item; a script needs one.
        plants: Planted mistakes.
        plant_styles: Styles of planted mistakes.
        catch_floor: The true catch rate must be shown to be at least this.
        style_share: No style may be a larger share of the plants; 1 where it does not matter.
        sources: Trusted answers, each with its near misses.
        pass_floor: The share of sources without a false alarm must be shown to be at least this.
        held_out: Held-out mistakes in a first look.
        held_out_styles: Styles of held-out mistakes in a first look.
        held_out_floor: The true catch rate on them must be shown to be at least this; None asks for no rate, but that
            no repeat is wrong.
        unanimous: Share of items on which all repeats agree.
        errors: Share of calls that may give no verdict.
    """

    repeats: int
    plants: int
    plant_styles: int
    catch_floor: float
    style_share: float
    sources: int
    pass_floor: float
    held_out: int
    held_out_styles: int
    held_out_floor: float | None
    unanimous: float
    errors: float


PROVISIONAL = Bars(
    repeats=2,
    plants=8,
    plant_styles=2,
    catch_floor=0.65,
    style_share=1.0,
    sources=10,
    pass_floor=0.70,
    held_out=2,
    held_out_styles=1,
    held_out_floor=None,
    unanimous=0.90,
    errors=0.05,
)
CERTIFIED = Bars(
    repeats=5,
    plants=8,
    plant_styles=4,
    catch_floor=0.85,
    style_share=0.40,
    sources=10,
    pass_floor=0.85,
    held_out=8,
    held_out_styles=3,
    held_out_floor=0.65,
    unanimous=0.90,
    errors=0.05,
)

_COUNTS = frozenset({"repeats", "plants", "plant_styles", "sources", "held_out", "held_out_styles"})
_FLOORS = frozenset({"catch_floor", "pass_floor", "held_out_floor"})
_MOST = 1_000_000
"""No run has more cases or repeats, so no bar above can be met."""
_SHOWN = 40
_EDGE = 0.001
"""A floor nearer to 0 asks for nothing, and one nearer to 1 takes thousands of cases without a miss. And no set has a
thousand styles."""


@dataclass(frozen=True, kw_only=True)
class Policy:
    """The gate's policy.

    Attributes:
        provisional: What lets a judge warn, while a person decides.
        certified: What lets a judge block by itself.
        invalid_errors: With a larger share of calls without a verdict than this, a run says nothing about the judge.
    """

    provisional: Bars = PROVISIONAL
    certified: Bars = CERTIFIED
    invalid_errors: float = 0.20


def changed_bars(policy: Policy) -> tuple[str, ...]:
    """Name every bar that settings moved, with what it usually is: "provisional.plants is 1, usually 8"."""
    usual = Policy()
    moved = [
        f"{level}.{bar.name} is {getattr(mine, bar.name)}, usually {getattr(theirs, bar.name)}"
        for level, mine, theirs in (
            ("provisional", policy.provisional, usual.provisional),
            ("certified", policy.certified, usual.certified),
        )
        for bar in fields(Bars)
        if getattr(mine, bar.name) != getattr(theirs, bar.name)
    ]
    if policy.invalid_errors != usual.invalid_errors:
        moved.append(f"invalid_errors is {policy.invalid_errors}, usually {usual.invalid_errors}")
    return tuple(moved)


def read_policy(settings: Mapping[str, Any], *, where: str = "gate") -> Policy:
    """Read the gate's settings over the defaults.

    Args:
        settings: `provisional` and `certified`, each a table of the names in `Bars`, and `invalid_errors`. What is
            not named keeps its default.
        where: How the place of the settings is called in errors.

    Raises:
        InputError: an unknown name or a value out of range; all of them at once.
    """
    problems: list[Problem] = []
    policy = Policy()
    for name, value in settings.items():
        place = f"{where}.{name}"
        if name == "invalid_errors":
            policy = replace(policy, invalid_errors=_share(value, place, problems))
        elif name == "provisional":
            policy = replace(policy, provisional=_bars(value, PROVISIONAL, place, problems))
        elif name == "certified":
            policy = replace(policy, certified=_bars(value, CERTIFIED, place, problems))
        else:
            problems.append(
                Problem(where=place, expected="provisional, certified or invalid_errors", got="an unknown name")
            )
    if problems:
        raise InputError(problems)
    return policy


def _bars(settings: Any, bars: Bars, where: str, problems: list[Problem]) -> Bars:  # noqa: ANN401 - any TOML value
    if not isinstance(settings, Mapping):
        problems.append(Problem(where=where, expected="a table of bars", got=repr(settings)))
        return bars
    known = [entry.name for entry in fields(Bars)]
    changed: dict[str, Any] = {}
    for name, value in settings.items():
        place = f"{where}.{name}"
        if name not in known:
            problems.append(Problem(where=place, expected=f"one of {', '.join(known)}", got="an unknown name"))
        elif name in _COUNTS:
            changed[name] = _count(value, place, problems)
        else:
            low = _EDGE if name in _FLOORS or name == "style_share" else 0.0
            changed[name] = _share(value, place, problems, low=low, high=1 - _EDGE if name in _FLOORS else 1.0)
    return replace(bars, **changed)


def _count(value: Any, where: str, problems: list[Problem]) -> int:  # noqa: ANN401 - any TOML value
    if type(value) is not int or not 1 <= value <= _MOST:
        problems.append(Problem(where=where, expected=f"a whole number from 1 to {_MOST:,}", got=_shown(value)))
        return 1
    return value


def _share(value: Any, where: str, problems: list[Problem], *, low: float = 0.0, high: float = 1.0) -> float:  # noqa: ANN401 - any TOML value
    """Read a share. A floor of 0 asks for nothing, and one of 1 can never be shown, so both are refused."""
    number = float(value) if type(value) is float or (type(value) is int and value in (0, 1)) else math.nan
    if not low <= number <= high:
        expected = f"a share from {low:g} to {high:g}"
        problems.append(Problem(where=where, expected=expected, got=_shown(value)))
        return 0.5
    return number


def _shown(value: Any) -> str:  # noqa: ANN401 - any TOML value
    text = repr(value)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."

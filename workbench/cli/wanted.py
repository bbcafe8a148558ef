"""The options of commands that choose a threshold: what is wanted of it."""

import math
from typing import TYPE_CHECKING, Annotated

import typer

from workbench.errors import InputError, Problem

if TYPE_CHECKING:
    from workbench.analysis.threshold_choice import Wanted

_MISSES, _ALARM, _BASE_RATE = 10.0, 1.0, 0.05

CapOption = Annotated[
    float | None,
    typer.Option(help="Keep false alarms under this share, with 95 % confidence: 0.05 takes 59 right answers."),
]
MissOption = Annotated[
    float | None, typer.Option(help=f"What a missed mistake costs. Default: {_MISSES:g} times a false alarm.")
]
AlarmOption = Annotated[
    float | None, typer.Option(help=f"What a false alarm costs, in the same unit. Default: {_ALARM:g}.")
]
BaseRateOption = Annotated[
    float | None, typer.Option(help=f"The share of wrong answers in use. Default: {_BASE_RATE:g}.")
]


def read_wanted(cap: float | None, *, miss: float | None, alarm: float | None, base_rate: float | None) -> "Wanted":
    """Take costs or a cap as they were asked for, costs where nothing was.

    Raises:
        InputError: a number is out of range, or both were asked for; all at once.
    """
    from workbench.analysis.threshold_choice import Cap, Costs

    costs = {"--cost-miss": miss, "--cost-alarm": alarm, "--base-rate": base_rate}
    shares = {"--max-false-alarms": cap, "--base-rate": base_rate}
    problems = [
        Problem(where=where, expected="a share between 0 and 1, such as 0.05", got=f"{value:g}")
        for where, value in shares.items()
        if value is not None and not 0 < value < 1
    ]
    problems += [
        Problem(where=where, expected="a number above 0", got=f"{value:g}")
        for where, value in costs.items()
        if where not in shares and value is not None and not 0 < value < math.inf
    ]
    asked = [where for where, value in costs.items() if value is not None]
    if cap is not None and asked:
        problems.append(Problem(where=", ".join(asked), expected="either costs or --max-false-alarms", got="both"))
    if problems:
        raise InputError(problems)
    if cap is not None:
        return Cap(share=cap)
    alarm = alarm or _ALARM
    return Costs(miss=miss or _MISSES * alarm, false_alarm=alarm, base_rate=base_rate or _BASE_RATE)

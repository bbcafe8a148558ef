"""What a judge's rates come to in use, where few answers are wrong: most alarms may be false ones."""

import math
from collections.abc import Iterable

from workbench.analysis.base_rate import alarms_that_are_real
from workbench.records.summary import JudgeSummary, Rate
from workbench.report.brief import short_name

WRONG_IN_USE = 0.05
BASE_RATE_TITLE = "IN USE, if 1 answer in 20 were wrong and mistakes were like the planted ones"
LABELLED_TITLE = "IN USE, if 1 answer in 20 were wrong and answers were like the labelled ones"
_SAME = 1e-9


def base_rate_statements(judges: Iterable[JudgeSummary]) -> tuple[str, ...]:
    """Say of each judge how many right answers it would block, and how many of its alarms would be real.

    The first figure is what its share of right calls comes to, the one after it the worst case of the same bounds that
    stand beside its rates. Judges without a rate of either kind are passed over.
    """
    told = ((judge, _statement(judge.planted, judge.false_alarms)) for judge in judges)
    return tuple(f"{short_name(judge)} {said}." for judge, said in told if said)


def labelled_statements(judges: Iterable[JudgeSummary]) -> tuple[str, ...]:
    """Say the same by what a judge made of answers that people labelled."""
    told = (
        (judge, _statement(judge.natural_caught, judge.natural_alarms))
        for judge in judges
        if judge.natural_caught is not None and judge.natural_alarms is not None
    )
    return tuple(f"{short_name(judge)} {said}." for judge, said in told if said)


def _statement(mistakes: Rate, right: Rate) -> str:
    catch, passing = _share(mistakes), _share(right)
    least, most = mistakes.bound, right.bound
    if catch is None or passing is None or least is None or most is None:
        return ""
    blocked = f"blocks {100 * (1 - passing):.0f} of 100 right answers (at most {math.ceil(100 * most - _SAME)})"
    real, worst = (alarms_that_are_real(*rates, WRONG_IN_USE) for rates in ((catch, 1 - passing), (least, most)))
    if real is None:
        return f"{blocked}; it has raised no alarm"
    return f"{blocked}; of its alarms {real:.0%} are real (at least {math.floor(100 * (worst or 0) + _SAME)}%)"


def _share(rate: Rate) -> float | None:
    """The share of right calls, of items that came to a verdict; None where none did."""
    resolved = rate.items - rate.unresolved
    return rate.score / resolved if resolved else None

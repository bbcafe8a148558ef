"""What slowed a run down, in words."""

from collections.abc import Iterator

from workbench.report.visible import on_one_line
from workbench.runner.outcome import Pace, RunOutcome

_SHORTEST_S = 1.0


def pace_notes(outcome: RunOutcome) -> Iterator[str]:
    """Say for each model that was slowed down how much and why; nothing for the others."""
    for pace in outcome.paces:
        said = "; ".join(_said(pace))
        if said:
            yield f"{on_one_line(pace.model)} was slowed down: {said}"
    if outcome.capped_waits:
        longest = f"{outcome.retry_after_cap_s:g} s"
        yield f"{outcome.capped_waits:,} times the server asked for a longer wait than {longest} and got that"


def _said(pace: Pace) -> Iterator[str]:
    if pace.lowest < pace.most:
        yield f"too busy at times for more than {pace.lowest} of {pace.most} calls at once"
    if pace.held_s >= _SHORTEST_S:
        times = "once" if pace.holds == 1 else f"{pace.holds:,} times"
        asked = f", {times} because it named a time to wait" if pace.holds else " by its rate limits"
        yield f"held back for {pace.held_s:,.0f} s in all{asked}"

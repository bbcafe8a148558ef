"""The lines of the gate about styles. A pooled rate hides a style that is never caught, so every style counts."""

from collections.abc import Iterator, Mapping, Sequence
from math import ceil

from workbench.gate.finding import Finding, met
from workbench.gate.policy import Bars
from workbench.gate.words import NOT_MEASURED, percent, plural
from workbench.records.challenge import Set
from workbench.records.summary import GateLine, Standing, StyleRate

BLIND_FROM = 2
"""With this many items of a style and none caught, the evidence speaks against the judge."""

_SETS = {str(Set.PLANTED): "planted", str(Set.HELD_OUT): "held out"}
_ROUNDING = 1e-9


def style_count(rates: Sequence[StyleRate]) -> int:
    """How many different styles are there?"""
    return len({rate.style for rate in rates if rate.rate.items})


def styles_line(line: str, styles: int, asked: int, *, more: str, of_what: str) -> Finding:
    """Are there enough different styles?

    Args:
        line: The line's name.
        styles: Styles that count.
        asked: Styles asked for.
        more: What one more is called, such as "style of plants".
        of_what: The same for several, for the reason.
    """
    figure, wanted = plural(styles, "style"), f"{asked} or more styles"
    if styles >= asked:
        return met(line, figure=figure, asked=wanted)
    missing = f"{plural(asked - styles, f'more {more}', f'more {of_what}')}"
    gate_line = GateLine(line=line, standing=Standing.MISSING, figure=figure, asked=wanted, missing=missing)
    return Finding(line=gate_line, reason=f"{missing} {'is' if asked - styles == 1 else 'are'} needed.")


def every_style_line(rates: Sequence[StyleRate]) -> Finding:
    """Is every style of mistakes caught at least once?

    Caught means failed in every valid repeat. A style with two judged items or more and none caught speaks against
    the judge. One with fewer is not shown to be caught.
    """
    line, asked = "every style", "every style caught at least once"
    mistakes = [rate for rate in rates if rate.set in _SETS and rate.rate.items]
    never = [rate for rate in mistakes if not rate.rate.hits]
    if not mistakes:
        gate_line = GateLine(
            line=line, standing=Standing.MISSING, figure=NOT_MEASURED, asked=asked, missing="planted mistakes"
        )
        return Finding(line=gate_line, reason="No mistakes were judged.")
    if not never:
        return met(line, figure=f"{plural(len(mistakes), 'style')}, each caught at least once", asked=asked)
    figure = _seen(never)
    blind = [rate for rate in never if rate.rate.items - rate.rate.unresolved >= BLIND_FROM]
    if blind:
        missing = f"a judge that catches {'it' if len(never) == 1 else 'them'}"
        gate_line = GateLine(line=line, standing=Standing.AGAINST, figure=figure, asked=asked, missing=missing)
        return Finding(line=gate_line, reason=_blind(blind))
    missing = "; ".join(_mend(never))
    gate_line = GateLine(line=line, standing=Standing.MISSING, figure=figure, asked=asked, missing=missing)
    more = "one more of each" if len(never) > 1 else "one more"
    return Finding(line=gate_line, reason=f"Not caught so far: {figure}. Too few to tell: {more} may show it.")


def largest_style_line(plants: Mapping[str, int], bars: Bars) -> Finding:
    """Do the plants spread over their styles?

    Args:
        plants: Style to its number of plants.
        bars: The level's bars.
    """
    line, asked = "largest style", f"no style above {percent(bars.style_share)} of the plants"
    total = sum(plants.values())
    if not total:
        gate_line = GateLine(
            line=line, standing=Standing.MISSING, figure=NOT_MEASURED, asked=asked, missing="planted mistakes"
        )
        return Finding(line=gate_line, reason="")
    largest = min(plants, key=lambda style: (-plants[style], style))
    figure = f'"{largest}" is {percent(plants[largest] / total)} of the plants'
    more = ceil(plants[largest] / bars.style_share - _ROUNDING) - total if bars.style_share else 1
    if more <= 0:
        return met(line, figure=figure, asked=asked)
    missing = f"{plural(more, 'more plant')} of other styles"
    gate_line = GateLine(line=line, standing=Standing.MISSING, figure=figure, asked=asked, missing=missing)
    return Finding(line=gate_line, reason=f"{figure}, and {asked.replace('no style above', 'at most')} is asked.")


def _blind(blind: Sequence[StyleRate]) -> str:
    return f"Not caught: {_seen(blind)}. What the judge catches of other styles cannot make up for that."


def _seen(never: Sequence[StyleRate]) -> str:
    """Name styles with their counts, those with one count together: `"a", "b" (planted), 0 of 2 each`."""
    counts = dict.fromkeys(rate.rate.items for rate in never)
    parts = []
    for items in counts:
        some = [rate for rate in never if rate.rate.items == items]
        parts.append(f"{_names(some)}, 0 of {items:,}" + (" each" if len(some) > 1 else ""))
    return "; ".join(parts)


def _mend(never: Sequence[StyleRate]) -> Iterator[str]:
    """Say what would show that styles of which one item was judged are caught."""
    few = [rate for rate in never if not rate.rate.unresolved]
    if few:
        yield f"1 more item of {'each of ' if len(few) > 1 else ''}{_names(few)}, caught"
    mute = [rate for rate in never if rate.rate.unresolved]
    if mute:
        yield f"verdicts on {_names(mute)}"


def _names(rates: Sequence[StyleRate]) -> str:
    """Name styles, each set of them followed by its name: `"a", "b" (planted), "c" (held out)`."""
    by_set: dict[str, list[str]] = {}
    for rate in rates:
        by_set.setdefault(rate.set, []).append(f'"{rate.style}"')
    return ", ".join(f"{', '.join(styles)} ({_SETS[name]})" for name, styles in by_set.items())

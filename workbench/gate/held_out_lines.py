"""The held-out lines of the gate. Only a first look counts; a style that was opened before is tuning data."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from workbench.gate.finding import Finding, met
from workbench.gate.looks import Burn
from workbench.gate.policy import Bars
from workbench.gate.rate_lines import HELD_OUT, Bar, counted, rate_line
from workbench.gate.style_lines import style_count, styles_line
from workbench.gate.tally import Tally
from workbench.gate.words import plural
from workbench.records.challenge import Set
from workbench.records.summary import GateLine, Standing, StyleRate


def held_out_lines(
    rates: Sequence[StyleRate], burned: Mapping[str, Burn], bars: Bars, bar: Bar, *, votes: bool = False
) -> tuple[Finding, Finding]:
    """Did the judge catch mistakes of styles that no rubric was tuned on, and of enough styles?

    Args:
        rates: The rates of all styles.
        burned: Styles that were opened before.
        bars: The level's bars.
        bar: The level that asks, and how many candidates share the look.
        votes: Whether a verdict of the judge is a vote, and not a repeat.

    Returns:
        The line on the cases and the line on the number of styles.
    """
    held_out = [rate for rate in rates if rate.set == str(Set.HELD_OUT)]
    first = [rate for rate in held_out if rate.style not in burned]
    spent = {rate.style: burned[rate.style] for rate in held_out if rate.style in burned}
    tally = Tally.of_catches(rate.rate for rate in first)
    if bars.held_out_floor is None:
        cases = _smoke_line(tally, bars, each="vote" if votes else "repeat")
    else:
        cases = rate_line(HELD_OUT, tally, replace(bar, minimum=bars.held_out, floor=bars.held_out_floor))
    styles = styles_line(
        "held-out styles",
        style_count(first),
        bars.held_out_styles,
        more="held-out style",
        of_what="held-out styles",
    )
    return _explained(cases, opened=bool(held_out), spent=spent), styles


def _smoke_line(tally: Tally, bars: Bars, *, each: str) -> Finding:
    """Check that no repeat is wrong. Two cases are a smoke test; no rate is claimed."""
    line, asked = HELD_OUT.line, f"{bars.held_out} or more cases in a first look, no {each} wrong"
    figure = f"{counted(HELD_OUT, tally)} in a first look" if tally.items else counted(HELD_OUT, tally)
    if tally.items >= bars.held_out and tally.right == tally.items and not tally.not_asked:
        return met(line, figure=figure, asked=asked)
    if tally.wrong:
        gate_line = GateLine(
            line=line,
            standing=Standing.AGAINST,
            figure=figure,
            asked=asked,
            missing="a new held-out style, after the rubric was mended without reading this one",
        )
        missed = plural(tally.items, HELD_OUT.one, HELD_OUT.many)
        once = ", in one repeat at least" if tally.split else ""
        return Finding(line=gate_line, reason=f"{tally.wrong:,} of {missed} missed in a first look{once}.")
    missing = [f"{plural(bars.held_out - tally.items, 'more held-out mistake')}, caught"] * (
        tally.items < bars.held_out
    )
    if tally.unresolved:
        missing.append(f"verdicts on {plural(tally.unresolved, 'held-out mistake')} with too few")
    if tally.not_asked:
        missing = [f"verdicts on {plural(tally.not_asked, 'held-out mistake')} not asked"]
    gate_line = GateLine(
        line=line, standing=Standing.MISSING, figure=figure, asked=asked, missing="; and ".join(missing)
    )
    return Finding(line=gate_line, reason=f"Held out: {figure}. Needed: {gate_line.missing}.")


def _explained(finding: Finding, *, opened: bool, spent: Mapping[str, Burn]) -> Finding:
    """Add why there is no first look: nothing was opened, or somebody looked before."""
    line = finding.line
    if finding.standing is Standing.MET or (opened and not spent):
        return finding
    if not opened:
        figure = "not opened"
        reason = f"Held-out mistakes were not opened. Needed: {line.missing}."
    else:
        burns = [f'"{style}" {burn.words}' for style, burn in sorted(spent.items())]
        figure = "; ".join([line.figure, *burns])
        told = " ".join(f"Held-out style {burn} and is now tuning data." for burn in burns)
        reason = f"{told} Add a new style. {finding.reason}"
    line = GateLine(line=line.line, standing=line.standing, figure=figure, asked=line.asked, missing=line.missing)
    return Finding(line=line, reason=reason)

"""The lines of the gate about the run itself: repeats, consistency and errors."""

from workbench.analysis.intervals import upper_bound
from workbench.analysis.needed import more_for_share
from workbench.gate.finding import Finding, met
from workbench.gate.policy import Bars
from workbench.gate.words import NOT_MEASURED, percent, plural
from workbench.records.reply import IN_CODE
from workbench.records.summary import GateLine, JudgeSummary, Standing

ROUNDING = 1e-9
"""29 % of 100 is 29, which floats make a little less."""


def repeats_line(judge: JudgeSummary, repeats: int, bars: Bars) -> Finding:
    """Was every item judged often enough? A script cannot change its mind, so once is enough for it.

    Of a judge that votes, the repeats are its votes, those included that a settled vote made needless.
    """
    needed = 1 if judge.kind in IN_CODE else bars.repeats
    figure, asked = plural(repeats, "repeat"), f"{needed} or more"
    if judge.votes:
        figure += ", judged by their majority"
    if repeats >= needed:
        return met("repeats", figure=figure, asked=asked)
    missing = plural(needed - repeats, "more repeat")
    line = GateLine(line="repeats", standing=Standing.MISSING, figure=figure, asked=asked, missing=missing)
    verb = "is" if needed - repeats == 1 else "are"
    return Finding(
        line=line, reason=f"Every item was judged {plural(repeats, 'time')}; {missing} of each {verb} needed."
    )


def consistency_line(judge: JudgeSummary, bars: Bars) -> Finding:
    """Does the judge say the same thing again? `AGAINST` where the upper bound of the share is below the bar.

    Of a judge that votes its first calls are compared, which are made whatever they say. So a vote that was settled
    early hides no call that would have differed.
    """
    found = judge.consistency
    over = f"the {judge.voting.of_first}" if judge.voting is not None else "all repeats"
    name, asked = "consistency", f"at least {percent(bars.unanimous)} of items with one verdict over {over}"
    if not found.items:
        if judge.kind in IN_CODE:
            return met(name, figure="deterministic", asked=asked)
        line = GateLine(
            line=name, standing=Standing.MISSING, figure=NOT_MEASURED, asked=asked, missing="2 or more valid repeats"
        )
        return Finding(line=line, reason="Consistency was not measured: no item has two valid repeats.")
    figure = f"{found.unanimous:,} of {plural(found.items, 'item')} unanimous"
    share = percent(found.unanimous / found.items)
    reason = f"{figure} ({share}); at least {percent(bars.unanimous)} is asked."
    highest = upper_bound(found.unanimous, found.items)
    # Before anything is divided: where all items are asked for, no number of further ones makes up for one that is not.
    if highest is not None and highest < bars.unanimous:
        missing = "a judge that says the same thing again"
        line = GateLine(line=name, standing=Standing.AGAINST, figure=figure, asked=asked, missing=missing)
        return Finding(line=line, reason=reason)
    more = more_for_share(found.unanimous, found.items, bars.unanimous)
    if not more:
        return met(name, figure=figure, asked=asked)
    missing = f"{plural(more, 'more item')}, all unanimous"
    line = GateLine(line=name, standing=Standing.MISSING, figure=figure, asked=asked, missing=missing)
    return Finding(line=line, reason=reason)


def errors_line(judge: JudgeSummary, bars: Bars) -> Finding:
    """Did nearly all calls give a verdict? Errors are no evidence against the judge, but nothing was measured.

    Of a judge that votes the first calls are counted: which others are made depends on what was said.
    """
    calls, errors = judge.steady_calls
    asked = f"at most {percent(bars.errors)} of {_calls(judge)}s"
    if not calls:
        line = GateLine(line="errors", standing=Standing.MISSING, figure=NOT_MEASURED, asked=asked, missing="a run")
        return Finding(line=line, reason="The judge was not called.")
    figure = f"{errors:,} of {plural(calls, _calls(judge))}"
    if errors <= bars.errors * calls + ROUNDING:
        return met("errors", figure=figure, asked=asked)
    missing = "a run in which more calls give a verdict"
    line = GateLine(line="errors", standing=Standing.MISSING, figure=figure, asked=asked, missing=missing)
    return Finding(line=line, reason=f"{error_words(judge)} At most {percent(bars.errors)} may fail.")


def error_words(judge: JudgeSummary) -> str:
    """Say how many calls failed, and how many cases count against the judge for it; empty where none did."""
    calls, errors = judge.steady_calls
    parts = []
    if errors:
        verb, share = "it is" if errors == 1 else "they are", percent(errors / calls)
        parts.append(f"{errors:,} of {plural(calls, _calls(judge))} failed ({share}); {verb} neither pass nor fail.")
    cases = judge.planted.unresolved + judge.held_out.unresolved + judge.sources.unresolved
    if cases:
        verb = "has" if cases == 1 else "have"
        counts = "counts" if cases == 1 else "count"
        what = "no majority" if judge.votes else "too few answers"
        parts.append(f"{plural(cases, 'case')} {verb} {what} and {counts} against the judge.")
    return " ".join(parts)


def _calls(judge: JudgeSummary) -> str:
    return "first call" if judge.votes else "call"

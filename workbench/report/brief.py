"""A candidate in one sentence: what to call it, why the gate decided as it did, where it is weakest."""

from collections.abc import Iterator, Sequence

from workbench.records.summary import GateLine, JudgeSummary, Level, Standing, StyleRate
from workbench.report.scorecard import is_perfect, style_side
from workbench.report.statements import next_lines
from workbench.report.words import LEVEL_MEANINGS, Side, count_words, error_words, plural, set_words

NAMED = 3
"""Styles that a one-line reason names before it says how many more there are."""

# The gate's own name for its line about reading.
_READING = "disagreements"
# And its line about styles, which may name dozens: the first few have been named by then.
_STYLES = "every style"


def short_name(judge: JudgeSummary) -> str:
    """Return who judged in one piece: "grounded on claude-haiku-5-5", "floor", "perfect (simulated)"."""
    name = judge.name if judge.model == judge.kind else f"{judge.name} on {judge.model}"
    return f"{name} (simulated)" if judge.kind == "simulated" and "simulated" not in name else name


def never_caught(judge: JudgeSummary) -> tuple[StyleRate, ...]:
    """Return the styles of mistakes that the judge was shown and of which it caught none."""
    return tuple(
        style
        for style in judge.by_style
        if style_side(style) is Side.CAUGHT and style.rate.items and not style.rate.hits
    )


def gate_brief(judge: JudgeSummary) -> str:
    """Say in a line or two what speaks most against a judge and what is missing for its next level.

    A style of which the judge caught nothing comes before all else, by its name: a pooled rate would hide it. Every
    reason and every line of the gate stands in `report.html`. What a person has to read is said here only where nothing
    else is to be said: every report has a block of its own for it.
    """
    decision = judge.decision
    if decision is None:
        return "not put before the gate"
    if decision.level is Level.INVALID:
        return decision.reasons[0] if decision.reasons else LEVEL_MEANINGS[Level.INVALID]
    lines = next_lines(decision)
    earned = "" if decision.level is Level.PLUMBING_ONLY else LEVEL_MEANINGS[decision.level]
    missing = [line for line in lines if line.standing is Standing.MISSING]
    several = len(never_caught(judge)) > 1
    wanted = "; ".join(
        "1 more item of each of these styles, caught" if line.line == _STYLES and several else line.missing or line.line
        for line in missing
        if line.line != _READING
    )
    parts = [part for part in (earned, *_against(judge, lines), wanted and f"missing: {wanted}") if part]
    if not parts:
        parts = [f"missing: {line.line}, {line.missing}" for line in missing]
    return "; ".join(parts)


def _against(judge: JudgeSummary, lines: Sequence[GateLine]) -> Iterator[str]:
    never = [style.style for style in never_caught(judge)]
    if not never:
        yield from (f"{line.line}, {line.figure}" for line in lines if line.standing is Standing.AGAINST)
        return
    more = len(never) - NAMED
    yield f"blind to {', '.join(never[:NAMED])}" + (f" and {plural(more, 'more style')}" if more > 0 else "")


def style_brief(judge: JudgeSummary) -> str:
    """Name every style on which the judge was wrong or gave no verdict, the worst first; empty where there is none.

    Styles with one count are named together: "caught 0 of 3: name_swapped, negation_turned; alarmed 1 of 4: ...".
    """
    groups: dict[str, list[str]] = {}
    for style in judge.by_style:
        if style.rate.items and not is_perfect(style):
            groups.setdefault(_counted(style), []).append(style.style or "untouched")
    return "; ".join(f"{counted}: {', '.join(styles)}" for counted, styles in groups.items())


def _counted(style: StyleRate) -> str:
    part = "" if style.set in ("planted", "near_miss") else f"{set_words(style.set)} "
    verb = "caught" if style_side(style) is Side.CAUGHT else "alarmed"
    return ", ".join((f"{part}{verb} {count_words(style.rate)}", *error_words(style.rate)))

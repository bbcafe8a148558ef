"""The trust table as plain text: a candidate in two lines, its counts and below them their worst cases."""

from collections.abc import Iterator, Sequence

from workbench.records.summary import Constant, JudgeSummary
from workbench.report.columns import Cell, display_width, paragraph, table, wrap
from workbench.report.scorecard import Figure
from workbench.report.statements import calls_statement
from workbench.report.visible import on_one_line
from workbench.report.words import NO_COST, SHORT_SIDES, cost_words, kind_words, level_words

LEGEND = ("≤ at most,", "≥ at least (95%)")
"""What the signs below each count mean."""
_HEADING = 8
Row = tuple[JudgeSummary | Constant, Sequence[Figure]]
"""A candidate, or what always says the same, and its figures."""


def candidate_lines(rows: Sequence[Row], *, gate: bool, width: int) -> list[str]:
    """Draw a table with one entry a candidate, under a heading for each rule.

    Where the page is too narrow for the level's column, that is left out: the gate's own block says the level too.
    Where it is too narrow for a table, each candidate is a list of its figures.

    Args:
        rows: Candidates and their figures, and what always says the same. Those of one rule must follow each other.
        gate: Whether to say the level that each candidate has earned.
        width: Columns of the page.
    """
    entries = _drawn(rows, levels=gate, width=width) or _drawn(rows, levels=False, width=width)
    if not entries:
        entries = [paragraph(" ".join(LEGEND), width=width, rest="  "), *_lists(rows, width)]
    lines, rule = entries[0], None
    for (judge, found), entry in zip(rows, entries[1:], strict=True):
        if judge.rule != rule:
            rule = judge.rule
            lines += paragraph(on_one_line(f"rule {rule}:"), width=width, rest="  ")
        lines += entry
        told = [*(_status(judge) if gate and isinstance(judge, JudgeSummary) else ()), *_readings(found)]
        lines += [line for one in told for line in paragraph(on_one_line(one), width=width, first="  ", rest="    ")]
    return lines


def _drawn(rows: Sequence[Row], *, levels: bool, width: int) -> list[list[str]] | None:
    """Return the lines of the heading and of each row; None where they do not fit."""
    headings: list[list[str]] = [[*LEGEND, "judge"], *(_heading(figure.name) for figure in rows[0][1])]
    if levels:
        headings.append(["gate"])
    height = max(len(heading) for heading in headings)
    heading: list[Cell] = [[""] * (height - len(lines)) + lines for lines in headings]
    cells = [[_name(judge), *(_cell(figure) for figure in found)] for judge, found in rows]
    if levels:
        for (judge, _), row in zip(rows, cells, strict=True):
            row.append([_level(judge)])
    if any(len(row) != len(heading) for row in cells):
        return None
    return table([heading, *cells], width=width)


def _heading(name: str) -> list[str]:
    return wrap(name, max(_HEADING, *(display_width(word) for word in name.split())))


def _name(judge: JudgeSummary | Constant) -> list[str]:
    if isinstance(judge, Constant):
        return [judge.name]
    on = kind_words(judge.kind) if judge.model == judge.kind else judge.model
    return [on_one_line(judge.name), on_one_line(on)]


def _cell(figure: Figure) -> list[str]:
    below = [short_bound(figure.worst), *figure.asides]
    return [figure.brief, *below] if any(below) else [figure.brief]


def short_bound(worst: str) -> str:
    """Return "at least 61%" as "≥61%"."""
    for words, sign in SHORT_SIDES.items():
        worst = worst.replace(f"{words} ", sign)
    return worst


def _lists(rows: Sequence[Row], width: int) -> Iterator[list[str]]:
    for judge, found in rows:
        lines = paragraph(on_one_line(", ".join(_name(judge))), width=width, rest="  ")
        size = max(display_width(figure.name) for figure in found)
        for figure in found:
            told = ", ".join(part for part in _cell(figure) if part)
            lines += paragraph(told, width=width, first=f"  {figure.name:<{size}}  ") if told else []
        yield lines


def _status(judge: JudgeSummary) -> Iterator[str]:
    """Say what calls came to nothing and what they cost, where there is anything to say."""
    cost = cost_words(judge.cost)
    parts = [
        calls_statement(judge) if any(judge.errors.values()) else "",
        {NO_COST: "", "unknown": "cost unknown"}.get(cost, cost),
    ]
    said = ", ".join(part for part in parts if part)
    if said:
        yield said


def _readings(found: Sequence[Figure]) -> Iterator[str]:
    """Say what errors do to the figures in which there was one, a line a reading."""
    for name in dict.fromkeys(name for figure in found for name, _ in figure.readings):
        told = [
            f"{figure.heading[0]} {short_bound(dict(figure.readings)[name]).replace(', ', ' ')}"
            for figure in found
            if name in dict(figure.readings)
        ]
        yield f"{name}: {', '.join(told)}"


def _level(judge: JudgeSummary | Constant) -> str:
    if isinstance(judge, Constant):
        return ""
    return level_words(judge.decision.level if judge.decision else None)

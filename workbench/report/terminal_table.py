"""The trust table as plain text: a candidate in two lines, its counts and below them their worst cases."""

from collections.abc import Iterator, Sequence

from workbench.records.summary import JudgeSummary
from workbench.report.columns import Cell, display_width, paragraph, table, wrap
from workbench.report.scorecard import Figure
from workbench.report.statements import calls_statement
from workbench.report.visible import on_one_line
from workbench.report.words import NO_COST, SHORT_SIDES, cost_words, kind_words, level_words

LEGEND = ("≤ at most,", "≥ at least (95%)")
"""What the signs below each count mean."""
_HEADING = 8
_Row = tuple[JudgeSummary, Sequence[Figure]]


def candidate_lines(rows: Sequence[_Row], *, gate: bool, width: int) -> list[str]:
    """Draw a table with one entry a candidate, under a heading for each rule.

    Where the page is too narrow for the level's column, that is left out: the gate's own block says the level too.
    Where it is too narrow for a table, each candidate is a list of its figures.

    Args:
        rows: Candidates and their figures. Those of one rule must follow each other.
        gate: Whether to say the level that each candidate has earned.
        width: Columns of the page.
    """
    entries = _drawn(rows, levels=gate, width=width) or _drawn(rows, levels=False, width=width)
    if not entries:
        entries = [paragraph(" ".join(LEGEND), width=width, rest="  "), *_lists(rows, width)]
    lines, rule = entries[0], None
    for (judge, _), entry in zip(rows, entries[1:], strict=True):
        if judge.rule != rule:
            rule = judge.rule
            lines += paragraph(on_one_line(f"rule {rule}:"), width=width, rest="  ")
        lines += [*entry, *(_status(judge, width) if gate else ())]
    return lines


def _drawn(rows: Sequence[_Row], *, levels: bool, width: int) -> list[list[str]] | None:
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


def _name(judge: JudgeSummary) -> list[str]:
    on = kind_words(judge.kind) if judge.model == judge.kind else judge.model
    return [on_one_line(judge.name), on_one_line(on)]


def _cell(figure: Figure) -> list[str]:
    return [figure.brief, _short(figure.worst), *figure.asides]


def _short(worst: str) -> str:
    """Return "at least 61%" as "≥61%"."""
    for words, sign in SHORT_SIDES.items():
        worst = worst.replace(f"{words} ", sign)
    return worst


def _lists(rows: Sequence[_Row], width: int) -> Iterator[list[str]]:
    for judge, found in rows:
        lines = paragraph(on_one_line(", ".join(_name(judge))), width=width, rest="  ")
        size = max(display_width(figure.name) for figure in found)
        for figure in found:
            parts = (part for part in _cell(figure) if part)
            lines += paragraph(", ".join(parts), width=width, first=f"  {figure.name:<{size}}  ")
        yield lines


def _status(judge: JudgeSummary, width: int) -> list[str]:
    """Say what calls came to nothing and what they cost, where there is anything to say."""
    cost = cost_words(judge.cost)
    parts = [
        calls_statement(judge) if any(judge.errors.values()) else "",
        {NO_COST: "", "unknown": "cost unknown"}.get(cost, cost),
    ]
    said = ", ".join(part for part in parts if part)
    return paragraph(on_one_line(said), width=width, first="  ") if said else []


def _level(judge: JudgeSummary) -> str:
    return level_words(judge.decision.level if judge.decision else None)

"""Styles against candidates of one rule, the worst style first: where to work."""

from collections.abc import Sequence
from dataclasses import dataclass

from workbench.records.summary import JudgeSummary, StyleRate, Summary
from workbench.report.scorecard import is_perfect, style_side
from workbench.report.words import Side


@dataclass(frozen=True, kw_only=True)
class StyleRow:
    """One style of one set: a cell a candidate, None where that candidate was not shown the style."""

    set: str
    style: str
    side: Side
    cells: tuple[StyleRate | None, ...]


@dataclass(frozen=True, kw_only=True)
class StyleMatrix:
    """All styles of one rule."""

    rule: str
    judges: tuple[JudgeSummary, ...]
    rows: tuple[StyleRow, ...]


def style_matrices(summary: Summary) -> tuple[StyleMatrix, ...]:
    """Return one matrix a rule, in the order of the judges; rules without a measured style are left out."""
    rules = dict.fromkeys(judge.rule for judge in summary.judges)
    found = (_matrix(rule, [judge for judge in summary.judges if judge.rule == rule]) for rule in rules)
    return tuple(matrix for matrix in found if matrix.rows)


def _matrix(rule: str, judges: Sequence[JudgeSummary]) -> StyleMatrix:
    names = dict.fromkeys((style.set, style.style) for judge in judges for style in judge.by_style)
    rows = [_row(part, style, judges) for part, style in names]
    return StyleMatrix(rule=rule, judges=tuple(judges), rows=tuple(sorted(rows, key=_badness)))


def _row(part: str, style: str, judges: Sequence[JudgeSummary]) -> StyleRow:
    cells = tuple(
        next((found for found in judge.by_style if (found.set, found.style) == (part, style)), None) for judge in judges
    )
    side = next(style_side(cell) for cell in cells if cell)
    return StyleRow(set=part, style=style, side=side, cells=cells)


def _badness(row: StyleRow) -> tuple[float, str, str]:
    """Sort by the share of items that went right, over all candidates together; ties by name."""
    right = items = 0
    for cell in row.cells:
        if cell:
            caught = cell.rate.hits
            resolved = cell.rate.items - cell.rate.unresolved
            right += caught if row.side is Side.CAUGHT else resolved - caught
            items += cell.rate.items
    return (right / items if items else 1.0, row.set, row.style)


def cell_symbol(cell: StyleRate) -> str:
    """Return the sign beside a cell, so that right and wrong are told apart without colour."""
    if not cell.rate.items:
        return "?"
    return "✓" if is_perfect(cell) else "✗"

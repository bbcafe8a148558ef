"""Lengths of answers and ranks of the evidence against candidates of one rule: is a judge worse at one end?"""

from collections.abc import Sequence
from dataclasses import dataclass

from workbench.records.summary import JudgeSummary, SliceKind, SliceRate, Summary
from workbench.report.scorecard import slice_side
from workbench.report.words import Side, rate_words, reading_words, slice_words

TITLES = {SliceKind.LENGTH: "Length of the answer", SliceKind.EVIDENCE: "Rank of the passage with the evidence"}
READING = (
    "Lengths are told apart by thirds of the bench's own answers of the rule; a changed copy stands where its own "
    "length is.",
    "The evidence stands in the passage that holds the phrase which answers the question, as the retrieval check found "
    "it, or in the passage that a mistake was planted in. Items of which neither is known, or whose passage is not "
    "shown, stand in no row.",
)


@dataclass(frozen=True, kw_only=True)
class SliceRow:
    """One slice of one set: a cell a candidate. `filters` are what its items have in common, for a link to them."""

    name: str
    set: str
    side: Side
    filters: tuple[tuple[str, str], ...]
    cells: tuple[SliceRate | None, ...]


@dataclass(frozen=True, kw_only=True)
class SliceMatrix:
    """All slices of one rule by one property."""

    rule: str
    by: SliceKind
    judges: tuple[JudgeSummary, ...]
    rows: tuple[SliceRow, ...]


def cell_words(cell: SliceRate | None, side: Side) -> str:
    """Return a cell in one line: "caught 18 of 20, at least 71%", and what errors there were."""
    if cell is None:
        return "not shown to it"
    verb = "caught" if side is Side.CAUGHT else "alarmed"
    return ", ".join((f"{verb} {rate_words(cell.rate, side)}", *reading_words(cell.rate, side)))


def slice_matrices(summary: Summary) -> tuple[SliceMatrix, ...]:
    """Return one matrix a property and rule, rules in the order of the judges; those without a row are left out."""
    rules = dict.fromkeys(judge.rule for judge in summary.judges)
    found = (
        _matrix(by, rule, [judge for judge in summary.judges if judge.rule == rule])
        for by in SliceKind
        for rule in rules
    )
    return tuple(matrix for matrix in found if matrix.rows)


def _matrix(by: SliceKind, rule: str, judges: Sequence[JudgeSummary]) -> SliceMatrix:
    cells = {(_place(one), judge.judge_id): one for judge in judges for one in judge.slices if one.by is by}
    # Judges of one rule have the same items, so the first one that has a slice says what it is.
    first = {place: one for (place, _), one in reversed(cells.items())}
    rows = tuple(
        SliceRow(
            name=slice_words(first[place]),
            set=first[place].set,
            side=slice_side(first[place]),
            filters=(("set", first[place].set), ("must", first[place].expected), (by, first[place].name)),
            cells=tuple(cells.get((place, judge.judge_id)) for judge in judges),
        )
        for place in dict.fromkeys(place for place, _ in cells)
    )
    return SliceMatrix(rule=rule, by=by, judges=tuple(judges), rows=rows)


def _place(one: SliceRate) -> tuple[int, str, str]:
    return one.least, one.set, one.expected

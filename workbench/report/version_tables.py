"""What each judge fixed and broke since its version before, as tables whose numbers open exactly their items."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from workbench.records.challenge import Set
from workbench.records.comparison import Kind, Moved, MovedItems, Part
from workbench.records.summary import JudgeSummary
from workbench.report.links import items_link
from workbench.report.tags import OF_MOVED
from workbench.report.version_text import part_statement
from workbench.report.view import ItemView

HEADINGS = tuple(Moved)
_SETS = {
    Kind.MISTAKES: (Set.PLANTED, Set.HELD_OUT),
    Kind.SOURCES: (Set.CLEAN, Set.NEAR_MISS),
    Kind.LABELLED: (Set.NATURAL,),
}


@dataclass(frozen=True, kw_only=True)
class VersionCell:
    """How many cases stand somewhere, and of how many items they are made; the link opens these."""

    cases: int
    items: int
    link: str


@dataclass(frozen=True, kw_only=True)
class VersionRow:
    """One kind of case: a cell for each of `HEADINGS`, and what follows from them."""

    kind: Kind
    cells: tuple[VersionCell, ...]
    said: str


@dataclass(frozen=True, kw_only=True)
class VersionTable:
    """One judge against its version before; no rows where the two could not be compared."""

    judge: JudgeSummary
    rows: tuple[VersionRow, ...]


def version_tables(
    judges: Sequence[JudgeSummary], views: Sequence[ItemView], moved: MovedItems
) -> tuple[VersionTable, ...]:
    """Return a table for each judge that had another version in an earlier run.

    Args:
        judges: The judges.
        views: The items of the page.
        moved: Where they stand.
    """
    items = Counter(
        (opinion.judge.judge_id, ruling.set, moved[opinion.judge.judge_id, view.item_id])
        for view in views
        for ruling in view.rulings
        for opinion in ruling.opinions
        if (opinion.judge.judge_id, view.item_id) in moved
    )
    return tuple(
        VersionTable(
            judge=judge,
            rows=tuple(
                _row(judge, part, items) for part in (judge.since.comparison.parts if judge.since.comparison else ())
            ),
        )
        for judge in judges
        if judge.since
    )


def _row(judge: JudgeSummary, part: Part, items: Counter[tuple[str, str, Moved]]) -> VersionRow:
    fixed, broken = len(part.fixed), len(part.broken)
    cases = {
        Moved.STILL_RIGHT: part.right - fixed,
        Moved.FIXED: fixed,
        Moved.BROKEN: broken,
        Moved.STILL_WRONG: part.cases - part.right - broken,
    }
    sets = _SETS[part.kind]
    return VersionRow(
        kind=part.kind,
        cells=tuple(
            VersionCell(
                cases=cases[where],
                items=sum(items[judge.judge_id, str(name), where] for name in sets),
                link=items_link(judge, *(("set", str(name)) for name in sets), ("is", OF_MOVED[where])),
            )
            for where in HEADINGS
        ),
        said=part_statement(part),
    )

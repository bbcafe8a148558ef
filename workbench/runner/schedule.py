"""Which calls a run still owes, and in which order."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b

from workbench.errors import InputError, Problem
from workbench.records.item import Item
from workbench.records.passage import Passage
from workbench.records.reply import JudgeSpec, Reply

CellKey = tuple[str, str, int]
"""Item id, judge id, repeat: what one verdict is about. Nothing else identifies a cell, its position least of all."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Cell:
    """One verdict that is still owed.

    Attributes:
        item: What the judge is shown.
        judge_id: The judge version that is asked.
        repeat: Index of the rerun, from 0.
        attempts: Attempts made in earlier sessions that brought no verdict.
        answered: The parts of the item that they brought a verdict on, with it, where the judge asks in parts.
    """

    item: Item
    judge_id: str
    repeat: int
    attempts: int = 0
    answered: tuple[tuple[str, Reply], ...] = ()

    def about(self, part: Item) -> "Cell":
        """Return the call about one part of the item."""
        return Cell(item=part, judge_id=self.judge_id, repeat=self.repeat)

    @property
    def key(self) -> CellKey:
        """Return what identifies the cell."""
        return (self.item.item_id, self.judge_id, self.repeat)


def plan_cells(  # noqa: PLR0913 - what an order is made of, each by name
    items: Mapping[str, Sequence[Item]],
    judges: Iterable[JudgeSpec],
    *,
    repeats: int,
    seed: int,
    done: Collection[CellKey] = frozenset(),
    attempts: Mapping[CellKey, int] | None = None,
    together: Mapping[str, str] | None = None,
) -> list[Cell]:
    """List every (item, judge, repeat) without a verdict, shuffled.

    Cells that show one judge the same passages stand together, so that a prompt cache can serve them. Where they stand
    comes from a hash of the seed, the judge and the passages, and the order among them from a hash of the seed and the
    cell's key. So the order is the same however the input was sorted, clean and planted copies mix, and a resumed run
    keeps the order of the first.

    Args:
        items: Rule to the items judged under it. A judge is given the items of its own rule.
        judges: The judge versions.
        repeats: Reruns of each item, from 1.
        seed: Another seed gives another order.
        done: Keys of the cells that have their verdict.
        attempts: Attempts already made on cells without a verdict.
        together: Item id to a name; items of one name stand together, item by item, for a run that may stop between
            two of them. The name is no more than a name: it is hashed like the rest.

    Raises:
        InputError: an item twice under one rule, a judge twice, a judge without items for its rule, no repeats. All
            of these at once.
    """
    specs = list(judges)
    problems = [*_twice(items, specs), *_missing(items, specs)]
    if repeats < 1:
        problems.append(Problem(where="repeats", expected="a whole number from 1", got=str(repeats)))
    if problems:
        raise InputError(problems)
    made = attempts or {}
    places = _Places(seed)
    cells = [
        Cell(item=item, judge_id=spec.judge_id, repeat=repeat, attempts=made.get(key, 0))
        for spec in specs
        for item in items[spec.rule]
        for repeat in range(repeats)
        if (key := (item.item_id, spec.judge_id, repeat)) not in done
    ]

    def place(cell: Cell) -> tuple[object, ...]:
        if together is not None:
            name = together[cell.item.item_id]
            return places.of_name(cell, name), places.of_passages(cell), places.of_item(cell), cell.key
        return places.of_passages(cell), places.of_cell(cell), cell.key

    cells.sort(key=place)
    return cells


class _Places:
    """Where cells stand: numbers that follow from seed and content alone."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._known: dict[tuple[str, tuple[Passage, ...]], bytes] = {}

    def of_cell(self, cell: Cell) -> bytes:
        return self._place(*map(str, cell.key))

    def of_name(self, cell: Cell, name: str) -> bytes:
        return self._place(cell.judge_id, "", name)

    def of_item(self, cell: Cell) -> bytes:
        return self._place(cell.judge_id, cell.item.item_id)

    def of_passages(self, cell: Cell) -> bytes:
        shown = (cell.judge_id, cell.item.passages)
        if shown not in self._known:
            parts = (part for passage in cell.item.passages for part in (passage.id, passage.title, passage.text))
            self._known[shown] = self._place(cell.judge_id, *parts)
        return self._known[shown]

    def _place(self, *parts: str) -> bytes:
        text = "\0".join((str(self._seed), *parts))
        return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest()


def _twice(items: Mapping[str, Sequence[Item]], specs: Sequence[JudgeSpec]) -> list[Problem]:
    problems = []
    for rule in sorted(items):
        for item_id in _repeated(item.item_id for item in items[rule]):
            problems.append(Problem(where=f"item {item_id}", expected=f"once under rule {rule}", got="it twice"))
    for judge_id in _repeated(spec.judge_id for spec in specs):
        names = ", ".join(f"{spec.name} on {spec.model}" for spec in specs if spec.judge_id == judge_id)
        problems.append(Problem(where=f"judge {judge_id}", expected="each judge version once", got=names))
    return problems


def _repeated(ids: Iterable[str]) -> list[str]:
    seen: set[str] = set()
    again: set[str] = set()
    for one in ids:
        (again if one in seen else seen).add(one)
    return sorted(again)


def _missing(items: Mapping[str, Sequence[Item]], specs: Sequence[JudgeSpec]) -> list[Problem]:
    known = ", ".join(sorted(items)) or "none"
    return [
        Problem(where=f"judge {spec.name}", expected=f"items for its rule {spec.rule}", got=f"items for: {known}")
        for spec in specs
        if spec.rule not in items
    ]

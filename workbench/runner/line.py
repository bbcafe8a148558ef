"""The cells of one judge, and which of them may be asked next, so that a prompt cache is written once and read often.

The calls of a judge share the beginning of their prompt: all of them the rubric, those about the same passages these as
well. A prompt cache can serve a beginning only once the first call that wrote it is answered. So the first call with a
beginning goes alone, and then all the others at once; meanwhile calls with other beginnings are made. What is begun is
ended before more is begun, as a cache forgets after a few minutes.
"""

import math
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from workbench.records.passage import Passage
from workbench.runner.schedule import Cell, CellKey

# So many calls may fail before the others no longer wait for one that writes the cache.
_TRIES = 3
# So few calls are made at once: what they save is not worth the wait for the first.
_FEW = 2


@dataclass(slots=True)
class _Beginning:
    """The beginning of a prompt.

    Attributes:
        free: Calls need not wait for one another.
        written: A call with it was answered.
        used: When the last call with it was made, in seconds of the loop's clock; an entry lives on from there.
        alone: The cell whose call writes it and is under way.
        failed: Calls alone that brought no message.
    """

    free: bool = False
    written: bool = False
    used: float = 0.0
    alone: CellKey | None = None
    failed: int = 0

    def cached(self, now: float, life_s: float) -> bool:
        return self.free or (self.written and now - self.used < life_s)

    def asked(self, key: CellKey, now: float, life_s: float) -> None:
        if not self.cached(now, life_s):
            self.alone, self.written = key, False
        self.used = now

    def answered(self, key: CellKey, *, written: bool) -> None:
        mine = self.alone == key
        if mine or written:
            self.alone = None
            self.written = written
        if mine and not written:
            self.failed += 1
            self.free = self.failed >= _TRIES


class _Group:
    """The cells about the same passages, in order; `listed` while one of them may be asked."""

    __slots__ = ("cells", "listed", "passages")

    def __init__(self, *, free: bool) -> None:
        self.cells: deque[Cell] = deque()
        self.passages = _Beginning(free=free)
        self.listed = False


class Line:
    """The cells of one judge, to be taken one after the other.

    Attributes:
        left: Cells that are not taken yet.
    """

    def __init__(
        self,
        cells: Sequence[Cell],
        *,
        cache_life_s: float,
        rubric_used_at: float = -math.inf,
        wanted: Callable[[Cell], bool] = lambda _: True,
    ) -> None:
        """Make a line.

        Args:
            cells: The judge's cells in order. Groups come in the order of their first cell.
            cache_life_s: How long the judge's model keeps a prompt, in seconds; 0 where it keeps none, and then the
                cells come exactly in order and none waits for another.
            rubric_used_at: When an earlier call sent the rubric, on the clock of `take`; minus infinity where none did.
            wanted: Asked of the next cell right before it is taken; one that is not wanted is left out for good.
        """
        self._wanted = wanted
        self._life_s = cache_life_s
        self._cached = cache_life_s > 0 and len(cells) > _FEW
        self._rubric = _Beginning(free=not self._cached, written=True, used=rubric_used_at)
        self._groups: dict[tuple[Passage, ...], _Group] = {}
        self.left = len(cells)
        for cell in cells:
            shown = self._shown(cell)
            if shown not in self._groups:
                self._groups[shown] = _Group(free=not self._cached)
            self._groups[shown].cells.append(cell)
        self._new = deque(self._groups.values())
        self._begun: deque[_Group] = deque()

    def take(self, now: float) -> Cell | None:
        """Return the next cell that may be asked now; None where all must wait, or none is left.

        Args:
            now: Seconds of a clock that only goes forward.
        """
        if self._rubric.alone is not None:
            return None
        group = self._next_group()
        if group is None:
            return None
        cell = group.cells.popleft()
        self.left -= 1
        self._rubric.asked(cell.key, now, self._life_s)
        group.passages.asked(cell.key, now, self._life_s)
        if group.passages.alone is not None or not group.cells:
            self._begun.popleft()
            group.listed = False
        return cell

    def answered(self, cell: Cell, *, written: bool) -> None:
        """Take note that a call came back, and let those go that waited for it.

        Args:
            cell: The cell that was asked.
            written: Whether the call brought a message, so that its prompt is in the cache.
        """
        group = self._groups[self._shown(cell)]
        self._rubric.answered(cell.key, written=written)
        group.passages.answered(cell.key, written=written)
        self._go_on(group)

    def not_asked(self, cell: Cell) -> None:
        """Take note that a cell was settled without a call, and let those go that waited for it."""
        group = self._groups[self._shown(cell)]
        for beginning in (self._rubric, group.passages):
            if beginning.alone == cell.key:
                beginning.alone = None
        self._go_on(group)

    def _next_group(self) -> _Group | None:
        """Return the group whose first cell may be asked now and is wanted."""
        while self._begun or self._new:
            if not self._begun:
                self._list(self._new.popleft())
            group = self._begun[0]
            while group.cells and not self._wanted(group.cells[0]):
                group.cells.popleft()
                self.left -= 1
            if group.cells:
                return group
            self._begun.popleft()
            group.listed = False
        return None

    def _shown(self, cell: Cell) -> tuple[Passage, ...]:
        return cell.item.passages if self._cached else ()

    def _go_on(self, group: _Group) -> None:
        if group.cells and not group.listed and group.passages.alone is None:
            self._list(group)

    def _list(self, group: _Group) -> None:
        group.listed = True
        self._begun.append(group)

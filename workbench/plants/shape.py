"""What can be seen of an item without reading it, and how far apart two sets of items lie in it."""

import math
from bisect import bisect_right
from collections.abc import Sequence
from functools import lru_cache
from random import Random

from workbench.records.item import Item

Shape = tuple[float, ...]
_MARKS = ".,;:!?()[]\"'“”-*#£$%/\n"
# Mixed directions besides the features themselves: what two features tell only together shows in them.
_DIRECTIONS = 24
_BANDS = 8


@lru_cache(maxsize=65_536)
def shape(item: Item) -> Shape:
    """Return what an item shows without being read: lengths, marks, digits, number and length of passages.

    Each is the logarithm of one more than a count.
    """
    answer, lengths = item.answer, [len(passage.text) for passage in item.passages]
    counts = (
        len(answer),
        len(answer.split()),
        sum(map(answer.count, (". ", "! ", "? ", "\n"))),
        *map(answer.count, _MARKS),
        sum(map(str.isdigit, answer)),
        sum(map(str.isupper, answer)),
        len(lengths),
        sum(lengths),
        min(lengths, default=0),
    )
    return tuple(map(math.log1p, counts))


class Gap:
    """How far the shapes of right items lie from those of wrong ones, and what one more right item makes of it.

    Along every feature, and along a fixed set of mixed directions, shapes fall into bands that hold about as many each.
    The gap is the sum of the squared differences between the shares of right and of wrong items in each band: 0 where
    both are spread alike.
    """

    def __init__(self, right: Sequence[Shape], wrong: Sequence[Shape]) -> None:
        """Compare right items, which may be none, with wrong ones, of which there is at least one."""
        self._spreads = [_spread(column) for column in zip(*right, *wrong, strict=True)]
        self._directions = _directions(len(self._spreads))
        sides = [[self._seen(one) for one in side] for side in (right, wrong)]
        self._edges = [_edges(column) for column in zip(*sides[0], *sides[1], strict=True)]
        self._right, self._wrong = ([[0] * (len(edges) + 1) for edges in self._edges] for _ in sides)
        for side, counts in zip(sides, (self._right, self._wrong), strict=True):
            for one in side:
                for band, held in zip(self._bands(one), counts, strict=True):
                    held[band] += 1
        self._count, self._others = len(right), len(wrong)
        self._weighed: dict[str, tuple[int, ...]] = {}

    def weigh(self, name: str, one: Shape) -> None:
        """Make a candidate known under a name."""
        self._weighed[name] = self.bands_of(one)

    def after(self, name: str) -> int:
        """How much the gap grows by a candidate, against one that falls into no band."""
        count = self._count + 1
        grown = 0
        for band, right, wrong in zip(self._weighed[name], self._right, self._wrong, strict=True):
            # ((r + 1) / n - w / m)^2 - (r / n - w / m)^2, times n^2 m
            grown += (2 * right[band] + 1) * self._others - 2 * wrong[band] * count
        return grown

    def take(self, name: str) -> None:
        """Count a candidate among the right items."""
        self._count += 1
        for band, held in zip(self._weighed[name], self._right, strict=True):
            held[band] += 1

    def bands_of(self, one: Shape) -> tuple[int, ...]:
        """The band that a shape falls into along every feature and direction."""
        return self._bands(self._seen(one))

    def _bands(self, seen: Shape) -> tuple[int, ...]:
        return tuple(bisect_right(edges, value) for edges, value in zip(self._edges, seen, strict=True))

    def _seen(self, one: Shape) -> Shape:
        plain = [value / spread for value, spread in zip(one, self._spreads, strict=True)]
        return (*plain, *(sum(map(float.__mul__, plain, direction)) for direction in self._directions))


def _edges(values: Sequence[float]) -> list[float]:
    """Where one band ends and the next begins."""
    ordered = sorted(values)
    places = (len(ordered) * part // _BANDS for part in range(1, _BANDS))
    return sorted({ordered[place] for place in places} - {ordered[0]})


def _spread(column: Sequence[float]) -> float:
    mean = math.fsum(column) / len(column)
    return math.sqrt(math.fsum((value - mean) ** 2 for value in column) / len(column)) or 1.0


@lru_cache(maxsize=4)
def _directions(size: int) -> tuple[Shape, ...]:
    rng = Random(size)
    made = [[rng.choice((-1.0, 0.0, 0.0, 1.0)) for _ in range(size)] for _ in range(_DIRECTIONS)]
    return tuple(tuple(value / math.sqrt(max(1, sum(map(abs, one)))) for value in one) for one in made)

"""Which challenges to take, so that styles and parents are even and shape alone does not tell wrong from right.

Shape is what can be seen without reading: lengths, line breaks, marks, digits. Mistakes change it (a wrong decline is
short, an added fact long), and so do near misses. Those near misses are taken whose shapes, together with those of the
clean answers, come nearest to the shapes of the planted mistakes.
"""

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from workbench.records.challenge import Challenge

_Shape = tuple[float, ...]
# So many candidates of a style are weighed for each place; the rest are as good.
_MOST_WEIGHED = 40
# How far a style or a parent may be ahead of the least used one.
_AHEAD = 2


def evenly(pools: Mapping[str, list[Challenge]], quota: int | None) -> list[Challenge]:
    """Take challenges from each style in turn, spread over the parents, so that other cases change as little as can be.

    Every parent puts its own challenges in an order, by their content alone. A style takes what comes first with its
    parent before what comes second with another, and so on; of equals, in the order of its pool. What one more case
    brings is only put in between. So each challenge that is taken with the new case was taken without it, or is of the
    new case; and each that had to go made room for one of the new case, of its own style or of one that was short.
    """
    if quota is None:
        return [challenge for pool in pools.values() for challenge in pool]
    turns = _turns(pools)
    left = {name: sorted(pool, key=lambda one: turns[one.style, one.item.item_id]) for name, pool in pools.items()}
    picked: list[Challenge] = []
    for depth in range(max(map(len, left.values()), default=0)):
        for pool in left.values():
            if depth < len(pool) and len(picked) < quota:
                picked.append(pool[depth])
    return picked


def _turns(pools: Mapping[str, list[Challenge]]) -> dict[tuple[str, str], int]:
    """The place of each challenge among those of its parent, by style and item. An item's id is a hash."""
    by_parent: dict[str, list[tuple[str, str]]] = {}
    for pool in pools.values():
        for one in pool:
            by_parent.setdefault(one.parent, []).append((one.item.item_id, one.style))
    return {
        (style, item_id): place for made in by_parent.values() for place, (item_id, style) in enumerate(sorted(made))
    }


def alike(
    pools: Mapping[str, list[Challenge]], quota: int | None, *, right: Sequence[Challenge], wrong: Sequence[Challenge]
) -> list[Challenge]:
    """Take near misses one by one, each time the one that brings right items nearest to wrong ones in shape.

    Styles are kept nearly even: none is more than three ahead of another that has some left.

    Args:
        pools: Near misses by style.
        quota: How many; None takes all, and then nothing can be balanced.
        right: Clean items of the same key.
        wrong: Planted items of the same key.
    """
    if quota is None or not wrong:
        return evenly(pools, quota)
    tilt = _Tilt(right, wrong)
    left = {name: pool[: _MOST_WEIGHED + quota] for name, pool in pools.items()}
    used: Counter[str] = Counter()
    styles: Counter[str] = Counter()
    picked: list[Challenge] = []
    while any(left.values()) and len(picked) < quota:
        best = min(_open(left, styles, used), key=lambda one: (tilt.after(one), used[one.parent], one.item.item_id))
        left[best.style].remove(best)
        used[best.parent] += 1
        styles[best.style] += 1
        tilt.take(best)
        picked.append(best)
    return picked


def _open(
    left: Mapping[str, list[Challenge]], styles: Mapping[str, int], used: Mapping[str, int]
) -> Iterator[Challenge]:
    """Yield what may be taken next: of styles at most one ahead of the least used, and of parents likewise."""
    pools = {name: pool for name, pool in left.items() if pool}
    fewest = min(styles.get(name, 0) for name in pools)
    for name, pool in pools.items():
        if styles.get(name, 0) <= fewest + _AHEAD:
            least = min(used.get(one.parent, 0) for one in pool)
            yield from [one for one in pool if used.get(one.parent, 0) <= least + _AHEAD][:_MOST_WEIGHED]


class _Tilt:
    """How far the mean shape of the right items lies from that of the wrong ones, in spreads of each feature."""

    def __init__(self, right: Iterable[Challenge], wrong: Iterable[Challenge]) -> None:
        one, other = [_shape(c) for c in right], [_shape(c) for c in wrong]
        self._goal = [sum(column) / len(other) for column in zip(*other, strict=True)]
        self._spread = [_spread(column) for column in zip(*one, *other, strict=True)]
        self._sum = [sum(column) for column in zip(*one, strict=True)] or [0.0] * len(self._goal)
        self._count = len(one)

    def after(self, challenge: Challenge) -> float:
        """The distance once a challenge is taken."""
        shape, count = _shape(challenge), self._count + 1
        return math.fsum(
            math.pow(((total + value) / count - goal) / spread, 2)
            for total, value, goal, spread in zip(self._sum, shape, self._goal, self._spread, strict=True)
        )

    def take(self, challenge: Challenge) -> None:
        """Count a challenge among the right ones."""
        self._sum = [total + value for total, value in zip(self._sum, _shape(challenge), strict=True)]
        self._count += 1


def _spread(column: Sequence[float]) -> float:
    mean = sum(column) / len(column)
    return math.sqrt(sum((value - mean) ** 2 for value in column) / len(column)) or 1.0


def _shape(challenge: Challenge) -> _Shape:
    item = challenge.item
    answer = item.answer
    length = math.log1p(len(answer))
    return (
        length,
        length * length,
        math.log1p(answer.count("\n")),
        math.log1p(answer.count(".") + answer.count("!") + answer.count("?")),
        math.log1p(answer.count("[")),
        math.log1p(answer.count("*") + answer.count("#")),
        math.log1p(sum(char.isdigit() for char in answer)),
        math.log1p(sum(len(passage.text) for passage in item.passages)),
        float(len(item.passages)),
    )

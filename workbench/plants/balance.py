"""Which challenges to take, so that styles and parents are even and shape alone does not tell wrong from right.

Mistakes change the shape of an answer (a wrong decline is short, an added fact long), and so do near misses. Those near
misses are taken whose shapes, together with those of the clean answers, come nearest to those of the planted mistakes.
"""

import math
from collections import Counter
from collections.abc import Mapping, Sequence

from workbench.plants.shape import Gap, shape
from workbench.records.challenge import Challenge

# So many candidates of a style are weighed for each place; the rest are as good.
_MOST_WEIGHED = 40


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

    No style and no parent has more than one over twice its even share, as long as others have some left.

    Args:
        pools: Near misses by style.
        quota: How many; None takes all, and then nothing can be balanced.
        right: Clean items of the same key.
        wrong: Planted items of the same key.
    """
    if quota is None or not wrong:
        return evenly(pools, quota)
    left = {name: pool[: _MOST_WEIGHED + quota] for name, pool in pools.items()}
    gap = Gap([shape(c.item) for c in right], [shape(c.item) for c in wrong])
    for pool in left.values():
        for one in pool:
            gap.weigh(one.item.item_id, shape(one.item))
    most = _most(quota, len([pool for pool in pools.values() if pool]))
    most_used = _most(quota, len({one.parent for pool in pools.values() for one in pool}))
    used: Counter[str] = Counter()
    styles: Counter[str] = Counter()
    picked: list[Challenge] = []
    while any(left.values()) and len(picked) < quota:
        open_styles = [pool for name, pool in left.items() if pool and styles[name] < most] or [*left.values()]
        weighed = [one for pool in open_styles for one in _least_used(pool, used, most_used)]
        best = min(weighed, key=lambda one: (gap.after(one.item.item_id), used[one.parent], one.item.item_id))
        left[best.style].remove(best)
        used[best.parent] += 1
        styles[best.style] += 1
        gap.take(best.item.item_id)
        picked.append(best)
    return picked


def _most(quota: int, among: int) -> int:
    return 2 * math.ceil(quota / max(1, among)) + 1


def _least_used(pool: list[Challenge], used: Mapping[str, int], most: int) -> list[Challenge]:
    """What may be taken next of a style: with parents that have not had their most, or any where all have."""
    return ([one for one in pool if used.get(one.parent, 0) < most] or pool)[:_MOST_WEIGHED]

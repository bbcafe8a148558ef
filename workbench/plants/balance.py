"""Which challenges to take under a quota: styles, parents and lengths even, and one more case leaves the rest alone.

Everything here ranks by what a challenge and its parent hold, never by what else is there. So what one more case brings
is only put in between: each challenge that is taken with the new case was taken without it, or is of the new case; and
each that had to go made room for one of the new case.
"""

from bisect import bisect_left
from collections.abc import Mapping

from workbench.identity import digest
from workbench.records.challenge import Challenge
from workbench.records.rules import ANSWERS_WHEN_IT_CAN

# Answers by length, in characters: the exact phrase; a guess or a short decline; a sentence; more.
_BANDS = (30, 120, 240)
# How many near misses of a rule are taken of each band in one turn. Mistakes of `answers_when_it_can` are the exact
# phrase or about as long as trusted answers; mistakes of `grounded` are as long as what they are made of.
_TURN = {ANSWERS_WHEN_IT_CAN: (2, 1, 1, 6)}


def evenly(
    pools: Mapping[str, list[Challenge]], quota: int | None, shares: Mapping[str, int] | None = None
) -> list[Challenge]:
    """Take challenges from each style in turn, spread over the parents, so that other cases change as little as can be.

    Every parent puts its own challenges in an order, by their content alone. A style takes what comes first with its
    parent before what comes second with another, and so on; of equals, in the order of its pool. What makes room for a
    challenge of one more case is of its own style or of one that was short.

    Args:
        pools: Challenges by style.
        quota: How many; None takes all.
        shares: What each parent should have its challenges in proportion to, besides its clean answer; None for evenly.
    """
    if quota is None:
        return [challenge for pool in pools.values() for challenge in pool]
    turns = _turns(pools)

    def rank(one: Challenge) -> float:
        turn = turns[one.style, one.item.item_id]
        return turn if shares is None else (turn + 2) / (shares.get(one.parent, 0) + 1)

    left = {name: sorted(pool, key=rank) for name, pool in pools.items()}
    picked: list[Challenge] = []
    for depth in range(max(map(len, left.values()), default=0)):
        for pool in left.values():
            if depth < len(pool) and len(picked) < quota:
                picked.append(pool[depth])
    return picked


def by_length(
    pools: Mapping[str, list[Challenge]], quota: int | None, shares: Mapping[str, int] | None = None
) -> list[Challenge]:
    """Take near misses of short and long answers in the fixed shares that suit their rule, and each band evenly.

    Where a band has none left, the others fill its places. Shares that are fixed, not fitted to the mistakes at hand,
    keep length from telling right from wrong and still leave what is taken of one case to that case. A rule without
    such shares takes near misses evenly, or in proportion to `shares`.
    """
    turn = _TURN.get(next((one.rule for pool in pools.values() for one in pool), ""))
    if quota is None or turn is None:
        return evenly(pools, quota, shares)
    bands = [
        {name: [one for one in pool if _band(one) == place] for name, pool in pools.items()}
        for place in range(len(turn))
    ]
    held = [sum(map(len, band.values())) for band in bands]
    counts = [0] * len(turn)
    while sum(counts) < min(quota, sum(held)):
        for place, most in enumerate(turn):
            counts[place] = min(held[place], counts[place] + most, counts[place] + quota - sum(counts))
    return [one for band, count in zip(bands, counts, strict=True) for one in evenly(band, count)]


def _band(challenge: Challenge) -> int:
    return bisect_left(_BANDS, len(challenge.item.answer))


def _turns(pools: Mapping[str, list[Challenge]]) -> dict[tuple[str, str], int]:
    """The place of each challenge among those of its parent, by style and item.

    The order is that of a hash of both: by their ids alone, those taken would be the ones with the least ids.
    """
    by_parent: dict[str, list[tuple[str, str]]] = {}
    for pool in pools.values():
        for one in pool:
            by_parent.setdefault(one.parent, []).append((one.item.item_id, one.style))
    return {
        (style, item_id): place
        for made in by_parent.values()
        for place, (item_id, style) in enumerate(sorted(made, key=digest))
    }

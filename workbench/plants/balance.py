"""Which challenges to take under a quota: styles, parents and lengths even, and one more case leaves the rest alone.

Everything here ranks by what a challenge and its parent hold, never by what else is there. So what one more case brings
is only put in between: each challenge that is taken with the new case was taken without it, or is of the new case; and
each that had to go made room for one of the new case.
"""

from bisect import bisect_left
from collections.abc import Collection, Mapping
from itertools import chain, product

from workbench.identity import digest
from workbench.records.challenge import Challenge
from workbench.records.rules import ANSWERS_WHEN_IT_CAN

# Answers by length, in characters: the exact phrase; a guess or a short decline; a sentence; more.
_BANDS = (30, 120, 240)
# How many near misses of a rule are taken of each band in one turn: of answers that decline, and of all others.
# About half of the mistakes of `answers_when_it_can` are made of answers that decline, and few are short.
_TURN = {ANSWERS_WHEN_IT_CAN: ((2, 2, 2, 8), (1, 1, 2, 8))}


def evenly(
    pools: Mapping[str, list[Challenge]],
    quota: int | None,
    shares: Mapping[str, int] | None = None,
    per_turn: Mapping[str, int] | None = None,
) -> list[Challenge]:
    """Take challenges from each style in turn, spread over the parents, so that other cases change as little as can be.

    Every parent puts its own challenges in an order, by their content alone. A style takes what comes first with its
    parent before what comes second with another, and so on; of equals, in the order of its pool. What makes room for a
    challenge of one more case is of its own style or of one that was short.

    Args:
        pools: Challenges by style.
        quota: How many; None takes all.
        shares: What each parent should have its challenges in proportion to, besides its clean answer; None for evenly.
        per_turn: How many a style takes in one turn, where that is not one.
    """
    if quota is None:
        return [challenge for pool in pools.values() for challenge in pool]
    places = _turns(pools)

    def rank(one: Challenge) -> float:
        place = places[one.style, one.item.item_id]
        return place if shares is None else (place + 2) / (shares.get(one.parent, 0) + 1)

    left = {name: sorted(pool, key=rank) for name, pool in pools.items()}
    steps = per_turn or {}
    picked: list[Challenge] = []
    for turn in range(max(map(len, left.values()), default=0)):
        for name, pool in left.items():
            step = steps.get(name, 1)
            picked += pool[turn * step : (turn + 1) * step]
    return picked[:quota]


def by_form(
    pools: Mapping[str, list[Challenge]],
    quota: int | None,
    declining: Collection[str],
    shares: Mapping[str, int] | None = None,
    per_turn: Mapping[str, int] | None = None,
) -> list[Challenge]:
    """Take near misses of answers that decline and of others, short and long, in the fixed shares that suit their rule.

    Where a form has none left, the others fill its places. Shares that are fixed, not fitted to the mistakes at hand,
    keep the look of answers and of what was asked from telling right from wrong, and still leave what is taken of one
    case to that case. A rule without such shares takes near misses evenly, or in proportion to `shares`.

    Args:
        pools: Challenges by style.
        quota: How many; None takes all.
        declining: The parents that decline.
        shares: As for `evenly`.
        per_turn: As for `evenly`.
    """
    turn = _TURN.get(next((one.rule for pool in pools.values() for one in pool), ""))
    if quota is None or turn is None:
        return evenly(pools, quota, shares, per_turn)
    forms = [
        {name: [one for one in pool if _form(one, declining) == form] for name, pool in pools.items()}
        for form in product((True, False), range(len(_BANDS) + 1))
    ]
    held = [sum(map(len, form.values())) for form in forms]
    counts = [0] * len(forms)
    while sum(counts) < min(quota, sum(held)):
        for place, most in enumerate(chain.from_iterable(turn)):
            counts[place] = min(held[place], counts[place] + most, counts[place] + quota - sum(counts))
    return [
        one
        for place, (form, count) in enumerate(zip(forms, counts, strict=True))
        for one in evenly(_mixed(form, place), count, per_turn=per_turn)
    ]


def _mixed(pools: Mapping[str, list[Challenge]], place: int) -> dict[str, list[Challenge]]:
    """The pools in another order for each place: few of each form would else be of the first styles alone."""
    return {name: pools[name] for name in sorted(pools, key=lambda name: digest([name, place]))}


def _form(challenge: Challenge, declining: Collection[str]) -> tuple[bool, int]:
    return challenge.parent in declining, bisect_left(_BANDS, len(challenge.item.answer))


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

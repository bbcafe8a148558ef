"""Rates: how many of n items, with the interval to show and the worst case for the gate.

An error is neither pass nor fail: it is in no score and counts as no catch and no alarm. An item with too few valid
repeats is unresolved. It stays in `items`, and the worst case counts it against the judge.
"""

import math
from typing import TYPE_CHECKING

from workbench.analysis.intervals import lower_bound, wilson
from workbench.records.challenge import Set
from workbench.records.summary import Rate, StyleRate
from workbench.records.verdict import Outcome

if TYPE_CHECKING:
    import pandas as pd

_BY_STYLE = (Set.NEAR_MISS, Set.PLANTED, Set.HELD_OUT, Set.NATURAL)


def catch_rate(rows: "pd.DataFrame") -> Rate:
    """How many of these mistakes did the judge catch?

    Args:
        rows: Rows of `item_table` of one judge, all expected to fail.

    Returns:
        `hits` are items whose every valid repeat said fail; `bound` is the share that is caught at least.
    """
    return _rate(rows, rows["resolved"] & (rows["fails"] == rows["valid"]), catching=True)


def alarm_rate(rows: "pd.DataFrame") -> Rate:
    """How many of these right answers did the judge fail?

    Args:
        rows: Rows of `item_table` of one judge, all expected to pass.

    Returns:
        `hits` are items of which any valid repeat said fail; `bound` is the share that is alarmed at most.
    """
    return _rate(rows, rows["resolved"] & (rows["fails"] > 0), catching=False)


def source_rate(rows: "pd.DataFrame") -> Rate:
    """How many sources did the judge raise a false alarm on?

    A clean answer and its near misses share their text, so they are one observation. A source is alarmed where any
    item of it was, scores the minimum over its items, and is unresolved where it is not alarmed and an item of it is
    unresolved.

    Args:
        rows: Rows of `item_table` of one judge: its clean answers and near misses.
    """
    sources = by_source(rows)
    return _rate(sources, sources["alarmed"], catching=False)


def by_source(rows: "pd.DataFrame") -> "pd.DataFrame":
    """Collapse right answers to their sources, one row a parent: `alarmed`, `resolved`, `score`, `calls`, `errors`.

    Args:
        rows: Rows of `item_table` of one judge, all expected to pass.
    """
    frame = rows.assign(alarmed=rows["resolved"] & (rows["fails"] > 0), score=rows["score"].fillna(0.0))
    sources = frame.groupby("parent", sort=True).agg(
        alarmed=("alarmed", "any"),
        settled=("resolved", "all"),
        score=("score", "min"),
        calls=("calls", "sum"),
        errors=("errors", "sum"),
    )
    resolved = sources["alarmed"] | sources["settled"]
    return sources.assign(resolved=resolved, score=sources["score"].where(resolved))


def style_rates(rows: "pd.DataFrame") -> tuple[StyleRate, ...]:
    """Which kinds of change is the judge worst at?

    Args:
        rows: Rows of `item_table` of one judge.

    Returns:
        One rate for each style of near misses, planted, held-out and natural items, lowest share of right verdicts
        first (unresolved items counted as wrong), and of equals the one with more items first. Natural answers have
        both expectations, so their style says which.
    """
    found = []
    for name in _BY_STYLE:
        of_set = rows[rows["set"] == str(name)]
        for (style, expected), part in of_set.groupby(["style", "expected"], sort=True):
            rate = catch_rate(part) if expected == Outcome.FAIL else alarm_rate(part)
            label = _natural_style(style, expected) if name is Set.NATURAL else style
            found.append(StyleRate(set=str(name), style=label, rate=rate))
    return tuple(sorted(found, key=_worst_first))


def _natural_style(style: str, expected: str) -> str:
    label = "labelled wrong" if expected == Outcome.FAIL else "labelled right"
    return f"{style}, {label}" if style else label


def _worst_first(entry: StyleRate) -> tuple[float, int, int, str]:
    order = _BY_STYLE.index(Set(entry.set))
    return (entry.rate.score / entry.rate.items, -entry.rate.items, -order, entry.style)


def _rate(rows: "pd.DataFrame", hit: "pd.Series[bool]", *, catching: bool) -> Rate:
    items = len(rows)
    resolved = int(rows["resolved"].sum())
    hits = int(hit.sum())
    score = math.fsum(rows.loc[rows["resolved"].astype(bool), "score"])
    interval = wilson(hits, resolved)
    lowest = lower_bound(score, items)
    return Rate(
        hits=hits,
        items=items,
        unresolved=items - resolved,
        errors=int(rows["errors"].sum()),
        calls=int(rows["calls"].sum()),
        score=score,
        low=interval[0] if interval else None,
        high=interval[1] if interval else None,
        bound=lowest if catching or lowest is None else 1 - lowest,
    )

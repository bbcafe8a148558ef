"""Rates: how many of n items, with the interval to show and the worst case for the gate.

An error is neither pass nor fail: it is in no score and counts as no catch and no alarm. An item with too few valid
repeats is unresolved. It stays in `items`, and the worst case counts it against the judge.
"""

import math
from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from workbench.analysis.intervals import lower_bound, wilson
from workbench.analysis.sequential import interval_at_any_time, lowest_share_of_sum
from workbench.records.challenge import Set
from workbench.records.summary import Rate, Reading, StyleRate
from workbench.records.verdict import Outcome

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

Columns = Mapping[str, "np.ndarray[Any, Any]"]
"""Columns of `item_table` by name. A judge has many small rates, and pandas takes longer to begin than to count."""
_COUNTED = ("asked", "resolved", "valid", "fails", "score", "against", "calls", "errors")
_BY_STYLE = (Set.NEAR_MISS, Set.PLANTED, Set.HELD_OUT, Set.NATURAL)


def counted_columns(rows: "pd.DataFrame") -> Columns:
    """Take out of rows of `item_table` what a rate is counted from, so that many can be counted of parts of them."""
    return {name: rows[name].to_numpy() for name in _COUNTED}


def part_of(columns: Columns, wanted: "np.ndarray[Any, Any]") -> Columns:
    """Take some rows of columns, told by place or by true and false."""
    return {name: column[wanted] for name, column in columns.items()}


def catch_rate(rows: "pd.DataFrame | Columns") -> Rate:
    """How many of these mistakes did the judge catch?

    Args:
        rows: Rows of `item_table` of one judge, all expected to fail.

    Returns:
        `hits` are items whose every valid repeat said fail; `bound` is the share that is caught at least.
    """
    resolved, fails, valid = _columns(rows, "resolved", "fails", "valid")
    return _rate(rows, resolved.astype(bool) & (fails == valid), catching=True)


def alarm_rate(rows: "pd.DataFrame | Columns") -> Rate:
    """How many of these right answers did the judge fail?

    Args:
        rows: Rows of `item_table` of one judge, all expected to pass.

    Returns:
        `hits` are items of which any valid repeat said fail; `bound` is the share that is alarmed at most.
    """
    resolved, fails = _columns(rows, "resolved", "fails")
    return _rate(rows, resolved.astype(bool) & (fails > 0), catching=False)


def source_rate(rows: "pd.DataFrame") -> Rate:
    """How many sources did the judge raise a false alarm on?

    A clean answer and its near misses share their text, so they are one observation. A source is alarmed where any
    item of it was, scores the minimum over its items, and is unresolved where it is not alarmed and an item of it is
    unresolved.

    Args:
        rows: Rows of `item_table` of one judge: its clean answers and near misses.
    """
    sources = by_source(rows)
    return _rate(sources, sources["alarmed"].to_numpy(), catching=False)


def by_source(rows: "pd.DataFrame") -> "pd.DataFrame":
    """Collapse right answers to their sources, one row a parent.

    Its columns are `alarmed`, `resolved`, `asked`, `score`, `against`, `calls` and `errors`.

    Args:
        rows: Rows of `item_table` of one judge, all expected to pass.
    """
    import numpy as np
    import pandas as pd

    source, parents = pd.factorize(rows["parent"], sort=True)
    settled = rows["resolved"].to_numpy(dtype=bool)
    alarmed = _any(source, settled & (rows["fails"] > 0).to_numpy(), len(parents))
    resolved = alarmed | ~_any(source, ~settled, len(parents))
    return pd.DataFrame(
        {
            "alarmed": alarmed,
            "resolved": resolved,
            "asked": _any(source, rows["asked"].to_numpy(dtype=bool), len(parents)),
            "score": np.where(resolved, _least(source, rows["score"].fillna(0.0), len(parents)), np.nan),
            "against": _least(source, rows["against"], len(parents)),
            **{name: np.bincount(source, rows[name], len(parents)).astype("int64") for name in ("calls", "errors")},
        },
        index=pd.Index(parents, name="parent"),
    )


def _any(source: "np.ndarray[Any, Any]", true: "np.ndarray[Any, Any]", sources: int) -> "np.ndarray[Any, Any]":
    import numpy as np

    found: np.ndarray[Any, Any] = np.bincount(source, true, sources) > 0
    return found


def _least(source: "np.ndarray[Any, Any]", shares: "pd.Series[float]", sources: int) -> "np.ndarray[Any, Any]":
    import numpy as np

    found: np.ndarray[Any, Any] = np.ones(sources)
    np.minimum.at(found, source, shares.to_numpy())
    return found


def style_rates(rows: "pd.DataFrame") -> tuple[StyleRate, ...]:
    """Which kinds of change is the judge worst at?

    Args:
        rows: Rows of `item_table` of one judge.

    Returns:
        One rate for each style of near misses, planted, held-out and natural items, lowest share of right verdicts
        first (unresolved items counted as wrong), and of equals the one with more items first; last those that were
        not asked. Natural answers have both expectations, so their style says which.
    """
    columns = counted_columns(rows)
    found = []
    for (name, style, expected), places in rows.groupby(["set", "style", "expected"]).indices.items():
        if name not in _BY_STYLE:
            continue
        part = part_of(columns, places)
        rate = catch_rate(part) if expected == Outcome.FAIL else alarm_rate(part)
        label = _natural_style(style, expected) if name == Set.NATURAL else style
        found.append(StyleRate(set=name, style=label, rate=rate))
    return tuple(sorted(found, key=_worst_first))


def _natural_style(style: str, expected: str) -> str:
    label = "labelled wrong" if expected == Outcome.FAIL else "labelled right"
    return f"{style}, {label}" if style else label


def _worst_first(entry: StyleRate) -> tuple[float, int, int, str]:
    order, items = _BY_STYLE.index(Set(entry.set)), entry.rate.items
    return (entry.rate.score / items if items else math.inf, -items, -order, entry.style)


def _rate(rows: "pd.DataFrame | Columns", hit: "np.ndarray[Any, Any]", *, catching: bool) -> Rate:
    asked = _columns(rows, "asked")[0].astype(bool)
    not_asked = len(asked) - int(asked.sum())
    columns = _columns(rows, "resolved", "score", "against", "calls", "errors")
    hit, resolved, score, against, calls, told_errors = (column[asked] for column in (hit, *columns))
    count = partial(_reading, catching=catching, at_any_time=not_asked > 0)
    items, errors, hits = len(hit), int(told_errors.sum()), int(hit.sum())
    scores = score[resolved.astype(bool)]
    total = math.fsum(scores)
    counted = count(hits, len(scores), total)
    whole = not errors and len(scores) == items
    # Of a mistake every call must be right; of a right answer any that is not is an alarm.
    hits_against = against == 1 if catching else against < 1
    return Rate(
        hits=hits,
        items=items,
        unresolved=items - len(scores),
        errors=errors,
        calls=int(calls.sum()),
        score=total,
        low=counted.low,
        high=counted.high,
        bound=counted.bound if len(scores) == items else count(hits, items, total).bound,
        not_asked=not_asked,
        errors_left_out=None if whole else counted,
        errors_against=None if whole else count(int(hits_against.sum()), items, math.fsum(against)),
    )


def _columns(rows: "pd.DataFrame | Columns", *names: str) -> "list[np.ndarray[Any, Any]]":
    import numpy as np

    return [np.asarray(rows[name]) for name in names]


def _reading(hits: int, items: int, score: float, *, catching: bool, at_any_time: bool) -> Reading:
    """Read counts. Whoever may stop when the figures are good needs bounds that hold at any time."""
    interval = interval_at_any_time(hits, items) if at_any_time else wilson(hits, items)
    lowest = lowest_share_of_sum(score, items) if at_any_time else lower_bound(score, items)
    return Reading(
        hits=hits,
        items=items,
        low=interval[0] if interval else None,
        high=interval[1] if interval else None,
        bound=lowest if catching or lowest is None else 1 - lowest,
    )

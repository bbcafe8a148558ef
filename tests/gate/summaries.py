"""Judge summaries made from counts, for tests of the gate."""

from workbench.analysis.intervals import lower_bound, wilson
from workbench.gate.looks import LedgerView
from workbench.records.consistency import Consistency
from workbench.records.cost import Cost
from workbench.records.summary import JudgeSummary, Rate, StyleRate


def rate(right: int, items: int, *, catching: bool = True, unresolved: int = 0, score: float | None = None) -> Rate:
    """Make a rate of so many right items, each with right or wrong verdicts only."""
    score = float(right) if score is None else score
    resolved = items - unresolved
    hits = right if catching else resolved - right
    low, high = wilson(hits, resolved) or (None, None)
    bound = lower_bound(score, items)
    if bound is not None and not catching:
        bound = 1 - bound
    return Rate(
        hits=hits,
        items=items,
        unresolved=unresolved,
        errors=0,
        calls=items,
        score=score,
        low=low,
        high=high,
        bound=bound,
    )


def spread(right: int, items: int, styles: int) -> list[tuple[int, int]]:
    """Spread cases over styles, as evenly as it goes, with the misses in the first styles, one each in turn."""
    sizes = [items // styles + (place < items % styles) for place in range(styles)] if styles else []
    missed = [0] * len(sizes)
    for place in range(items - right):
        missed[place % styles] += 1
    return [(size - wrong, size) for size, wrong in zip(sizes, missed, strict=True)]


def judge(
    *,
    plants: tuple[int, int] = (8, 8),
    plant_styles: int = 2,
    clean: tuple[int, int] = (11, 11),
    held: tuple[int, int] = (2, 2),
    held_styles: int = 1,
    unanimous: tuple[int, int] = (21, 21),
    calls: int = 105,
    errors: int = 0,
    **more,
) -> JudgeSummary:
    """Make a judge from counts of (right, all)."""
    styles = [("planted", f"style {i}", *part) for i, part in enumerate(spread(*plants, plant_styles))]
    styles += [
        ("held_out", f"unseen {i}", *part) for i, part in enumerate(spread(*held, held_styles if held[1] else 0))
    ]
    values = {
        "name": "grounded",
        "rule": "grounded",
        "model": "some-model",
        "kind": "model",
        "judge_id": "v1",
        "calls": calls,
        "false_alarms": rate(*clean, catching=False),
        "near_misses": rate(0, 0, catching=False),
        "planted": rate(*plants),
        "held_out": rate(*held),
        "natural_caught": None,
        "natural_alarms": None,
        "pairs": rate(0, 0),
        "sources": rate(*clean, catching=False),
        "by_style": tuple(StyleRate(set=of, style=style, rate=rate(k, n)) for of, style, k, n in styles if n),
        "slices": (),
        "consistency": Consistency(
            repeats=2,
            unanimous=unanimous[0],
            items=unanimous[1],
            bound=lower_bound(*unanimous),
            pairwise=unanimous[0] / unanimous[1] if unanimous[1] else None,
        ),
        "errors": {"timeout": errors} if errors else {},
        "script_caught": None,
        "cost": Cost(dollars=0.0, per_thousand=0.0, tokens={}, known=True),
        "disagreements": (),
    }
    return JudgeSummary(**{**values, **more})


def unseen(summary: JudgeSummary, **more) -> LedgerView:
    """Make the ledger view of a version that nobody looked before."""
    return LedgerView(judge=summary.name, rule=summary.rule, judge_id=summary.judge_id, **more)

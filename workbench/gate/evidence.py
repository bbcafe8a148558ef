"""Which evidence each level may count.

Any case counts for `PROVISIONAL`, tuned on or not. For `CERTIFIED` only cases count that no earlier version of the
judge has seen. A learned judge is held to these on both levels: its weights are fitted to what it was trained on.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from workbench.gate.looks import LedgerView
from workbench.gate.tally import Tally
from workbench.records.challenge import Challenge, Set
from workbench.records.summary import JudgeSummary

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, kw_only=True)
class FreshEvidence:
    """What a judge did on cases that no earlier version saw.

    Attributes:
        summary: The judge, measured on those cases alone (see `fresh_part`).
        registered: Whether the number of cases was fixed before the first of them was judged. Otherwise cases may
            have been added until the figures looked good, and the bound has to allow for that.
        terms: When it was fixed, or why a plan does not count, in words; empty where there is none.
    """

    summary: JudgeSummary
    registered: bool = False
    terms: str = ""


@dataclass(frozen=True, kw_only=True)
class Evidence:
    """Plants and sources as one level counts them.

    Attributes:
        plants: Planted mistakes caught.
        styles: Style to its number of plants.
        sources: Sources passed.
        open_ended: Whether cases may have been added one after another.
        fresh: Whether only cases count that no earlier version saw.
        terms: What is to be said of a plan; empty where there is none.
    """

    plants: Tally
    styles: Mapping[str, int]
    sources: Tally
    open_ended: bool
    fresh: bool
    terms: str = ""


def any_evidence(judge: JudgeSummary, seen: LedgerView, fresh: FreshEvidence | None) -> Evidence:
    """Count every case, in numbers that are taken as fixed; of a learned judge only fresh ones."""
    if seen.learned:
        return replace(fresh_evidence(judge, seen, fresh), open_ended=False, terms="")
    return _evidence(judge, open_ended=False, fresh=False)


def fresh_evidence(judge: JudgeSummary, seen: LedgerView, fresh: FreshEvidence | None) -> Evidence:
    """Count fresh cases only.

    Where no earlier version saw any case of the run, that is all of them. Where one did and nobody measured the fresh
    ones apart, it is none: evidence that cannot be told from tuning is no evidence.
    """
    if fresh is not None:
        return _evidence(fresh.summary, open_ended=not fresh.registered, fresh=True, terms=fresh.terms)
    if seen.stale:
        return Evidence(plants=Tally(), styles={}, sources=Tally(), open_ended=True, fresh=True)
    return _evidence(judge, open_ended=True, fresh=True)


def fresh_part(
    challenges: Sequence[Challenge], verdicts: "pd.DataFrame", seen: LedgerView
) -> "tuple[tuple[Challenge, ...], pd.DataFrame]":
    """Keep what is fresh for one judge version: the input of a summary for `FreshEvidence`.

    Args:
        challenges: The answer key of a run.
        verdicts: Its verdicts, of all judges.
        seen: The ledger, as the judge version sees it.

    Returns:
        The challenges of the judge's rule whose parent no earlier version saw, and the judge's verdicts on them.
    """
    kept = tuple(c for c in challenges if c.rule == seen.rule and c.parent not in seen.stale)
    items = {c.item.item_id for c in kept}
    mine = (verdicts["judge_id"] == seen.judge_id) & verdicts["item_id"].isin(items)
    return kept, verdicts[mine]


def _evidence(judge: JudgeSummary, *, open_ended: bool, fresh: bool, terms: str = "") -> Evidence:
    return Evidence(
        plants=Tally.of_catches([judge.planted]),
        styles={
            rate.style: rate.rate.items for rate in judge.by_style if rate.set == str(Set.PLANTED) and rate.rate.items
        },
        sources=Tally.of_alarms(judge.sources),
        open_ended=open_ended,
        fresh=fresh,
        terms=terms,
    )

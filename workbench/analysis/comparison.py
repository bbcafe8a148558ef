"""What did a change of rubric or model fix, and what did it break? Two candidates on the same items.

The unit is the case: a mistake, or a source with its near misses. A case counts as fixed or broken by the majority of
its repeats; the test looks at the whole scores, so it also sees a judge that only became less sure.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from workbench.analysis.intervals import ALPHA
from workbench.analysis.paired_difference import difference, worst_loss
from workbench.analysis.paired_tests import holm, mcnemar, mcnemar_items, sign_flip
from workbench.analysis.rates import by_source
from workbench.records.challenge import Set

if TYPE_CHECKING:
    import pandas as pd

_COLUMNS = ["score", "resolved", "style"]


class Kind(StrEnum):
    """What is compared."""

    MISTAKES = "mistakes"
    SOURCES = "sources"
    LABELLED = "labelled answers"


_SETS = {
    Kind.MISTAKES: (Set.PLANTED, Set.HELD_OUT),
    Kind.SOURCES: (Set.CLEAN, Set.NEAR_MISS),
    Kind.LABELLED: (Set.NATURAL,),
}


@dataclass(frozen=True, kw_only=True)
class Changed:
    """A case that one candidate got right and the other did not. `case` is an item id, or the parent of a source."""

    case: str
    style: str


@dataclass(frozen=True, kw_only=True)
class Part:
    """Two candidates on one kind of case.

    Attributes:
        kind: What is compared.
        cases: Cases of both, without those that are left out.
        left_out: Cases of both on which one had too few answers to count.
        right: Cases that the candidate got right, by the majority of its repeats.
        reference_right: Cases that the reference got right.
        fixed: Cases that only the candidate got right.
        broken: Cases that only the reference got right.
        unsure: Cases with different scores that are neither fixed nor broken.
        better: The mean score of the candidate less that of the reference.
        p_value: Of the sign-flip test on case scores.
        mcnemar: Of the exact McNemar test on fixed and broken cases.
        adjusted: The p-value after all comparisons were counted (Holm).
        low: Lower end of the 95 % interval of the difference in the share of right cases (Tango).
        high: Upper end.
        worst_loss: The candidate is at most so much worse, at one-sided 95 %, every case that is left out counted
            against it.
        cases_needed: About how many cases of this kind would tell the two apart, if they differ as they do here; None
            where they do not differ, or no 2,000 would.
    """

    kind: Kind
    cases: int
    left_out: int
    right: int
    reference_right: int
    fixed: tuple[Changed, ...]
    broken: tuple[Changed, ...]
    unsure: int
    better: float
    p_value: float
    mcnemar: float
    adjusted: float
    low: float
    high: float
    worst_loss: float
    cases_needed: int | None

    @property
    def told_apart(self) -> bool:
        """Do the two differ, as far as 5 % in all comparisons together can say?"""
        return self.adjusted <= ALPHA


@dataclass(frozen=True, kw_only=True)
class Comparison:
    """A candidate against a reference.

    Attributes:
        parts: One for each kind of case that both judged.
        items: Items that both were asked about.
        only_candidate: Items that only the candidate was asked about; they are compared with nothing.
        only_reference: Items that only the reference was asked about.
    """

    parts: tuple[Part, ...]
    items: int
    only_candidate: int
    only_reference: int


def compare(candidate: "pd.DataFrame", reference: "pd.DataFrame") -> Comparison:
    """What did the candidate fix and break, against the reference?

    Args:
        candidate: Rows of `item_table` of one judge.
        reference: Rows of another judge of the same rule, of the same run or another.

    Returns:
        The comparison; no parts where no item is in both with the same expectation and a case can be counted.
    """
    key = ["item_id", "expected"]
    common = candidate[key].merge(reference[key], on=key)["item_id"]
    ours, theirs = (rows[rows["item_id"].isin(common)] for rows in (candidate, reference))
    parts = (_part(kind, _cases(ours, kind), _cases(theirs, kind)) for kind in Kind)
    return Comparison(
        parts=tuple(part for part in parts if part is not None),
        items=len(common),
        only_candidate=len(candidate) - len(common),
        only_reference=len(reference) - len(common),
    )


def all_counted(comparisons: Sequence[Comparison]) -> tuple[Comparison, ...]:
    """Adjust the p-values of comparisons that are looked at together, so that one in many is not found by luck."""
    adjusted = iter(holm([part.p_value for comparison in comparisons for part in comparison.parts]))
    return tuple(
        replace(comparison, parts=tuple(replace(part, adjusted=next(adjusted)) for part in comparison.parts))
        for comparison in comparisons
    )


def _cases(rows: "pd.DataFrame", kind: Kind) -> "pd.DataFrame":
    """One row a case, by its id: score, resolved, style."""
    rows = rows[rows["set"].isin([str(name) for name in _SETS[kind]])]
    if kind is Kind.SOURCES:
        return by_source(rows).assign(style="")[_COLUMNS]
    return rows.set_index("item_id")[_COLUMNS]


def _part(kind: Kind, candidate: "pd.DataFrame", reference: "pd.DataFrame") -> Part | None:
    pairs = candidate.join(reference.add_suffix("_reference"), how="inner").sort_index()
    counted = pairs[pairs["resolved"].astype(bool) & pairs["resolved_reference"].astype(bool)]
    if counted.empty:
        return None
    ours, theirs = counted["score"], counted["score_reference"]
    right, reference_right = ours > 0.5, theirs > 0.5
    fixed, broken = right & ~reference_right, ~right & reference_right
    cases, left_out = len(counted), len(pairs) - len(counted)
    gained, lost = int(fixed.sum()), int(broken.sum())
    p_value = sign_flip(list(ours), list(theirs))
    _, low, high = difference(gained, lost, cases) or (0.0, -1.0, 1.0)
    return Part(
        kind=kind,
        cases=cases,
        left_out=left_out,
        right=int(right.sum()),
        reference_right=int(reference_right.sum()),
        fixed=_changed(counted, fixed),
        broken=_changed(counted, broken),
        unsure=int(((ours != theirs) & ~fixed & ~broken).sum()),
        better=float((ours - theirs).mean()),
        p_value=p_value,
        mcnemar=mcnemar(gained, lost),
        adjusted=p_value,
        low=low,
        high=high,
        worst_loss=worst_loss(lost + left_out, len(pairs)) or 0.0,
        cases_needed=mcnemar_items(gained / cases, lost / cases),
    )


def _changed(counted: "pd.DataFrame", which: "pd.Series[bool]") -> tuple[Changed, ...]:
    found = counted[which].reset_index(names="case").sort_values(["style", "case"])
    return tuple(Changed(case=str(row.case), style=str(row.style)) for row in found.itertuples())

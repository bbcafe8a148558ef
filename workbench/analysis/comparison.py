"""What did a change of rubric or model fix, and what did it break? Two candidates on the same items.

The unit is the case: a mistake, or a source with its near misses. A case counts as fixed or broken by the majority of
its repeats; the test looks at the whole scores, so it also sees a judge that only became less sure.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from workbench.analysis.intervals import ALPHA
from workbench.analysis.paired_difference import difference, worst_loss
from workbench.analysis.paired_tests import holm, mcnemar, mcnemar_items, sign_flip
from workbench.analysis.rates import by_source
from workbench.records.challenge import Set
from workbench.records.comparison import Changed, Comparison, Kind, Moved, Part

if TYPE_CHECKING:
    import pandas as pd

_COLUMNS = ["score", "resolved", "style"]

_SETS = {
    Kind.MISTAKES: (Set.PLANTED, Set.HELD_OUT),
    Kind.SOURCES: (Set.CLEAN, Set.NEAR_MISS),
    Kind.LABELLED: (Set.NATURAL,),
}


@dataclass(frozen=True, kw_only=True)
class _Cases:
    """The cases of one kind that both candidates were asked about, by their ids.

    Attributes:
        rows: The candidate's rows of the items of these cases.
        pairs: How many cases there are.
        counted: Those with enough answers of both: `score`, `style`, and `score_reference`.
    """

    kind: Kind
    rows: "pd.DataFrame"
    pairs: int
    counted: "pd.DataFrame"

    @property
    def right(self) -> "pd.Series[bool]":
        return self.counted["score"] > 0.5

    @property
    def reference_right(self) -> "pd.Series[bool]":
        return self.counted["score_reference"] > 0.5


def compare(candidate: "pd.DataFrame", reference: "pd.DataFrame") -> Comparison:
    """What did the candidate fix and break, against the reference?

    Args:
        candidate: Rows of `item_table` of one judge.
        reference: Rows of another judge of the same rule, of the same run or another.

    Returns:
        The comparison; no parts where no item is in both with the same expectation and a case can be counted.
    """
    ours, theirs = _in_common(candidate, reference)
    return Comparison(
        parts=tuple(_part(cases) for cases in _cases_of_each_kind(ours, theirs)),
        items=len(ours),
        only_candidate=len(candidate) - len(ours),
        only_reference=len(reference) - len(ours),
    )


def moves(candidate: "pd.DataFrame", reference: "pd.DataFrame") -> dict[str, Moved]:
    """On which items stand the counts of `compare`? Arguments as there.

    Returns:
        Item id to where its case stands. All items of a source stand where the source does. Items of cases that are
        left out are not there.
    """
    found: dict[str, Moved] = {}
    for cases in _cases_of_each_kind(*_in_common(candidate, reference)):
        named = {
            (True, True): Moved.STILL_RIGHT,
            (True, False): Moved.FIXED,
            (False, True): Moved.BROKEN,
            (False, False): Moved.STILL_WRONG,
        }
        pairs = zip(cases.counted.index, cases.right, cases.reference_right, strict=True)
        stands = {case: named[bool(ours), bool(theirs)] for case, ours, theirs in pairs}
        case_of = cases.rows["parent" if cases.kind is Kind.SOURCES else "item_id"]
        items = zip(cases.rows["item_id"], case_of, strict=True)
        found |= {item: stands[case] for item, case in items if case in stands}
    return found


def told_apart(part: Part) -> bool:
    """Do the two differ, as far as 5 % in all comparisons together can say?"""
    return part.adjusted <= ALPHA


def all_counted(comparisons: Sequence[Comparison]) -> tuple[Comparison, ...]:
    """Adjust the p-values of comparisons that are looked at together, so that one in many is not found by luck."""
    adjusted = iter(holm([part.p_value for comparison in comparisons for part in comparison.parts]))
    return tuple(
        replace(comparison, parts=tuple(replace(part, adjusted=next(adjusted)) for part in comparison.parts))
        for comparison in comparisons
    )


def _in_common(candidate: "pd.DataFrame", reference: "pd.DataFrame") -> "tuple[pd.DataFrame, pd.DataFrame]":
    key = ["item_id", "expected"]
    common = candidate[key].merge(reference[key], on=key)["item_id"]
    return candidate[candidate["item_id"].isin(common)], reference[reference["item_id"].isin(common)]


def _cases_of_each_kind(ours: "pd.DataFrame", theirs: "pd.DataFrame") -> Iterator[_Cases]:
    """Yield the cases of each kind of which at least one can be counted."""
    for kind in Kind:
        rows = _rows(ours, kind)
        pairs = _cases(rows, kind).join(_cases(_rows(theirs, kind), kind).add_suffix("_reference"), how="inner")
        pairs = pairs.sort_index()
        counted = pairs[pairs["resolved"].astype(bool) & pairs["resolved_reference"].astype(bool)]
        if not counted.empty:
            yield _Cases(kind=kind, rows=rows, pairs=len(pairs), counted=counted)


def _rows(rows: "pd.DataFrame", kind: Kind) -> "pd.DataFrame":
    return rows[rows["set"].isin([str(name) for name in _SETS[kind]])]


def _cases(rows: "pd.DataFrame", kind: Kind) -> "pd.DataFrame":
    """One row a case, by its id: score, resolved, style."""
    if kind is Kind.SOURCES:
        return by_source(rows).assign(style="")[_COLUMNS]
    return rows.set_index("item_id")[_COLUMNS]


def _part(cases: _Cases) -> Part:
    counted = cases.counted
    ours, theirs = counted["score"], counted["score_reference"]
    right, reference_right = cases.right, cases.reference_right
    fixed, broken = right & ~reference_right, ~right & reference_right
    left_out = cases.pairs - len(counted)
    gained, lost = int(fixed.sum()), int(broken.sum())
    p_value = sign_flip(list(ours), list(theirs))
    _, low, high = difference(gained, lost, len(counted)) or (0.0, -1.0, 1.0)
    return Part(
        kind=cases.kind,
        cases=len(counted),
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
        worst_loss=worst_loss(lost + left_out, cases.pairs) or 0.0,
        cases_needed=mcnemar_items(gained / len(counted), lost / len(counted)),
    )


def _changed(counted: "pd.DataFrame", which: "pd.Series[bool]") -> tuple[Changed, ...]:
    found = counted[which].reset_index(names="case").sort_values(["style", "case"])
    return tuple(Changed(case=str(row.case), style=str(row.style)) for row in found.itertuples())

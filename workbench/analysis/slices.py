"""Is a judge worse on long answers, or where the evidence stands far down among the passages?

Lengths are told apart by thirds of the bench's own answers. The evidence of an item stands in the passage that holds
the phrase which answers its question, as the retrieval check found it; of a mistake that was planted in a passage, it
stands in that passage.
"""

import itertools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from workbench.analysis.rates import alarm_rate, catch_rate, counted_columns, part_of
from workbench.records.challenge import Challenge, Set
from workbench.records.passage import Passage
from workbench.records.summary import SliceKind, SliceRate
from workbench.records.verdict import Outcome

if TYPE_CHECKING:
    import pandas as pd

_RANKS = ((1, 1), (2, 2), (3, 3), (4, 10), (11, None))
_THIRDS = ("short", "middle", "long")
_UNTOUCHED = (Set.CLEAN, Set.NATURAL)
_MISTAKES = (Set.PLANTED, Set.HELD_OUT)
_IN_A_PASSAGE = "passage:"
Slices = Mapping[tuple[str, str], Mapping[str, str]]
"""Rule and item id to the slices that the item stands in: the property's name to that of the slice."""


@dataclass(frozen=True, kw_only=True)
class Part:
    """One slice: the items whose length or rank lies from `least` to `most`."""

    name: str
    least: int
    most: int | None

    def holds(self, value: int) -> bool:
        """Say whether a length or rank is of this slice."""
        return self.least <= value and (self.most is None or value <= self.most)


@dataclass(frozen=True, kw_only=True)
class Slicing:
    """One property of the items of a rule.

    Attributes:
        by: Which property.
        parts: The slices, in order.
        values: Item id to its length or rank. Items without a rank are not in it.
    """

    by: SliceKind
    parts: tuple[Part, ...]
    values: Mapping[str, int]


def slicings(challenges: Sequence[Challenge], ranks: Mapping[str, int]) -> tuple[Slicing, ...]:
    """By which properties can the items of one rule be told apart?

    Args:
        challenges: The answer key of one rule.
        ranks: Case id to the rank (from 1) of the first passage that holds the evidence, as the case was saved.

    Returns:
        Lengths, unless the bench has fewer than three answers or all have one length; ranks, where any is known.
    """
    return (*_by_length(challenges), *_by_evidence(challenges, ranks))


def slice_names(challenges: Sequence[Challenge], ranks: Mapping[str, int]) -> Slices:
    """In which slices does every item stand?

    The arguments are those of `slicings`, but the answer key is that of all rules.
    """
    found: dict[tuple[str, str], dict[str, str]] = {}
    for rule in dict.fromkeys(one.rule for one in challenges):
        for slicing in slicings([one for one in challenges if one.rule == rule], ranks):
            for item_id, value in slicing.values.items():
                part = next(part for part in slicing.parts if part.holds(value))
                found.setdefault((rule, item_id), {})[str(slicing.by)] = part.name
    return found


def slice_rates(rows: "pd.DataFrame", slicing: Slicing) -> tuple[SliceRate, ...]:
    """How does a judge do on each slice of each set?

    Args:
        rows: Rows of `item_table` of one judge.
        slicing: How the items of its rule are told apart.

    Returns:
        In the order of the slices and of the sets. Slices of a set without an item that was asked are left out.
    """
    values = rows["item_id"].map(slicing.values).to_numpy(dtype=float)
    sets, expectations, asked = (rows[name].to_numpy() for name in ("set", "expected", "asked"))
    columns = counted_columns(rows)
    found = []
    for part in slicing.parts:
        inside = (values >= part.least) & (values <= (math.inf if part.most is None else part.most))
        for name, expected in itertools.product(Set, sorted(Outcome)):
            wanted = inside & (sets == str(name)) & (expectations == str(expected))
            if not (wanted & asked.astype(bool)).any():
                continue
            some = part_of(columns, wanted)
            found.append(
                SliceRate(
                    by=slicing.by,
                    name=part.name,
                    least=part.least,
                    most=part.most,
                    set=str(name),
                    expected=str(expected),
                    rate=catch_rate(some) if expected is Outcome.FAIL else alarm_rate(some),
                )
            )
    return tuple(found)


def _by_length(challenges: Sequence[Challenge]) -> tuple[Slicing, ...]:
    own = sorted(len(one.item.answer) for one in challenges if one.set in _UNTOUCHED)
    if len(own) < len(_THIRDS) or own[0] == own[-1]:
        return ()
    first, second = (own[math.ceil(len(own) * third / 3) - 1] for third in (1, 2))
    ends = ((0, first), (first + 1, second), (second + 1, None))
    parts = tuple(Part(name=name, least=least, most=most) for name, (least, most) in zip(_THIRDS, ends, strict=True))
    return (
        Slicing(
            by=SliceKind.LENGTH, parts=parts, values={one.item.item_id: len(one.item.answer) for one in challenges}
        ),
    )


def _by_evidence(challenges: Sequence[Challenge], ranks: Mapping[str, int]) -> tuple[Slicing, ...]:
    saved = {one.parent: one.item.passages for one in challenges if one.set in _UNTOUCHED}
    found = {one.item.item_id: _rank(one, saved.get(one.parent, ()), ranks.get(one.parent, 0)) for one in challenges}
    values = {item_id: rank for item_id, rank in found.items() if rank}
    if not values:
        return ()
    parts = tuple(Part(name=_rank_name(least, most), least=least, most=most) for least, most in _RANKS)
    return (Slicing(by=SliceKind.EVIDENCE, parts=parts, values=values),)


def _rank(challenge: Challenge, saved: Sequence[Passage], rank: int) -> int:
    """At which rank does the evidence stand in the item as it was shown? 0 where that is not known or nowhere."""
    changed = [site.where.removeprefix(_IN_A_PASSAGE) for site in challenge.sites if _IN_A_PASSAGE in site.where]
    if challenge.set in _MISTAKES and changed:
        wanted = changed[0]
    elif 0 < rank <= len(saved):
        wanted = saved[rank - 1].id
    else:
        return 0
    shown = [passage.id for passage in challenge.item.passages]
    return shown.index(wanted) + 1 if wanted in shown else 0


def _rank_name(least: int, most: int | None) -> str:
    if most is None:
        return f"{least} or later"
    return str(least) if least == most else f"{least} to {most}"

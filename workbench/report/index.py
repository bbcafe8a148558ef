"""The way through the disagreements: by judge, kind and style, and from each item to the judge's next one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from workbench.records.summary import JudgeSummary
from workbench.report.view import Disagreement, Kind, Opinion, Ruling


@dataclass(frozen=True, kw_only=True)
class Entry:
    """One link of the list of a judge."""

    item: Disagreement
    ruling: Ruling
    opinion: Opinion


@dataclass(frozen=True, kw_only=True)
class Group:
    """The entries of one set and style."""

    set: str
    style: str
    entries: tuple[Entry, ...]


@dataclass(frozen=True, kw_only=True)
class JudgeIndex:
    """The items on which one judge and the answer key disagree.

    Attributes:
        judge: Who disagrees.
        anchor: Where its list stands in `report.html`.
        kinds: Its disagreements by kind, in the order of `Kind`; kinds without any are left out.
    """

    judge: JudgeSummary
    anchor: str
    kinds: Mapping[Kind, tuple[Group, ...]]

    @property
    def entries(self) -> tuple[Entry, ...]:
        """Every entry, in the order of the list."""
        return tuple(entry for groups in self.kinds.values() for group in groups for entry in group.entries)

    @property
    def count(self) -> int:
        """How many items the judge and the answer key disagree on."""
        return len(self.entries)

    def count_of(self, kind: Kind) -> int:
        """How many of them are of one kind."""
        return sum(len(group.entries) for group in self.kinds[kind])


def judge_indexes(judges: Sequence[JudgeSummary], items: Sequence[Disagreement]) -> tuple[JudgeIndex, ...]:
    """Return one index a judge that disagrees anywhere, in the order of the judges."""
    found = []
    for place, judge in enumerate(judges, start=1):
        entries = [
            Entry(item=item, ruling=ruling, opinion=opinion)
            for item in items
            for ruling in item.rulings
            for opinion in ruling.opinions
            if opinion.judge.judge_id == judge.judge_id and opinion.kind
        ]
        kinds = {kind: _groups([entry for entry in entries if entry.opinion.kind is kind]) for kind in Kind}
        if entries:
            kept = {kind: groups for kind, groups in kinds.items() if groups}
            found.append(JudgeIndex(judge=judge, anchor=f"judge-{place}", kinds=kept))
    return tuple(found)


def _groups(entries: Sequence[Entry]) -> tuple[Group, ...]:
    styles: dict[tuple[str, str], list[Entry]] = {}
    for entry in entries:
        styles.setdefault((entry.ruling.set, entry.ruling.style), []).append(entry)
    return tuple(Group(set=part, style=style, entries=tuple(found)) for (part, style), found in styles.items())


def next_items(indexes: Sequence[JudgeIndex]) -> dict[tuple[str, str], str]:
    """Return the anchor of the next item in a judge's list, by judge id and anchor; the last item has none."""
    following: dict[tuple[str, str], str] = {}
    for index in indexes:
        for here, after in pairwise(entry.item.anchor for entry in index.entries):
            following[index.judge.judge_id, here] = after
    return following

"""The way through the disagreements: by judge, then by kind, and from each item to the judge's next one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from workbench.records.summary import JudgeSummary
from workbench.report.view import Disagreement, Kind, Opinion, Ruling


@dataclass(frozen=True, kw_only=True)
class Entry:
    """One line of the list of a judge."""

    item: Disagreement
    ruling: Ruling
    opinion: Opinion


@dataclass(frozen=True, kw_only=True)
class JudgeIndex:
    """The items on which one judge and the answer key disagree, by kind, in the order of `Kind`."""

    judge: JudgeSummary
    kinds: Mapping[Kind, tuple[Entry, ...]]

    @property
    def count(self) -> int:
        """How many items the judge and the answer key disagree on."""
        return sum(len(entries) for entries in self.kinds.values())


def judge_indexes(judges: Sequence[JudgeSummary], items: Sequence[Disagreement]) -> tuple[JudgeIndex, ...]:
    """Return one index a judge that disagrees anywhere, in the order of the judges."""
    found = []
    for judge in judges:
        entries = [
            Entry(item=item, ruling=ruling, opinion=opinion)
            for item in items
            for ruling in item.rulings
            for opinion in ruling.opinions
            if opinion.judge.judge_id == judge.judge_id and opinion.kind
        ]
        kinds = {kind: tuple(entry for entry in entries if entry.opinion.kind is kind) for kind in Kind}
        if entries:
            found.append(JudgeIndex(judge=judge, kinds={kind: part for kind, part in kinds.items() if part}))
    return tuple(found)


def next_items(indexes: Sequence[JudgeIndex]) -> dict[tuple[str, str], str]:
    """Return the anchor of the next item in a judge's list, by judge id and anchor; the last item has none."""
    following: dict[tuple[str, str], str] = {}
    for index in indexes:
        anchors = [entry.item.anchor for entries in index.kinds.values() for entry in entries]
        for here, after in pairwise(anchors):
            following[index.judge.judge_id, here] = after
    return following

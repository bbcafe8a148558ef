"""What the page of a report reads: a small index of all items, and their texts packed in chunks.

Only the index is opened at start and a chunk when an item of it is read, so a page with ten thousand items opens as
fast as one with ten.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from workbench.analysis.slices import Slices
from workbench.analysis.truth import needed_answers
from workbench.gate.unread import undecided
from workbench.identity import digest
from workbench.records.challenge import Set
from workbench.records.comparison import MovedItems
from workbench.records.decision import ABOUT_THE_TEXT, PLANTS, Decided, Decisions, PersonDecision
from workbench.records.reply import JudgeSpec
from workbench.records.summary import SliceKind, Summary
from workbench.report.packing import json_text, pack, with_signs
from workbench.report.page_items import decision_record, item_record, page_text
from workbench.report.scorecard import judge_label
from workbench.report.tags import Tag, rank_of, tags_of
from workbench.report.view import ItemView, Opinion, Ruling
from workbench.report.visible import visible
from workbench.report.words import SET_WORDS

FORMAT = 3
CHUNK = 25
"""Items a chunk: more of them pack little better and take longer to open."""

FEW = 300
"""Up to so many items, frequent words stand as signs. With ten thousand that would take a third more time to build."""

_SHORT = 8
_LISTED = 300
_SETS = list(SET_WORDS)
_MISTAKES = (Set.PLANTED, Set.HELD_OUT)
_KEY = ("rule", "set", "style", "must", *SliceKind)


@dataclass(frozen=True, kw_only=True)
class PageData:
    """The data of a page, packed as `packing` says.

    Attributes:
        index: What lists, filters and counts are made from.
        chunks: The items in order, `CHUNK` to a chunk.
    """

    index: str
    chunks: tuple[str, ...]


def page_data(  # noqa: PLR0913 - what a page tells, each a thing of its own
    views: Iterable[ItemView],
    summary: Summary,
    specs: Sequence[JudgeSpec],
    decisions: Sequence[PersonDecision],
    slices: Slices,
    *,
    moved: MovedItems = MappingProxyType({}),
    live: bool = False,
) -> PageData:
    """Pack the items of a run. Items of one case stand together, since they share their passages.

    Args:
        views: Every item that may be read; a held-out one only once it was opened.
        summary: The run, measured.
        specs: The judge versions.
        decisions: What people decided, in the order in which it was written.
        slices: In which slices of answer length and evidence each item stands.
        moved: Where items stand since the version before of each judge.
        live: Whether the page is served, and decisions go to who serves it.
    """
    views = sorted(views, key=lambda view: (view.parent, _SETS.index(view.rulings[0].set), view.parts, view.anchor))
    judges = {judge.judge_id: place for place, judge in enumerate(summary.judges)}
    texts: Iterable[str] = (
        json_text([item_record(view, judges=judges) for view in views[start : start + CHUNK]])
        for start in range(0, len(views), CHUNK)
    )
    is_large = len(views) > FEW
    texts, signs = (texts, None) if is_large else with_signs([*texts])
    chunks = tuple(pack(text, in_haste=is_large) for text in texts)
    index = {**_Index(summary, specs, decisions, slices, moved).of(views), "live": live, "signs": signs}
    return PageData(index=pack(json_text(index)), chunks=chunks)


class _Index:
    """Makes the index. What many items have in common is held once and referred to by its place."""

    def __init__(
        self,
        summary: Summary,
        specs: Sequence[JudgeSpec],
        decisions: Sequence[PersonDecision],
        slices: Slices,
        moved: MovedItems,
    ) -> None:
        self._summary = summary
        self._slices = slices
        self._moved = moved
        self._specs = {spec.judge_id: spec for spec in specs}
        self._decisions = decisions
        decided = Decisions.of(decisions)
        self._unread = {judge.judge_id: {*undecided(judge, decided)} for judge in summary.judges}
        self._aside = {
            (item, judge.rule)
            for judge in summary.judges
            if judge.with_set_aside
            for item in judge.with_set_aside.items
        }
        self._rules = list(dict.fromkeys(judge.rule for judge in summary.judges))
        self._cases: dict[tuple[str, str], int] = {}
        self._keys: dict[tuple[str, ...], int] = {}
        self._states: dict[tuple[str, tuple[Tag, ...]], int] = {}

    def of(self, views: Sequence[ItemView]) -> dict[str, Any]:
        """Return the index of these items: `rulings` has a row a rule and `said` one a judge, -1 for none.

        `first` has a row a rule too: the place of an item among those to be read first, or their number.
        """
        case = [_place(self._cases, (visible(view.parent), _brief(view.question))) for view in views]
        rulings = [[-1] * len(views) for _ in self._rules]
        said = [[-1] * len(views) for _ in self._summary.judges]
        judges = {judge.judge_id: place for place, judge in enumerate(self._summary.judges)}
        parents = self._parents(views)
        for place, view in enumerate(views):
            for ruling in view.rulings:
                if ruling.rule in self._rules:
                    rulings[self._rules.index(ruling.rule)][place] = self._key(view, ruling)
                for opinion in ruling.opinions:
                    parent = parents.get((ruling.rule, view.parent, opinion.judge.judge_id))
                    tags = self._tags(view, ruling, opinion, parent if self._is_pair(view, ruling) else None)
                    marks = _marks(opinion.verdicts, ruling.expected)
                    said[judges[opinion.judge.judge_id]][place] = _place(self._states, (marks, tags))
        return {
            "format": FORMAT,
            "run": visible(self._summary.run_id),
            "name": digest([self._summary.run_id, self._summary.created_at, [view.anchor for view in views]]),
            "chunk": CHUNK,
            "sets": SET_WORDS,
            "tags": list(Tag),
            "decisions": [_choice(one) for one in Decided],
            "decided": self._decided(views),
            "judges": self._judges(),
            "cases": list(self._cases),
            "keys": [dict(zip(_KEY, key, strict=True)) for key in self._keys],
            "states": [{"marks": marks, "tags": tags, "rank": rank_of(tags)} for marks, tags in self._states],
            "ids": _short_names(views),
            "case": case,
            "rulings": rulings,
            "first": [self._first(rule, views) for rule in self._rules],
            "said": said,
        }

    def _judges(self) -> list[dict[str, Any]]:
        return [
            {
                "id": visible(judge.judge_id),
                "name": visible(judge.name),
                "model": visible(judge.model),
                "rule": self._rules.index(judge.rule),
                "label": [visible(line) for line in judge_label(judge)],
                "rubric": page_text(self._specs[judge.judge_id].rubric),
            }
            for judge in self._summary.judges
        ]

    def _decided(self, views: Sequence[ItemView]) -> list[dict[str, Any]]:
        shown = {view.item_id for view in views}
        return [decision_record(one) for one in self._decisions if one.item in shown]

    def _key(self, view: ItemView, ruling: Ruling) -> int:
        # What was set aside is in no set that a figure counts, so it is in no list that a figure opens.
        counted = "set_aside" if self._is_aside(view, ruling) else str(ruling.set)
        slices = self._slices.get((ruling.rule, view.item_id), {})
        key = (visible(ruling.rule), counted, visible(ruling.style), str(ruling.expected))
        return _place(self._keys, (*key, *(slices.get(by, "") for by in SliceKind)))

    def _is_pair(self, view: ItemView, ruling: Ruling) -> bool:
        return ruling.set in _MISTAKES and not self._is_aside(view, ruling)

    def _is_aside(self, view: ItemView, ruling: Ruling) -> bool:
        return (view.item_id, ruling.rule) in self._aside

    def _first(self, rule: str, views: Sequence[ItemView]) -> list[int]:
        first = {item: place for place, item in enumerate(self._summary.read_first.get(rule, ()))}
        return [first.get(view.item_id, len(first)) for view in views] if first else []

    def _parents(self, views: Sequence[ItemView]) -> dict[tuple[str, str, str], tuple[Tag, ...]]:
        """Return what can be said of each judge on each untouched answer, by rule, case and judge."""
        return {
            (ruling.rule, view.parent, opinion.judge.judge_id): self._tags(view, ruling, opinion)
            for view in views
            for ruling in view.rulings
            if ruling.set == Set.CLEAN and not self._is_aside(view, ruling)
            for opinion in ruling.opinions
        }

    def _tags(
        self, view: ItemView, ruling: Ruling, opinion: Opinion, parent: Collection[Tag] | None = None
    ) -> tuple[Tag, ...]:
        judge_id = opinion.judge.judge_id
        return tags_of(
            opinion,
            ruling.expected,
            needed=needed_answers(self._specs[judge_id], self._summary.repeats),
            unread=view.item_id in self._unread[judge_id],
            parent=parent,
            moved=self._moved.get((judge_id, view.item_id)),
        )


def _choice(decision: Decided) -> dict[str, Any]:
    """Return what the page must know to take a decision or to say why it cannot be taken, as `why_not` does."""
    return {
        "name": decision,
        "words": decision.replace("_", " "),
        "sets": sorted(PLANTS if decision is Decided.PLANT_WRONG else Set),
        "text": decision in ABOUT_THE_TEXT,
    }


def _brief(question: str) -> str:
    """Return a question as the list shows it; the item has it whole."""
    return page_text(question if len(question) <= _LISTED else question[:_LISTED] + "…")


def _place(known: dict[Any, int], value: object) -> int:
    return known.setdefault(value, len(known))


def _marks(verdicts: Iterable[str], expected: str) -> str:
    """Return a sign a repeat: ✓ as expected, ✗ not as expected, ! no verdict."""
    return "".join("!" if one.startswith("error:") else "✓" if one == expected else "✗" for one in verdicts)


def _short_names(views: Sequence[ItemView]) -> list[str]:
    """Return the beginning of each item's name, as long as it takes to tell them apart."""
    names = [view.anchor.removeprefix("item-") for view in views]
    longest = max(map(len, names), default=_SHORT)
    for length in range(_SHORT, longest):
        short = [name[:length] for name in names]
        if len({*short}) == len(names):
            return short
    return names

"""What the page of a report reads: a small index of all items, and their texts packed in chunks.

Only the index is opened at start and a chunk when an item of it is read, so a page with ten thousand items opens as
fast as one with ten. Base64 holds no `<`, so nothing in the data can end the element that it stands in.
"""

import base64
import gzip
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from workbench.analysis.truth import needed_answers
from workbench.gate.unread import undecided
from workbench.records.decision import ABOUT_THE_TEXT, Decided, PersonDecision
from workbench.records.reply import JudgeSpec
from workbench.records.summary import Summary
from workbench.report.page_items import Lookup, item_record, page_text
from workbench.report.scorecard import judge_label
from workbench.report.tags import Tag, rank_of, tags_of
from workbench.report.view import ItemView, Opinion, Ruling
from workbench.report.visible import visible
from workbench.report.words import SET_WORDS

FORMAT = 1
CHUNK = 25
"""Items a chunk: more of them pack little better and take longer to open."""

_EFFORT = 5
"""One step more takes twice the time and saves a twelfth."""

_SHORT = 8
_LISTED = 300
_SETS = list(SET_WORDS)


@dataclass(frozen=True, kw_only=True)
class PageData:
    """The data of a page, packed: gzip in base64.

    Attributes:
        index: What lists, filters and counts are made from.
        chunks: The items in order, `CHUNK` to a chunk.
    """

    index: str
    chunks: tuple[str, ...]


def page_data(
    views: Iterable[ItemView], summary: Summary, specs: Sequence[JudgeSpec], decisions: Sequence[PersonDecision]
) -> PageData:
    """Pack the items of a run. Items of one case stand together, since they share their passages.

    Args:
        views: Every item that may be read; a held-out one only once it was opened.
        summary: The run, measured.
        specs: The judge versions.
        decisions: What people decided, in the order in which it was written.
    """
    views = sorted(views, key=lambda view: (view.parent, _SETS.index(view.rulings[0].set), view.parts, view.anchor))
    judges = {judge.judge_id: place for place, judge in enumerate(summary.judges)}
    decided = _decided(decisions)
    chunks = [
        pack([item_record(view, judges=judges, decided=decided) for view in views[start : start + CHUNK]])
        for start in range(0, len(views), CHUNK)
    ]
    return PageData(index=pack(_Index(summary, specs, decisions).of(views)), chunks=tuple(chunks))


def pack(value: object) -> str:
    """Return a JSON value as gzip in base64; equal values give equal text."""
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return base64.b64encode(gzip.compress(text.encode("utf-8"), _EFFORT, mtime=0)).decode("ascii")


class _Index:
    """Makes the index. What many items have in common is held once and referred to by its place."""

    def __init__(self, summary: Summary, specs: Sequence[JudgeSpec], decisions: Sequence[PersonDecision]) -> None:
        self._summary = summary
        self._specs = {spec.judge_id: spec for spec in specs}
        self._unread = {judge.judge_id: {*undecided(judge, decisions)} for judge in summary.judges}
        self._rules = list(dict.fromkeys(judge.rule for judge in summary.judges))
        self._cases: dict[tuple[str, str], int] = {}
        self._keys: dict[tuple[str, str, str, str], int] = {}
        self._states: dict[tuple[str, tuple[Tag, ...]], int] = {}

    def of(self, views: Sequence[ItemView]) -> dict[str, Any]:
        """Return the index of these items: `rulings` has a row a rule and `said` one a judge, -1 for none."""
        case = [_place(self._cases, (visible(view.parent), _brief(view.question))) for view in views]
        rulings = [[-1] * len(views) for _ in self._rules]
        said = [[-1] * len(views) for _ in self._summary.judges]
        judges = {judge.judge_id: place for place, judge in enumerate(self._summary.judges)}
        for place, view in enumerate(views):
            for ruling in view.rulings:
                if ruling.rule in self._rules:
                    rulings[self._rules.index(ruling.rule)][place] = self._key(ruling)
                for opinion in ruling.opinions:
                    said[judges[opinion.judge.judge_id]][place] = self._state(view, ruling, opinion)
        return {
            "format": FORMAT,
            "run": visible(self._summary.run_id),
            "chunk": CHUNK,
            "sets": SET_WORDS,
            "tags": list(Tag),
            "decisions": [[one, one.replace("_", " ")] for one in Decided],
            "judges": self._judges(),
            "cases": list(self._cases),
            "keys": [dict(zip(("rule", "set", "style", "must"), key, strict=True)) for key in self._keys],
            "states": [{"marks": marks, "tags": tags, "rank": rank_of(tags)} for marks, tags in self._states],
            "ids": _short_names(views),
            "case": case,
            "rulings": rulings,
            "said": said,
        }

    def _judges(self) -> list[dict[str, Any]]:
        return [
            {
                "name": visible(judge.name),
                "model": visible(judge.model),
                "rule": self._rules.index(judge.rule),
                "label": [visible(line) for line in judge_label(judge)],
                "rubric": page_text(self._specs[judge.judge_id].rubric),
            }
            for judge in self._summary.judges
        ]

    def _key(self, ruling: Ruling) -> int:
        key = (visible(ruling.rule), str(ruling.set), visible(ruling.style), str(ruling.expected))
        return _place(self._keys, key)

    def _state(self, view: ItemView, ruling: Ruling, opinion: Opinion) -> int:
        judge_id = opinion.judge.judge_id
        tags = tags_of(
            opinion,
            ruling.expected,
            needed=needed_answers(self._specs[judge_id], self._summary.repeats),
            unread=view.item_id in self._unread[judge_id],
        )
        return _place(self._states, (_marks(opinion.verdicts, ruling.expected), tags))


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


def _decided(decisions: Sequence[PersonDecision]) -> Lookup:
    """Return the look-up of the last decision about a judge on an item, or about the item's text."""
    about_text: dict[tuple[str, str], PersonDecision] = {}
    about_judge: dict[tuple[str, str, str], PersonDecision] = {}
    for one in decisions:
        about_judge[one.item, one.rule, one.judge_id] = one
    for one in about_judge.values():
        if one.decision in ABOUT_THE_TEXT:
            about_text[one.item, one.rule] = one

    def find(view: ItemView, ruling: Ruling, opinion: Opinion) -> PersonDecision | None:
        own = about_judge.get((view.item_id, ruling.rule, opinion.judge.judge_id))
        return own or about_text.get((view.item_id, ruling.rule))

    return find

"""One item as the page reads it: JSON in which every hidden character is visible already."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from workbench.records.decision import PersonDecision
from workbench.report.quotes import quote_words
from workbench.report.segments import Mark, Segment
from workbench.report.view import ItemView, Ruling, Saying
from workbench.report.visible import pieces, plain, visible

OPEN, CLOSE = "\ue000", "\ue001"
"""Around the stand-in of a hidden character. Both are hidden characters themselves, so no text can bring its own."""

_MARKS = {Mark.SAME: 0, Mark.REMOVED: 1, Mark.PLANTED: 2}


def page_text(text: str) -> str:
    """Return a text with each hidden character as `[U+202E]` between `OPEN` and `CLOSE`, for the page to mark."""
    if plain(text):
        return text
    return "".join(f"{OPEN}{piece}{CLOSE}" if hidden else piece for piece, hidden in pieces(text))


def item_record(view: ItemView, *, judges: Mapping[str, int]) -> dict[str, Any]:
    """Return all that the page shows of one item.

    Args:
        view: The item.
        judges: Judge id to the judge's place in the index.
    """
    return {
        "id": visible(view.item_id),
        "case": visible(view.parent),
        "question": page_text(view.question),
        "answer": _segments(view.answer),
        "whole": view.whole,
        "notes": [page_text(note) for note in view.passages_note],
        "passages": [
            {
                "id": visible(passage.id),
                "title": page_text(passage.title),
                "changed": passage.changed,
                "text": _segments(passage.segments),
            }
            for passage in view.passages
        ],
        "rulings": [_ruling(ruling, judges) for ruling in view.rulings],
    }


def decision_record(decision: PersonDecision) -> dict[str, Any]:
    """Return a line of `runs/decisions.jsonl` as the page reads it."""
    return {
        "id": visible(decision.id),
        "prev": visible(decision.prev),
        "at": visible(decision.at),
        "by": page_text(decision.by),
        "item": visible(decision.item),
        "judges": [{name: visible(text) for name, text in asdict(one).items()} for one in decision.judges],
        "decision": decision.decision,
        "note": page_text(decision.note),
        "saw_reasons": decision.saw_reasons,
    }


def _ruling(ruling: Ruling, judges: Mapping[str, int]) -> dict[str, Any]:
    return {
        "rule": visible(ruling.rule),
        "must": str(ruling.expected),
        "set": str(ruling.set),
        "style": visible(ruling.style),
        "proof": page_text(ruling.proof),
        "opinions": [
            {
                "judge": judges[opinion.judge.judge_id],
                "kind": str(opinion.kind or ""),
                "other_reason": opinion.other_reason,
                "verdicts": list(opinion.verdicts),
                "sayings": [_saying(saying) for saying in opinion.sayings],
            }
            for opinion in ruling.opinions
        ],
    }


def _saying(saying: Saying) -> dict[str, Any]:
    return {
        "verdict": saying.verdict,
        "reason": page_text(saying.reason),
        "evidence": page_text(saying.evidence),
        "repeats": list(saying.repeats),
        "quotes": [[page_text(quote.text), str(quote.found), visible(quote_words(quote))] for quote in saying.quotes],
    }


def _segments(parts: Sequence[Segment]) -> list[list[Any]]:
    return [[_MARKS[part.mark], page_text(part.text)] for part in parts]

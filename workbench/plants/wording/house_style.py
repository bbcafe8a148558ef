"""Adding to an answer in its own style: where a sentence goes, and how it cites."""

import re
from functools import lru_cache

from workbench.plants.ground import Ground
from workbench.plants.library import Library
from workbench.plants.style import Declined
from workbench.text.citations import citations
from workbench.text.sentences import Span

_PROSE_END = re.compile(r"[.!?][\"'”’)\]]*$")
_FAREWELL = re.compile(
    r"\b(?:hope (?:this|that) helps|let me know|feel free|any (?:other|further|more) questions)\b", re.I
)
_LIST_LINE = re.compile(r"^\s*(?:[-*+•]|\d{1,3}[.)])\s", re.MULTILINE)


def append_sentence(ground: Ground, sentence: str) -> tuple[int, int, str]:
    """Return the edit that adds a sentence after the last prose of the answer, citing as its neighbour does.

    Raises:
        Declined: the answer does not end in prose.
    """
    last = ground.sentences[-1] if ground.sentences else None
    if last is None or not _PROSE_END.search(last.text):
        raise Declined("the answer does not end in a whole sentence")
    if _FAREWELL.search(last.text):
        raise Declined("the answer ends in a courtesy")
    sentence = _cited_like(ground, last.start, last.end, sentence)
    gap = "\n\n" if in_list(ground, last) else " "
    return last.end, last.end, gap + sentence


def in_list(ground: Ground, span: Span) -> bool:
    """Whether a sentence of the answer stands in an item of a list."""
    answer = ground.case.answer
    return _LIST_LINE.match(answer, answer.rfind("\n", 0, span.start) + 1) is not None


def _cited_like(ground: Ground, start: int, end: int, sentence: str) -> str:
    """Give a sentence the citation of its neighbour, before or after the full stop as the neighbour has it."""
    marks = [mark for mark in ground.citations.marks if start <= mark.start < end and mark.apart]
    if not marks:
        return sentence
    mark = ground.case.answer[marks[-1].start : marks[-1].end]
    after_stop = ground.case.answer[marks[-1].end : end].strip() == ""
    return f"{sentence} {mark}" if after_stop else f"{sentence[:-1]} {mark}{sentence[-1]}"


def mark_for(ground: Ground, passage_id: str) -> str:
    """A mark that cites a passage shown, written as the answer's last one is; empty where there is none to copy."""
    marks = [ground.citations.naming(mark, passage_id) for mark in ground.citations.marks]
    return next((mark for mark in reversed(marks) if mark is not None), "")


@lru_cache(maxsize=8)
def cites_passages(library: Library) -> bool:
    """Say whether most answers of a bench cite passages by their ids, so that an added answer should too."""
    told = [citations(case.answer, [p.id for p in case.passages]) for case in library.cases if len(case.answer) > 60]
    return sum(bool(found.shown) and not found.by_number for found in told) * 2 > len(told)

"""A style: one kind of change, with its examples, its proof and the function that makes it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from random import Random

from workbench.plants.ground import Ground
from workbench.records.challenge import Set, Site
from workbench.records.passage import Passage


class Declined(Exception):
    """A style cannot be planted safely on a case. The reason is a short phrase, counted in the build report."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(reason)


@dataclass(frozen=True, kw_only=True)
class Draft:
    """What a style made of a case: the changed item, where it was changed, and why the expected verdict is right."""

    answer: str
    passages: tuple[Passage, ...]
    sites: tuple[Site, ...]
    proof: str


@dataclass(frozen=True, kw_only=True)
class Example:
    """A worked example of a style: it is a test, and a row of the README's table.

    Attributes:
        passages: Passage texts, shown as `p1`, `p2`, ...
        answer: The trusted answer.
        becomes: What the style makes of it with seed 0: the changed answer, or the changed passages where the answer
            stays, joined by ` / `.
        elsewhere: Passage texts of another case.
        other: Question and trusted answer of another case that is shown the same passages.
    """

    question: str
    passages: tuple[str, ...]
    answer: str
    becomes: str
    elsewhere: tuple[str, ...] = ()
    evidence: str | None = None
    other: tuple[str, str] = ("", "")


@dataclass(frozen=True, kw_only=True)
class Style:
    """One kind of mistake (`Set.PLANTED`) or of near miss (`Set.NEAR_MISS`).

    Attributes:
        name: Its name in settings, columns and reports.
        rules: The rules that it touches.
        summary: What it does, in one line.
        covers: What its proof covers, and what only a reader can decide.
        plant: Makes the draft. Raises Declined where it cannot be made safely.
        adds_once: Whether a sentence that it adds may stand in one copy only: what stands in several could be learned.
        per_turn: How many of it a quota takes where it takes one of another style.
    """

    name: str
    set: Set
    rules: tuple[str, ...]
    summary: str
    covers: str
    examples: tuple[Example, ...]
    plant: Callable[[Ground, Random], Draft]
    adds_once: bool = False
    per_turn: int = 1


def is_new(draft: Draft) -> bool:
    """Say whether the whole answer of a draft is new, and nothing else was changed."""
    return [(site.start, site.after) for site in draft.sites] == [(0, draft.answer)]


def edited(ground: Ground, edits: list[tuple[int, int, str]], proof: str) -> Draft:
    """Make a draft from replacements in the answer, each as (start, end, new text) in the trusted answer.

    The sites come out in the coordinates of the changed answer.
    """
    answer, sites = _spliced(ground.case.answer, edits, "answer")
    return Draft(answer=answer, passages=ground.case.passages, sites=tuple(sites), proof=proof)


def edited_passages(ground: Ground, edits: Mapping[str, list[tuple[int, int, str]]], proof: str) -> Draft:
    """Make a draft from replacements in passages, by passage id, each as (start, end, new text) in the trusted passage.

    The answer stays. The sites come out in the coordinates of the changed passages.

    Raises:
        Declined: two passages share an id, so that a site would not say which one it is in.
    """
    if len({passage.id for passage in ground.case.passages}) < len(ground.case.passages):
        raise Declined("two passages share an id")
    passages: list[Passage] = []
    sites: list[Site] = []
    for passage in ground.case.passages:
        text, made = _spliced(passage.text, edits.get(passage.id, []), f"passage:{passage.id}")
        passages.append(replace(passage, text=text))
        sites += made
    return Draft(answer=ground.case.answer, passages=tuple(passages), sites=tuple(sites), proof=proof)


def _spliced(text: str, edits: list[tuple[int, int, str]], where: str) -> tuple[str, list[Site]]:
    """Replace stretches of a text, and say where each came to stand."""
    parts: list[str] = []
    sites: list[Site] = []
    cursor = length = 0
    for start, end, new in sorted(edits):
        kept = text[cursor:start]
        length += len(kept)
        sites.append(Site(where=where, start=length, before=text[start:end], after=new))
        parts += [kept, new]
        length += len(new)
        cursor = end
    parts.append(text[cursor:])
    return "".join(parts), sites


def rewritten(ground: Ground, answer: str, proof: str) -> Draft:
    """Make a draft whose whole answer is new."""
    return edited(ground, [(0, len(ground.case.answer), answer)], proof)


def reshown(ground: Ground, passages: tuple[Passage, ...], proof: str) -> Draft:
    """Make a draft that shows other passages, or the same ones in another order, with the answer untouched."""
    site = Site(
        where="passages",
        start=0,
        before=" ".join(passage.id for passage in ground.case.passages),
        after=" ".join(passage.id for passage in passages),
    )
    return Draft(answer=ground.case.answer, passages=passages, sites=(site,), proof=proof)

"""Markdown put on or taken off, with every word kept."""

import re
from collections.abc import Iterator
from random import Random

from workbench.plants.ground import Ground
from workbench.plants.style import Declined, Draft, Example, Style, edited
from workbench.records.challenge import Set
from workbench.records.rules import ANSWERS_WHEN_IT_CAN, GROUNDED
from workbench.text.figures import FigureKind

_Edit = tuple[int, int, str]
_BOLD = re.compile(r"(?<![*\w])\*\*(?=\S)([^*\n]{1,200}?)(?<=\S)\*\*(?![*\w])")
_BULLET = re.compile(r"^([ \t]{0,8})([-*•])(?=[ \t]\S)", re.MULTILINE)
_HEADINGS = ("**Answer**", "### Answer", "## In short")
_HEADED_FROM = 240
# Inside these, marks would be text: code, links, tables, formulas.
_NO_PLACE = re.compile(r"[`|$\\<>~_]|https?:|\*")


def marked_up(ground: Ground, rng: Random) -> Draft:
    """Set figures or names in bold, put a heading over the answer, draw other bullets, or take the bold away."""
    answer = ground.case.answer
    if ground.declined or not answer.strip():
        raise Declined("a decline has nothing to mark up")
    if not ground.english:
        raise Declined("not English prose")
    inside = [edits for edits in (_plain(answer), _bullets(answer), _bold(ground, rng)) if edits]
    over = _heading(answer, rng)
    # A heading can be put over nearly everything; what can be marked inside goes first.
    options = inside * 3 + ([over] if over else [])
    if not options:
        raise Declined("the answer holds code, links or mark-up of its own")
    return edited(ground, rng.choice(options), "every word is kept; only Markdown marks came or went")


def _plain(answer: str) -> list[_Edit]:
    return [(match.start(), match.end(), match.group(1)) for match in _BOLD.finditer(answer)]


def _bullets(answer: str) -> list[_Edit]:
    return [
        (match.start(2), match.end(2), "*" if match.group(2) == "-" else "-")
        for match in _BULLET.finditer(answer)
        if answer.count("**") == 0
    ]


def _bold(ground: Ground, rng: Random) -> list[_Edit]:
    """One to three figures with their units, or names, in bold."""
    answer = ground.case.answer
    if _NO_PLACE.search(answer.replace("$", "")) or "##" in answer:
        return []
    spots = sorted({*_figures(ground), *((name.start, name.end) for name in ground.names)})
    apart = [spot for place, spot in enumerate(spots) if not place or spots[place - 1][1] <= spot[0]]
    free = [
        (start, end)
        for start, end in apart
        if not any(mark.start <= start < mark.end for mark in ground.citations.marks) and not ground.is_quoted(start)
    ]
    chosen = rng.sample(free, min(len(free), rng.randint(1, 3)))
    return [(start, end, f"**{answer[start:end]}**") for start, end in chosen]


def _figures(ground: Ground) -> Iterator[tuple[int, int]]:
    answer = ground.case.answer
    for figure in ground.figures:
        start = figure.start - (answer[figure.start - 1 : figure.start] in ("£", "$", "€"))
        around = answer[max(0, start - 1) : start] + answer[figure.end_of_unit : figure.end_of_unit + 1]
        if figure.kind is FigureKind.PLAIN and re.fullmatch(r"[\s(]?[\s.,;:)]?", around):
            yield start, figure.end_of_unit


def _heading(answer: str, rng: Random) -> list[_Edit]:
    # Over one or two short sentences a heading would be odd.
    if len(answer) < _HEADED_FROM or re.search(r"\*\*|^\s*(?:#|\||```)", answer, re.MULTILINE):
        return []
    start = len(answer) - len(answer.lstrip())
    return [(start, start, rng.choice(_HEADINGS) + "\n\n")]


STYLES = (
    Style(
        name="marked_up",
        set=Set.NEAR_MISS,
        rules=(GROUNDED, ANSWERS_WHEN_IT_CAN),
        summary="Markdown put on or taken off: bold figures and names, a heading, other bullets, plain text",
        covers="every word stays where it was",
        plant=marked_up,
        examples=(
            Example(
                question="What does a day cost?",
                passages=("Day hire is £32.",),
                answer="A day of hire costs you £32.",
                becomes="A day of hire costs you **£32**.",
            ),
            Example(
                question="What does a day cost?",
                passages=("Day hire is £32.",),
                answer="A day of hire costs you **£32** at all of the stands.",
                becomes="A day of hire costs you £32 at all of the stands.",
            ),
        ),
    ),
)

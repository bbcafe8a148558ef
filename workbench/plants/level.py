"""Planted copies as long as trusted answers, and citing as they do, so that neither tells who is wrong."""

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from random import Random

from workbench.plants.compose import changed_over
from workbench.plants.ground import Ground
from workbench.plants.style import Declined, Draft, edited, is_new, rewritten
from workbench.plants.wording.beside import beside_excerpt
from workbench.plants.wording.house_style import cites_passages
from workbench.plants.wording.topic import points_back
from workbench.text.declines import hedges, plain_form
from workbench.text.sentences import sentences
from workbench.text.tokens import content_set

# What makes an answer longer by fewer characters hardly shows.
_LEAST_GROWN = 30
_WHOLE = re.compile(r"[A-Z0-9£$€][^\n:]*[.!](?: ?\[[^\[\]\n]{1,120}\])*")
_MARKS_AFTER = re.compile(r"(?: ?\[[^\[\]\n]{1,120}\])*")
_DEFINITE = re.compile(r"\b(?:the|this|that|these|those|both)\s((?:[\w-]+\s?){1,2})", re.IGNORECASE)
# Without such a sentence, another one would say too much: a second mistake.
_TAKES_BACK = re.compile(
    r"\b(?:but|however|though|although|unless|except\w*|only|otherwise|instead|apart|nor|still|yet|not agree"
    r"|disagree\w*|conflict\w*|contradict\w*|differ\w*|discrepanc\w+)\b",
    re.IGNORECASE,
)


def levelled(ground: Ground, draft: Draft, rng: Random) -> Draft:
    """Return a planted copy that is about as long as a trusted answer, or as it was where that cannot be.

    A new answer gets an excerpt of a passage beside it. An answer that a mistake made longer loses a sentence that the
    mistake does not touch: what a right sentence adds does not matter to what is wrong.

    The exact words with which the system declines stay alone, as they mostly do where they are right.
    """
    if not is_new(draft):
        return _cut(ground, draft)
    if plain_form(draft.answer) == plain_form(ground.not_found):
        return draft
    return _filled_up(ground, _cited(ground, draft, rng), rng)


def _filled_up(ground: Ground, draft: Draft, rng: Random) -> Draft:
    try:
        made = beside_excerpt(ground, draft.answer, rng)
    except Declined:
        return draft
    return rewritten(ground, made.answer, f"{draft.proof}; {made.proof}")


def _cited(ground: Ground, draft: Draft, rng: Random) -> Draft:
    """Let an invented answer cite a passage shown, as trusted answers of its library do."""
    answer, ids = draft.answer, [passage.id for passage in draft.passages]
    if not (ground.declined and ids and cites_passages(ground.library)):
        return draft
    # To cite for what one has just called a guess would be odd.
    if "[" in answer or not answer.endswith(".") or hedges(answer):
        return draft
    mark = rng.choice(ids)
    return rewritten(
        ground,
        f"{answer[:-1]} [{mark}].",
        f"{draft.proof}; besides, it cites [{mark}], which was shown and does not say so",
    )


def _cut(ground: Ground, draft: Draft) -> Draft:
    """Leave out the sentence that brings the answer nearest to the length of its parent, if one may be left out."""
    grown = len(draft.answer) - len(ground.case.answer)
    if grown < _LEAST_GROWN:
        return draft
    # What takes away more than twice of what was added would put the answer further off than it is.
    nearest = sorted((abs(end - start - grown), start, end) for start, end in holes(draft.answer))
    for off, start, end in nearest:
        if off >= grown:
            break
        try:
            made = changed_over(ground, draft, partial(_without, start=start, end=end), Random(0))
        except Declined:
            continue
        return replace(made, proof=f"{made.proof}; besides, a sentence is left out")
    return draft


def _without(ground: Ground, _rng: Random, *, start: int, end: int) -> Draft:
    return edited(ground, [(start, end, "")], "")


def holes(answer: str) -> Iterator[tuple[int, int]]:
    """Where a sentence may go, its marks and the blanks before it too: not the first, nor one that the next needs."""
    spans = sentences(answer)
    for place, span in enumerate(spans[1:], start=1):
        after = spans[place + 1] if place + 1 < len(spans) else None
        start, end = (_with_marks(answer, one.end) for one in (spans[place - 1], span))
        if "\n" in answer[start:end] or not _WHOLE.fullmatch(span.text) or _TAKES_BACK.search(span.text):
            continue
        if (after is None or not points_back(after.text)) and not _names_again(answer, start, end):
            yield start, end


def _names_again(answer: str, start: int, end: int) -> bool:
    """Whether what follows speaks of "the trench" where only what goes has spoken of a trench."""
    new = content_set(answer[start:end]) - content_set(answer[:start])
    return bool(new & content_set(" ".join(_DEFINITE.findall(answer[end:]))))


def _with_marks(answer: str, end: int) -> int:
    return end + len(_MARKS_AFTER.match(answer[end:]).group())  # type: ignore[union-attr]  # it matches nothing, too

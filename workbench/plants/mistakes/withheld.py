"""A decline in place of the sentence that answers, while the rest of a trusted answer stays."""

import re
from random import Random

from workbench.plants.claim import says
from workbench.plants.ground import Ground
from workbench.plants.near_misses.shortened import whole_sentences
from workbench.plants.style import Declined, Draft, Example, Style, edited
from workbench.plants.wording.beside import beside_excerpt, joined
from workbench.plants.wording.decline_words import declining_at_the_end
from workbench.plants.wording.stands_alone import leans
from workbench.records.challenge import Set
from workbench.records.rules import ANSWERS_WHEN_IT_CAN
from workbench.text.declines import plain_form

_LEANS_INSIDE = re.compile(
    r"\b(?:both|either|neither|former|latter|the (?:two|other|same)"
    r"|th(?:is|at|ese|ose) (?:rates?|prices?|times?|months?|days?|bikes?))\b",
    re.IGNORECASE,
)


def answer_withheld(ground: Ground, rng: Random) -> Draft:
    """Decline what was asked, and tell what else the trusted answer tells, and more from the passages."""
    kept, end = _left_without_evidence(ground), len(ground.case.answer.rstrip())
    rest = ground.case.answer[kept:end]
    told = _with_more(ground, rest, rng)
    made = joined(ground, ground.not_found.strip(), told, rng)
    # The first letter may have become a small one.
    opening = made[: len(made) - len(told) + 1]
    return _edited(ground, [(0, kept + 1, opening), (end, end, told[len(rest) :])])


def decline_at_end(ground: Ground, rng: Random) -> Draft:
    """Tell what else the trusted answer tells, and more from the passages, and decline what was asked at the end."""
    kept, end = _left_without_evidence(ground), len(ground.case.answer.rstrip())
    rest = ground.case.answer[kept:end]
    told = _with_more(ground, rest, rng)
    made = declining_at_the_end(told, rng)
    same = next((place for place, (old, new) in enumerate(zip(rest, made, strict=False)) if old != new), len(rest))
    return _edited(ground, [(0, kept, ""), (kept + same, end, made[same:])])


def _edited(ground: Ground, edits: list[tuple[int, int, str]]) -> Draft:
    return edited(ground, [(start, end, new) for start, end, new in edits if new or end > start], _proof(ground))


def _with_more(ground: Ground, rest: str, rng: Random) -> str:
    """What is left, with what fills the place of the sentence that goes, so that length tells nothing."""
    try:
        return beside_excerpt(ground, rest, rng).answer
    except Declined:
        return rest


def _left_without_evidence(ground: Ground) -> int:
    """Where the part of the trusted answer begins that says nothing of the evidence.

    Raises:
        Declined: no such part reads by itself, or it cannot be told.
    """
    evidence = ground.case.evidence
    if evidence is None:
        raise Declined("no evidence phrase says which sentence holds the answer")
    if plain_form(evidence) not in plain_form(ground.shown):
        raise Declined("the evidence phrase stands in no passage shown")
    spans = whole_sentences(ground)
    # Sentences that only lean on the one that goes would point at nothing.
    start = next((place for place, span in enumerate(spans) if place and not _leans(span.text)), None)
    if start is None or "\n" in ground.case.answer:
        raise Declined("what is left leans on the sentence that would go, or is no prose")
    if not any(says(span.text, evidence) for span in spans[:start]):
        raise Declined("the first sentence does not hold the evidence")
    if any(says(span.text, evidence) for span in spans[start:]):
        raise Declined("another sentence holds the evidence too")
    return spans[start].start


def _proof(ground: Ground) -> str:
    return (
        f'a passage holds the evidence "{ground.case.evidence}", so that declining is wrong; no sentence that is left '
        "says it"
    )


def _leans(text: str) -> bool:
    return leans(text) or _LEANS_INSIDE.search(text) is not None


STYLES = (
    Style(
        name="answer_withheld",
        set=Set.PLANTED,
        rules=(ANSWERS_WHEN_IT_CAN,),
        summary="a decline in place of the sentence that answers; the rest stays, filled up from the passages",
        covers="the evidence phrase stands in a passage shown; no sentence that is left holds its figures and words",
        plant=answer_withheld,
        examples=(
            Example(
                question="When is the stand in Ellerford open?",
                passages=("The stand in Ellerford is open from 7 until 21 in summer. Ellerford has forty bikes.",),
                answer="The stand is open from 7 until 21 in summer. Ellerford has forty bikes and six trailers.",
                becomes="Not in the sources, but Ellerford has forty bikes and six trailers.",
                evidence="open from 7 until 21 in summer",
            ),
        ),
    ),
    Style(
        name="decline_at_end",
        set=Set.PLANTED,
        rules=(ANSWERS_WHEN_IT_CAN,),
        summary="the sentence that answers is gone, the rest stays, filled up from the passages, and the end declines",
        covers="the evidence phrase stands in a passage shown; no sentence that is left holds its figures and words",
        plant=decline_at_end,
        examples=(
            Example(
                question="When is the stand in Ellerford open?",
                passages=("The stand in Ellerford is open from 7 until 21 in summer. Ellerford has forty bikes.",),
                answer="The stand is open from 7 until 21 in summer. Ellerford has forty bikes and six trailers.",
                becomes="Ellerford has forty bikes and six trailers; what you asked is not in the documents that I was "
                "given.",
                evidence="open from 7 until 21 in summer",
            ),
        ),
    ),
)

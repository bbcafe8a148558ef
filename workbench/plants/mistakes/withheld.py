"""A decline in place of the sentence that answers, while the rest of a trusted answer stays."""

import re
from collections.abc import Sequence
from random import Random

from workbench.plants.ground import Ground
from workbench.plants.near_misses.shortened import says, whole_sentences
from workbench.plants.style import Declined, Draft, Example, Style, edited
from workbench.plants.wording.decline_words import BESIDE_DECLINE
from workbench.plants.wording.stands_alone import leans
from workbench.records.challenge import Set
from workbench.records.rules import ANSWERS_WHEN_IT_CAN
from workbench.text.declines import plain_form

# Words between the decline and what stays.
_LED_IN = (
    "",
    *(frame.format(fact="") for frame in BESIDE_DECLINE),
    "I have read all that I was given and what you ask is not among it. ",
    "I went through everything that I was shown. It speaks of the matter and does not tell what you ask. ",
)
_AT_END = (
    "What you asked is not in the sources.",
    "The sources do not answer the question itself.",
    "On what you asked, the documents that I was given say nothing.",
    "I could not find the answer to your question in the documents.",
    "I have read all that I was shown from beginning to end and the sources do not tell what you asked.",
)
# One of so many wordings is taken that come nearest in length to what goes.
_NEAREST = 3
_LEANS_INSIDE = re.compile(
    r"\b(?:both|either|neither|former|latter|the (?:two|other|same)"
    r"|th(?:is|at|ese|ose) (?:rates?|prices?|times?|months?|days?|bikes?))\b",
    re.IGNORECASE,
)


def answer_withheld(ground: Ground, rng: Random) -> Draft:
    """Decline what was asked, and tell what else the trusted answer tells."""
    kept = _left_without_evidence(ground)
    decline = ground.not_found.strip() + " "
    led_in = _as_long(_LED_IN, kept - len(decline), rng)
    return edited(ground, [(0, kept, decline + led_in)], _proof(ground))


def decline_at_end(ground: Ground, rng: Random) -> Draft:
    """Tell what else the trusted answer tells, and decline what was asked in the last sentence."""
    kept, end = _left_without_evidence(ground), len(ground.case.answer.rstrip())
    decline = _as_long(_AT_END, kept, rng)
    return edited(ground, [(0, kept, ""), (end, end, f" {decline}")], _proof(ground))


def _as_long(wordings: Sequence[str], length: int, rng: Random) -> str:
    """A wording about as long as what it stands for, so that length tells nothing."""
    return rng.choice(sorted(wordings, key=lambda wording: abs(len(wording) - length))[:_NEAREST])


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
        summary="a decline in place of the sentence that answers the question, the rest of the trusted answer stays",
        covers="the evidence phrase stands in a passage shown; no sentence that is left holds its figures and words",
        plant=answer_withheld,
        examples=(
            Example(
                question="When is the stand in Ellerford open?",
                passages=("The stand in Ellerford is open from 7 until 21 in summer. Ellerford has forty bikes.",),
                answer="The stand is open from 7 until 21 in summer. Ellerford has forty bikes and six trailers.",
                becomes="Not in the sources. They only mention the following: Ellerford has forty bikes and six "
                "trailers.",
                evidence="open from 7 until 21 in summer",
            ),
        ),
    ),
    Style(
        name="decline_at_end",
        set=Set.PLANTED,
        rules=(ANSWERS_WHEN_IT_CAN,),
        summary="the sentence that answers the question is gone, the rest stays, and the last sentence declines",
        covers="the evidence phrase stands in a passage shown; no sentence that is left holds its figures and words",
        plant=decline_at_end,
        examples=(
            Example(
                question="When is the stand in Ellerford open?",
                passages=("The stand in Ellerford is open from 7 until 21 in summer. Ellerford has forty bikes.",),
                answer="The stand is open from 7 until 21 in summer. Ellerford has forty bikes and six trailers.",
                becomes="Ellerford has forty bikes and six trailers. What you asked is not in the sources.",
                evidence="open from 7 until 21 in summer",
            ),
        ),
    ),
)

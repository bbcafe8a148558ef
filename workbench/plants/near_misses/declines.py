"""A decline in other words than the system's own."""

import re
from random import Random

from workbench.plants.ground import Ground
from workbench.plants.style import Declined, Draft, Example, Style, edited
from workbench.records.challenge import Set
from workbench.records.rules import ANSWERS_WHEN_IT_CAN
from workbench.text.declines import declines, plain_form
from workbench.text.language import is_english

# Each only says that the sources are silent. None names a place to ask that could be wrong.
_WORDINGS = (
    "The sources do not say.",
    "The documents I have do not answer this.",
    "I could not find this in the sources.",
    "Sorry, I cannot answer this from the documents that I was given.",
    "I looked, but none of the documents I was shown tells this.",
    "The material in front of me does not tell, so I cannot answer this question.",
    "I have read what I was given, and it does not answer this question. I would rather say so than guess.",
    "Unfortunately the sources do not answer this. Someone who knows the matter first hand may be able to help.",
    "My sources do not cover this point. Please ask somebody who can look it up for you.",
    "I am afraid that the documents do not give an answer to this. If you have another one that does, share it with me "
    "and I will gladly look again.",
)
_QUOTING = (
    "I could not find an answer to “{asks}” in the sources.",
    "You asked: “{asks}” The documents that I was given do not tell.",
)
_SHORT_QUESTION = re.compile(r"[A-Z0-9][^\n\"“”\[\]]{8,140}\?")


def decline_reworded(ground: Ground, rng: Random) -> Draft:
    """Say the trusted decline in other words, sometimes longer, sometimes with a hint to ask elsewhere."""
    if not ground.declined:
        raise Declined("the trusted answer is no decline")
    start, end = _phrase(ground)
    wordings = list(_WORDINGS)
    if _SHORT_QUESTION.fullmatch(ground.asks):
        # Named twice, so that one decline in three is as long as a short answer.
        wordings += [wording.format(asks=ground.asks) for wording in _QUOTING] * 2
    same = plain_form(ground.case.answer[start:end])
    new = rng.choice([wording for wording in wordings if plain_form(wording) != same])
    proof = "a person trusts the decline, and the new words say the same: that the sources do not tell"
    return edited(ground, [(start, end, new)], proof)


def _phrase(ground: Ground) -> tuple[int, int]:
    """The stretch of the answer that declines: its first sentence, after which nothing else does."""
    if not is_english(ground.case.question):
        raise Declined("the question is not English")
    first, *rest = ground.sentences
    if not declines(first.text) or not first.text.isascii():
        raise Declined("the answer does not open with an English decline of one sentence")
    # Any other decline may speak of another thing, and what it leans on would be gone.
    if rest and plain_form(first.text) != plain_form(ground.not_found):
        raise Declined("the decline runs over several sentences")
    if plain_form(first.text) != plain_form(ground.not_found) and len(first.text.split()) > 14:
        raise Declined("the decline says more than that the sources are silent")
    return first.start, first.end


STYLES = (
    Style(
        name="decline_reworded",
        set=Set.NEAR_MISS,
        rules=(ANSWERS_WHEN_IT_CAN,),
        summary="a decline in other words than the exact phrase, some longer, some with a hint to ask elsewhere",
        covers="a person trusts the decline; the new words claim nothing but that the sources do not tell",
        plant=decline_reworded,
        examples=(
            Example(
                question="How many bikes fit the stand?",
                passages=("The stand is open from 7 until 21 in summer.",),
                answer="Not in the sources.",
                becomes="You asked: “How many bikes fit the stand?” The documents that I was given do not tell.",
            ),
        ),
    ),
)

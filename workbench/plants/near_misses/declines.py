"""A decline in other words than the system's own."""

from random import Random

from workbench.plants.ground import Ground
from workbench.plants.style import Declined, Draft, Example, Style, edited
from workbench.plants.wording.beside import beside_excerpt
from workbench.plants.wording.decline_words import decline_in_other_words
from workbench.records.challenge import Set
from workbench.records.rules import ANSWERS_WHEN_IT_CAN
from workbench.text.declines import declines, plain_form
from workbench.text.language import is_english


def decline_reworded(ground: Ground, rng: Random) -> Draft:
    """Say the trusted decline in other words, sometimes longer, sometimes with a hint to ask elsewhere."""
    if not ground.declined:
        raise Declined("the trusted answer is no decline")
    start, end = _phrase(ground)
    new = decline_in_other_words(ground, ground.case.answer[start:end], rng)
    proof = "a person trusts the decline, and the new words say the same: that the sources do not tell"
    if end < len(ground.case.answer.rstrip()):
        return edited(ground, [(start, end, new)], proof)  # what the sources do say follows already
    try:
        made = beside_excerpt(ground, new, rng)
    except Declined:
        return edited(ground, [(start, end, new)], proof)
    return edited(ground, [(start, end, made.answer)], f"{proof}; {made.proof}")


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
                becomes="You asked: “How many bikes fit the stand?” I have looked for this in everything that I was "
                "shown and the documents do not answer it. Please ask somebody who can look it up or send me a "
                "document that covers it.",
            ),
        ),
    ),
)

"""A decline in other words than the system's own."""

from random import Random

from workbench.plants.ground import Ground
from workbench.plants.style import Declined, Draft, Example, Style, edited, rewritten
from workbench.plants.wording.beside import beside_excerpt, excerpt
from workbench.plants.wording.decline_words import decline_in_other_words, declining_at_the_end
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


def decline_then_context(ground: Ground, rng: Random) -> Draft:
    """Keep the trusted decline, and tell besides what the passages do say, as an answer that withholds does."""
    phrase = _bare(ground)
    made = beside_excerpt(ground, phrase, rng)
    return rewritten(ground, made.answer, f"the trusted decline stays; {made.proof}")


def context_then_decline(ground: Ground, rng: Random) -> Draft:
    """Tell what the passages do say, and decline what was asked at the end."""
    _bare(ground)
    made = declining_at_the_end(excerpt(ground, "", rng), rng)
    return rewritten(ground, made, "a person trusts the decline, and the end says the same; the passages say the rest")


def _bare(ground: Ground) -> str:
    """The trusted answer where it is the system's own decline phrase and nothing else."""
    if plain_form(ground.case.answer) != plain_form(ground.not_found):
        raise Declined("the answer is not the decline phrase alone")
    return ground.case.answer.strip()


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


_STAND = ("The stand in Ellerford is open from 7 until 21 in summer, and in winter from 9 until 16.",)
_OTHER = (
    "When is the stand open?",
    "The stand in Ellerford is open from 7 until 21 in summer and from 9 until 16 in winter.",
)

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
                becomes="Although I looked in all that I was shown, I could not find an answer to this.",
            ),
        ),
    ),
    Style(
        name="decline_then_context",
        set=Set.NEAR_MISS,
        rules=(ANSWERS_WHEN_IT_CAN,),
        summary="the decline phrase, and after it what the passages do say, so that it is as long as an answer",
        covers="a person trusts the decline, so no passage holds the answer; what follows stands in the passages",
        plant=decline_then_context,
        examples=(
            Example(
                question="How many bikes fit the stand?",
                passages=_STAND,
                answer="Not in the sources.",
                becomes="Not in the sources, but the stand in Ellerford is open from 7 until 21 in summer, and in "
                "winter from 9 until 16.",
                other=_OTHER,
            ),
        ),
    ),
    Style(
        name="context_then_decline",
        set=Set.NEAR_MISS,
        rules=(ANSWERS_WHEN_IT_CAN,),
        summary="what the passages do say, and the decline at the end",
        covers="a person trusts the decline, so no passage holds the answer; what is told stands in the passages",
        plant=context_then_decline,
        examples=(
            Example(
                question="How many bikes fit the stand?",
                passages=_STAND,
                answer="Not in the sources.",
                becomes="The stand in Ellerford is open from 7 until 21 in summer, and in winter from 9 until 16; "
                "what you asked is not in the documents that I was given.",
                other=_OTHER,
            ),
        ),
    ),
)

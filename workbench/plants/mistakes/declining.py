"""Mistakes of declining: a decline where the passages hold the answer, an answer where they do not, a hedged guess."""

from random import Random

from workbench.plants.ground import Ground
from workbench.plants.guess import guess
from workbench.plants.style import Declined, Draft, Example, Style, rewritten
from workbench.records.challenge import Set
from workbench.records.rules import ANSWERS_WHEN_IT_CAN
from workbench.text.declines import declines, plain_form

_HEDGES = (
    "The sources do not say exactly, but {guess}.",
    "This is not stated outright, but {guess}.",
    "I could not find this in so many words, though {guess}.",
    "The passages are not explicit on this; {guess}.",
)


def wrong_decline(ground: Ground, rng: Random) -> Draft:
    """Decline, in the system's own words, where the trusted answer shows that the passages hold the answer."""
    if ground.declined:
        raise Declined("the trusted answer declines already")
    if any(declines(span.text) for span in ground.sentences):
        raise Declined("the trusted answer declines a part")
    evidence = ground.case.evidence
    if evidence is not None and plain_form(evidence) not in plain_form(ground.shown):
        raise Declined("the evidence phrase stands in no passage shown")
    held = f'a passage holds the evidence "{evidence}"' if evidence else "a person trusts an answer from these passages"
    return rewritten(ground, ground.not_found, f"{held}, so that declining is wrong")


def confident_answer(ground: Ground, rng: Random) -> Draft:
    """Answer with an invented figure, name or yes where the passages are silent."""
    _needs_silence(ground)
    made = guess(ground, rng)
    return rewritten(ground, made.confident, _silent(made.invented))


def hedged_guess(ground: Ground, rng: Random) -> Draft:
    """Admit that the sources are silent and guess all the same."""
    _needs_silence(ground)
    made = guess(ground, rng)
    return rewritten(ground, rng.choice(_HEDGES).format(guess=made.hedged), _silent(made.invented))


def _needs_silence(ground: Ground) -> None:
    if not ground.declined:
        raise Declined("the passages hold the answer")


def _silent(invented: str) -> str:
    return f'the trusted answer declines: the passages do not hold the answer, and "{invented}" is invented'


_UNANSWERED = ("The stand is open from 7 until 21 in summer.",)

STYLES = (
    Style(
        name="wrong_decline",
        set=Set.PLANTED,
        rules=(ANSWERS_WHEN_IT_CAN,),
        summary="a decline where the passages hold the answer",
        covers="the evidence phrase stands in a passage, or a person trusts an answer from the passages",
        plant=wrong_decline,
        examples=(
            Example(
                question="What does a day cost?",
                passages=("Day hire is £32.",),
                answer="A day costs £32.",
                becomes="Not in the sources.",
                evidence="Day hire is £32",
            ),
        ),
    ),
    Style(
        name="confident_answer",
        set=Set.PLANTED,
        rules=(ANSWERS_WHEN_IT_CAN,),
        summary="a confident answer where the passages hold none",
        covers="a person trusts the decline; the invented figure or name stands in no passage",
        plant=confident_answer,
        examples=(
            Example(
                question="How many bikes fit the stand?",
                passages=_UNANSWERED,
                answer="Not in the sources.",
                becomes="175 bikes.",
            ),
        ),
    ),
    Style(
        name="hedged_guess",
        set=Set.PLANTED,
        rules=(ANSWERS_WHEN_IT_CAN,),
        summary="an admission that the sources are silent, and a guess",
        covers="a person trusts the decline; the guess stands in no passage",
        plant=hedged_guess,
        examples=(
            Example(
                question="How many bikes fit the stand?",
                passages=_UNANSWERED,
                answer="Not in the sources.",
                becomes="The passages are not explicit on this; it is probably around 175 bikes.",
            ),
        ),
    ),
)

"""Mistakes of declining: a decline where the passages hold the answer, an answer where they do not, a hedged guess."""

from random import Random

from workbench.plants.ground import Ground
from workbench.plants.style import Declined, Draft, Example, Style, edited, rewritten
from workbench.plants.wording.beside import excerpt, joined
from workbench.plants.wording.decline_words import decline_in_other_words
from workbench.plants.wording.guess import guess
from workbench.records.challenge import Set
from workbench.records.rules import ANSWERS_WHEN_IT_CAN
from workbench.text.declines import declines, plain_form
from workbench.text.language import is_english
from workbench.text.tokens import content_set

_HEDGES = (
    "The sources do not say exactly, but {guess}.",
    "This is not stated outright. Even so {guess}.",
    "I could not find this in so many words, though {guess}.",
    "The passages are not explicit on this; {guess}.",
    "The sources do not cover this directly. Going by what is usual, {guess}.",
    "There is no exact statement on this in the documents, so take this with care: {guess}.",
    "I cannot confirm this from the passages but {guess}.",
    "The documents do not spell it out but {guess}.",
    "None of the passages gives this in full. Still {guess}.",
    "I found no direct statement on this and would say that {guess}.",
    "Although no passage says it outright, {guess}.",
    "An exact statement is missing from the sources but {guess}.",
    "As the documents leave this open, all I can offer is a guess: {guess}.",
    "Even if the passages do not put it in so many words, {guess}.",
    "Without a direct statement in the documents I would say that {guess}.",
    "On the face of it the documents leave this open, though {guess}.",
)
# After the decline, from elsewhere: each speaks of the question itself, whatever stands between.
_FROM_ELSEWHERE = (
    "From general knowledge, the answer to your question is {answer}.",
    "The answer that is usually given to this question is {answer}.",
    "As far as is generally known, the answer is {answer}.",
    "By other accounts, the answer to this is {answer}.",
    "From what I know otherwise, the right answer is {answer}.",
    "Elsewhere, what you asked is answered with {answer}.",
)


def wrong_decline(ground: Ground, rng: Random) -> Draft:
    """Decline, in the system's own words, where the trusted answer shows that the passages hold the answer."""
    return rewritten(ground, ground.not_found, _held(ground))


def evasive_decline(ground: Ground, rng: Random) -> Draft:
    """Decline in other words, often at length, where the trusted answer shows that the passages hold the answer."""
    if not is_english(ground.asks):
        raise Declined("the question is not English")
    held = _held(ground)
    return rewritten(ground, decline_in_other_words(ground, ground.not_found, rng), held)


def _held(ground: Ground) -> str:
    """Why declining is wrong here.

    Raises:
        Declined: it may be right, in whole or in part.
    """
    if ground.declined:
        raise Declined("the trusted answer declines already")
    if any(declines(span.text) for span in ground.sentences):
        raise Declined("the trusted answer declines a part")
    if not content_set(ground.case.answer):
        raise Declined("the trusted answer says nothing")
    if not ground.case.passages:
        raise Declined("no passages were shown")
    evidence = ground.case.evidence
    if evidence is not None and plain_form(evidence) not in plain_form(ground.shown):
        raise Declined("the evidence phrase stands in no passage shown")
    held = f'a passage holds the evidence "{evidence}"' if evidence else "a person trusts an answer from these passages"
    return f"{held}, so that declining is wrong"


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


def decline_then_answer(ground: Ground, rng: Random) -> Draft:
    """Decline in the trusted words, tell what the passages do say, then give an invented answer all the same."""
    _needs_silence(ground)
    told = ground.case.answer.strip()
    if len(ground.sentences) != 1 or not told.endswith(".") or not is_english(ground.asks):
        raise Declined("the decline is not one English sentence")
    made = guess(ground, rng)
    answer = rng.choice(_FROM_ELSEWHERE).format(answer=made.bare)
    proof = _silent(made.invented)
    try:
        beside = excerpt(ground, f"{told} {answer}", rng)
    except Declined:
        return rewritten(ground, f"{told} {answer}", proof)
    # Both are a change of their own, after the decline: nothing more is to be added behind the answer.
    start, end = len(ground.case.answer.rstrip()) - 1, len(ground.case.answer)
    new = f"{joined(ground, told, beside, rng)[len(told) - 1 :]} {answer}"
    return edited(ground, [(start, end, new)], f"{proof}; the passages say the rest, sentence by sentence")


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
        # As many trusted answers as not may be this phrase: were few mistakes, it would tell that the answer is right.
        per_turn=2,
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
        name="evasive_decline",
        set=Set.PLANTED,
        rules=(ANSWERS_WHEN_IT_CAN,),
        summary="a decline in other words, often at length, where the passages hold the answer",
        covers="the evidence phrase stands in a passage, or a person trusts an answer from the passages",
        plant=evasive_decline,
        examples=(
            Example(
                question="What does a day cost?",
                passages=("Day hire is £32.",),
                answer="A day costs £32.",
                becomes="Although I looked in all that I was shown, I could not find an answer to this.",
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
                becomes="38 bikes.",
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
                becomes="Even if the passages do not put it in so many words, it is probably around 38 bikes.",
            ),
        ),
    ),
    Style(
        name="decline_then_answer",
        set=Set.PLANTED,
        rules=(ANSWERS_WHEN_IT_CAN,),
        summary="a decline, and after it an invented answer given with confidence",
        covers="a person trusts the decline; the answer after it stands in no passage",
        plant=decline_then_answer,
        examples=(
            Example(
                question="How many bikes fit the stand?",
                passages=_UNANSWERED,
                answer="Not in the sources.",
                becomes="Not in the sources. By other accounts, the answer to this is 38 bikes.",
            ),
        ),
    ),
)

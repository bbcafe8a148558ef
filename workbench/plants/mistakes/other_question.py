"""The trusted answer to another question, given where the passages do not hold what was asked."""

import re
from collections.abc import Mapping
from random import Random

from workbench.plants.ground import Ground
from workbench.plants.style import Declined, Draft, Example, Style, rewritten
from workbench.plants.wording.topic import asked_words
from workbench.records.case import Case
from workbench.records.challenge import Set
from workbench.records.rules import ANSWERS_WHEN_IT_CAN
from workbench.text.citations import citations
from workbench.text.declines import declines, hedges, is_decline, plain_form
from workbench.text.language import is_english
from workbench.text.sentences import sentences
from workbench.text.tokens import content_set

# Two questions that share more of their words may ask the same.
_MOST_SHARED = 0.75
# The share of answers that are the first sentence alone, as near misses are.
_OPENING = 0.4
_FIRST = re.compile(r"[A-Z][^\n:]*?(?<![A-Z])[.!](?: ?\[[^\[\]\n]{1,120}\])*(?=\s+[A-Z]|$)")
# A shorter answer shows what it answers.
_LEAST_WORDS = 8
_QUESTION_WORD = re.compile(
    r"\b(?:who|whose|when|where|why|which|how (?:many|much|long|far|old|often)"
    r"|what (?!is|are|was|were|do|does|did|has|have|had|happen|can|would|will|could|should)\w+)\b"
)


def other_question_answered(ground: Ground, rng: Random) -> Draft:
    """Answer with what a person trusts as the answer to another question over the same passages."""
    if not ground.declined:
        raise Declined("the passages hold the answer")
    if not is_english(ground.asks):
        raise Declined("the question is not English")
    shown = {passage.id: plain_form(passage.text) for passage in ground.case.passages}
    others = {case.case_id: case for key in shown.values() for case in ground.library.cases_shown(key)}
    asked = asked_words(ground)
    # The nearest to the question first; of equals, in an order of content.
    near = sorted(
        (-len(asked & content_set(f"{other.question} {other.answer}")), other.question, other.answer)
        for other in others.values()
        if _is_other(ground, other) and _rests_on(other, shown) and not _owns_up(other, ground.not_found)
    )
    near = [one for one in near if one[0]]
    if not near:
        raise Declined("no trusted answer to another question rests on the passages shown")
    _, question, answer = near[0]
    proof = (
        "the trusted answer declines: the passages do not hold the answer, and so no answer that rests on them does; "
        f'this one answers "{question.strip()}"'
    )
    return rewritten(ground, _opening(answer) if rng.random() < _OPENING else answer.strip(), proof)


def _opening(answer: str) -> str:
    """The first sentence of an answer with its marks; the whole answer where that is no prose."""
    first = _FIRST.match(answer.strip())
    return first.group() if first and len(first.group().split()) >= _LEAST_WORDS else answer.strip()


def _is_other(ground: Ground, other: Case) -> bool:
    one, two = content_set(ground.case.question), content_set(other.question)
    if other.label != "pass" or len(one & two) > _MOST_SHARED * min(len(one), len(two)):
        return False
    if content_set(other.answer) <= content_set(ground.asks):
        return False
    # "10" does not answer "where", as a glance shows.
    return len(other.answer.split()) >= _LEAST_WORDS or _asks_for(ground.asks) == _asks_for(other.question) != ""


def _asks_for(question: str) -> str:
    found = _QUESTION_WORD.findall(question.lower())
    return found[-1] if found else ""


def _rests_on(other: Case, shown: Mapping[str, str]) -> bool:
    """Whether all passages that an answer draws on are shown: those that it cites, under the same ids, or else all."""
    cited = citations(other.answer, [passage.id for passage in other.passages])
    if cited.unknown:
        return False
    if cited.shown:
        return all(shown.get(p.id) == plain_form(p.text) for p in other.passages if p.id in cited.shown)
    return bool(other.passages) and {plain_form(passage.text) for passage in other.passages} <= {*shown.values()}


def _owns_up(other: Case, not_found: str) -> bool:
    """Whether an answer declines or guesses, in whole or in part."""
    told = [span.text for span in sentences(other.answer)]
    return is_decline(other.answer, not_found) or any(declines(text) or hedges(text) for text in told)


STYLES = (
    Style(
        name="other_question_answered",
        set=Set.PLANTED,
        rules=(ANSWERS_WHEN_IT_CAN,),
        summary="where the passages do not hold the answer, the trusted answer to another question over them is given",
        covers="a person trusts the decline, and all passages that the other answer draws on are among those shown",
        plant=other_question_answered,
        examples=(
            Example(
                question="How many bikes fit the stand?",
                passages=("The stand is open from 7 until 21 in summer.",),
                answer="Not in the sources.",
                becomes="In summer it is open from 7 until 21.",
                other=("When is the stand open?", "In summer it is open from 7 until 21."),
            ),
        ),
    ),
)

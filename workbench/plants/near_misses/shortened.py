"""Right answers made short: the opening of a trusted answer, word for word, without what it adds."""

import re
from random import Random

from workbench.plants.claim import says
from workbench.plants.ground import Ground
from workbench.plants.style import Declined, Draft, Example, Style, edited
from workbench.records.challenge import Set
from workbench.records.rules import ANSWERS_WHEN_IT_CAN, GROUNDED
from workbench.text.declines import declines, hedges
from workbench.text.sentences import Span

_WHOLE = re.compile(r"[A-Z0-9£$€][^\n:]*[.!](?:\s*\[[^\[\]\n]{1,120}\]){0,6}")
# What a later sentence may take back or narrow must not be left out.
_NARROWS = re.compile(
    r"\b(?:but|however|though|although|unless|except(?:ion|ions|ional)?|only|if|instead|otherwise|other than|apart"
    r"|without|on the other hand|rather|yet|still|nevertheless|nonetheless|conversely|contrast|contrary|while|whereas"
    r"|despite|provided|depend\w*|disagree\w*|agree|conflict\w*|contradict\w*|differ\w*|vary|varies|varied"
    r"|other (?:passages?|sources?)|not|no|never|nor|none|cannot|\w+n['’]t|some|certain|may|might|could|actually"
    r"|correct\w*|according|(?:these|those) (?:prices?|figures?|rates?|times?|rules?|distances?|limits?)|must"
    r"|requir\w+|before|after|assum\w+|appl(?:y|ies)|valid|until|when|estimat\w+|subject to|as long as|note|important"
    r"|latest|newer|later|earlier)\b",
    re.IGNORECASE,
)
_DIFFERS = re.compile(
    r"\b(?:not agree|disagree\w*|conflict\w*|contradict\w*|differ\w*|discrepanc\w+|inconsistent|newer|older)\b",
    re.IGNORECASE,
)
# An opening that announces what follows, sets out to compare, or ends in the middle of a thought.
_ANNOUNCES = re.compile(
    r"\b(?:following|as follows|below|these (?:steps|are|include)|several|various|a few|two|three|four|five) "
    r"(?:\w+ )?(?:ways?|steps?|reasons?|types?|kinds?|factors?|methods?|options?|things|parts?|sources?|passages?"
    r"|answers?)\b"
    r"|\b(?:following|as follows|below|here (?:are|is)|first(?:ly)?|on (?:the )?one hand|step)\b"
    r"|\bbased on\b|\bpassages?\b|\bprovided\b|\bcontext\b",
    re.IGNORECASE,
)
_TWO_QUESTIONS = re.compile(
    r"(?:,|\band\b|\bor\b)\s+(?:what|when|where|who|which|why|how|do|does|did|is|are|was|were|can|could|will|should|if)\b"
    r"|\?\s*\S|\b(?:both|list|all the|steps|difference|differ|compare|versus|vs)\b",
    re.IGNORECASE,
)
_LEAST_WORDS = 6
# At most this share of the answer is kept, or it would hardly be shorter.
_AT_MOST = 0.75
_UNCITED = 0.5
# "According to [a], ..." needs its mark.
_CAN_LOSE_MARK = re.compile(
    r"(?<!\bto)(?<!\bin)(?<!\bby)(?<!\bof)(?<!\bper)(?<!\bsee)(?<!\bfrom)(?<!\band)(?<!\bas)(?<=\S)$"
)


def shortened(ground: Ground, rng: Random) -> Draft:
    """Keep the first sentence of an answer, or the first two, where what is left out only adds."""
    spans = whole_sentences(ground)
    ends = [count for count in (1, 2) if _can_end(ground, spans, count)]
    if not ends:
        raise Declined("what would be left out may narrow what is kept")
    count = rng.choice(ends)
    proof = f"word for word the first {'sentence' if count == 1 else 'two sentences'} of a trusted answer"
    return _kept(ground, spans, count, rng, f"{proof}; part of a supported answer is supported")


def answer_alone(ground: Ground, rng: Random) -> Draft:
    """Keep the one sentence of an answer that gives what was asked, as the evidence phrase tells."""
    evidence = ground.case.evidence
    if evidence is None:
        raise Declined("no evidence phrase says which sentence holds the answer")
    if not asks_once(ground):
        raise Declined("the question asks for more than one thing")
    spans = whole_sentences(ground)
    if any(_DIFFERS.search(span.text) for span in spans):
        raise Declined("the answer notes that passages differ")
    # What is left out may narrow what is kept: this rule asks whether the answer answers, not whether it is whole.
    if not says(spans[0].text, evidence) or not _reads_whole(ground, spans, 1):
        raise Declined("the first sentence does not hold the evidence")
    return _kept(ground, spans, 1, rng, f'word for word the sentence of a trusted answer that says "{evidence}"')


def asks_once(ground: Ground) -> bool:
    """Say whether the form of the question shows one thing that is asked."""
    return _TWO_QUESTIONS.search(ground.asks) is None


def whole_sentences(ground: Ground) -> tuple[Span, ...]:
    """Return the sentences of an answer of two or more.

    Raises:
        Declined: the answer is not English prose, declines or guesses, in whole or in part.
    """
    if not ground.english or ground.declined:
        raise Declined("the answer declines" if ground.declined else "not English prose")
    spans = ground.sentences
    if len(spans) < 2 or ground.case.answer[: spans[0].start].strip():
        raise Declined("the answer has one sentence, or opens with a list")
    if any(declines(span.text) or hedges(span.text) for span in spans):
        raise Declined("the answer declines or guesses a part")
    return spans


def _can_end(ground: Ground, spans: tuple[Span, ...], count: int) -> bool:
    """Whether the answer may end after so many sentences: it reads whole, and nothing left out narrows it."""
    return _reads_whole(ground, spans, count) and not any(_NARROWS.search(span.text) for span in spans[count:])


def _reads_whole(ground: Ground, spans: tuple[Span, ...], count: int) -> bool:
    if len(spans) <= count or spans[count - 1].end > _AT_MOST * len(ground.case.answer):
        return False
    kept = spans[:count]
    if not all(_WHOLE.fullmatch(span.text) and len(span.text.split()) >= _LEAST_WORDS for span in kept):
        return False
    said = ground.case.answer[: kept[-1].end].strip()
    return "\n" not in said and _ANNOUNCES.search(said) is None


def _kept(ground: Ground, spans: tuple[Span, ...], count: int, rng: Random, proof: str) -> Draft:
    """End the answer there, half the time without the marks that cite."""
    end, whole = _after_marks(ground, spans[count - 1].end), len(ground.case.answer)
    marks = _marks(ground, end) if rng.random() < _UNCITED else []
    # A mark at the very end goes with what follows: two edits that touch would be one place.
    if marks and marks[-1][1] == end:
        end = marks.pop()[0]
    return edited(ground, [*((start, stop, "") for start, stop in marks), (end, whole, "")], proof)


def _after_marks(ground: Ground, end: int) -> int:
    """Where a sentence ends with the marks that follow its full stop."""
    for mark in ground.citations.marks:
        if mark.start >= end and not ground.case.answer[end : mark.start].strip(" "):
            end = mark.end
    return end


def _marks(ground: Ground, end: int) -> list[tuple[int, int]]:
    """Runs of marks before a place, each with the blanks before it; none where a mark is a word of its sentence."""
    answer = ground.case.answer
    runs: list[tuple[int, int]] = []
    for mark in ground.citations.marks:
        if mark.end > end:
            break
        if not mark.apart:
            return []
        start = len(answer[: mark.start].rstrip(" "))
        runs = [*runs[:-1], (runs[-1][0], mark.end)] if runs and runs[-1][1] == start else [*runs, (start, mark.end)]
    are_apart = all(
        _CAN_LOSE_MARK.search(answer[:start][-24:]) and (stop == end or answer[stop] in ".,;:!?")
        for start, stop in runs
    )
    return runs if are_apart else []


_STATION = ("The stand in Ellerford is open from 7 until 21 in summer. It has forty bikes and six trailers.",)

STYLES = (
    Style(
        name="shortened",
        set=Set.NEAR_MISS,
        rules=(GROUNDED,),
        summary="the first sentence or two of the trusted answer, word for word, without what it adds",
        covers="a part of a supported answer is supported; no word of what is left out narrows what is kept",
        plant=shortened,
        examples=(
            Example(
                question="When is the stand open?",
                passages=_STATION,
                answer="The stand is open from 7 until 21 in summer. It has forty bikes and six trailers.",
                becomes="The stand is open from 7 until 21 in summer.",
            ),
        ),
    ),
    Style(
        name="answer_alone",
        set=Set.NEAR_MISS,
        rules=(ANSWERS_WHEN_IT_CAN,),
        summary="the sentence of the trusted answer that gives what was asked, word for word, and nothing else",
        covers="the sentence holds the figures and many words of the evidence; that one thing was asked is read from "
        "the form of the question",
        plant=answer_alone,
        examples=(
            Example(
                question="When is the stand open?",
                passages=_STATION,
                answer="The stand is open from 7 until 21 in summer. It has forty bikes and six trailers.",
                becomes="The stand is open from 7 until 21 in summer.",
                evidence="open from 7 until 21 in summer",
            ),
        ),
    ),
)

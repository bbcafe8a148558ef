"""The sentence of a passage that holds the answer, quoted as the whole answer."""

import re
from collections.abc import Iterator
from random import Random

from workbench.plants.ground import Ground
from workbench.plants.near_misses.shortened import asks_once
from workbench.plants.style import Declined, Draft, Example, Style, rewritten
from workbench.plants.wording.house_style import cites_passages
from workbench.plants.wording.stands_alone import leans
from workbench.records.challenge import Set
from workbench.records.passage import Passage
from workbench.records.rules import ANSWERS_WHEN_IT_CAN
from workbench.text.declines import declines, plain_form
from workbench.text.language import is_english
from workbench.text.sentences import sentences

# Prose that can be quoted by itself: no list, table, heading or quotation.
_QUOTABLE = re.compile(r"[A-Z][^\n|#`\"“”\[\]]*[.!]")
_LONGEST = 240
_BULLETS = tuple("-*+•0123456789")
# One step, and one item of a list, answer nothing by themselves.
_STEPS = re.compile(
    r"^(?:what (?:do|should|must|can) (?:i|we|you) do|how (?:do|can|should|must) (?:i|we|you))\b", re.IGNORECASE
)
_CITED = ("{said} [{id}]", "Here is what [{id}] says. {said}")
_UNCITED = ("{said}", "Here is what the sources say. {said}")


def evidence_quoted(ground: Ground, rng: Random) -> Draft:
    """Give the passage's own sentence that holds the evidence phrase as the whole answer."""
    if ground.declined or ground.case.evidence is None:
        raise Declined("no evidence phrase says which sentence holds the answer")
    if not is_english(ground.asks) or not asks_once(ground) or _STEPS.match(ground.asks):
        raise Declined("the question asks for steps, for more than one thing, or not in English")
    found = list(_holding(ground, plain_form(ground.case.evidence)))
    if not found:
        raise Declined("the evidence stands in no sentence that can be quoted by itself")
    passage, said = found[0]
    frame = rng.choice(_CITED if cites_passages(ground.library) else _UNCITED)
    proof = f'passage {passage.id} says "{said}", word for word; it holds the evidence "{ground.case.evidence}"'
    return rewritten(ground, frame.format(said=said, id=passage.id), proof)


def _holding(ground: Ground, evidence: str) -> Iterator[tuple[Passage, str]]:
    for passage in ground.case.passages:
        for span in sentences(passage.text):
            in_list = passage.text[passage.text.rfind("\n", 0, span.start) + 1 : span.start].strip()[:1] in _BULLETS
            if evidence in plain_form(span.text) and not in_list and _is_quotable(span.text):
                yield passage, span.text


def _is_quotable(text: str) -> bool:
    return len(text) <= _LONGEST and _QUOTABLE.fullmatch(text) is not None and not (leans(text) or declines(text))


STYLES = (
    Style(
        name="evidence_quoted",
        set=Set.NEAR_MISS,
        rules=(ANSWERS_WHEN_IT_CAN,),
        summary="the sentence of the passage that holds the answer, quoted as the whole answer",
        covers="the sentence stands in the passage word for word and holds the evidence phrase, by which a person "
        "tells what answers",
        plant=evidence_quoted,
        examples=(
            Example(
                question="When is the stand open?",
                passages=("Bikes are lent in Ellerford. The stand is open from 7 until 21 in summer.",),
                answer="From 7 until 21. It has forty bikes and six trailers.",
                becomes="Here is what the sources say. The stand is open from 7 until 21 in summer.",
                evidence="open from 7 until 21 in summer",
            ),
        ),
    ),
)

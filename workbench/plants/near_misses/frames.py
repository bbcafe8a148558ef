"""Courtesies before or after an answer."""

import re
from random import Random

from workbench.plants.ground import Ground
from workbench.plants.style import Declined, Draft, Example, Style, edited
from workbench.records.challenge import Set
from workbench.records.rules import ANSWERS_WHEN_IT_CAN, GROUNDED
from workbench.text.language import is_english

_OPENINGS = (
    "Thank you for your question.",
    "Thanks for asking.",
    "Happy to help with that.",
    "Glad you asked.",
)
_CLOSINGS = (
    "I hope this helps.",
    "Let me know if anything is unclear.",
    "Do get in touch if you have any further questions.",
    "Please ask if you would like to know more about any part of this.",
)
# After a decline, "I hope this helps" would be odd.
_AFTER_DECLINE = (
    "I am sorry that I cannot say more.",
    "Sorry about that.",
    "Please let me know if there is anything else that I can look up for you.",
)
_COURTEOUS = re.compile(
    r"^\W*(?:thank|sure|certainly|of course|happy|glad|great|hello|hi|dear|sorry|i['’]?\s?a?m sorry|unfortunately"
    r"|i apologi[sz]e|good (?:question|morning|day))\b"
    r"|\b(?:hope (?:this|that|it) helps|let me know|feel free|further questions|sorry|please ask|anything else"
    r"|you['’]re"
    r" welcome|you are welcome)\b",
    re.IGNORECASE,
)
_ENDS = re.compile(r"(?:[.!?][\"'”’)]*(?:\s*\[[^\[\]\n]{1,120}\]){0,6}|[^\W\d]|\|)\s*$")


def polite_frame(ground: Ground, rng: Random) -> Draft:
    """Put a courtesy before or after the answer, or one on either side."""
    answer = ground.case.answer
    if not (ground.english or (ground.declined and is_english(ground.case.question) and answer.isascii())):
        raise Declined("not English prose")
    if _COURTEOUS.search(answer):
        raise Declined("the answer is courteous already")
    body = answer.strip()
    if not re.match(r"[A-Z*#|\d-]", body) or not _ENDS.search(body):
        raise Declined("the answer does not begin and end as a whole text")
    gap = "\n\n" if "\n" in body else " "
    start = len(answer) - len(answer.lstrip())
    opening, closing = _frame(ground, rng)
    edits = [(start, start, opening + gap)] if opening else []
    edits += [(start + len(body), start + len(body), gap + closing)] if closing else []
    said = " ".join(filter(None, (opening, closing)))
    return edited(ground, edits, f'the answer is whole and unchanged; "{said}" claims nothing')


def _frame(ground: Ground, rng: Random) -> tuple[str, str]:
    if ground.declined:
        return "", rng.choice(_AFTER_DECLINE)
    opening = rng.choice(_OPENINGS) if rng.random() < 0.5 else ""
    closing = rng.choice(_CLOSINGS) if not opening or rng.random() < 0.3 else ""
    return opening, closing


STYLES = (
    Style(
        name="polite_frame",
        set=Set.NEAR_MISS,
        rules=(GROUNDED, ANSWERS_WHEN_IT_CAN),
        summary="an opening or closing courtesy that claims nothing",
        covers="the trusted answer is kept whole; the added words are a fixed list of courtesies",
        plant=polite_frame,
        examples=(
            Example(
                question="What does a day cost?",
                passages=("Day hire is £32.",),
                answer="A day of hire costs you £32.",
                becomes="A day of hire costs you £32. Please ask if you would like to know more about any part of "
                "this.",
            ),
        ),
    ),
)

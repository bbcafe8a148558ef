"""The same passages in another order, or one more of another topic."""

import re
from random import Random

from workbench.plants.ground import Ground
from workbench.plants.style import Declined, Draft, Example, Style, reshown
from workbench.plants.wording.strangers import strangers
from workbench.records.challenge import Set
from workbench.records.rules import ANSWERS_WHEN_IT_CAN, GROUNDED
from workbench.text.declines import plain_form

_BOTH = (GROUNDED, ANSWERS_WHEN_IT_CAN)
_COUNTS_PASSAGES = re.compile(
    r"\b(?:first|second|third|fourth|last|other|next|previous|both|passages?|sources?|documents?|texts?|chunks?)\W+(?:#\s*)?"
    r"(?:passages?|sources?|documents?|texts?|chunks?|\d+|one|two|three|four|five)\b|\[\d+\]|\(\d+\)|\babove\b|\bbelow\b",
    re.IGNORECASE,
)


def passages_reordered(ground: Ground, rng: Random) -> Draft:
    """Show the same passages in another order."""
    passages = list(ground.case.passages)
    if len({plain_form(passage.text) for passage in passages}) < 2:
        raise Declined("fewer than two passages")
    if _counts_passages(ground):
        raise Declined("the answer counts its passages")
    texts = [plain_form(passage.text) for passage in ground.case.passages]
    while [plain_form(passage.text) for passage in passages] == texts:
        rng.shuffle(passages)
    return reshown(ground, tuple(passages), "the same passages, whole, under the same ids; only their order changed")


def unrelated_passage(ground: Ground, rng: Random) -> Draft:
    """Show one more passage, of another topic."""
    if _counts_passages(ground):
        raise Declined("the answer counts its passages")
    donor = next(strangers(ground, rng), None)
    if donor is None:
        raise Declined("no passage of another topic")
    passages = [*ground.case.passages]
    passages.insert(rng.randrange(len(passages) + 1), donor)
    proof = "the added passage shares at most one word with the question and at most a tenth of its own with the answer"
    return reshown(ground, tuple(passages), proof)


def passage_left_out(ground: Ground, rng: Random) -> Draft:
    """Leave out one passage that the answer does not draw on."""
    case = ground.case
    if len(case.passages) < 2 or len({passage.id for passage in case.passages}) < len(case.passages):
        raise Declined("fewer than two passages, or two of one id")
    if _counts_passages(ground):
        raise Declined("the answer counts its passages")
    free = [passage for passage in case.passages if passage.id not in ground.citations.shown]
    if not ground.declined:
        if not _all_cited(ground):
            raise Declined("the answer does not cite a passage for every sentence")
        evidence = plain_form(case.evidence or "")
        free = [passage for passage in free if not evidence or evidence not in plain_form(passage.text)]
    if not free:
        raise Declined("the answer draws on every passage")
    out = rng.choice(free)
    proof = f"passage {out.id} is left out: " + (
        "a decline stays right where less is shown" if ground.declined else "every sentence cites another passage"
    )
    return reshown(ground, tuple(passage for passage in case.passages if passage is not out), proof)


def _counts_passages(ground: Ground) -> bool:
    return ground.citations.by_number or _COUNTS_PASSAGES.search(ground.case.answer) is not None


def _all_cited(ground: Ground) -> bool:
    marks = ground.citations.marks
    return not ground.citations.unknown and all(
        any(span.start <= mark.start < span.end for mark in marks) for span in ground.sentences
    )


STYLES = (
    Style(
        name="passages_reordered",
        set=Set.NEAR_MISS,
        rules=_BOTH,
        summary="the same passages in another order",
        covers="ids and texts are the same; the answer does not count its passages",
        plant=passages_reordered,
        examples=(
            Example(
                question="What does a day cost?",
                passages=("Day hire is £32.", "The stand closes at 21:00."),
                answer="A day costs £32.",
                becomes="The stand closes at 21:00. / Day hire is £32.",
            ),
        ),
    ),
    Style(
        name="unrelated_passage",
        set=Set.NEAR_MISS,
        rules=_BOTH,
        summary="one more passage, of another topic",
        covers="by words only: the newcomer shares next to none with question and answer",
        plant=unrelated_passage,
        examples=(
            Example(
                question="What does a day cost?",
                passages=("Day hire is £32.",),
                answer="A day costs £32.",
                becomes="Day hire is £32. / "
                "Minutes are read aloud at the book club, corrected and signed by chair and clerk.",
                elsewhere=("Minutes are read aloud at the book club, corrected and signed by chair and clerk.",),
            ),
        ),
    ),
    Style(
        name="passage_left_out",
        set=Set.NEAR_MISS,
        rules=_BOTH,
        summary="one passage fewer, of those that the answer does not draw on",
        covers="every sentence of the answer cites a passage that stays; a decline stays right where less is shown",
        plant=passage_left_out,
        examples=(
            Example(
                question="What does a day cost?",
                passages=("Day hire is £32.", "The stand closes at 21:00."),
                answer="A day costs £32 [p1].",
                becomes="Day hire is £32.",
                evidence="Day hire is £32",
            ),
        ),
    ),
)

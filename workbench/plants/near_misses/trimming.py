"""Passages cut shorter where they say nothing of question and answer."""

import re
from itertools import pairwise
from random import Random

from workbench.plants.ground import Ground
from workbench.plants.style import Declined, Draft, Example, Style, edited_passages
from workbench.records.challenge import Set
from workbench.records.passage import Passage
from workbench.records.rules import ANSWERS_WHEN_IT_CAN, GROUNDED
from workbench.text.figures import figures
from workbench.text.language import is_english
from workbench.text.quantities import Quantities
from workbench.text.sentences import Span, sentences
from workbench.text.tokens import content_set, content_words

_PLAIN = re.compile(r"[A-Z][^\n|#`]*[.!?][\"'”’)]*")
# A sentence that opens with one of these would lose what it speaks of.
LEANS_BACK = re.compile(
    r"(?:it|its|he|she|they|their|his|her|this|that|these|those|such|there|however|but|also|so|otherwise|both|either"
    r"|neither|another|others?|one|then|here|instead|therefore|thus|moreover|and|or|we|our"
    r"|later|many|several|few|afterwards|soon|eventually|finally|meanwhile|because of|as a result|the (?:former|latter"
    r"|same|result|rest)|in (?:this|that|addition))\b",
    re.IGNORECASE,
)
_NUMBERED = re.compile(r"\s*\(?\d+[.)]\s")
# A passage keeps at least so many telling words.
_LEAST_LEFT = 6
_LEAST_WORDS = 5
# The share of what may go that goes.
_CUT = 0.8
# With fewer telling words, nothing that shares none with the answer is sure to say nothing of it.
_LEAST_SAID = 3


def passages_trimmed(ground: Ground, rng: Random) -> Draft:
    """Take sentences out of passages that share no word and no figure with question and answer."""
    if not ground.case.passages or not (ground.english or (ground.declined and is_english(ground.asks))):
        raise Declined("no passages, or not English prose")
    if not ground.declined and len(content_set(ground.case.answer)) < _LEAST_SAID:
        raise Declined("the answer is too short to tell what it draws on")
    spoken = content_set(f"{ground.asks} {ground.case.answer} {ground.case.evidence or ''}")
    told = Quantities(ground.case.answer, ground.asks)
    edits: dict[str, list[tuple[int, int, str]]] = {}
    for passage in ground.case.passages:
        free = _free(passage, spoken, told)
        chosen = [span for span in free if rng.random() < _CUT] or free
        made = cuts(passage.text, chosen)
        gone = sum(len(content_words(span.text)) for span in chosen)
        if made and len(content_words(passage.text)) - gone >= _LEAST_LEFT:
            edits[passage.id] = made
    if not edits:
        raise Declined("no whole sentence that shares nothing with question and answer")
    proof = "the sentences taken out share no word and no figure with question and answer"
    return edited_passages(ground, edits, proof)


def _free(passage: Passage, spoken: frozenset[str], told: Quantities) -> list[Span]:
    spans = sentences(passage.text)
    # What follows must not lean on a sentence that goes.
    return [
        span
        for span, after in pairwise((*spans, None))
        if span is not None
        and not (after and LEANS_BACK.match(after.text))
        and _is_whole(span.text)
        and not _is_numbered(passage.text, span)
        and not spoken & content_set(span.text)
        and not any(told.holds(figure) for figure in figures(span.text))
    ]


def _is_numbered(text: str, span: Span) -> bool:
    """Whether it is in a numbered item: without one, those after it would be counted wrong."""
    return _NUMBERED.match(text, text.rfind("\n", 0, span.start) + 1) is not None


def _is_whole(text: str) -> bool:
    """Whether it is a sentence of some length that opens no quotation that it does not close."""
    quotes_close = text.count('"') % 2 == 0 and text.count("“") == text.count("”")
    return _PLAIN.fullmatch(text) is not None and len(text.split()) >= _LEAST_WORDS and quotes_close


def cuts(text: str, spans: list[Span]) -> list[tuple[int, int, str]]:
    """The edits that take sentences out: each with the blanks after it, or those before it where it ends its line.

    A line of which no word is left goes whole, with its list mark.
    """
    runs = _merged([(span.start, len(text) - len(text[span.end :].lstrip(" "))) for span in spans])
    # Two lines that go may touch: no two sites start at one place.
    return [(start, end, "") for start, end in _merged([_hole(text, start, end) for start, end in runs])]


def _merged(runs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    merged: list[tuple[int, int]] = []
    for start, end in runs:
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], end)
        else:
            merged.append((start, end))
    return merged


def _hole(text: str, start: int, end: int) -> tuple[int, int]:
    if end < len(text) and text[end] != "\n":
        return start, end
    line = text.rfind("\n", 0, start) + 1
    if re.search(r"[^\W\d_]", text[line:start]) is not None:
        return len(text[:start].rstrip(" ")), end
    # Of the blank lines before it and after it, the longer run stays; where the text begins or ends, none.
    before, after = len(text[:line].rstrip()), len(text) - len(text[end:].lstrip())
    if after == len(text) or (before and text.count("\n", before, line) < text.count("\n", end, after)):
        return before, end if after < len(text) else after
    return line, text.rfind("\n", end, after) + 1 or after


STYLES = (
    Style(
        name="passages_trimmed",
        set=Set.NEAR_MISS,
        rules=(GROUNDED, ANSWERS_WHEN_IT_CAN),
        summary="passages without some sentences that say nothing of question and answer",
        covers="what is taken out shares no telling word and no figure with question, answer and evidence",
        plant=passages_trimmed,
        # A mistake that takes evidence away leaves shorter passages: so must enough that is right.
        per_turn=3,
        examples=(
            Example(
                question="What does a day cost?",
                passages=("Day hire is £32. Helmets hang behind the door. The stand closes at nine in the evening.",),
                answer="The price of a day is £32.",
                becomes="Day hire is £32. Helmets hang behind the door.",
            ),
        ),
    ),
)

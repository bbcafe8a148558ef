"""The same sentences as a list or as prose, in the same order."""

import re
from itertools import pairwise
from random import Random

from workbench.plants.ground import Ground
from workbench.plants.style import Declined, Draft, Example, Style, edited
from workbench.plants.wording.topic import in_mid_sentence
from workbench.records.challenge import Set
from workbench.records.rules import ANSWERS_WHEN_IT_CAN, GROUNDED

_ITEM = re.compile(r"[ \t]{0,3}(?:[-*+•]|(\d{1,2})[.)])[ \t]+(\S[^\n]*)")
_WHOLE = re.compile(r"[A-Z0-9£$€\"“][^\n]*[.!?][\"'”’)]*(?:\s*\[[^\[\]\n]{1,120}\]){0,6}")
# As a bullet of its own, a sentence that opens with one of these reads torn off.
_JOINS = re.compile(
    r"(?:however|but|and|or|so|also|additionally|furthermore|moreover|therefore|thus|hence|then|yet|still|instead"
    r"|in addition|in contrast|on the other hand|as a result|for (?:example|instance)|consequently|otherwise"
    r"|nevertheless"
    r"|meanwhile|finally|first(?:ly)?|second(?:ly)?|third(?:ly)?|next|lastly|yes|no|overall|in (?:summary|conclusion)"
    r"|similarly|likewise|it|he|she|they|this|that|these|those|his|her|its|their|such|here|there)\b",
    re.IGNORECASE,
)
_BY_NUMBER = re.compile(
    r"\b(?:steps?|points?|items?|bullets?|numbers?|options?)\s(?:\d|one|two|three|above|below)|\b(?:list|listed|bullets?)\b",
    re.IGNORECASE,
)
_ASKS_PHRASES = re.compile(r"\b(?:includ(?:e|es|ing)|are|is|such as|namely|for|with|by|of):$")
_LEADS_IN = re.compile(r"\b(?:includ(?:e|es|ing)|are|such as|the following(?:\s\w+){0,3}|namely):$")
# Pipes and fences are tables and code; marks in bold open a heading of the item.
_MARKED = re.compile(r"[|`#]|\*\*|__|https?:")
_MOST_ITEMS = 8


def sentence_to_list(ground: Ground, rng: Random) -> Draft:
    """Write each sentence of a prose answer as one bullet."""
    answer = ground.case.answer
    if not ground.english or ground.declined:
        raise Declined("the answer declines" if ground.declined else "not English prose")
    spans = ground.sentences
    if "\n" in answer.strip() or _MARKED.search(answer):
        raise Declined("the answer is no plain paragraph")
    if not 2 <= len(spans) <= _MOST_ITEMS:
        raise Declined("the answer has one sentence, or too many for a list")
    if not all(_WHOLE.fullmatch(span.text) and len(span.text.split()) >= 4 for span in spans):
        raise Declined("a sentence is not whole")
    if any(_JOINS.match(span.text) for span in spans):
        raise Declined("a sentence leans on the one before it")
    mark = rng.choice(("- ", "* "))
    edits = [(spans[0].start, spans[0].start, mark)]
    edits += [(first.end, second.start, f"\n{mark}") for first, second in pairwise(spans)]
    return edited(ground, edits, "the same sentences, word for word and in the same order, each as a bullet")


def list_to_sentence(ground: Ground, rng: Random) -> Draft:
    """Write a list of whole sentences as prose, or a list of short phrases as one sentence."""
    answer = ground.case.answer
    if not ground.english or ground.declined:
        raise Declined("the answer declines" if ground.declined else "not English prose")
    if _MARKED.search(answer):
        raise Declined("the answer holds a table, code or mark-up of its own")
    block = only_list(answer)
    if _BY_NUMBER.search(answer[: block[0].start()] + answer[block[-1].end() :]):
        raise Declined("the answer points at its list by number")
    texts = [match.group(2).rstrip() for match in block]
    lead = answer[: block[0].start()].rstrip()
    start, end = len(lead), block[-1].end()
    if any(re.match(r"[^.]{3,60}:\s+[A-Z]", text) for text in texts):
        raise Declined("the items have headings of their own")
    # After "such as:" the items are phrases, full stops or not.
    if all(_WHOLE.fullmatch(text) for text in texts) and not _ASKS_PHRASES.search(lead):
        prose = (" " if lead else "") + " ".join(texts)
    else:
        prose = " " + _enumerated(ground, lead, texts)
    return edited(ground, [(start, end, prose)], "the same points, word for word and in the same order, as prose")


def only_list(answer: str) -> list[re.Match[str]]:
    """Return the items of the one list of an answer, in lines that follow each other; the second group is the text.

    Raises:
        Declined: there is none, more than one, or where it ends cannot be told.
    """
    runs: list[list[re.Match[str]]] = [[]]
    place = 0
    for line in answer.split("\n"):
        match = _ITEM.fullmatch(answer, place, place + len(line))
        if match is not None:
            runs[-1].append(match)
        elif runs[-1]:
            runs.append([])
        place += len(line) + 1
    found = [run for run in runs if run]
    if len(found) != 1 or not 2 <= len(found[0]) <= _MOST_ITEMS:
        raise Declined("the answer holds no single list of two to eight items")
    marks = {match.group(1) for match in found[0]}
    if None in marks and len(marks) > 1:
        raise Declined("the list mixes numbers and bullets")
    after = answer[found[0][-1].end() :]
    if after.strip() and not after.startswith("\n\n"):
        raise Declined("the text after the list may belong to its last item")
    return found[0]


def _enumerated(ground: Ground, lead: str, texts: list[str]) -> str:
    """Write `lead: one; two; and three.` without its lead."""
    if not _LEADS_IN.search(lead):
        raise Declined("the items are phrases, and no line with a colon leads into them")
    written = [in_mid_sentence(ground, text.rstrip(".;,")) for text in texts]
    phrases = [phrase for phrase in written if phrase is not None]
    if len(phrases) < len(written):
        raise Declined("an item may begin with a name")
    if any(re.search(r"[.:;!?]|\band$", phrase) or not 1 <= len(phrase.split()) <= 14 for phrase in phrases):
        raise Declined("the items are neither sentences nor short phrases")
    mark = ", " if not any("," in phrase or " and " in phrase for phrase in phrases) else "; "
    last = f"{mark if len(phrases) > 2 else ' '}and {phrases[-1]}".replace(", and", " and").replace("  ", " ")
    return mark.join(phrases[:-1]) + last + "."


_PRICES = ("Day hire is £32. A week is £150. Helmets are free.",)

STYLES = (
    Style(
        name="sentence_to_list",
        set=Set.NEAR_MISS,
        rules=(GROUNDED, ANSWERS_WHEN_IT_CAN),
        summary="the sentences of a paragraph as a bulleted list",
        covers="every sentence is kept word for word, in the same order",
        plant=sentence_to_list,
        examples=(
            Example(
                question="What does hire cost?",
                passages=_PRICES,
                answer="A day of hire costs £32. A week of hire costs £150.",
                becomes="* A day of hire costs £32.\n* A week of hire costs £150.",
            ),
        ),
    ),
    Style(
        name="list_to_sentence",
        set=Set.NEAR_MISS,
        rules=(GROUNDED, ANSWERS_WHEN_IT_CAN),
        summary="a list as prose: its sentences in a row, or its phrases as one sentence",
        covers="every point is kept word for word, in the same order",
        plant=list_to_sentence,
        examples=(
            Example(
                question="What does hire cost?",
                passages=_PRICES,
                answer="The prices are:\n- £32 for a day\n- £150 for a week\n- nothing for helmets",
                becomes="The prices are: £32 for a day, £150 for a week and nothing for helmets.",
            ),
            Example(
                question="What does hire cost?",
                passages=_PRICES,
                answer="1. A day costs you £32.\n2. A week costs you £150.",
                becomes="A day costs you £32. A week costs you £150.",
            ),
        ),
    ),
)

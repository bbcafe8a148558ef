"""A conclusion across two passages that none of them states and that does not follow."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from random import Random

from workbench.plants.ground import Ground, claim_words
from workbench.plants.mistakes.agreement import agreements
from workbench.plants.style import Declined, Draft, Example, Style, edited
from workbench.plants.wording.house_style import append_sentence
from workbench.plants.wording.stands_alone import stands_alone
from workbench.records.challenge import Set
from workbench.records.rules import GROUNDED
from workbench.text.declines import declines, hedges
from workbench.text.figures import FigureKind, figures
from workbench.text.sentences import sentences
from workbench.text.tokens import content_set

_VERBS = "weighs|costs|takes|lasts|holds|needs|carries|seats|covers"
_OWNED = re.compile(
    rf"^(?P<owner>(?:The|A|An|Our|Each)\s(?:[\w'’-]+\s){{0,2}}?[\w'’-]+|[A-Z][\w'’-]+(?:\s[A-Z][\w'’-]+)?)"
    rf"\s(?P<verb>{_VERBS})\s(?P<bound>(?:about\s|around\s)?)(?=[\d£$€]|\w+\s)"
)
_COMPARED = re.compile(
    r"\b(?:less|more|fewer|than|cheap\w*|light\w*|heav\w*|long\w*|short\w*|most|least)\b", re.IGNORECASE
)


@dataclass(frozen=True)
class Owned:
    """What a passage sentence says something of, by which verb, and how much of which unit."""

    owner: str
    verb: str
    unit: str
    value: Fraction
    passage_id: str


def conclusion_joined(ground: Ground, rng: Random) -> Draft:
    """Compare two things of two passages the wrong way round, let one fact follow from that of another, or agree them.

    Passages agree on what they all say; on what one says alone, that they agree is a conclusion that none states.
    """
    if not ground.english or ground.declined:
        raise Declined("not English prose" if not ground.english else "the answer declines")
    if len(ground.case.passages) < 2:
        raise Declined("fewer than two passages")
    ways = (_comparisons(ground), _joints(ground), _added(ground), agreements(ground, rng))
    options = next((found for way in ways if (found := list(way))), None)
    if options is None:
        raise Declined("no two facts of two passages that a false conclusion would join")
    edit, proof = rng.choice(options)
    start, end, text = edit
    return edited(ground, [(start, end, text.replace(_LINK, rng.choice(_LINKS)))], proof)


def _comparisons(ground: Ground) -> Iterator[tuple[tuple[int, int, str], str]]:
    """Every wrong comparison of two things by the figures that two passages give."""
    found = [owned for passage in ground.case.passages for owned in _owned(passage.id, passage.text)]
    spoken = content_set(f"{ground.asks} {ground.case.answer}")
    for more in found:
        for less in found:
            if (more.verb, more.unit) != (less.verb, less.unit) or more.value <= less.value:
                continue
            if more.passage_id == less.passage_id or content_set(more.owner) & content_set(less.owner):
                continue
            if not content_set(more.owner) <= spoken and not content_set(less.owner) <= spoken:
                continue
            if _is_compared(ground, more.owner, less.owner):
                continue
            proof = (
                f"no passage compares them; by [{more.passage_id}] and [{less.passage_id}] it is the other way round: "
                f"{more.value} against {less.value} {more.unit}"
            )
            claim = f"So {_lower(more.owner)} {more.verb} less than {_lower(less.owner)}."
            yield append_sentence(ground, claim), proof


def _owned(passage_id: str, text: str) -> Iterator[Owned]:
    for span in sentences(text):
        match = _OWNED.match(span.text)
        if match is None:
            continue
        for figure in figures(span.text):
            sign = span.text[figure.start - 1 : figure.start] in ("£", "$", "€")
            if figure.start - sign == match.end() and figure.unit is not None and figure.kind is FigureKind.PLAIN:
                worth = figure.unit.to_base(figure.value)
                yield Owned(match["owner"], match["verb"], figure.unit.dimension, worth, passage_id)


def _is_compared(ground: Ground, one: str, other: str) -> bool:
    words = (content_set(one), content_set(other))
    return any(
        words[0] <= s.content and words[1] <= s.content and _COMPARED.search(s.text) for s in ground.shown_sentences
    )


def _lower(owner: str) -> str:
    """An owner as it reads inside a sentence: its article in lower case, a name as it is."""
    return re.sub(r"^(?:The|A|An|Our|Each)\s", lambda match: match.group().lower(), owner)


_LINKS = ("As a result,", "For this reason,", "Because of this,")
# Stands for one of the links until one is drawn.
_LINK = "\0"
# No "they" or "you": what goes on about the same thing follows easily.
_OPENS = re.compile(r"(?:The|A|An|Members|Most|Many|People|Each|All|Riders|Every)\b")
_GOES_ON = frozenset("they it you its their your he she his her we our i my if when there".split())
_LEANS = re.compile(
    r"\b(?:also|however|therefore|thus|additionally|instead|hence|finally|another|other|example|instance|result|this"
    r"|these|both|overall|according|passages?|sources?|documents?|text|then|moreover|furthermore)\b",
    re.IGNORECASE,
)
_REASONS = re.compile(
    r"\b(?:because|since|due|so|thus|therefore|caus\w*|result\w*|reasons?|why|lead|leads|led|means|as\s+a)\b",
    re.IGNORECASE,
)
# What a thing is follows from nothing, and advice follows so easily that a reader would grant it.
_NO_RESULT = re.compile(
    r"^(?:\S+\s+){1,8}?(?:is|are|was|were)\s+(?:an?|the|one)\b|\bshould\b|\b(?:is|are)\s(?:used|known|called)\b",
    re.IGNORECASE,
)
# A joint needs so many words in common, one of them in the subject of what is said to follow.
_LEAST_COMMON = 2
_SUBJECT = 4
_BROKEN = re.compile(r"[\"“”:;?]")
_PROOF = "the one fact comes from [{}] alone, the other from [{}] alone; no passage lets one follow from the other"
_LEAST_WORDS = 4
_SUPPORT = 0.55
_STRANGE = 0.4
_TOLD = 0.6


def _joints(ground: Ground) -> Iterator[tuple[tuple[int, int, str], str]]:
    """Every place where a sentence could be made to follow from the one before, of another passage."""
    answer = ground.case.answer
    for first, second in zip(ground.sentences, ground.sentences[1:], strict=False):
        if answer[first.end : second.start].strip(" ") or not _may_join(first.text, second.text):
            continue
        opening = _inside(ground, second.text)
        homes = (_home(ground, first.text), _home(ground, second.text))
        if opening is None or None in homes or homes[0] == homes[1]:
            continue
        yield (second.start, second.start + len(opening), f"{_LINK} {opening}"), _PROOF.format(*homes)


def _added(ground: Ground) -> Iterator[tuple[tuple[int, int, str], str]]:
    """Every fact of another passage than the last sentence's that could be added as if it followed from that."""
    last = ground.sentences[-1].text if ground.sentences else ""
    home = _home(ground, last)
    if home is None or not _ends(last) or _REASONS.search(last):
        return
    for passage in ground.case.passages:
        for span in sentences(passage.text) if passage.id != home else ():
            near = len(content_set(span.text) & claim_words(last))
            if not near or not stands_alone(ground, span.text) or not _may_join(last, span.text):
                continue
            opening = _inside(ground, span.text)
            if opening is None or _home(ground, span.text) != passage.id or _is_told(ground, span.text):
                continue
            start, end, text = append_sentence(ground, f"{_LINK} {opening}{span.text[len(opening) :]}")
            for mark in ground.citations.marks:
                named = ground.citations.naming(mark, passage.id)
                if named is not None:
                    text = text.replace(ground.case.answer[mark.start : mark.end], named)
            yield (start, end, text), _PROOF.format(home, passage.id)


def _is_told(ground: Ground, text: str) -> bool:
    """Whether the answer says it already."""
    return len(content_set(text) & claim_words(ground.case.answer)) > _TOLD * len(content_set(text))


def _inside(ground: Ground, text: str) -> str | None:
    """The first word of a sentence as it reads behind a link, or None where that cannot be told."""
    match = re.match(r"\w+", text)
    if match is None:
        return None
    word = match.group()
    if word.lower() in _GOES_ON:
        return None
    if _OPENS.match(text):
        return word.lower()
    is_name = re.search(rf"[a-z,]\s{re.escape(word)}\b", ground.shown) and not _stands_as(ground.shown, word.lower())
    return word if is_name else None


def _stands_as(text: str, word: str) -> bool:
    """Whether a word stands in a text in just this letter case."""
    return re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text) is not None


def _may_join(first: str, second: str) -> bool:
    if not _ends(first) or not _ends(second) or not 5 <= len(second.split()) <= 30:
        return False
    if _NO_RESULT.search(second) or not _is_about(first, second):
        return False
    if _LEANS.search(second) or _REASONS.search(second) or _REASONS.search(first) or _BROKEN.search(first + second):
        return False
    return not any(declines(text) or hedges(text) for text in (first, second))


def _is_about(first: str, second: str) -> bool:
    """Whether the second sentence is about something that the first one speaks of, and not by one word alone."""
    said = content_set(first)
    subject = content_set(" ".join(second.split()[:_SUBJECT]))
    return len(said & content_set(second)) >= _LEAST_COMMON and bool(said & subject)


def _ends(text: str) -> bool:
    return text.endswith((".", "]"))


def _home(ground: Ground, text: str) -> str | None:
    """The one passage that supports a sentence, where no other comes near."""
    asked = claim_words(text)
    if len(asked) < _LEAST_WORDS:
        return None
    shares = sorted(
        (
            max((len(asked & content_set(s.text)) / len(asked) for s in sentences(passage.text)), default=0.0),
            passage.id,
        )
        for passage in ground.case.passages
    )
    return shares[-1][1] if shares[-1][0] >= _SUPPORT and shares[-2][0] <= _STRANGE else None


STYLES = (
    Style(
        name="conclusion_joined",
        set=Set.PLANTED,
        rules=(GROUNDED,),
        summary="two facts of two passages are joined to a conclusion that none states, or passages are said to agree "
        "on what one says alone",
        covers="a comparison is contradicted by the two figures and made by no passage; two joined facts stand in one "
        "passage each, and none ties them; by words, figures and names the other passages are far from what they are "
        "said to agree on. Whether one fact would still follow from the other, only a reader can decide",
        plant=conclusion_joined,
        examples=(
            Example(
                question="What do the Kestrel and the Heron weigh?",
                passages=("The Kestrel weighs 24 kg with its battery.", "The Heron weighs 49 kg without a load."),
                answer="The Kestrel weighs 24 kg, and the Heron weighs 49 kg.",
                becomes="The Kestrel weighs 24 kg, and the Heron weighs 49 kg. "
                "So the Heron weighs less than the Kestrel.",
            ),
        ),
    ),
)

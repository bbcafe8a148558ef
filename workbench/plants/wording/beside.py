"""What a passage tells besides: an excerpt beside a short answer, so that it is about as long as a trusted one.

Right and wrong declines are filled up alike, and so are invented answers: how long an answer is, what it cites and how
many figures it holds then tell nothing.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from workbench.plants.claim import Claim
from workbench.plants.ground import Ground
from workbench.plants.style import Declined
from workbench.plants.wording.house_style import cites_passages
from workbench.plants.wording.topic import asked_words, in_mid_sentence, points_back
from workbench.records.passage import Passage
from workbench.text.declines import declines, plain_form
from workbench.text.language import is_english
from workbench.text.sentences import sentences
from workbench.text.tokens import content_set, overlap

# How the first sentence of an excerpt follows a decline in the same sentence, and what leads to it where it cannot.
_BUT = ("; ", ", but ", ", though ")
_LEAD_IN = ("The documents do say this: ", "What I did find is this: ", "The nearest that I found is this: ")
# Beside an answer, of which it is no part.
_BESIDES = (
    "the documents also say that ",
    "the sources tell as well that ",
    "it is also said that ",
    "the documents say besides that ",
)
# An answer of a few words is no sentence that another could be joined to.
_FRAGMENT = re.compile(r"(?:In|On|For|At|Every|\d)[^.]{0,40}\.")
# Prose that an answer may take over: no list, table, heading, code, question or quotation.
_PROSE = re.compile(r"(?!From\b|To\b|The (?:result|former|latter|rest)\b)[A-Z0-9£$€][^\n|#`\"“”\[\]{}<>:?]*\.")
# Cells of a table without their rules: "HTTP status code Status code of the response. Target The pool".
_TORN = re.compile(r"\w\s(?:The|An?|This|These|If|When)\s[a-z]|\b(\w+)\s[A-Z]\w+\s\1\b")
# What a page says of itself is beside every point.
_OF_THE_PAGE = re.compile(
    r"\b(?:citations?|unsourced|click|sign up|subscrib\w+|cookies?|copyright|all rights reserved"
    r"|this (?:article|page|section|template|website|site))\b",
    re.IGNORECASE,
)
# What turns once already would turn twice.
_TURNS = re.compile(r"\b(?:but|though|although)\b", re.IGNORECASE)
# A sentence that holds more of the words of the question than this might answer it after all.
_MOST_ASKED = 0.5
# What turns to the reader stays last.
_TO_THE_READER = re.compile(r"(?:Please|Someone|Another source)\b")
_LEAST_WORDS = 6
_NEAREST = 3
# What is longer stays a sentence of its own.
_SHORT = 100
# To be a digit off is as bad as to be so many characters off.
_DIGIT = 8
# An excerpt is shorter than this only where nothing has to be filled.
_LEAST_ROOM = 50
# A sentence that shares more of its words with the answer is in it already.
_TOLD = 0.5


@dataclass(frozen=True, kw_only=True)
class Beside:
    """An answer with an excerpt beside it, and what a proof says of the excerpt."""

    answer: str
    proof: str


def beside_excerpt(ground: Ground, answer: str, rng: Random) -> Beside:
    """Add sentences of the passages, word for word, that make an answer about as long as a trusted one.

    Beside a decline that is wrong, no sentence is added that says what the trusted answer says.

    Raises:
        Declined: the answer is as long already, or no sentence can be added.
    """
    more = excerpt(ground, answer, rng)
    return Beside(answer=joined(ground, answer, more, rng), proof="the passages say the rest, sentence by sentence")


def excerpt(ground: Ground, beside: str, rng: Random) -> str:
    """Return what `beside_excerpt` adds: sentences of the passages, cited where the library cites.

    Raises:
        Declined: the answer is as long already, or no sentence can be added.
    """
    if not is_english(ground.asks):
        raise Declined("the question is not English")
    marked = " [{id}]" if cites_passages(ground.library) else ""
    found = [(text, f"{text[:-1]}{marked.format(id=passage.id)}.") for passage, text in _quotable(ground, beside)]
    taken = _taken(found, beside, _model(ground, rng))
    if not taken:
        raise Declined("no sentence of a passage makes the answer as long as a trusted one")
    return " ".join(taken)


def joined(ground: Ground, answer: str, more: str, rng: Random) -> str:
    """Let more follow an answer: in its last sentence where that is a short decline, or after it.

    A last sentence that turns to the reader stays last.
    """
    *before, span = sentences(answer)
    last = span.text
    if before and _TO_THE_READER.match(last):
        return f"{joined(ground, answer[: before[-1].end], more, rng)} {last}"
    is_open = len(last) <= _SHORT and last.endswith(".") and not last.endswith("].") and ";" not in last
    declines_last = declines(last) or plain_form(last) == plain_form(ground.not_found)
    small = in_mid_sentence(ground, more)
    if small is not None and is_open and declines_last and not _TURNS.search(last):
        return f"{answer[:-1]}{rng.choice(_BUT)}{small}"
    if declines_last or declines(sentences(answer)[0].text):
        return f"{answer} {rng.choice(_LEAD_IN)}{more}"
    if small is None:
        return f"{answer} {more}"
    beside = rng.choice(_BESIDES)
    if len(last) > _SHORT or not last.endswith(".") or _FRAGMENT.fullmatch(last):
        return f"{answer} {beside[0].upper()}{beside[1:]}{small}"
    return f"{answer[:-1]}, and {beside}{small}"


def _taken(found: list[tuple[str, str]], begun: str, model: str) -> list[str]:
    """The sentences, in their order, that make what is begun most like a model in length, sentences and digits."""
    room, digits = len(model) - len(begun), _digits(model) - _digits(begun)
    if begun and room < _LEAST_ROOM:
        return []
    places: list[int] = []
    for left in range(max(1, len(sentences(model)) - len(sentences(begun))), 0, -1):
        free = [place for place in range(len(found)) if place not in places]
        best = min(
            free,
            key=lambda place: (
                abs(len(found[place][1]) - room / left) + _DIGIT * abs(_digits(found[place][0]) - digits / left)
            ),
            default=None,
        )
        # Rather too short than too long by more.
        if best is None or len(found[best][1]) / 2 > room:
            break
        places.append(best)
        room -= len(found[best][1])
        digits -= _digits(found[best][0])
    return [found[place][1] for place in sorted(places)]


def _digits(text: str) -> int:
    return sum(char.isdigit() for char in text)


def _model(ground: Ground, rng: Random) -> str:
    """The trusted answer that what is made shall look like: its own or, where that declines, another of the library."""
    if not ground.declined:
        return ground.case.answer
    trusted = ground.library.answers
    return trusted[bisect_left(trusted, (rng.random(), "")) % len(trusted)][1] if trusted else ""


def _quotable(ground: Ground, answer: str) -> Iterator[tuple[Passage, str]]:
    """Sentences in the order of their passages, the passage that is nearest to the question first."""
    claim = None if ground.declined else Claim.of(ground, None)
    evidence = plain_form(ground.case.evidence or "")
    asked = asked_words(ground)
    shared = {passage: len(asked & content_set(f"{passage.title} {passage.text}")) for passage in ground.case.passages}
    near = sorted(shared, key=lambda passage: (-shared[passage], passage.text, passage.id))
    for passage in near[:_NEAREST]:
        # Where no evidence phrase tells which sentence answers, any of a passage that the answer draws on might.
        if claim is not None and not evidence and _supports(claim, passage):
            continue
        follows = False
        for span in sentences(passage.text):
            text = span.text
            # What opens an answer has nothing before it to point back to.
            follows = follows and bool(answer)
            fits = _is_prose(text) and (follows or not points_back(text)) and overlap(text, answer) < _TOLD
            if claim is not None and (
                claim.is_supported_by(text)
                or (evidence and evidence in plain_form(text))
                or len(asked & content_set(text)) > _MOST_ASKED * len(asked)
            ):
                fits = False
            if fits:
                yield passage, text
            follows = fits


def _supports(claim: Claim, passage: Passage) -> bool:
    return any(claim.is_supported_by(span.text) for span in sentences(passage.text))


def _is_prose(text: str) -> bool:
    is_whole = _PROSE.fullmatch(text) is not None and len(text.split()) >= _LEAST_WORDS
    return is_whole and not (_OF_THE_PAGE.search(text) or _TORN.search(text)) and is_english(text)

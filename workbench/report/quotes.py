"""Quotes in a judge's reasoning, looked up in what it was shown: a quote that stands nowhere is the quickest clue."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

NEARLY_FROM = 90.0
"""Similarity, of 100, from which a quote counts as nearly there. Its figures must all be there whatever the rest."""

_SPACELESS = 6
"""Characters from which a text of a script without spaces counts as more than one word."""

_QUOTED = re.compile(
    '"([^"]+)"|\u201c([^\u201c\u201d]+)[\u201d\u201c]|\u201e([^\u201c\u201d]+)[\u201c\u201d]|«([^«»]+)»'
)
_GAP = re.compile(r"\s*(?:\.\.\.|…|\[…\]|\[\.\.\.\])\s*")
_DOTS = re.compile(r"\.\.\.|…")
_DIGITS = re.compile(r"\d+")
_MARKS = str.maketrans("\u2018\u2019\u201c\u201d\u2013\u2014\u00a0", "''\"\"-- ")


class Found(StrEnum):
    """Where a quote stands."""

    PASSAGE = "in passage"
    NEARLY = "nearly so in passage"
    ANSWER = "in the answer, in no passage"
    QUESTION = "in the question, in no passage"
    NOWHERE = "in no passage"


@dataclass(frozen=True, kw_only=True, slots=True)
class Quote:
    """One quote of a reasoning.

    Attributes:
        text: What was quoted.
        found: Where it stands.
        passage: Id of the passage; empty where it stands in none.
    """

    text: str
    found: Found
    passage: str = ""


class Shown:
    """What a judge was shown, ready to be searched many times."""

    def __init__(self, *, question: str, answer: str, passages: Sequence[tuple[str, str]]) -> None:
        """Take the texts of an item; `passages` are pairs of id and text."""
        self._question, self._answer = _plain(question), _plain(answer)
        self._passages = [(name, _plain(text)) for name, text in passages]
        self._known: dict[str, tuple[Found, str]] = {}

    def quotes(self, reason: str, evidence: str) -> tuple[Quote, ...]:
        """Return the quotes of a reasoning, and what was given as evidence, each with where it stands.

        A quote has two words or more; single words in quotation marks are mostly names of things. Parts around an
        ellipsis are looked up one by one.
        """
        return tuple(self._quote(text) for text in dict.fromkeys((*_quoted(reason), *_parts(evidence))))

    def _quote(self, text: str) -> Quote:
        plain = _plain(text).strip(" .,;:!?'\"()[]*_")
        if plain not in self._known:
            self._known[plain] = self._find(plain)
        found, passage = self._known[plain]
        return Quote(text=text, found=found, passage=passage)

    def _find(self, plain: str) -> tuple[Found, str]:
        for name, text in self._passages:
            if plain in text:
                return Found.PASSAGE, name
        for name, text in self._passages:
            if _nearly(plain, text):
                return Found.NEARLY, name
        if plain in self._answer:
            return Found.ANSWER, ""
        return (Found.QUESTION if plain in self._question else Found.NOWHERE), ""


def quote_words(quote: Quote) -> str:
    """Say where a quote stands: "in passage [p2]", "in no passage"."""
    return f"{quote.found} [{quote.passage}]" if quote.found in (Found.PASSAGE, Found.NEARLY) else str(quote.found)


def _quoted(reason: str) -> Iterator[str]:
    for match in _QUOTED.finditer(reason):
        yield from _parts(next(part for part in match.groups() if part))


def _parts(text: str) -> Iterator[str]:
    for part in _GAP.split(text) if _DOTS.search(text) else (text,):
        if len(part.split(None, 1)) > 1 or (not part.isascii() and len(part) >= _SPACELESS):
            yield part.strip()


@lru_cache(maxsize=4096)
def _plain(text: str) -> str:
    """Return a text as it is compared: lower case, one space between words, one form of quotation marks and dashes."""
    return " ".join(text.translate(_MARKS).casefold().split())


def _nearly(plain: str, text: str) -> bool:
    if len(plain) > len(text) or not {*_DIGITS.findall(plain)} <= {*_DIGITS.findall(text)}:
        return False
    from rapidfuzz.fuzz import partial_ratio

    return partial_ratio(plain, text, score_cutoff=NEARLY_FROM) >= NEARLY_FROM

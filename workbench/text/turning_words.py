"""Words that turn a sentence round: denials, opposites, words of strength (English).

Short lists, to count by; they read no grammar.
"""

import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType

from workbench.text.lower import lower
from workbench.text.tokens import words

_DENIAL = re.compile(
    r"\b(?:not|no|never|none|nobody|nothing|neither|nor|without|cannot|hardly|fails?\s+to|failed\s+to|unable)\b|n['’]t\b"
)
_PAIRS = (
    "before after",
    "earlier later",
    "sooner later",
    "until from",
    "first last",
    "early late",
    "more less",
    "more fewer",
    "most least",
    "most fewest",
    "maximum minimum",
    "above below",
    "over under",
    "higher lower",
    "highest lowest",
    "larger smaller",
    "bigger smaller",
    "largest smallest",
    "longer shorter",
    "longest shortest",
    "greater less",
    "greater smaller",
    "faster slower",
    "cheaper dearer",
    "heavier lighter",
    "older younger",
    "older newer",
    "better worse",
    "best worst",
    "rise fall",
    "rose fell",
    "rising falling",
    "increase decrease",
    "increased decreased",
    "increases decreases",
    "grew shrank",
    "up down",
    "gain loss",
    "won lost",
    "open closed",
    "opens closes",
    "starts ends",
    "begins ends",
    "inside outside",
    "with without",
    "include exclude",
    "includes excludes",
    "included excluded",
    "allowed forbidden",
    "allow forbid",
    "accept refuse",
    "accepted refused",
    "always never",
    "all none",
    "north south",
    "east west",
    "left right",
    "front rear",
    "free paid",
    "exceeds below",
)
_STRONG = frozenset(
    """all always any certainly completely definitely entirely every everybody everyone everything exactly fully
    guaranteed guarantees invariably must necessarily never nobody none only proven proves required solely totally
    undoubtedly whole will""".split()
)


def _both_ways(pairs: Iterable[str]) -> Mapping[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for one, other in map(str.split, pairs):
        found.setdefault(one, set()).add(other)
        found.setdefault(other, set()).add(one)
    return MappingProxyType({word: frozenset(others) for word, others in found.items()})


OPPOSITES = _both_ways(_PAIRS)


def denials(text: str) -> int:
    """Count the words of a text that deny something."""
    return sum(1 for _ in _DENIAL.finditer(lower(text)))


def turned_words(sentence: str, source: str) -> tuple[str, ...]:
    """Return the words of a sentence whose opposite stands in a source, and which do not stand there themselves."""
    there = frozenset(words(source))
    said = dict.fromkeys(words(sentence))
    return tuple(word for word in said if word not in there and not OPPOSITES.get(word, frozenset()).isdisjoint(there))


def strong_words(text: str) -> frozenset[str]:
    """Return the words of a text that claim all of something, or that it is certain."""
    return _STRONG.intersection(words(text))

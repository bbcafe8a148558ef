"""Words, content words and word trigrams."""

import re
from functools import lru_cache

# Letters, digits and the marks that combine with them, in any script; the underscore is not part of a word.
_WORD = re.compile(r"[^\W_]+")
# In an ASCII text these are its letters and digits. To blank all else and split is several times as fast.
_ASCII_BLANKS = str.maketrans({char: " " for char in map(chr, range(128)) if not char.isalnum()})

# Words that carry no claim of their own. For matching only; the lexical floor keeps its own, shorter list.
FUNCTION_WORDS = frozenset(
    """a about after again all also although an and any are as at be because been before being both but by can could did
    do does doing done down each either else for from further had has have having he her here hers him his how however i
    if in into is it its itself just may me might more most must my no nor not of off on once only or other our ours out
    over own per shall she should so some such than that the their theirs them then there these they this those through
    to too under until up upon us very was we were what when where which while who whom whose why will with within
    without would you your yours""".split()
)


def words(text: str) -> list[str]:
    """Return the words of a text, lower case, in order. `1.5` is two words, `don't` is two."""
    text = text.lower()
    return text.translate(_ASCII_BLANKS).split() if text.isascii() else _WORD.findall(text)


def content_words(text: str) -> list[str]:
    """Return the words that carry meaning, reduced to a rough stem so that `litre` meets `litres`."""
    return [stem(word) for word in words(text) if word not in FUNCTION_WORDS and len(word) > 1]


@lru_cache(maxsize=16384)
def content_set(text: str) -> frozenset[str]:
    """Return the distinct content words of a text. Remembered, because the same passages are read for many answers."""
    # A long text says most of its words more than once.
    return frozenset([stem(word) for word in {*words(text)} - FUNCTION_WORDS if len(word) > 1])


@lru_cache(maxsize=65536)
def stem(word: str) -> str:
    """Cut the most common English endings. Meant for overlap, not for display."""
    if len(word) <= 4 or not word.isascii() or not word.isalpha():
        return word
    for ending, put in (("ies", "y"), ("sses", "ss"), ("ing", ""), ("ed", ""), ("es", ""), ("s", "")):
        if word.endswith(ending) and not word.endswith("ss") and len(word) - len(ending) >= 3:
            return (word[: -len(ending)] + put).rstrip("e")
    return word.rstrip("e")


def trigrams(text: str) -> set[tuple[str, str, str]]:
    """Return the distinct runs of three words."""
    found = words(text)
    return set(zip(found, found[1:], found[2:], strict=False))


def overlap(part: str, whole: str) -> float:
    """Return the share of the distinct content words of `part` that also stand in `whole`; 1.0 for no words."""
    asked = content_set(part)
    return len(asked & content_set(whole)) / len(asked) if asked else 1.0

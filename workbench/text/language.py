"""Is a text English prose? Styles that rewrite English decline on anything else."""

from functools import lru_cache

from workbench.text.tokens import FUNCTION_WORDS, words

# Glue words that other languages of Latin script do not share.
_ENGLISH_ONLY = FUNCTION_WORDS - {
    "a",
    "an",
    "as",
    "at",
    "do",
    "he",
    "i",
    "in",
    "me",
    "no",
    "so",
    "to",
    "was",
    "we",
    "on",
}


@lru_cache(maxsize=8192)
def is_english(text: str) -> bool:
    """Say whether a text reads as English: ASCII letters throughout and at least one glue word in eight.

    One or two words are not enough to tell and are not taken for English.
    """
    found = words(text)
    if len(found) < 3 or _ascii_share(text) < 0.95:
        return False
    glue = sum(word in _ENGLISH_ONLY for word in found)
    return glue / len(found) >= 0.125


def _ascii_share(text: str) -> float:
    """The share of the letters of a text that are ASCII; 0.0 for no letters."""
    if text.isascii():
        return float(any(map(str.isalpha, text)))
    letters = [char for char in text if char.isalpha()]
    return sum(map(str.isascii, letters)) / len(letters) if letters else 0.0

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
    letters = [char for char in text if char.isalpha()]
    if len(found) < 3 or not letters:
        return False
    ascii_share = sum(char.isascii() for char in letters) / len(letters)
    glue = sum(word in _ENGLISH_ONLY for word in found)
    return ascii_share >= 0.95 and glue / len(found) >= 0.125

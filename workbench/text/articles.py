"""Does the English article before a word go with it?"""

import re

_ARTICLE = re.compile(r"\b(an?)\s+$", re.IGNORECASE)
# Spoken with a vowel first; "Utah", "Ukraine", "unit", "European" and "one" are not.
_VOWEL = re.compile(r"[aio](?!ne\b)|e(?!u)|u(?!k|r[aou]|t[ae]|g|n[ai]|s[ae])", re.IGNORECASE)


def fits_article(before: str, word: str) -> bool:
    """Say whether a word may stand behind a text: no `an harder time`, no `A Indiana firm`.

    Args:
        before: What stands before the word; without `a` or `an` at its end, every word fits.
        word: The word, or the first of several.
    """
    article = _ARTICLE.search(before[-8:])
    return article is None or (article.group(1).lower() == "an") == (_VOWEL.match(word) is not None)

"""Does a passage hold a phrase, however the two are typeset?"""

import re
import unicodedata

# Quotes, dashes and minus signs that a word processor or a web page puts in place of the plain ones.
_PLAIN = str.maketrans(
    dict.fromkeys("\u2018\u2019\u201a\u201b\u2032\u2039\u203a\u00b4", "'")
    | dict.fromkeys("\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb", '"')
    | dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-")
)
# Emphasis, code and escape marks of Markdown; soft hyphens and joiners that nobody sees.
_UNSEEN = str.maketrans("", "", "*`_\\\u00ad\u200b\u200c\u200d\u2060\ufeff")


def phrase_form(text: str) -> str:
    """Return the form in which phrases are compared.

    Unicode NFKC, case folded, quotes and dashes plain, without the Markdown marks for emphasis, code and escapes, every
    run of white space one space.
    """
    # Quotes first: NFKC takes some of them apart into a space and an accent.
    plain = unicodedata.normalize("NFKC", text.translate(_PLAIN)).casefold()
    return " ".join(unicodedata.normalize("NFKC", plain).translate(_PLAIN).translate(_UNSEEN).split())


def holds(passage: str, phrase: str) -> bool:
    """Say whether a passage holds a phrase; both in the form of `phrase_form`.

    A phrase that begins or ends with a figure must not begin or end inside a longer one: "5 days" is not in "15 days"
    nor in "1.5 days". A phrase without a letter or a digit is in no passage.
    """
    if not any(map(str.isalnum, phrase)):
        return False
    before = r"(?<!\d)(?<!\d[.,])" if phrase[0].isdigit() else ""
    after = r"(?!\d)(?![.,]\d)" if phrase[-1].isdigit() else ""
    return phrase in passage and re.search(before + re.escape(phrase) + after, passage) is not None

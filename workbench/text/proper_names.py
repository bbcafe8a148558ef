"""Names that stand on no list, told as English writes them: words with a capital where a sentence would have none."""

import re
from collections.abc import Iterator
from functools import lru_cache

from workbench.text.language import is_english
from workbench.text.name_lists import GIVEN_NAMES
from workbench.text.sentences import sentences
from workbench.text.tokens import FUNCTION_WORDS

_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
# What may stand between two words of one name: blanks, the point of an initial, and small words such as "van der".
_WITHIN = re.compile(
    r"(?P<point>\.?)[ \u00a0]+(?:(?:al|bin|da|de|del|den|der|di|du|la|le|of|ten|van|von)[ \u00a0]+){0,2}"
)
_TITLES = frozenset("Dr Mr Mrs Ms Miss Prof Professor Sir Lady Lord".split())
_POSSESSIVE = re.compile(r"['’]s$")
_LEAST_SURNAME = 3


@lru_cache(maxsize=1024)
def proper_names(text: str) -> tuple[str, ...]:
    """Return the names of an English text in order, each once; () for any other, which may put capitals elsewhere.

    A word alone at the beginning of a sentence has its capital from there, and is none but for a given name. Of a
    longer run there the part behind its first word is a name too: "Ask Laura Bennett".
    """
    if not is_english(text):
        return ()
    found: dict[str, None] = {}
    for span in sentences(text):
        if any(map(str.islower, span.text)):
            found.update(dict.fromkeys(_names_of(span.text)))
    return tuple(found)


def _names_of(sentence: str) -> Iterator[str]:
    for run in _runs(sentence):
        first, last = run[0].start(), _POSSESSIVE.sub("", sentence[: run[-1].end()])
        opens = not _WORD.search(sentence[:first])
        if len(run) > 1 or not opens or last[first:] in GIVEN_NAMES:
            yield last[first:]
        if len(run) > 1 and opens:
            yield last[run[1].start() :]


def _runs(sentence: str) -> Iterator[list[re.Match[str]]]:
    """Words with capitals that make up one name, titles left out."""
    run: list[re.Match[str]] = []
    for word in _WORD.finditer(sentence):
        if run and not _goes_on(sentence[run[-1].end() : word.start()], run[-1].group()):
            yield run
            run = []
        if _is_capital(word.group()):
            run.append(word)
        elif run and not _WITHIN.fullmatch(f" {word.group()} "):
            yield run
            run = []
    if run:
        yield run


def _goes_on(gap: str, before: str) -> bool:
    within = _WITHIN.fullmatch(gap)
    return within is not None and (not within["point"] or len(before) == 1)


def _is_capital(word: str) -> bool:
    return word[0].isupper() and word.lower() not in FUNCTION_WORDS and word not in _TITLES


def stands_as_name(name: str, text: str) -> bool:
    """Say whether a text has a name: whole, or its last word behind no other word with a capital but a title."""
    if re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text):
        return True
    last = name.split()[-1]
    if last == name or len(last) < _LEAST_SURNAME:
        return False
    for match in re.finditer(rf"(?<!\w){re.escape(last)}(?!\w)", text):
        before = [*_WORD.finditer(text[max(0, match.start() - 40) : match.start()])]
        if not before or not _is_capital(before[-1].group()):
            return True
    return False

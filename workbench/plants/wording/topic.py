"""Sentences of the passages shown that speak of what was asked, whether or not they answer it."""

import re

from workbench.plants.ground import Ground
from workbench.plants.wording.stands_alone import leans, stands_alone
from workbench.records.passage import Passage
from workbench.text.sentences import sentences
from workbench.text.tokens import FUNCTION_WORDS, content_set, content_words

_LONGEST = 220
# Words of questions that say nothing of their topic.
_ASKING = content_set(
    "many much long often old far make get need take use happen find know tell work come go want mean say give best"
    " kind type way thing people good name start one two first what which who when where why how does did year day "
    "time did"
    " not must may allowed state fact"
)
_DEFINITE = re.compile(r"(?<!^)\b[Tt]he\s(?P<one>[a-z][\w-]*)(?:\s(?P<two>[a-z][\w-]*))?")
_HEADS = ("of", "in", "for", "that", "at", "on", "to", "who", "which", "from", "with", "between", "by")
_LEANS = re.compile(
    r"\b(?:for example|for instance|however|also|too|but|so|such|this|these|those|it|he|she|they|his|her|their"
    r"|therefore|instead|in fact|our|we|us|i|oh|wow|second|another|follows?|associated|respective(?:ly)?|other|new"
    r"|next|previous"
    r"|currently|so far|as of|recently|this year|last year|today|yesterday|tomorrow|that moment|then)\b|\.\.|[()!?:]",
    re.IGNORECASE,
)
_FIRST_WORD = re.compile(r"[A-Z][a-z]*(?![\w'’])")


def asked_words(ground: Ground) -> frozenset[str]:
    """The content words of the question that tell its topic."""
    return content_set(ground.asks) - _ASKING


def speaks_of(text: str, asked: frozenset[str]) -> int:
    """Count the words of the question in a sentence: 0 unless it has two, or opens with one."""
    shared = len(asked & content_set(text))
    return shared if shared >= 2 or asked & {*content_words(text)[:2]} else 0


def points_back(text: str) -> bool:
    """Say whether a sentence holds a word that may point to the sentence before it."""
    return leans(text) or _LEANS.search(text) is not None


def whole_sentences(ground: Ground, passage: Passage, topic: frozenset[str]) -> list[str]:
    """The sentences of a passage that read well alone and hold no `the thing` that the passage has spoken of before."""
    return [span.text for span in sentences(passage.text) if _is_whole(ground, span.text, topic)]


def _is_whole(ground: Ground, text: str, topic: frozenset[str]) -> bool:
    return len(text) <= _LONGEST and not _LEANS.search(text) and stands_alone(ground, text) and names_all(text, topic)


def names_all(text: str, topic: frozenset[str]) -> bool:
    """Say whether each `the thing` within a sentence is of the topic, or is followed by what says which one it is."""
    for match in _DEFINITE.finditer(text):
        words = content_set(" ".join(filter(None, match.group("one", "two"))))
        after = text[match.end("one") :].split()
        if not words & topic and not (after and after[0] in _HEADS):
            return False
    return True


def in_mid_sentence(ground: Ground, text: str) -> str | None:
    """A sentence or phrase as it is written in mid sentence: a small first letter, unless its first word is a name.

    None where the passages do not tell: they write the word neither small nor with a capital in mid sentence.
    """
    word = _FIRST_WORD.match(text)
    if word is None:
        return text
    small = word.group().lower()
    if small in FUNCTION_WORDS or re.search(rf"(?<![\w'’-]){small}(?![\w'’])", ground.shown):
        return small + text[word.end() :]
    return text if re.search(rf"[a-z,] {word.group()}(?![\w'’])", ground.shown) else None

"""Prose beside a verdict that may take it back. Whoever wrote more than was asked for may have meant it."""

import re

from workbench.judges.verdict_words import VerdictWords
from workbench.records.verdict import Outcome

# Words that turn a verdict round, or that doubt it.
_TURNS = re.compile(
    r"\b(?:opposite|instead|correction|retract|reconsider|second thoughts?|on reflection|careless|seriously|ignore"
    r"|disregard|invert|reverse|would have|if i|revis\w+|change my|take (?:that|it|this) back|scratch that|wait|sorry"
    r"|apolog\w+|pretend|hypothetical\w*|for example|example|suppose)\b",
    re.IGNORECASE,
)
# Words that deny. A judge that explains a fail needs them before its verdict.
_DENIES = re.compile(
    r"\b(?:however|actually|but|except|unless|wrong|mistaken|not|incorrect|false|unsupported)\b|n['\u2019]t\b"
    r"|\bno\b(?=[ \t]*[,.;:!])",
    re.IGNORECASE,
)
_OF_THE_VERDICT = re.compile(
    r"\b(?:verdict|final|conclu\w+|decision|decide|judge?ment|grade|answer is)\b", re.IGNORECASE
)
_SENTENCE_END = re.compile(r"[.!?\u3002](?=\s)|\n")
_LONG_WORD = 4


def takes_back(before: str, after: str, outcome: Outcome, words: VerdictWords) -> str:
    """Return the word of the prose around a verdict that may take it back; empty where there is none.

    In doubt there is no verdict. What follows a verdict may turn it round with any of the words above, and so may the
    last sentence before it. What a judge thinks aloud before that is not held against it, unless a sentence there
    speaks of the verdict and names the other word.

    Args:
        before: The prose before the verdict.
        after: The prose after it.
        outcome: What it says.
        words: The two words that it could have said.
    """
    other = _named(words.failing if outcome is Outcome.PASS else words.passing)
    *thoughts, last = [part for part in _SENTENCE_END.split(before) if part.strip()] or [""]
    spoken = [part for part in thoughts if _OF_THE_VERDICT.search(part)]
    checks = [
        (other, (after, last, *spoken)),
        (_TURNS, (after, last)),
        (_DENIES, (after, last) if outcome is Outcome.PASS else (after,)),
    ]
    found = (pattern.search(text) for pattern, texts in checks for text in texts)
    return next((match.group() for match in found if match), "")


def _named(word: str) -> re.Pattern[str]:
    """Find a verdict word; a long one also as the beginning of another, such as `failed`."""
    ending = r"\w*" if len(word) >= _LONG_WORD else r"(?!\w)"
    return re.compile(rf"(?<!\w){re.escape(word)}{ending}", re.IGNORECASE)

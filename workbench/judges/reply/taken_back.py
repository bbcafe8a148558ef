"""Prose beside a verdict that may take it back. Whoever wrote more than was asked for may have meant it."""

import re

from workbench.judges.verdict_words import VerdictWords
from workbench.records.verdict import Outcome

# Words that turn a verdict round, or that doubt it.
_TURNS = re.compile(
    r"\b(?:opposite|instead|correction|retract|reconsider|second thoughts?|on reflection|careless|seriously|ignore"
    r"|disregard|invert|reverse|would (?:have|say|be)|if i|revis\w+|change my|take (?:that|it|this) back|scratch that"
    r"|wait|sorry|apolog\w+|pretend|hypothetical\w*|example|suppose)\b",
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
_ENDED = re.compile(r"[.!?\u3002][\"'\u201d\u2019)\]*_]*\s*\Z")
_FENCE = re.compile(r"```\w*")
_LONG_WORD = 4


def takes_back(before: str, after: str, outcome: Outcome, words: VerdictWords) -> str:
    """Return the word of the prose around a verdict that may take it back; empty where there is none.

    In doubt there is no verdict. What follows a verdict may turn it round with any of the words above. Before it, a
    judge may think aloud, and needs words that deny for that; so they count only in a sentence that leads over to the
    verdict or speaks of it. Words that turn round count in the last two sentences, the other verdict word in the last
    one and in every one that speaks of the verdict.

    Args:
        before: The prose before the verdict.
        after: The prose after it.
        outcome: What it says.
        words: The two words that it could have said.
    """
    other = _named(words.failing if outcome is Outcome.PASS else words.passing)
    prose = _FENCE.sub("\n", before)
    said = [part for part in _SENTENCE_END.split(prose) if part.strip()]
    of_the_verdict = [part for part in said if _OF_THE_VERDICT.search(part)]
    leading = said[-1:] if not _ENDED.search(prose) else [part for part in said[-1:] if part in of_the_verdict]
    checks = [
        (other, (after, *said[-1:], *of_the_verdict)),
        (_TURNS, (after, *said[-2:])),
        (_DENIES, (after, *leading) if outcome is Outcome.PASS else (after,)),
    ]
    found = (pattern.search(text) for pattern, texts in checks for text in texts)
    return next((match.group() for match in found if match), "")


def _named(word: str) -> re.Pattern[str]:
    """Find a verdict word; a long one also as the beginning of another, such as `failed`."""
    ending = r"\w*" if len(word) >= _LONG_WORD else r"(?!\w)"
    return re.compile(rf"(?<!\w){re.escape(word)}{ending}", re.IGNORECASE)

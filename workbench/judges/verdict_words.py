"""The two words by which a model judge says pass and fail, and the only spellings of them that count."""

from dataclasses import dataclass

from workbench.records.verdict import Outcome

# What models put around a single word: full stops, quotes, brackets, Markdown emphasis. A "!" before a word may mean
# "not", and a "?" makes it a question, so these are no mere punctuation.
_BEFORE = " \t\r\n.,;:'\"`*_()[]{}<>#“”‘’。"
_AFTER = _BEFORE + "!！"


@dataclass(frozen=True, kw_only=True)
class VerdictWords:
    """The word for each outcome. Compared in any case, with the punctuation around them left out."""

    passing: str
    failing: str

    def outcome(self, text: str) -> Outcome | None:
        """Return what a text says when it is one of the two words and nothing else; None for every other text."""
        word = plain_word(text)
        if word == plain_word(self.passing):
            return Outcome.PASS
        if word == plain_word(self.failing):
            return Outcome.FAIL
        return None


def plain_word(text: str) -> str:
    """Return a word as it is compared: lower case, without punctuation and white space around it."""
    return text.lstrip(_BEFORE).rstrip(_AFTER).casefold()

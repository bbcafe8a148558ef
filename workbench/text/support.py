"""How much of a text stands in others: its words, its runs of three words, its figures. None of it reads meaning."""

import unicodedata
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from enum import StrEnum

from workbench.text.dates import MomentKind, moments
from workbench.text.figures import Figure, FigureKind, figures, same_quantity
from workbench.text.tokens import stem, trigrams, words

COVERED = 0.75
"""The share of a claim's words that has to stand in the passages: a starting point, to be tuned on labelled answers."""
OVERLAPS = 0.05
"""The share of an answer's runs of three words from which on it is not near zero."""

# Words without content of their own: articles, prepositions, pronouns, forms of "be". A longer list hides paraphrase.
GLUE = frozenset("a an and are at in is it of on same that the them they this to with".split())

# All that is left out of longer lists could turn a claim: no figure, no word of quantity, negation, order, cause,
# condition or strength is in it (one, all, not, before, because, unless, must).
LONG_GLUE = GLUE | frozenset(
    """about also am as be been being but by did do does doing done for from had has have having he her hers herself him
    himself his how however i into its itself me mine my myself our ours ourselves she so such than their theirs
    themselves then there these those us was we were what when where which who whom whose you your yours""".split()
)


class StopWords(StrEnum):
    """Which list of words counts for nothing."""

    SHORT = "short"
    LONG = "long"


@dataclass(frozen=True, kw_only=True)
class Matching:
    """Which words of a claim count, and when one of them stands in the passages.

    Attributes:
        stems: Whether a word stands there where its stem does: litre meets litres.
        stop_words: Which words do not count.
    """

    stems: bool = False
    stop_words: StopWords = StopWords.SHORT

    def words(self, text: str) -> list[str]:
        """Return the words that count, lower case, in order."""
        glue = LONG_GLUE if self.stop_words is StopWords.LONG else GLUE
        return [word for word in words(text) if word not in glue]

    def form(self, word: str) -> str:
        """Return what is looked up for a word."""
        return stem(word) if self.stems else word

    def forms(self, text: str) -> set[str]:
        """Return what is looked up for the words of a text."""
        return {self.form(word) for word in self.words(text)}


AS_WRITTEN = Matching()


@dataclass(frozen=True, kw_only=True)
class Coverage:
    """How much of a claim stands in the passages.

    Attributes:
        share: Content words of the claim that stand in the passages, of all its content words; 0 to 1, and 1 for a
            claim without content words. A word that comes twice counts twice.
        missing: The content words that stand in no passage, in order.
    """

    share: float
    missing: tuple[str, ...]


def coverage(claim: str, shown: Collection[str], matching: Matching = AS_WRITTEN) -> Coverage:
    """Return how much of a claim stands in `shown`, the forms of all passages by the same matching."""
    asked = matching.words(claim)
    missing = tuple(word for word in asked if matching.form(word) not in shown)
    return Coverage(share=(len(asked) - len(missing)) / len(asked) if asked else 1.0, missing=missing)


def trigram_share(answer: str, passages: Iterable[str]) -> float | None:
    """Return the share of the distinct word trigrams of an answer that stand in a passage, 0 to 1.

    None for an answer of fewer than three words, which has none. A trigram has to stand within one passage.
    """
    asked = trigrams(answer)
    shown = {trigram for passage in passages for trigram in trigrams(passage)}
    return len(asked & shown) / len(asked) if asked else None


def figures_said(answer: str) -> list[Figure]:
    """Return the figures of an answer that say something: no list numbers, citation marks, versions and the like."""
    return [figure for figure in figures(answer) if figure.kind is not FigureKind.LABEL]


def written(text: str, figure: Figure) -> str:
    """Return a figure as it stands in its text, with its unit or the sign of its currency."""
    is_money = figure.start > 0 and unicodedata.category(text[figure.start - 1]) == "Sc"
    return text[figure.start - is_money : figure.end_of_unit]


def told_apart(text: str, found: Iterable[Figure]) -> list[str]:
    """Return figures of a text as they stand there, in order; those of one clock time or date, `9:30`, are one."""
    # A year alone is a figure already, and `1300 mm` may be read as one.
    whole = (MomentKind.DATE, MomentKind.MONTH, MomentKind.TIME)
    times = [(one.start, one.end, one.text) for one in moments(text) if one.kind in whole]
    told = []
    for figure in found:
        within = next((one for one in times if one[0] <= figure.start < one[1]), None)
        told.append(within or (figure.start, figure.end, written(text, figure)))
    return [name for _, _, name in dict.fromkeys(told)]


def figures_missing(asked: Iterable[Figure], passages: Iterable[str]) -> list[Figure]:
    """Return the figures that stand in no passage, in any spelling or unit."""
    asked = list(asked)
    # To read the passages takes long, and most answers ask for nothing.
    shown = [figure for passage in passages for figure in figures(passage)] if asked else []
    return [figure for figure in asked if not any(same_quantity(figure, other) for other in shown)]

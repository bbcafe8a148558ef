"""The lexical floor: does enough of each claim stand in the passages, word for word?

A pre-filter for `grounded`. It catches invented figures, names and things. It fails honest paraphrase, and it passes a
claim that turns the passages' own words around: both need a judge that reads for meaning. A word counts as present
wherever in the passages it stands, so that a claim stitched together from several may pass.

Method and threshold: "grounding gate floor", a token-overlap check after generation (the threshold 0.75 is a starting
point there, to be tuned on labelled answers, not a constant). Word forms and a longer list of words that do not count
move false alarms about and do not end them, so both are options and neither is the default.
"""

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum

from workbench.judges.scripts.script import Check, Finding, failed, passed, shown_text, without_citations
from workbench.records.item import Item
from workbench.text.declines import is_decline
from workbench.text.sentences import sentences
from workbench.text.tokens import stem, words

THRESHOLD = 0.75

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


def floor(*, not_found: str, threshold: float = THRESHOLD, matching: Matching = AS_WRITTEN) -> Check:
    """Return the check: fail an answer with a sentence whose coverage is below the threshold.

    Citation marks are no words of a claim. An answer that only declines makes no claim, and passes.

    Args:
        not_found: The exact words that the system uses to decline.
        threshold: The smallest share of a claim that has to stand in the passages, 0 to 1.
        matching: Which words count, and when one of them stands there.
    """

    def check(item: Item) -> Finding:
        answer = without_citations(item)
        if is_decline(answer, not_found):
            return passed("the answer declines, and claims nothing")
        shown = {form for passage in item.passages for form in matching.forms(shown_text(passage))}
        claims = [span.text for span in sentences(answer)]
        covered = [(claim, coverage(claim, shown, matching)) for claim in claims]
        low = [(claim, found) for claim, found in covered if found.share < threshold]
        lowest = min((found.share for _, found in covered), default=1.0)
        if not low:
            return passed(f"claims: {len(claims)}, the lowest coverage is {lowest:.2f}", score=lowest)
        told = [f"coverage {found.share:.2f}, not in the passages: {', '.join(found.missing)}" for _, found in low]
        return failed("; ".join(told), evidence="\n".join(claim for claim, _ in low), score=lowest)

    return check

"""The lexical floor: does enough of each claim stand in the passages, word for word?

A pre-filter for `grounded`. It catches invented figures, names and things. It fails honest paraphrase, and it passes a
claim that turns the passages' own words around: both need a judge that reads for meaning. A word counts as present
wherever in the passages it stands, so that a claim stitched together from several may pass.

Method and threshold: "grounding gate floor", a token-overlap check after generation (the threshold 0.75 is a starting
point there, to be tuned on labelled answers, not a constant).
"""

from collections.abc import Collection
from dataclasses import dataclass

from workbench.judges.scripts.script import Check, Finding, failed, passed, shown_text, without_citations
from workbench.records.item import Item
from workbench.text.declines import is_decline
from workbench.text.sentences import sentences
from workbench.text.tokens import words

THRESHOLD = 0.75

# Words without content of their own: articles, prepositions, pronouns, forms of "be". A longer list hides paraphrase.
GLUE = frozenset("a an and are at in is it of on same that the them they this to with".split())


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


def content_words(text: str) -> list[str]:
    """Return the words of a text, lower case, in order, without the glue."""
    return [word for word in words(text) if word not in GLUE]


def coverage(claim: str, shown: Collection[str]) -> Coverage:
    """Return how much of a claim stands in `shown`, the content words of all passages."""
    asked = content_words(claim)
    missing = tuple(word for word in asked if word not in shown)
    return Coverage(share=(len(asked) - len(missing)) / len(asked) if asked else 1.0, missing=missing)


def floor(*, not_found: str, threshold: float = THRESHOLD) -> Check:
    """Return the check: fail an answer with a sentence whose coverage is below the threshold.

    Citation marks are no words of a claim. An answer that only declines makes no claim, and passes.

    Args:
        not_found: The exact words that the system uses to decline.
        threshold: The smallest share of a claim that has to stand in the passages, 0 to 1.
    """

    def check(item: Item) -> Finding:
        answer = without_citations(item)
        if is_decline(answer, not_found):
            return passed("the answer declines, and claims nothing")
        shown = {word for passage in item.passages for word in content_words(shown_text(passage))}
        claims = [span.text for span in sentences(answer)]
        covered = [(claim, coverage(claim, shown)) for claim in claims]
        low = [(claim, found) for claim, found in covered if found.share < threshold]
        lowest = min((found.share for _, found in covered), default=1.0)
        if not low:
            return passed(f"{len(claims)} claims, the lowest coverage is {lowest:.2f}", score=lowest)
        told = [f"coverage {found.share:.2f}, not in the passages: {', '.join(found.missing)}" for _, found in low]
        return failed("; ".join(told), evidence="\n".join(claim for claim, _ in low), score=lowest)

    return check

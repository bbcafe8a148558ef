"""The lexical floor: does enough of each claim stand in the passages, word for word?

A pre-filter for `grounded`. It catches invented figures, names and things. It fails honest paraphrase, and it passes a
claim that turns the passages' own words around: both need a judge that reads for meaning. A word counts as present
wherever in the passages it stands, so that a claim stitched together from several may pass.

Method and threshold: "grounding gate floor", a token-overlap check after generation (the threshold 0.75 is a starting
point there, to be tuned on labelled answers, not a constant). Word forms and a longer list of words that do not count
move false alarms about and do not end them, so both are options and neither is the default.
"""

from workbench.judges.scripts.script import Check, Finding, failed, passed, without_citations
from workbench.records.item import Item
from workbench.text.declines import is_decline
from workbench.text.sentences import sentences
from workbench.text.support import AS_WRITTEN, COVERED, Matching, coverage

THRESHOLD = COVERED


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
        shown = {form for passage in item.passages for form in matching.forms(passage.shown)}
        claims = [span.text for span in sentences(answer)]
        covered = [(claim, coverage(claim, shown, matching)) for claim in claims]
        low = [(claim, found) for claim, found in covered if found.share < threshold]
        lowest = min((found.share for _, found in covered), default=1.0)
        if not low:
            return passed(f"claims: {len(claims)}, the lowest coverage is {lowest:.2f}", score=lowest)
        told = [f"coverage {found.share:.2f}, not in the passages: {', '.join(found.missing)}" for _, found in low]
        return failed("; ".join(told), evidence="\n".join(claim for claim, _ in low), score=lowest)

    return check

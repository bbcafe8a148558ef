"""Verbatim overlap: does the answer share any run of three words with the passages?

For `grounded`. A flag to look at an answer, no proof against it: good answers paraphrase. It cannot see a changed
figure or name in a sentence that is otherwise taken over.

Method: the share of the answer's word trigrams that stand in the sources; near zero is suspicious in a factual answer.
"""

from workbench.judges.scripts.script import Check, Finding, failed, passed, without_citations
from workbench.records.item import Item
from workbench.text.declines import is_decline
from workbench.text.support import OVERLAPS, trigram_share

THRESHOLD = OVERLAPS


def overlap(*, not_found: str, threshold: float = THRESHOLD) -> Check:
    """Return the check: flag an answer whose share of shared trigrams is below the threshold.

    An answer that only declines, or has fewer than three words, passes.

    Args:
        not_found: The exact words that the system uses to decline.
        threshold: The smallest share that is not near zero, 0 to 1.
    """

    def check(item: Item) -> Finding:
        answer = without_citations(item)
        if is_decline(answer, not_found):
            return passed("the answer declines, and claims nothing")
        share = trigram_share(answer, [passage.shown for passage in item.passages])
        if share is None:
            return passed("fewer than three words, too short to compare")
        told = f"{share:.2f} of the runs of three words stand in the passages"
        if share < threshold:
            return failed(f"{told}; a flag to look at this answer, not a proof", score=share)
        return passed(told, score=share)

    return check

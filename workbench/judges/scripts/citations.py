"""Citation check: was every cited id shown, and does an answer cite at all?

For `grounded`. It cannot see whether the cited passage says what it is cited for.
"""

from workbench.judges.scripts.script import Check, Finding, failed, passed
from workbench.records.item import Item
from workbench.text.citations import citations
from workbench.text.declines import is_decline


def citation_marks(*, not_found: str) -> Check:
    """Return the check: fail an answer that cites what was not shown, or that cites nothing.

    An answer that only declines need not cite.

    Args:
        not_found: The exact words that the system uses to decline.
    """

    def check(item: Item) -> Finding:
        found = citations(item.answer, [passage.id for passage in item.passages])
        if found.unknown:
            told = ", ".join(found.unknown)
            return failed(f"cited, but not shown: {told}", evidence=told)
        if found.shown:
            return passed(f"all {len(found.shown)} cited passages were shown")
        if is_decline(item.answer, not_found):
            return passed("the answer declines, and needs no citation")
        return failed("the answer cites no passage")

    return check

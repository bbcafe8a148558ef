"""A share as k of n, with its interval."""

from workbench.analysis.intervals import wilson
from workbench.analysis.selective import Share
from workbench.report.words import NOT_MEASURED


def share_words(share: Share) -> str:
    """Return "8 of 10, 80.0% (95%: 49% to 94%)"; "not measured" where there is nothing."""
    hits, items = share
    ends = wilson(hits, items)
    if ends is None:
        return NOT_MEASURED
    return f"{hits:,} of {items:,}, {hits / items:.1%} (95%: {ends[0]:.0%} to {ends[1]:.0%})"

"""Number provenance: does every figure of the answer stand in a passage?

For `grounded`. Figures are compared as quantities: `two years` is `24 months`, `1,000` is `1000`. It cannot see a
figure put to the wrong thing, a wrong name, or a claim without figures. List numbers, citation marks, versions, phone
numbers and the like are no figures. A figure that only the question holds is not supported.
"""

from workbench.judges.scripts.script import Check, Finding, failed, passed, without_citations
from workbench.records.item import Item
from workbench.text.support import figures_missing, figures_said, told_apart


def numbers() -> Check:
    """Return the check: fail an answer with a figure that stands in no passage, in any spelling or unit."""
    return _check


def _check(item: Item) -> Finding:
    answer = without_citations(item)
    asked = figures_said(answer)
    if not asked:
        return passed("the answer holds no figure")
    missing = figures_missing(asked, [passage.shown for passage in item.passages])
    if not missing:
        return passed(f"figures of the answer, all in the passages: {len(told_apart(answer, asked))}")
    told = ", ".join(dict.fromkeys(told_apart(answer, missing)))
    return failed(f"in no passage: {told}", evidence=told)

"""Links from a number of the report to exactly its items: the hash that the page reads its filters from."""

from collections.abc import Sequence
from urllib.parse import urlencode

from workbench.records.summary import JudgeSummary, Summary
from workbench.report.scorecard import Counted
from workbench.report.visible import visible

ROUTE = "#/read"


def items_link(judge: JudgeSummary, *filters: tuple[str, str]) -> str:
    """Return the link to the items of one candidate that hold some filters, such as `("set", "planted")`.

    Filters of one name widen each other, but for `is`: an item must be all that is asked for. Names from outside are
    written as the page shows them, and percent-encoded, so that nothing else can stand in a link.
    """
    told = [("judge", judge.name), ("model", judge.model), *filters]
    return f"{ROUTE}?{urlencode([(name, visible(value)) for name, value in told])}"


def rule_link(filters: Sequence[tuple[str, str]], judges: Sequence[JudgeSummary]) -> str:
    """Return the link to the items that hold some filters, whichever of the judges of a rule was asked about them."""
    names = dict.fromkeys(judge.name for judge in judges)
    told = [*(("judge", name) for name in names), *filters]
    return f"{ROUTE}?{urlencode([(name, visible(value)) for name, value in told])}"


def counted_links(judge: JudgeSummary, counted: Counted | None, summary: Summary) -> dict[str, str]:
    """Return the links of a figure: its `hits`, its `items`, and those that are `unresolved`.

    Args:
        judge: The candidate that the figure stands beside.
        counted: Which items it counts.
        summary: Names the script of the rule.

    Returns:
        Nothing for a figure that counts no items, or whose script is not in the run.
    """
    if counted is None:
        return {}
    if counted.by_script:
        name = summary.baselines.get(judge.rule)
        scripts = [one for one in summary.judges if (one.name, one.rule, one.kind) == (name, judge.rule, "script")]
        if not scripts:
            return {}
        judge = scripts[0]
    among = [("is", tag) for tag in counted.among]
    return {
        "hits": items_link(judge, *counted.filters, ("is", counted.hit)),
        "items": items_link(judge, *counted.filters, *among),
        "unresolved": items_link(judge, *counted.filters, ("is", counted.unresolved)),
    }

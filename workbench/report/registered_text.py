"""A plan that was registered, in words and as JSON."""

from collections.abc import Iterator, Sequence
from typing import Any

from workbench.gate.chain import RegisteredPlan
from workbench.gate.words import plural
from workbench.report.columns import paragraph


def registered_text(plans: Sequence[tuple[RegisteredPlan, bool, int]], *, width: int) -> str:
    """Say what was registered and what makes it void.

    Args:
        plans: Each plan, whether it is new, and how many of its items were judged before.
        width: Columns of the page.
    """
    return "".join(f"{line}\n" for line in _lines(plans, width))


def _lines(plans: Sequence[tuple[RegisteredPlan, bool, int]], width: int) -> Iterator[str]:
    for plan, new, judged in plans:
        numbers = f"{plural(plan.plants, 'planted mistake')} and {plural(plan.sources, 'trusted answer')}"
        how = "registered" if new else f"registered already on {plan.at[:10]}"
        yield from paragraph(f"{plan.rule}: {numbers}, {how}", width=width, rest="  ")
        if judged:
            said = f"{plural(judged, 'item')} of it judged before: for the judge versions that did, it does not count"
            yield from paragraph(said, width=width, first="  ! ")
    said = (
        "Now run exactly these cases: workbench run --with-holdout. The plan does not count for a judge that gave "
        "verdicts on its cases before, where other cases are run, or where a bar of the gate is moved. Cases may be "
        "added twice, each time registered before they are run."
    )
    yield from paragraph(said, width=width)


def registered_json(plans: Sequence[tuple[RegisteredPlan, bool, int]]) -> dict[str, Any]:
    """Return what was registered as a JSON document."""
    return {
        "format": 1,
        "registered": [
            {
                "rule": plan.rule,
                "at": plan.at,
                "new": new,
                "plants": plan.plants,
                "sources": plan.sources,
                "items": len(plan.items),
                "judged_before": judged,
            }
            for plan, new, judged in plans
        ],
    }

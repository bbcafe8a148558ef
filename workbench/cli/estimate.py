"""Printing what a run would cost."""

from dataclasses import asdict
from typing import Any

from workbench.cli.output import show, show_json, width
from workbench.records.estimate import Estimate


def show_estimate(estimate: Estimate, *, max_cost: float | None, max_calls: int | None, as_json: bool) -> int:
    """Print an estimate, and whether what the run would be given is enough for it. Returns the exit code."""
    from workbench.report.estimate_text import estimate_text

    if as_json:
        show_json(_document(estimate))
    else:
        show(estimate_text(estimate, width=width(), max_cost=max_cost, max_calls=max_calls))
    return 0


def _document(estimate: Estimate) -> dict[str, Any]:
    """The estimate as JSON: dollars and tokens that nobody knows are null, never 0."""
    judges = []
    for one in estimate.judges:
        spec = one.spec
        told = {"judge": spec.name, "rule": spec.rule, "model": spec.model, "judge_id": spec.judge_id, **asdict(one)}
        del told["spec"]
        judges.append(told)
    totals = {"calls": estimate.calls, "about": estimate.about, "at_most": estimate.at_most}
    return {"format": 1, **asdict(estimate), "judges": judges, "total": totals, "unpriced": list(estimate.unpriced)}

"""What was found of a bench, as JSON for machines."""

from dataclasses import asdict
from typing import Any

from workbench.records.estimate import Estimate
from workbench.report.checked import Checked


def check_json(found: Checked, *, bench: str = "") -> dict[str, Any]:
    """Return what was found as a JSON document; `bench` as in `check_text`."""
    command, why = found.next
    told = {**asdict(found), "estimate": None if found.estimate is None else _estimate_json(found.estimate)}
    return {
        "format": 1,
        "ready": found.exit_code == 0,
        **told,
        "next": {"command": f"{command}{bench}", "why": why},
        "exit_code": found.exit_code,
    }


def _estimate_json(estimate: Estimate) -> dict[str, Any]:
    """What a run costs, as far as it can be told without asking a server."""
    return {
        "repeats": estimate.repeats,
        "run_id": estimate.run_id,
        "calls": estimate.calls,
        "free_calls": estimate.free_calls,
        "about": estimate.about,
        "at_most": estimate.at_most,
        "unpriced": list(estimate.unpriced),
        "judges": [
            {
                "judge": one.spec.name,
                "model": one.spec.model,
                "calls": one.calls,
                "done": one.done,
                "about": one.about,
                "at_most": one.at_most,
            }
            for one in estimate.judges
        ],
    }

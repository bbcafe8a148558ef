"""A graded set for machines."""

from dataclasses import asdict
from typing import Any

from workbench.report.drift_text import drift_json
from workbench.report.grade_view import GradeView
from workbench.report.in_use_text import in_use_json

FORMAT = 1


def grade_json(view: GradeView) -> dict[str, Any]:
    """Return the report as one JSON document; what was not measured is null, never 0."""
    grade, grading, drift = view.grade, view.grading, view.drift
    made_of = {name: value for name, value in asdict(grade).items() if name != "answers"}
    rate = grading.failure
    found = view.counterfactual
    return {
        "format": FORMAT,
        "complete": True,
        **made_of,
        "answers": grading.answers,
        "sampled": grading.sampled,
        "certified_on": view.seen,
        "statuses": dict(grading.statuses),
        "judge_failed": grading.judge_failed,
        "counterfactual": None
        if found is None
        else {
            "run_id": found.run_id,
            "made_at": found.made_at,
            "questions": asdict(found.questions),
            "differing": asdict(found.differing),
        },
        "passed": asdict(grading.passed),
        "passed_at_worst": asdict(grading.passed_at_worst),
        "declines_judged": grading.declines_judged,
        "claims": None if grading.claims is None else {"supported": grading.claims[0], "claims": grading.claims[1]},
        "figures": asdict(grading.figures),
        "declines": asdict(grading.declines),
        "failure": None if rate is None else in_use_json({grade.judge: rate}, view.known)[grade.judge],
        "to_read": [
            {
                "case": one.answer.case,
                "item": one.answer.item,
                "why": str(one.why),
                "figures": one.answer.figures,
                "reason": one.reason,
            }
            for one in grading.to_read
        ],
        "drift": {
            "note": drift.note,
            "check": drift_json(drift.certificate, drift.noise, drift.checks) if drift.checks else None,
        },
        "trend": {
            "days": [asdict(day) for day in view.trend.days],
            "rises": {
                measure: {**asdict(rise), "since": rise.since.isoformat()} for measure, rise in view.trend.rises.items()
            },
        },
    }

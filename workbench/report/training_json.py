"""A training as JSON for machines."""

from dataclasses import asdict
from typing import Any

from workbench.records.learned import LearnedJudge
from workbench.records.summary import Constant, JudgeSummary
from workbench.report.training import Training
from workbench.store.strict_json import encode

FORMAT = 1


def training_json(found: Training) -> dict[str, Any]:
    """Return the training as a JSON document; `learned` and `path` are null where nothing was written."""
    choice, cases = found.choice, found.choice.cases
    return {
        "format": FORMAT,
        "judge": found.name,
        "rule": found.rule,
        "trained_on": {
            "planted": cases.wrong.count(True),
            "right": cases.wrong.count(False),
            "sources": len(set(cases.sources)),
        },
        "auc": asdict(choice.area),
        "unseen": [encode(JudgeSummary, judge) for judge in found.judges],
        "constants": [encode(Constant, one) for one in found.constants],
        "learned": None if found.learned is None else encode(LearnedJudge, found.learned),
        "meanings": dict(found.meanings),
        "path": found.path or None,
        "settings": list(found.settings),
        "notes": list(found.notes),
    }

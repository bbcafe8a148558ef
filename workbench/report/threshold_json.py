"""The choice of a threshold as JSON for machines."""

from dataclasses import asdict
from typing import Any

from workbench.analysis.threshold_choice import Cap, ThresholdChoice
from workbench.analysis.threshold_setting import Point
from workbench.analysis.thresholds import Cut
from workbench.records.summary import Rate
from workbench.report.tuned import Tuned

FORMAT = 1


def threshold_json(found: Tuned) -> dict[str, Any]:
    """Return the choice as a JSON document. A threshold of null fails everything or nothing, as its counts say."""
    choice, cases = found.choice, found.choice.cases
    return {
        "format": FORMAT,
        "judge": found.judge,
        "of": found.place,
        "cases": {
            "wrong": cases.wrong.count(True),
            "right": cases.wrong.count(False),
            "sources_wrong": len(set(cases.sources_of(wrong=True))),
            "sources_right": len(set(cases.sources_of(wrong=False))),
            "unscored_wrong": cases.unscored_wrong,
            "unscored_right": cases.unscored_right,
            "varying_items": cases.varying,
            "mistakes": found.mistakes,
        },
        "wanted": _wanted(choice),
        "high_is_good": cases.high_is_good,
        "auc": asdict(choice.area),
        "thresholds": [_point(point) for point in choice.points],
        "as_it_was_run": None if choice.now is None else _point(choice.now),
        "chosen": None if choice.chosen is None else _measured(choice, choice.chosen),
        "not_chosen_on": _check(choice),
        "calibration": None if choice.calibration is None else asdict(choice.calibration),
        "earned": choice.earned,
        "settings": list(found.settings),
        "next_steps": list(found.next_steps),
        "notes": list(found.notes),
    }


def _wanted(choice: ThresholdChoice) -> dict[str, Any]:
    wanted = choice.wanted
    if isinstance(wanted, Cap):
        return {"max_false_alarms": wanted.share, "right_sources_needed": wanted.needed}
    return {"cost_miss": wanted.miss, "cost_alarm": wanted.false_alarm, "base_rate": wanted.base_rate}


def _check(choice: ThresholdChoice) -> dict[str, Any] | None:
    check = choice.check
    if check is None:
        return None
    return {**_rates(choice, check.others), "optimism": check.optimism, "thresholds": list(choice.parts)}


def _point(point: Point) -> dict[str, Any]:
    cut = point.cut
    return {"threshold": point.at, "caught": cut.caught, "alarmed": cut.alarmed}


def _measured(choice: ThresholdChoice, point: Point) -> dict[str, Any]:
    return {"threshold": point.at, **_rates(choice, point.cut)}


def _rates(choice: ThresholdChoice, cut: Cut) -> dict[str, Any]:
    alarms, misses = _rate(choice.false_alarms(cut)), _rate(choice.misses(cut))
    return {"false_alarms": alarms, "misses": misses, "youden": cut.youden}


def _rate(rate: Rate) -> dict[str, Any]:
    return {"hits": rate.hits, "of": rate.items, "at_most": rate.bound}

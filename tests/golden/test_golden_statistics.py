"""Golden values: figures on which at least two independent implementations agree."""

import json
import re
from pathlib import Path

import pytest

from tests.analysis.answer_key import challenge, table
from tests.analysis.answer_key import spec as a_judge
from tests.gate.summaries import judge, unseen
from workbench.analysis.consistency import consistency
from workbench.analysis.evalues import e_value, e_value_of_sum
from workbench.analysis.intervals import lower_bound, upper_bound, wilson
from workbench.analysis.rates import catch_rate
from workbench.analysis.truth import item_table
from workbench.gate.decide import decide
from workbench.gate.evidence import FreshEvidence
from workbench.gate.needed import clears_bound, clears_evidence, more_cases
from workbench.gate.policy import Policy
from workbench.records.challenge import Set
from workbench.records.summary import Standing

GOLDEN = json.loads(Path(__file__).with_name("statistics.json").read_text(encoding="utf-8"))
ALL = 192
NEEDS = {
    "PROVISIONAL": {
        "planted": "plants",
        "plant styles": "plant_styles",
        "clean and near-miss sources": "clean",
        "held out": "heldout",
        "held-out styles": "heldout_styles",
        "repeats": "repeats",
        "consistency": "consistency",
        "errors": "errors",
    },
    "CERTIFIED": {
        "planted": "fresh_plants",
        "plant styles": "fresh_plant_styles",
        "clean and near-miss sources": "fresh_clean",
        "held out": "heldout",
        "held-out styles": "heldout_styles",
    },
}


def fewest(rule, floor, misses):
    """The smallest number of cases with so many misses that clears the floor."""
    return misses + more_cases(rule, 0, misses, minimum=1, floor=floor)


def of_repeats(said):
    """Item table of one plant for each row of verdicts: 1 fail, 0 pass, None error."""
    words = {1: "fail", 0: "pass", None: "error:timeout"}
    key = [challenge(f"i{place}", Set.PLANTED, style="s") for place in range(len(said))]
    cells = [(f"i{i}", "judge-1", r, words[v]) for i, answers in enumerate(said) for r, v in enumerate(answers)]
    return item_table(key, table(cells), [a_judge()], repeats=max(len(answers) for answers in said))


def errors_are_neither(repeats):
    rows = of_repeats([repeats])
    row, rate = rows.iloc[0], catch_rate(rows)
    return {
        "valid": row.valid,
        "errors": row.errors,
        "majority": int(row.fails > row.passes),
        "score": round(row.score, 9),
        "strict_caught": bool(rate.hits),
    }


def unanimous(cases):
    found = consistency(of_repeats(cases))
    return [found.unanimous, found.items]


def needed(level, decision):
    """What the gate says is missing, as names and numbers."""
    found = []
    for line in decision.lines[level]:
        if line.standing is Standing.MET or line.line not in NEEDS[level]:
            continue
        number = re.match(r"\d+", line.missing)
        found.append([NEEDS[level][line.line], int(number[0]) if number else None])
    return found


def gate(inputs):
    """Decide on a judge made from counts. Where no fresh cases are named, an earlier version saw them all."""
    names = ("plants", "plant_styles", "clean", "held", "held_styles", "unanimous", "calls", "errors")
    one = judge(**{name: tuple(v) if isinstance(v := inputs[name], list) else v for name in names})
    fresh = None
    if "plan" in inputs:
        assert (inputs["fresh_plants"], inputs["fresh_clean"]) == (inputs["plants"], inputs["clean"])
        fresh = FreshEvidence(summary=one, registered=inputs["plan"] == "fixed")
    seen = unseen(one, stale=frozenset({"case"}))
    decision = decide(one, Policy(), repeats=inputs["repeats"], seen=seen, unread=0, fresh=fresh)
    level = "CERTIFIED" if decision.level == "PROVISIONAL" else "PROVISIONAL"
    needs = [] if decision.level == "CERTIFIED" else needed(level, decision)
    for need in needs:
        if need[0] == "consistency":
            need[1] = inputs["unanimous"][0] / inputs["unanimous"][1] if inputs["unanimous"][1] else None
    # With one repeat consistency is not measured; the golden rule names the repeats alone.
    needs = [need for need in needs if need != ["consistency", None]]
    return {"status": str(decision.level).lower(), "needs": needs}


CHECKS = {
    r"wilson95_": lambda k, n, conf: list(wilson(k, n)),
    r"seed002_wilson": lambda k, n: list(wilson(k, n)),
    r"clopper_pearson95_": lambda k, n, conf: [lower_bound(k, n, alpha=0.025), upper_bound(k, n, alpha=0.025)],
    r"cp_lower95_": lambda k, n, alpha: lower_bound(k, n, alpha=alpha),
    r"cp_upper95_": lambda k, n, alpha: upper_bound(k, n, alpha=alpha),
    r"fractional_cp_": lambda x, n, alpha: lower_bound(x, n, alpha=alpha),
    r"errors_are_neither": lambda repeats, R: errors_are_neither(repeats),
    r"unanimous_": lambda dataset, cases: unanimous(cases),
    r"pairwise_one_flip_20": lambda dataset: consistency(of_repeats([[0, 0]] * 19 + [[0, 1]])).pairwise,
    r"pairwise_flip_3_of_19x2": lambda dataset: consistency(of_repeats([[0, 0]] * 16 + [[0, 1]] * 3)).pairwise,
    r"consistency_lower95": lambda k, n: lower_bound(k, n),
    r"loss_upper95": lambda losses, n: upper_bound(losses, n),
    r"noninferiority_n": lambda margin, losses: [fewest(clears_bound, 1 - margin, loss) for loss in losses],
    r"min_n_for_misses": lambda floor, alpha, misses: [fewest(clears_bound, floor, miss) for miss in misses],
    r"zero_miss_n": lambda floor: fewest(clears_bound, floor, 0),
    r"more_needed": lambda k, n, floor, plan: more_cases(clears_bound, k, n, minimum=1, floor=floor),
    r"evalue_fractional": lambda scores, floor: e_value(scores, floor),
    r"evalue_": lambda x, n, floor, bet: e_value_of_sum(x, n, floor),
    r"open_plan_n": lambda floor, bet, threshold, misses: [fewest(clears_evidence, floor, miss) for miss in misses],
    r"gate_": lambda **inputs: gate(inputs),
}


@pytest.mark.parametrize("value", GOLDEN["values"], ids=lambda value: value["name"])
def test_golden_value(value):
    check = next(check for name, check in CHECKS.items() if re.match(name, value["name"]))
    found = check(**value["inputs"])
    if value["tolerance"]:
        assert found == pytest.approx(value["expected"], abs=value["tolerance"])
    else:
        assert found == value["expected"]


@pytest.mark.parametrize(("section", "names"), sorted(GOLDEN["left"].items()))
def test_values_of_later_methods_are_named_and_not_claimed(section, names):
    covered = {value["name"] for value in GOLDEN["values"]}
    assert names
    assert not covered & set(names)


def test_no_golden_value_is_forgotten():
    assert len(GOLDEN["values"]) + sum(len(names) for names in GOLDEN["left"].values()) == ALL

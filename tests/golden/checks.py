"""How each golden value is asked for: a pattern of its name, and the public function of the package that gives it."""

import re

from tests.analysis.answer_key import WORDS, of_repeats
from tests.gate.summaries import judge, unseen
from workbench.analysis.agreement import agreement
from workbench.analysis.audit import audited_share
from workbench.analysis.calibration import brier
from workbench.analysis.canaries import alarm_from, canaries_needed, chance_of_flips
from workbench.analysis.cascade import Ends, Recorded, Stage, replay
from workbench.analysis.consistency import consistency
from workbench.analysis.correction import corrected_estimate, corrected_share
from workbench.analysis.cusum import Cusum
from workbench.analysis.dawid_skene import consensus
from workbench.analysis.evalues import e_value, e_value_of_sum
from workbench.analysis.intervals import jeffreys, lower_bound, upper_bound, wilson
from workbench.analysis.luck import expected_best, lucky_chance
from workbench.analysis.needed import clears_bound, clears_evidence, more_cases
from workbench.analysis.paired_difference import difference, worst_loss
from workbench.analysis.paired_tests import holm, mcnemar, sign_flip
from workbench.analysis.planning import allowed_misses, fewest_items, first_plan, power
from workbench.analysis.prediction_powered import Labelled, powered_share, tuned_weight
from workbench.analysis.rates import catch_rate
from workbench.analysis.repeated_looks import chance_of_passing, sequential_test
from workbench.analysis.repeats import (
    coverage,
    effective_cases,
    expected_pairwise,
    expected_unanimous,
    intraclass_correlation,
    mean_of_cases,
    right_calls,
)
from workbench.analysis.selective import Answered, risk_coverage, selective
from workbench.analysis.sequential import wald_steps, wald_thresholds
from workbench.analysis.thresholds import best_youden, cap_violation, cheapest, clean_needed, expected_cost
from workbench.gate.decide import decide
from workbench.gate.evidence import FreshEvidence
from workbench.gate.policy import Policy
from workbench.gate.reading import Reading
from workbench.records.summary import Standing
from workbench.records.verdict import Outcome

PPI = {"Y1F1": 6, "Y1F0": 2, "Y0F1": 2, "Y0F0": 30}
# Named but not given with the values: 11 clean and 8 planted cases without a flip, and with three flips as there.
DATASETS = {
    "seed_grounded": [[0, 0]] * 11 + [[1, 1]] * 8,
    "seed_answers": [[0, 0]] * 11 + [[1, 1]] * 6,
    "one_flip_20": [[0, 0]] * 19 + [[0, 1]],
    "flip_3_of_19x2": [[0, 0]] * 9 + [[0, 1]] * 3 + [[1, 1]] * 7,
    "mixed_12x5": [
        *([1, 1, 1, 1, 1], [1, 1, 1, 1, 1], [1, 1, 1, 1, 1], [1, 1, 1, 1, 0], [1, 1, 1, 1, 1], [0, 0, 0, 0, 0]),
        *([0, 0, 0, 0, 0], [0, 0, 0, 0, 0], [0, 0, 1, 0, 0], [0, 0, 0, 0, 0], [1, 1, 0, 0, 1], [0, 0, 0, 0, 0]),
    ],
}
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


def beyond_chance(dataset):
    return agreement(of_repeats(DATASETS[dataset]))


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


def unanimous(dataset, cases):
    assert cases == DATASETS.get(dataset, cases)
    found = consistency(of_repeats(cases))
    return [found.unanimous, found.items]


def naive_coverage(bound, n, repeats, mean, icc):
    return coverage(lambda right: bound(right, n * repeats), n, repeats, share=mean, correlation=icc)


def flips(ours, theirs, repeats=5):
    return sign_flip([right / repeats for right in ours], [right / repeats for right in theirs])


def topped_up(floor, true, most):
    allowed = {items: allowed_misses(items, floor) for items in range(1, most + 1)}
    return chance_of_passing({items: misses for items, misses in allowed.items() if misses is not None}, true)


def course(p0, p1, alpha, beta, true):
    found = sequential_test(p0, p1, true, alpha=alpha, beta=beta)
    return [found.cleared, found.cases]


def ends(estimate, *names):
    return [getattr(estimate, name) for name in names]


def corrected(flagged, n, caught, plants, passed, clean):
    return corrected_estimate(failed=flagged, answers=n, caught=caught, plants=plants, passed=passed, clean=clean)


def labelled(counts):
    return Labelled(
        wrong_failed=counts["Y1F1"],
        wrong_passed=counts["Y1F0"],
        right_failed=counts["Y0F1"],
        right_passed=counts["Y0F0"],
    )


def audit(judge_fail_total, judge_pass_total, true_fail_among_fail, labelled_fail, true_fail_among_pass, labelled_pass):
    found = audited_share(
        failed=judge_fail_total,
        labelled_failed=labelled_fail,
        wrong_failed=true_fail_among_fail,
        passed=judge_pass_total,
        labelled_passed=labelled_pass,
        wrong_passed=true_fail_among_pass,
    )
    return ends(found, "share", "error", "low", "high")


def cost_weighted(pos, neg, cost_miss, cost_false_alarm, prevalence):
    costs = {"miss": cost_miss, "false_alarm": cost_false_alarm, "prevalence": prevalence}
    cut = cheapest(pos, neg, **costs)
    return [expected_cost(cut, **costs), cut.threshold]


def votes(pattern_counts):
    return consensus({tuple(map(int, pattern)): count for pattern, count in pattern_counts.items()})


def posteriors(pattern_counts):
    found = votes(pattern_counts)
    return [found.chances[tuple(map(int, pattern))] for pattern in pattern_counts]


def cascade(data, cost):
    cases = [
        Recorded(
            case_id=f"case-{place}",
            expected=Outcome(WORDS[truth]),
            verdicts={"script": [WORDS[script]], "small": [WORDS[v] for v in small], "large": [WORDS[large]]},
        )
        for place, (script, small, large, truth) in enumerate(data)
    ]
    stages = [
        Stage(judge="script", ends=Ends.ON_FAIL, cost=cost["script"]),
        Stage(judge="small", ends=Ends.ON_AGREEMENT, calls=2, cost=cost["small"]),
        Stage(judge="large", ends=Ends.ALWAYS, cost=cost["large"]),
    ]
    found = replay(cases, stages)
    return [found.catch.hits / found.catch.items, found.alarms.hits / found.alarms.items, found.cost]


def selective_table(answerable, unanswerable):
    def kind(counts):
        return Answered(correct=counts["correct"], wrong=counts["wrong"], declined=counts["abstained"])

    found = selective(kind(answerable), kind(unanswerable))
    shares = {
        "selective_accuracy": found.right_when_answering,
        "answerable_correct": found.right_answers,
        "over_abstention": found.needless_declines,
        "wrong_on_answerable": found.wrong_answers,
        "proper_abstention": found.proper_declines,
        "answered_unanswerable": found.answered_anyway,
        "coverage": found.answered,
        "overall_right": found.right_overall,
    }
    return {"answered": found.answered[0], **{name: round(hits / of, 12) for name, (hits, of) in shares.items()}}


def canaries(canaries, flip_noise, false_alarm_max, shifted):
    alarm = alarm_from(canaries, flip_noise, false_alarms=false_alarm_max)
    return [alarm.flips, alarm.false_alarm, chance_of_flips(alarm.flips, canaries, shifted)]


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
    decision = decide(one, Policy(), repeats=inputs["repeats"], seen=seen, read=Reading(), fresh=fresh)
    level = "CERTIFIED" if decision.level == "PROVISIONAL" else "PROVISIONAL"
    needs = [] if decision.level == "CERTIFIED" else needed(level, decision)
    for need in needs:
        if need[0] == "consistency":
            need[1] = inputs["unanimous"][0] / inputs["unanimous"][1] if inputs["unanimous"][1] else None
    # With one repeat consistency is not measured; the golden rule names the repeats alone.
    needs = [need for need in needs if need != ["consistency", None]]
    return {"status": str(decision.level).lower(), "needs": needs}


CHECKS = {
    # 1: intervals
    r"wilson95_": lambda k, n, conf: list(wilson(k, n, alpha=1 - conf)),
    r"wilson_lower95_": lambda k, n, alpha: wilson(k, n, alpha=2 * alpha)[0],
    r"wilson_onesided_true_error_": lambda n: lucky_chance(n, n, wilson(n, n, alpha=0.1)[0]),
    r"seed002_wilson": lambda k, n: list(wilson(k, n)),
    r"jeffreys95_": lambda k, n, conf, end_rule: list(jeffreys(k, n, alpha=1 - conf)),
    r"clopper_pearson95_": lambda k, n, conf: [
        bound(k, n, alpha=(1 - conf) / 2) for bound in (lower_bound, upper_bound)
    ],
    r"cp_lower95_": lambda k, n, alpha: lower_bound(k, n, alpha=alpha),
    r"cp_upper95_": lambda k, n, alpha: upper_bound(k, n, alpha=alpha),
    r"fractional_cp_": lambda x, n, alpha: lower_bound(x, n, alpha=alpha),
    # 2: repeats
    r"betabinom_pmf_": lambda k, R, mean, icc: right_calls(1, R, share=mean, correlation=icc)[k],
    r"prob_all_30_calls": lambda n, R, mean, icc: right_calls(n, R, share=mean, correlation=icc)[-1],
    r"coverage_naive_cp_lower": lambda n, R, mean, icc, nominal: naive_coverage(
        lambda k, of: (lower_bound(k, of, alpha=1 - nominal), 1), n, R, mean, icc
    ),
    r"coverage_naive_wilson": lambda n, R, mean, icc, nominal: naive_coverage(
        lambda k, of: wilson(k, of, alpha=1 - nominal), n, R, mean, icc
    ),
    r"effective_n_": lambda n, R, icc: effective_cases(n, R, icc),
    r"icc_anova_": lambda caught_of_5: intraclass_correlation(caught_of_5, 5),
    r"case_mean_and_se_": lambda caught_of_5: list(mean_of_cases([caught / 5 for caught in caught_of_5])),
    r"errors_are_neither": lambda repeats, R: errors_are_neither(repeats),
    # 3: consistency
    r"unanimous_expected_": lambda mean, icc, R: expected_unanimous(R, share=mean, correlation=icc),
    r"unanimous_": lambda dataset, cases: unanimous(dataset, cases),
    r"pairwise_expected_": lambda mean, icc: expected_pairwise(mean, icc),
    r"pairwise_": lambda dataset: consistency(of_repeats(DATASETS[dataset])).pairwise,
    r"krippendorff_": lambda dataset: beyond_chance(dataset).alpha,
    r"fleiss_": lambda dataset: beyond_chance(dataset).kappa,
    r"gwet_ac1_": lambda dataset, categories: beyond_chance(dataset).ac1,
    r"consistency_lower95": lambda k, n: lower_bound(k, n),
    # 4: comparison
    r"mcnemar_exact_": lambda b, c: mcnemar(b, c),
    r"mcnemar_midp_": lambda b, c: mcnemar(b, c, mid=True),
    r"signflip_": lambda A, B: flips(A, B),
    r"holm_": lambda p: list(holm(p)),
    r"tango_": lambda b, c, n, conf: list(difference(b, c, n, alpha=1 - conf)),
    r"loss_upper95": lambda losses, n: worst_loss(losses, n),
    r"noninferiority_n": lambda margin, losses: [fewest_items(loss, 1 - margin) for loss in losses],
    # 5: planning
    r"min_n_for_misses": lambda floor, alpha, misses: [fewest_items(miss, floor, alpha=alpha) for miss in misses],
    r"zero_miss_n": lambda floor: fewest_items(0, floor),
    r"more_needed": lambda k, n, floor, plan: more_cases(clears_bound, k, n, minimum=1, floor=floor),
    r"gate_power_": lambda n, floor, true: power(n, floor, true),
    r"plan_first_n_": lambda floor, true, power: first_plan(floor, true, wanted=power).items,
    # 6: sequences
    r"evalue_fractional": lambda scores, floor: e_value(scores, floor),
    r"evalue_": lambda x, n, floor, bet: e_value_of_sum(x, n, floor),
    r"open_plan_n": lambda floor, bet, threshold, misses: [fewest(clears_evidence, floor, miss) for miss in misses],
    r"naive_topup_": lambda floor, true, N: topped_up(floor, true, N),
    r"five_looks_": lambda looks, misses, true: chance_of_passing(dict(zip(looks, misses, strict=True)), true),
    r"sprt_log_thresholds": lambda alpha, beta: list(wald_thresholds(alpha, beta)),
    r"sprt_steps_": lambda p0, p1: list(wald_steps(p0, p1)),
    r"sprt_": lambda p0, p1, alpha, beta, true: course(p0, p1, alpha, beta, true),
    # 7: production
    r"rogan_gladen_point": lambda p_fail, catch, spec: corrected_share(p_fail, catch, spec),
    r"rg_lang_reiczigel_": lambda **counts: ends(corrected(**counts), "low", "high"),
    r"rg_refuse_": lambda catch, spec: corrected_share(0.1, catch, spec),
    r"ppi_plus_plus_mean": lambda labelled_counts, unlabelled_counts, conf: ends(
        powered_share(labelled(labelled_counts), *unlabelled_counts.values(), alpha=1 - conf), "share", "low", "high"
    ),
    r"ppi_plus_plus_lambda": lambda note: tuned_weight(labelled(PPI), 68, 332),
    r"poststratified_audit_": lambda **counts: audit(**counts),
    # 8: thresholds
    r"youden_j": lambda pos, neg, rule: best_youden(pos, neg).youden,
    r"youden_threshold": lambda pos, neg, tie: best_youden(pos, neg).threshold,
    r"cost_weighted_": lambda pos, neg, **costs: cost_weighted(pos, neg, **costs),
    r"brier": lambda p, y: brier(p, y),
    r"np_threshold_min_clean": lambda false_alarm_cap, confidence: clean_needed(false_alarm_cap, alpha=1 - confidence),
    r"np_threshold_violation": lambda n, cap: cap_violation(n, cap),
    # 9: holdout
    r"reused_holdout_expected_best": lambda true_catch, heldout_cases, looks: expected_best(
        heldout_cases, true_catch, versions=looks
    ),
    r"reused_holdout_": lambda true_catch, heldout_cases, looks: lucky_chance(
        heldout_cases, heldout_cases, true_catch, versions=looks
    ),
    r"best_of_k_": lambda n, misses, k, true: lucky_chance(n - misses, n, true, versions=k),
    r"heldout_detects_": lambda true_catch, m: 1 - lucky_chance(m, m, true_catch),
    # 10: several judges
    r"dawid_skene_posteriors": lambda pattern_counts, **_: posteriors(pattern_counts),
    r"dawid_skene_prior": lambda pattern_counts, **_: votes(pattern_counts).wrong,
    r"dawid_skene_catch": lambda pattern_counts, **_: list(votes(pattern_counts).catch),
    r"cascade_": lambda cases, data, cost, policy: cascade(data, cost),
    # 11: selective answering
    r"seed002_table": lambda table: selective_table(**table),
    r"eaurc_": lambda confidence, loss: risk_coverage(confidence, loss).excess,
    r"risk_coverage_": lambda confidence, loss: list(risk_coverage(confidence, loss).risks),
    # 12: drift
    r"canaries_for_": lambda changed_share, power: canaries_needed(changed_share, power=power),
    r"canary_alarm_": lambda **inputs: canaries(**inputs),
    r"cusum_arl_": lambda p, up, down, h, start: Cusum(up=up, down=down, alarm=h).run_length(p),
    # 13: the gate; after `gate_power_`
    r"gate_": lambda **inputs: gate(inputs),
}


def found(value):
    """Ask the package for a golden value."""
    check = next(check for name, check in CHECKS.items() if re.match(name, value["name"]))
    return check(**value["inputs"])

import json
from dataclasses import replace

import pytest

from tests.report.hostile import PAYLOAD, poisoned
from workbench.gate.recommend import Recommendation
from workbench.records.comparison import Changed, Comparison, Kind, Part
from workbench.records.summary import Level
from workbench.report.columns import display_width
from workbench.report.compare_text import compare_json, compare_text
from workbench.report.compared import Candidate, Compared, ComparedRule
from workbench.report.visible import visible

MISTAKES = Part(
    kind=Kind.MISTAKES,
    cases=20,
    left_out=1,
    right=17,
    reference_right=18,
    fixed=(Changed(case="5ff51ebc00000000", style="figure changed"),),
    broken=(Changed(case="0a13d2f700000000", style="outside fact"), Changed(case="1b13d2f700000000", style="")),
    unsure=3,
    better=-0.04,
    p_value=0.25,
    mcnemar=1.0,
    adjusted=0.5,
    low=-0.201,
    high=0.099,
    worst_loss=0.3101,
    cases_needed=640,
)
SOURCES = replace(
    MISTAKES,
    kind=Kind.SOURCES,
    cases=40,
    left_out=0,
    right=40,
    reference_right=40,
    fixed=(),
    broken=(),
    unsure=0,
    adjusted=1.0,
    worst_loss=0.0722,
    cases_needed=None,
)


@pytest.fixture
def rule(run):
    weak, strong = run.summary.judges[0], run.summary.judges[4]
    return ComparedRule(
        rule="grounded",
        reference=Candidate(judge=strong, run_id="r1", repeats=5, stale=""),
        others=(
            Compared(
                candidate=Candidate(judge=weak, run_id="r1", repeats=5, stale=""),
                comparison=Comparison(parts=(MISTAKES, SOURCES), items=61, only_candidate=2, only_reference=0),
                differences=(),
            ),
        ),
        recommendation=Recommendation(asked=Level.CERTIFIED, chosen=strong, ended=weak, after=(), unpriced=()),
    )


def test_repeats_are_compared_by_what_does_not_fall_with_their_number(rule):
    weak, strong = rule.others[0].candidate.judge, rule.reference.judge
    assert "  repeats           pairwise agreement 0.951, reference 1.000\n" in compare_text(
        [rule], margin=0.1, width=100
    )
    assert compare_json([rule], margin=0.1)["rules"][0]["reference"]["pairwise"] == strong.consistency.pairwise
    once = replace(weak, consistency=replace(weak.consistency, items=0, pairwise=None))
    alone = replace(rule.others[0], candidate=replace(rule.others[0].candidate, judge=once))
    assert "pairwise" not in compare_text([replace(rule, others=(alone,))], margin=0.1, width=100)


def test_a_comparison_says_what_broke_whether_it_counts_and_what_to_use(rule):
    text = compare_text([rule], margin=0.1, width=100)
    assert "  mistakes          17 of 20 caught, reference 18: fixed 1, broke 2, 3 less or more sure; 1 case" in text
    assert "fixed: 5ff51ebc figure changed\n" in text
    assert "broke: 0a13d2f7 outside fact, 1b13d2f700000000\n" in text
    said = " ".join(text.split())
    assert "not told apart (p = 0.500, all comparisons counted): the true difference lies between -21 and +10" in said
    assert "if this difference is real, about 640 cases show it" in said
    # Three losses at worst: 76 cases show that no more than a tenth is lost, and 21 are there.
    assert "at most 32 points worse: not shown to be within 10 points; 55 more cases without a loss" in said
    assert "40 of 40 passed, reference 40: the same on every one" in said
    assert "at most 8 points worse: good enough, within 10 points" in said
    assert "61 items in common; 2 and 0 others are compared with nothing" in said
    assert "USE perfect (simulated): the cheapest that has earned CERTIFIED, from the dearest down." in said


@pytest.mark.parametrize("kind", Kind)
def test_what_is_compared_stands_apart_from_its_counts(rule, kind):
    (one,) = rule.others
    parts = replace(one, comparison=replace(one.comparison, parts=(replace(MISTAKES, kind=kind),)))
    lines = compare_text([replace(rule, others=(parts,))], margin=0.1, width=100).splitlines()
    assert any(
        line.startswith(f"  {kind}  ") and line.split(f"  {kind}  ")[1].lstrip().startswith("17 of 20")
        for line in lines
    )


@pytest.mark.parametrize(
    ("low", "high", "shown"), [(-0.109, -0.001, "-11 and +0"), (0.019, 0.2, "+1 and +20"), (-0.1, 0.001, "-10 and +1")]
)
def test_an_interval_is_never_drawn_narrower_than_it_is(rule, low, high, shown):
    (one,) = rule.others
    part = replace(MISTAKES, low=low, high=high)
    changed = replace(rule, others=(replace(one, comparison=replace(one.comparison, parts=(part,))),))
    said = " ".join(compare_text([changed], margin=0.1, width=100).split())
    assert f"the true difference lies between {shown} points" in said


def test_judges_that_are_told_apart_are_called_better_or_worse(rule):
    (one,) = rule.others
    for better, word in ((0.2, "better"), (-0.2, "worse")):
        part = replace(MISTAKES, better=better, adjusted=0.00001)
        changed = replace(rule, others=(replace(one, comparison=replace(one.comparison, parts=(part,))),))
        assert f"{word} (p at most 0.001, all comparisons counted)" in compare_text([changed], margin=0.1, width=100)


def test_nobody_is_recommended_without_reason(rule):
    nobody = Recommendation(asked=Level.CERTIFIED, chosen=None, ended=None, after=(), unpriced=())
    weak = rule.recommendation.ended
    changed = replace(rule.reference, stale="the rubric")
    told = compare_text([replace(rule, reference=changed, recommendation=nobody)], margin=0.1, width=100)
    assert "none: perfect (simulated) changed since the run: run it again." in told
    # To run it again would give it no price.
    unpriced = replace(rule, recommendation=replace(nobody, unpriced=(weak,)))
    told = " ".join(compare_text([unpriced], margin=0.1, width=100).split())
    assert "none: no cost is known of grounded on claude-haiku-4-5, so it cannot be the cheapest." in told
    assert "run it again" not in told
    early = replace(rule.recommendation, chosen=None, after=(rule.reference.judge,), unpriced=(weak,))
    said = " ".join(compare_text([replace(rule, recommendation=early)], margin=0.1, width=100).split())
    assert "none yet: grounded on claude-haiku-4-5, the dearest, has not earned CERTIFIED" in said
    assert "perfect (simulated) has earned it, but is cheaper than one that has not: confirm it" in said
    assert "Without a known cost, and so left out: grounded on claude-haiku-4-5." in said


def test_a_change_since_the_run_and_several_runs_are_said(rule):
    (one,) = rule.others
    older = replace(one, candidate=replace(one.candidate, run_id="r0", stale="the rubric changed"))
    text = " ".join(compare_text([replace(rule, others=(older,))], margin=0.1, width=100).split())
    assert "run r0, 5 repeats" in text
    assert "; the rubric changed)" in text


def test_what_differs_is_said_and_more_than_one_thing_is_a_warning(rule):
    (one,) = rule.others
    rubric = replace(one, differences=("its rubric has changed",))
    assert "\n  changed: its rubric has changed\n" in compare_text(
        [replace(rule, others=(rubric,))], margin=0.1, width=100
    )
    both = replace(rubric, candidate=replace(one.candidate, repeats=2))
    text = compare_text([replace(rule, others=(both,))], margin=0.1, width=100)
    assert "\n  not like for like: its rubric has changed; repeats were 5 and are 2\n" in text


@pytest.mark.parametrize("width", [60, 100])
def test_hostile_text_stays_on_the_page_and_is_shown(rule, width):
    text = compare_text(
        [poisoned(rule, {"rule", "kind", "judge_id", "set", "level", "standing", "lines", "asked"})],
        margin=0.1,
        width=width,
    )
    assert visible(text) == text
    assert max(display_width(line) for line in text.splitlines()) <= width
    assert "".join(visible(PAYLOAD).split()) in "".join(text.split())


def test_the_json_holds_every_figure(rule):
    value = json.loads(json.dumps(compare_json([rule], margin=0.1), allow_nan=False))
    (one,) = value["rules"]
    (candidate,) = one["candidates"]
    assert [part["kind"] for part in candidate["parts"]] == ["mistakes", "sources"]
    assert candidate["parts"][0]["broken"][0] == {"case": "0a13d2f700000000", "style": "outside fact"}
    assert [(part["told_apart"], part["good_enough"]) for part in candidate["parts"]] == [(False, False), (False, True)]
    assert one["recommendation"]["chosen"]["name"] == "perfect"
    assert (value["format"], value["margin"], one["recommendation"]["after"]) == (1, 0.1, [])

import random
from collections import Counter
from dataclasses import replace

import pytest

from workbench.analysis.cascade import Ends, Recorded, Stage, replay
from workbench.analysis.dawid_skene import consensus, to_read
from workbench.errors import NotMeasured
from workbench.records.verdict import Outcome

SCRIPT = Stage(judge="script", ends=Ends.ON_FAIL)
SMALL = Stage(judge="small", ends=Ends.ON_AGREEMENT, calls=2, cost=0.2)
LARGE = Stage(judge="large", ends=Ends.ALWAYS, cost=1.0)


def case(name, expected, *, script="pass", small=("pass", "pass"), large="pass"):
    said = {"script": [script], "small": list(small), "large": [large] if isinstance(large, str) else large}
    return Recorded(case_id=name, expected=Outcome(expected), verdicts=said)


def test_a_stage_that_decides_saves_the_later_ones():
    found = replay([case("a", "fail", script="fail", large="fail")], [SCRIPT, SMALL, LARGE])
    assert (found.catch.hits, found.cost, dict(found.calls)) == (1, 0, {"script": 1, "small": 0, "large": 0})


def test_a_stage_that_is_not_agreed_asks_the_next_and_is_paid_for():
    found = replay([case("a", "fail", small=("pass", "fail"), large="fail")], [SCRIPT, SMALL, LARGE])
    assert (found.catch.hits, found.cost) == (1, pytest.approx(1.4))


def test_an_error_decides_nothing_and_goes_on():
    stuck = case("a", "pass", script="error:timeout", small=("pass", "error:timeout"), large="pass")
    found = replay([stuck], [SCRIPT, SMALL, LARGE])
    assert (found.alarms.hits, found.alarms.unresolved, found.alarms.errors, found.alarms.calls) == (0, 0, 2, 4)


def test_a_case_that_no_stage_decides_is_unresolved_and_no_catch():
    found = replay([case("a", "fail", large="error:refused")], [LARGE])
    assert (found.catch.hits, found.catch.unresolved, found.catch.bound) == (0, 1, 0)
    tied = replay([case("a", "fail", large=["fail", "pass"])], [Stage(judge="large", ends=Ends.ALWAYS, calls=2)])
    assert tied.catch.unresolved == 1


def test_alarms_of_the_stages_add_up():
    cases = [
        case("by script", "pass", script="fail"),
        case("by small", "pass", small=("fail", "fail")),
        case("by large", "pass", small=("fail", "pass"), large="fail"),
        case("never", "pass"),
    ]
    assert replay(cases, [SCRIPT, SMALL, LARGE]).failed == ("by large", "by script", "by small")
    assert replay(cases, [LARGE]).failed == ("by large",)


def test_an_answer_and_its_near_misses_are_one_source():
    cases = [replace(case(name, "pass", large="fail" if name == "b" else "pass"), source="s") for name in "abc"]
    found = replay([*cases, case("alone", "pass")], [LARGE])
    assert (found.alarms.hits, found.alarms.items, found.failed) == (1, 2, ("b",))


def test_the_cost_of_equal_cases_is_certain():
    found = replay([case(str(i), "pass") for i in range(5)], [LARGE])
    assert (found.cost, found.cost_low, found.cost_high) == (1, 1, 1)


def test_a_stage_that_was_not_asked_everywhere_is_not_replayed():
    whole, part = case("a", "pass"), Recorded(case_id="b", expected=Outcome.PASS, verdicts={"script": ["pass"]})
    with pytest.raises(NotMeasured, match=r"small, 2 calls: b\n  large, 1 calls: b"):
        replay([whole, part], [SCRIPT, SMALL, LARGE])
    with pytest.raises(NotMeasured, match="no cases"):
        replay([], [SCRIPT])


def simulated(items, rates, seed):
    chance = random.Random(seed)
    votes = Counter()
    for _ in range(items):
        wrong = chance.random() < 0.3
        votes[tuple(int(chance.random() < (catch if wrong else alarms)) for catch, alarms in rates)] += 1
    return votes


def test_votes_alone_tell_good_judges_from_bad_ones():
    rates = [(0.95, 0.05), (0.80, 0.15), (0.60, 0.30), (0.9, 0.1)]
    found = consensus(simulated(4000, rates, seed=2))
    assert found.wrong == pytest.approx(0.3, abs=0.04)
    for (catch, alarms), found_catch, found_alarms in zip(rates, found.catch, found.false_alarms, strict=True):
        assert found_catch == pytest.approx(catch, abs=0.05)
        assert found_alarms == pytest.approx(alarms, abs=0.05)


def test_the_order_of_judges_and_answers_does_not_matter():
    votes = simulated(300, [(0.9, 0.1), (0.8, 0.2), (0.7, 0.3)], seed=4)
    found = consensus(votes)
    turned = consensus({row[::-1]: votes[row] for row in reversed(list(votes))})
    assert turned.catch == pytest.approx(found.catch[::-1])
    assert turned.chances[0, 0, 1] == pytest.approx(found.chances[1, 0, 0])


def test_two_judges_cannot_tell_the_truth():
    assert consensus({(1, 1): 60, (0, 0): 60, (1, 0): 3}) is None
    assert consensus({}) is None
    assert consensus({(None, 0, 1): 200}) is None


def test_few_answers_keep_estimates_away_from_the_ends():
    found = consensus({(1, 1, 1): 6, (0, 0, 0): 14})
    assert all(0.9 < catch < 1 for catch in found.catch)
    assert all(0 < alarms < 0.1 for alarms in found.false_alarms)


def test_an_answer_nobody_judged_is_as_likely_wrong_as_any():
    votes = simulated(500, [(0.9, 0.1)] * 3, seed=6)
    found = consensus({**votes, (None, None, None): 1})
    assert found.chances[None, None, None] == pytest.approx(found.wrong)


def test_a_person_reads_what_is_least_certain_and_nothing_that_all_agree_on():
    found = consensus({(1, 1, 1): 70, (0, 0, 0): 200, (1, 0, 0): 20, (1, 1, 0): 12, (0, 1, 1): 14})
    order = to_read(found)
    assert set(order) == {(1, 0, 0), (1, 1, 0), (0, 1, 1)}
    distance = [abs(found.chances[row] - 0.5) for row in order]
    assert distance == sorted(distance)


def test_votes_that_are_none_are_refused():
    with pytest.raises(ValueError, match="one length"):
        consensus({(1, 1, 1): 2, (1, 1): 3})
    with pytest.raises(ValueError, match="votes 1, 0 or None"):
        consensus({(1, 1, 2): 2})

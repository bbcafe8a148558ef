"""Asking no more than a decision needs: it is that of all cases, or one that holds whenever one stops."""

from dataclasses import replace
from math import fsum

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.analysis.answer_key import answer_key, spec
from tests.gate.simulation import (
    ERROR,
    NOT_ASKED,
    REPEATS,
    RIGHT,
    WRONG,
    Key,
    Size,
    calls_to_a_decision,
    decided,
    each_measured,
    leaning,
    rates,
    stopped_early,
)
from tests.gate.summaries import unseen
from workbench.analysis.needed import clears_bound
from workbench.analysis.sequential import Reached
from workbench.analysis.truth import needed_answers
from workbench.gate.course import Course
from workbench.gate.goals import goals, reached
from workbench.gate.looks import Burn, LedgerView
from workbench.gate.policy import Policy
from workbench.gate.rate_lines import Bar
from workbench.records.reply import JudgeKind
from workbench.records.summary import Level, Standing
from workbench.records.verdict import FAIL, PASS, ErrorCode, Verdict

TIMEOUT = Verdict(error=ErrorCode.TIMEOUT)
ON_CASES = ("every style", "planted", "clean and near-miss sources", "plant styles", "held out", "held-out styles")
FIXED = Bar(level=Level.CERTIFIED, minimum=8, floor=0.85)
OPEN_ENDED = Bar(level=Level.CERTIFIED, minimum=8, floor=0.85, evidence=True)


def course(key, *, registered=False, repeats=1, kind=JudgeKind.SCRIPT, seen=None):
    judge = spec(kind=kind)
    seen = seen or LedgerView(judge=judge.name, rule=judge.rule, judge_id=judge.judge_id)
    return Course(key, judge, goals(Policy(), seen, registered=registered), repeats=repeats, needed=1)


def cases_until_decided(bar, share, planned, runs):
    """Mean number of cases, and the share of judges for whom the floor is shown."""
    rng, cases, shown = np.random.default_rng(3), 0, 0
    for right in rng.random((runs, planned)) < share:
        for items, score in enumerate(np.cumsum(right), start=1):
            found = reached(bar, score=float(score), items=items, left=planned - items)
            if found is not Reached.OPEN:
                break
        cases += items
        shown += found is Reached.CLEARED
    return cases / runs, shown / runs


@pytest.mark.parametrize(("share", "saved"), [(0.5, 0.83), (0.8, 0.58), (0.95, 0.06), (1.0, 0.07)])
def test_a_fixed_plan_of_59_with_4_misses_saves_what_was_worked_out(share, saved):
    cases, _ = cases_until_decided(FIXED, share, 59, 300)
    assert 1 - cases / 59 == pytest.approx(saved, abs=0.02)


@pytest.mark.parametrize(("share", "cases"), [(0.5, 6.7), (0.8, 25.5), (0.95, 55), (0.98, 34.5), (1.0, 27)])
def test_a_sequence_ends_after_as_many_cases_as_was_worked_out(share, cases):
    mean, _ = cases_until_decided(OPEN_ENDED, share, 400, 300)
    assert mean == pytest.approx(cases, rel=0.1)


@given(st.lists(st.sampled_from([0.0, 0.4, 0.8, 1.0]), min_size=1, max_size=70), st.sampled_from([0.65, 0.7, 0.85]))
def test_a_fixed_plan_is_decided_early_only_as_it_is_decided_in_the_end(scores, floor):
    bar, planned = replace(FIXED, floor=floor), len(scores)
    last = reached(bar, score=fsum(scores), items=planned, left=0)
    for items in range(planned):
        found = reached(bar, score=fsum(scores[:items]), items=items, left=planned - items)
        assert found in (Reached.OPEN, last)
    assert (last is Reached.CLEARED) == clears_bound(fsum(scores), planned, minimum=8, floor=floor)


@pytest.mark.parametrize("bar", [FIXED, OPEN_ENDED])
def test_a_judge_at_the_floor_is_shown_at_most_one_time_in_twenty(bar):
    _, shown = cases_until_decided(bar, 0.85, 59, 1500)
    # At a true 5 %, more than 102 of 1500 (6.8 %) have a chance of 0.1 %.
    assert 0.01 < shown <= 0.068


def both_ways(draw, size, judges, *, registered, seed=5, votes=False):
    rng, key = np.random.default_rng(seed), Key(size)
    whole = draw(rng, judges, key).astype(np.int8)
    early = np.stack([stopped_early(one, key, rng, registered=registered, votes=votes) for one in whole])
    return [
        [decided(one, unseen(one), registered=registered) for one in each_measured(right, key, votes=votes)]
        for right in (whole, early)
    ], (early == NOT_ASKED).mean(axis=(1, 2))


@pytest.mark.slow
@pytest.mark.parametrize("quality", [(0.98, 0.02, 0.95), (0.8, 0.1, 0.95)])
def test_stopping_a_registered_plan_early_never_changes_the_level(quality):
    (whole, early), saved = both_ways(rates(*quality), Size(19, 19, 8), 12, registered=True)
    assert [one.level for one in early] == [one.level for one in whole]
    assert len({one.level for one in whole}) > 1
    assert saved.max() > 0.4


@pytest.mark.slow
def test_stopping_a_registered_plan_of_votes_early_saves_calls_on_the_votes_too_and_never_changes_the_level():
    (whole, early), saved = both_ways(leaning(0.97, 0.8), Size(19, 19, 8), 12, registered=True, votes=True)
    assert [one.level for one in early] == [one.level for one in whole]
    assert len({one.level for one in whole}) > 1
    # Two of five calls are not needed where all agree.
    assert saved.min() > 0.3


def test_calls_until_a_floor_is_shown_by_votes_are_as_many_as_was_worked_out():
    fixed, sequence, voted = calls_to_a_decision(0.98, alike=0.8, runs=60, planned=120)
    assert (fixed, sequence, voted) == pytest.approx((280, 170, 104), rel=0.15)


def test_a_judge_that_votes_is_told_apart_by_its_vote_as_soon_as_that_is_settled():
    key = answer_key(clean=10, planted={"a": 2, "b": 8, "c": 8, "d": 8})
    one = spec(details={"votes": 5})
    seen = LedgerView(judge=one.name, rule=one.rule, judge_id=one.judge_id)
    asked = Course(key, one, goals(Policy(), seen, registered=False), repeats=5, needed=needed_answers(one, 5))
    tell(asked, "grounded-planted-a-0", PASS, FAIL, PASS, PASS, FAIL)
    # An error is no vote: two to one is a vote, and three errors are none, which counts as a mistake that was missed.
    tell(asked, "grounded-planted-b-0", TIMEOUT, FAIL, PASS, FAIL, TIMEOUT)
    assert asked._of_item["grounded-planted-b-0"].score == 1
    tell(asked, "grounded-planted-c-0", TIMEOUT, TIMEOUT, FAIL, TIMEOUT)
    assert asked._of_item["grounded-planted-c-0"].score == 0
    tell(asked, "grounded-planted-a-1", PASS, PASS)
    assert asked.aim is not None
    tell(asked, "grounded-planted-a-1", PASS)
    assert asked.aim is None


@pytest.mark.slow
def test_lines_on_cases_are_met_early_only_where_they_are_met_by_the_whole_plan_also_with_flips_and_errors():
    def draw(rng, judges, key):
        right = np.where(rng.random((judges, len(key.set), REPEATS)) < 0.985, RIGHT, WRONG)
        right[rng.random(right.shape) < 0.02] = ERROR
        return right

    (whole, early), _ = both_ways(draw, Size(19, 19, 8), 12, registered=True)
    for before, after in zip(whole, early, strict=True):
        for level in before.lines:
            met = {line.line for line in before.lines[level] if line.standing is Standing.MET}
            now = {line.line for line in after.lines[level] if line.standing is Standing.MET}
            if met >= {*ON_CASES} or now >= {*ON_CASES}:
                assert met & {*ON_CASES} == now & {*ON_CASES}


def plants(count, styles=4):
    return {f"style {place}": count // styles for place in range(styles)}


def tell(course, item, *verdicts):
    course.begin(item)
    for verdict in verdicts:
        course.tell(item, verdict)


def test_a_perfect_judge_is_asked_for_27_mistakes_and_27_sources():
    key = answer_key(clean=40, planted=plants(40))
    asked = course(key)
    for one in key:
        if asked.wants(one.item.item_id):
            tell(asked, one.item.item_id, Verdict(outcome=one.expected))
    judged = [one for one in key if asked._of_item[one.item.item_id].begun]
    assert sum(one.expected is FAIL.outcome for one in judged) >= 27
    assert sum(one.expected is PASS.outcome for one in judged) == 27
    assert asked.aim is Level.CERTIFIED


def test_a_style_that_is_not_caught_yet_is_asked_until_one_is():
    key = answer_key(clean=27, planted={"a": 27, "b": 10, "c": 10, "d": 10})
    asked = course(key)
    for one in key:
        if one.style != "d":
            tell(asked, one.item.item_id, Verdict(outcome=one.expected))
    [*last] = [one.item.item_id for one in key if one.style == "d"]
    assert all(asked.wants(item) for item in last)
    tell(asked, last[0], FAIL)
    assert not any(asked.wants(item) for item in last[1:])


def test_a_style_of_which_none_of_several_is_caught_ends_the_run_of_the_judge_and_a_single_one_does_not():
    asked = course(answer_key(clean=27, planted={"a": 27, "b": 10, "c": 2, "d": 1}))
    tell(asked, "grounded-planted-d-0", PASS)
    tell(asked, "grounded-planted-c-0", PASS)
    assert asked.aim is not None
    tell(asked, "grounded-planted-c-1", PASS)
    assert asked.aim is None


def test_an_item_that_was_begun_is_ended_and_a_source_with_its_near_misses():
    key = answer_key(clean=40, near_miss={"reworded": 40}, planted=plants(40))
    asked = course(key, repeats=2, kind=JudgeKind.SCRIPT)
    clean, near_miss = "grounded-clean-0", "grounded-near_miss-reworded-0"
    tell(asked, clean, FAIL)
    for place in range(30):
        tell(asked, f"grounded-planted-style 0-{place % 10}", PASS, PASS)
        if asked.aim is None:
            break
    assert asked.aim is None
    assert asked.wants(clean)
    assert asked.wants(near_miss)
    assert not asked.wants("grounded-clean-1")


def test_where_the_highest_level_is_lost_what_the_next_needs_is_asked_after_all():
    key = answer_key(clean=40, planted=plants(60), held_out={"u": 3, "v": 3, "w": 3})
    asked = course(key)
    mistakes = [one.item.item_id for one in key if one.style.startswith("style")]
    for item in mistakes[::2]:
        tell(asked, item, FAIL)
    assert asked.aim is Level.CERTIFIED
    assert not asked.wants(mistakes[1])
    # Two sources in three are alarmed at first: 85 % is out of reach for good, 70 % of 40 sources is not.
    for place in range(6):
        tell(asked, f"grounded-clean-{place}", FAIL if place % 3 else PASS)
    assert asked.aim is Level.PROVISIONAL
    assert asked.wants(mistakes[1])


def test_a_judge_that_gives_no_verdicts_is_asked_no_more_than_one_that_is_wrong():
    key = answer_key(clean=40, planted=plants(40))
    silent = course(key)
    calls = 0
    for one in key:
        if silent.wants(one.item.item_id):
            tell(silent, one.item.item_id, TIMEOUT)
            calls += 1
    assert silent.aim is None
    assert calls < 20


@pytest.mark.parametrize(
    "key",
    [answer_key(clean=9, planted=plants(40)), answer_key(clean=40, planted={"a": 40}), answer_key(clean=40)],
    ids=["too few answers", "one style", "no mistakes"],
)
def test_where_nothing_can_be_earned_everything_is_asked(key):
    asked = course(key)
    assert not asked.reachable
    for one in key:
        tell(asked, one.item.item_id, PASS)
    assert all(asked.wants(one.item.item_id) for one in key)


def test_a_model_judge_with_one_repeat_can_earn_nothing():
    assert not course(answer_key(clean=40, planted=plants(40)), kind=JudgeKind.MODEL).reachable


def test_candidates_that_share_the_look_need_more_evidence_each():
    judge = spec(kind=JudgeKind.SCRIPT)
    view = LedgerView(judge=judge.name, rule=judge.rule, judge_id=judge.judge_id, candidates=3)
    key = answer_key(clean=60, planted=plants(60))
    asked = course(key, seen=view)
    for place in range(27):
        tell(asked, f"grounded-clean-{place}", PASS)
    # 1.1176 a right case: 27 are 20.1, and 20 x 3 takes 37.
    assert asked.wants("grounded-clean-27")
    for place in range(27, 37):
        tell(asked, f"grounded-clean-{place}", PASS)
    assert not asked.wants("grounded-clean-37")


def test_only_cases_that_no_earlier_version_saw_work_for_the_certificate():
    judge = spec(kind=JudgeKind.SCRIPT)
    key = answer_key(clean=40, planted=plants(160))
    stale = frozenset(f"case-{place}" for place in range(10))
    view = LedgerView(judge=judge.name, rule=judge.rule, judge_id=judge.judge_id, stale=stale)
    asked = course(key, seen=view)
    assert asked.aim is Level.CERTIFIED
    assert not asked.wants("grounded-clean-0")
    assert asked.wants("grounded-clean-10")


@pytest.mark.parametrize("held_out", [{}, {"u": 1}, {"burned": 9}], ids=["sealed", "too few", "burned"])
def test_without_a_first_look_at_held_out_mistakes_the_rest_of_the_level_is_decided(held_out):
    judge = spec(kind=JudgeKind.SCRIPT)
    burns = {"burned": Burn(judge_id="v0", at="then", run="r0")}
    view = LedgerView(judge=judge.name, rule=judge.rule, judge_id=judge.judge_id, burned=burns)
    key = answer_key(clean=40, planted=plants(40), held_out=held_out)
    asked = course(key, seen=view)
    assert asked.reachable
    for one in key:
        if one.expected is FAIL.outcome and asked.wants(one.item.item_id):
            tell(asked, one.item.item_id, PASS)
    assert asked.aim is None
    assert not asked.wants("grounded-clean-0")


def test_a_source_counts_as_alarmed_before_all_of_its_near_misses_are_judged():
    key = answer_key(clean=40, near_miss={"reworded": 40}, planted=plants(40))
    asked = course(key)
    for place in range(40):
        if asked.aim is None:
            break
        tell(asked, f"grounded-clean-{place}", FAIL)
    # 85 % is lost with the third alarm in a row; of 40 sources 6 may be alarmed for 70 %, so the seventh ends it.
    assert place == 7


def test_a_level_that_lacks_held_out_styles_is_not_worked_for_where_a_lower_one_can_be_earned():
    key = answer_key(clean=40, planted=plants(40), held_out={"u": 5, "v": 5})
    asked = course(key)
    # CERTIFIED asks for three held-out styles, and there are two.
    assert asked.aim is Level.PROVISIONAL
    for one in key:
        if asked.wants(one.item.item_id):
            tell(asked, one.item.item_id, Verdict(outcome=one.expected))
    assert not any(asked.wants(one.item.item_id) for one in key if not asked._of_item[one.item.item_id].begun)
    assert all(asked._of_item[one.item.item_id].begun for one in key if one.style in ("u", "v"))

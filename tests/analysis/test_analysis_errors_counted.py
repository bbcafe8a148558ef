"""The two readings of a rate in which an error occurred: errors left out, and every error against the judge."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.analysis.answer_key import answer_key, challenge, measure, perfect, spec
from workbench.analysis.intervals import lower_bound, wilson
from workbench.records.challenge import Set

ERROR = "error:timeout"


def said(of, *answers, repeats=5):
    key = [challenge(f"i{place}", of, style="s") for place in range(len(answers))]
    return measure(spec(), key, lambda c, repeat: answers[int(c.item.item_id[1:])][repeat], repeats=repeats)


def test_where_every_call_gave_a_verdict_there_is_one_reading():
    judge = measure(spec(), answer_key(clean=3, planted={"a": 3}), perfect, repeats=2)
    for rate in (judge.planted, judge.false_alarms, judge.sources, judge.pairs):
        assert (rate.errors_left_out, rate.errors_against) == (None, None)


def test_a_lost_call_on_a_mistake_is_no_catch_when_it_counts_against_the_judge():
    # Five calls each: all of them a catch; the four that came a catch; one answer, which is too few.
    rate = said(Set.PLANTED, ["fail"] * 5, [*["fail"] * 4, ERROR], ["fail", *[ERROR] * 4]).planted
    assert (rate.hits, rate.items, rate.unresolved, rate.errors) == (2, 3, 1, 5)
    left_out, against = rate.errors_left_out, rate.errors_against
    assert (left_out.hits, left_out.items, left_out.bound) == (2, 2, pytest.approx(0.05 ** (1 / 2)))
    # 1 + 4/5 + 0, since the third has too few answers to count for anything.
    assert (against.hits, against.items, against.bound) == (1, 3, lower_bound(1.8, 3))
    assert (against.low, against.high) == wilson(1, 3)
    assert against.bound < rate.bound == lower_bound(2, 3) < left_out.bound


def test_a_lost_call_on_a_right_answer_is_an_alarm_when_it_counts_against_the_judge():
    rate = said(Set.CLEAN, ["pass"] * 5, [*["pass"] * 4, ERROR], [ERROR] * 5).false_alarms
    assert (rate.hits, rate.items, rate.unresolved) == (0, 3, 1)
    assert (rate.errors_left_out.hits, rate.errors_left_out.items) == (0, 2)
    assert (rate.errors_against.hits, rate.errors_against.items) == (2, 3)
    assert rate.errors_against.bound == pytest.approx(1 - lower_bound(1.8, 3))


def test_sources_and_pairs_take_the_worse_of_their_items():
    key = [
        challenge("clean", Set.CLEAN, parent="a"),
        challenge("near", Set.NEAR_MISS, style="r", parent="a"),
        challenge("plant", Set.PLANTED, style="s", parent="a"),
    ]
    lost = {"near": 1, "plant": 3}
    judge = measure(spec(), key, lambda c, r: ERROR if r < lost.get(c.item.item_id, 0) else str(c.expected), repeats=6)
    assert judge.sources.errors_against.bound == pytest.approx(1 - lower_bound(5 / 6, 1))
    assert judge.pairs.errors_against.bound == pytest.approx(lower_bound(3 / 6, 1))
    assert (judge.pairs.hits, judge.pairs.errors_left_out.hits, judge.pairs.errors_against.hits) == (1, 1, 0)


CELLS = st.lists(st.lists(st.sampled_from(["pass", "fail", ERROR]), min_size=3, max_size=3), min_size=1, max_size=6)


@settings(max_examples=15, deadline=None)
@given(CELLS, st.sampled_from([Set.PLANTED, Set.CLEAN]))
def test_counting_errors_against_a_judge_never_helps_it_and_leaving_them_out_never_harms_it(cells, of):
    judge = said(of, *cells, repeats=3)
    rate = judge.planted if of is Set.PLANTED else judge.false_alarms
    lost = sum(one == ERROR for cell in cells for one in cell)
    assert (rate.errors_left_out is None) == (rate.errors_against is None) == (lost == 0)
    if not lost:
        return
    worse = [rate.errors_left_out.bound, rate.bound, rate.errors_against.bound]
    if of is Set.CLEAN:
        worse = [None if one is None else 1 - one for one in worse]
    known = [one for one in worse if one is not None]
    assert known == sorted(known, reverse=True)
    # Counted again, call by call.
    wanted = "fail" if of is Set.PLANTED else "pass"
    whole = sum(cell == [wanted] * 3 for cell in cells)
    assert rate.errors_against.hits == (whole if of is Set.PLANTED else len(cells) - whole)

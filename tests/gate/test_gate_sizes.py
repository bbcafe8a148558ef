import math
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binom

from workbench.analysis.evalues import e_value_of_sum
from workbench.analysis.intervals import lower_bound
from workbench.gate.policy import CERTIFIED, PROVISIONAL
from workbench.gate.sizes import Line, Quality, Way, at_best, sizes

GOOD = Quality(catch=0.97, passing=0.98, held_out=0.95)


def items(found):
    return {size.line: (size.items, size.misses) for size in found.sizes}


@pytest.mark.parametrize("way", Way)
def test_each_line_is_met_with_its_misses_and_not_with_one_more(way):
    found = sizes(CERTIFIED, GOOD, way=way, wanted=0.8)
    floors = {Line.PLANTED: 0.85, Line.SOURCES: 0.85, Line.HELD_OUT: 0.65}

    def shown(size, misses):
        right = size.items - misses
        if way is Way.OPEN and size.line is not Line.HELD_OUT:
            return e_value_of_sum(right, size.items, floors[size.line]) >= 20
        return lower_bound(right, size.items) >= floors[size.line]

    for size in found.sizes:
        assert shown(size, size.misses)
        assert not shown(size, size.misses + 1)


def test_the_power_is_that_of_all_lines_together():
    found = sizes(CERTIFIED, GOOD, way=Way.FIXED, wanted=0.8)
    shares = {Line.PLANTED: 0.97, Line.SOURCES: 0.98, Line.HELD_OUT: 0.95}
    by_hand = math.prod(binom.cdf(size.misses, size.items, 1 - shares[size.line]) for size in found.sizes)
    assert found.power == pytest.approx(by_hand)
    assert found.power >= 0.8


def test_the_recommended_forty_forty_twelve_certify_a_good_judge_three_times_in_four():
    # 40 plants with 2 misses, 40 sources with 2, 12 held out with 1, at 0.97, 0.98 and 0.95: 0.74.
    found = sizes(CERTIFIED, GOOD, way=Way.FIXED, wanted=0.65)
    assert items(found) == {Line.PLANTED: (40, 2), Line.SOURCES: (30, 1), Line.HELD_OUT: (12, 1)}
    whole = binom.cdf(2, 40, 0.03) * binom.cdf(2, 40, 0.02) * binom.cdf(1, 12, 0.05)
    assert whole == pytest.approx(0.74, abs=0.005)


def test_a_level_that_claims_no_held_out_rate_asks_for_its_minimum():
    found = sizes(PROVISIONAL, GOOD, way=Way.FIXED, wanted=0.5)
    (held_out,) = [size for size in found.sizes if size.line is Line.HELD_OUT]
    assert (held_out.items, held_out.misses, held_out.power) == (2, 0, pytest.approx(0.95**2))


def test_minimums_hold_where_fewer_cases_would_do():
    low = replace(PROVISIONAL, catch_floor=0.10, plants=30)
    found = sizes(low, GOOD, way=Way.FIXED, wanted=0.5)
    # With 30 cases a floor of a tenth allows 24 misses: 6 of 30 show at least 0.0909, 7 of 30 at least 0.1154.
    assert items(found)[Line.PLANTED] == (30, 23)


def test_answers_are_saved_for_plants_too():
    many = replace(CERTIFIED, plants=200)
    found = sizes(many, GOOD, way=Way.FIXED, wanted=0.8)
    assert found.answers == math.ceil((items(found)[Line.PLANTED][0] + items(found)[Line.HELD_OUT][0]) / 2)


def test_a_judge_that_is_no_better_than_asked_never_earns_it():
    found = sizes(CERTIFIED, replace(GOOD, catch=0.85), way=Way.OPEN, wanted=0.8)
    assert (found.never, found.power) == ((Line.PLANTED,), 0)
    assert set(items(found)) == {Line.SOURCES, Line.HELD_OUT}


@settings(max_examples=20)
@given(st.integers(1, 5), st.sampled_from(list(Way)))
def test_more_candidates_never_need_fewer_cases(candidates, way):
    one, more = (sizes(CERTIFIED, GOOD, way=way, wanted=0.8, candidates=m) for m in (candidates, candidates + 1))
    for line, (count, _) in items(one).items():
        assert items(more)[line][0] >= count


def test_a_set_of_no_mistakes_shows_what_its_numbers_allow():
    found = at_best(CERTIFIED, plants=19, styles=3, sources=18, way=Way.FIXED)
    assert found.caught == pytest.approx(0.05 ** (1 / 19))
    assert found.alarmed == pytest.approx(1 - 0.05 ** (1 / 18))
    assert (found.missing, found.missing_styles) == ({Line.SOURCES: 1}, 1)
    assert at_best(CERTIFIED, plants=27, styles=4, sources=27, way=Way.OPEN).missing == {}
    assert at_best(CERTIFIED, plants=26, styles=4, sources=27, way=Way.OPEN).missing == {Line.PLANTED: 1}


def test_an_empty_set_shows_nothing():
    found = at_best(PROVISIONAL, plants=0, styles=0, sources=0, way=Way.FIXED)
    assert (found.caught, found.alarmed) == (None, None)
    assert found.missing == {Line.PLANTED: 8, Line.SOURCES: 10}


def test_what_is_out_of_range_is_refused():
    with pytest.raises(ValueError, match="candidates from 1"):
        sizes(CERTIFIED, GOOD, way=Way.FIXED, wanted=0.8, candidates=0)
    with pytest.raises(ValueError, match="a chance between 0 and 1"):
        sizes(CERTIFIED, GOOD, way=Way.FIXED, wanted=1)

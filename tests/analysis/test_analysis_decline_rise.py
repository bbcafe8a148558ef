"""Is a rise in declines more than chance? Values by hand: Fisher's test on four counts."""

import random
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.analysis.decline_rise import decline_rise

FIRST, SECOND, THIRD = date(2026, 3, 2), date(2026, 3, 9), date(2026, 3, 16)
SHARES = st.integers(0, 12).flatmap(lambda asked: st.tuples(st.integers(0, asked), st.just(asked)))


def test_a_rise_is_tested_exactly():
    found = decline_rise({FIRST: (0, 4), SECOND: (4, 4)})
    # All four declines on the second date: one way in C(8, 4) = 70, and one date was tried.
    assert found is not None
    assert (found.since, found.before, found.after) == (SECOND, (0, 4), (4, 4))
    assert found.p_value == pytest.approx(1 / 70)
    assert found.shown


def test_every_date_that_is_tried_makes_the_test_stricter():
    found = decline_rise({FIRST: (0, 4), SECOND: (0, 4), THIRD: (3, 4)})
    # Before 0 of 8, after 3 of 4: C(4, 3) / C(12, 3) = 4 / 220; two dates were tried.
    assert found is not None
    assert (found.since, found.before, found.after) == (THIRD, (0, 8), (3, 4))
    assert found.p_value == pytest.approx(2 * 4 / 220)


def test_a_rise_that_so_few_questions_cannot_show_is_not_shown():
    found = decline_rise({FIRST: (0, 3), SECOND: (2, 3)})
    # C(3, 2) / C(6, 2) = 3 / 15.
    assert found is not None
    assert found.p_value == pytest.approx(0.2)
    assert not found.shown


def test_without_two_dates_or_a_higher_share_there_is_nothing_to_say():
    assert decline_rise({}) is None
    assert decline_rise({FIRST: (3, 9)}) is None
    assert decline_rise({FIRST: (3, 9), SECOND: (0, 0)}) is None
    assert decline_rise({FIRST: (3, 9), SECOND: (3, 9)}) is None
    assert decline_rise({FIRST: (3, 9), SECOND: (0, 9)}) is None


def test_chance_alone_makes_a_rise_in_at_most_one_record_of_twenty():
    rng = random.Random(7)
    rises = 0
    for _ in range(200):
        record = {FIRST + timedelta(days=day): (sum(rng.random() < 0.1 for _ in range(20)), 20) for day in range(8)}
        rise = decline_rise(record)
        rises += rise is not None and rise.shown
    # 5 % of 200 are 10; 17 or more would come up in fewer than 3 of 100 such tests of an honest 5 %.
    assert rises <= 16


@given(st.dictionaries(st.dates(), SHARES, max_size=6))
def test_both_parts_are_the_whole_record_in_any_order(record):
    found = decline_rise(record)
    assert found == decline_rise(dict(reversed(record.items())))
    if found is not None:
        assert 0 < found.p_value <= 1
        assert found.before[0] + found.after[0] == sum(hits for hits, _ in record.values())
        assert found.before[1] + found.after[1] == sum(asked for _, asked in record.values())
        assert found.after[0] * found.before[1] > found.before[0] * found.after[1]


def test_counts_that_cannot_be_are_refused():
    with pytest.raises(ValueError, match="from 0 to the number"):
        decline_rise({FIRST: (2, 1)})

import itertools
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binomtest, fisher_exact

from workbench.analysis.canaries import (
    CANARIES,
    alarm_from,
    calibration_noise,
    canaries_needed,
    chance_of_flips,
    drift,
    fell,
    seen_if,
)
from workbench.analysis.cusum import Cusum


@given(st.integers(1, 80), st.floats(0, 0.3))
def test_one_flip_fewer_than_the_alarm_is_no_news(canaries, noise):
    alarm = alarm_from(canaries, noise)
    if alarm is None:
        assert chance_of_flips(canaries, canaries, noise) > 0.01
        return
    assert alarm.false_alarm <= 0.01
    assert alarm.flips == 1 or chance_of_flips(alarm.flips - 1, canaries, noise) > 0.01


@given(st.integers(1, 60).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))), st.floats(0.001, 0.5))
def test_drift_agrees_with_the_binomial_test_and_with_its_alarm(count, noise):
    flips, canaries = count
    found = drift(flips, canaries, noise)
    assert found.p_value == pytest.approx(binomtest(flips, canaries, noise, alternative="greater").pvalue)
    alarm = alarm_from(canaries, noise)
    assert found.changed == (alarm is not None and flips >= alarm.flips)


def test_without_noise_any_flip_is_news_and_none_is_none():
    assert drift(1, CANARIES, 0).changed
    assert not drift(0, CANARIES, 0).changed
    assert alarm_from(CANARIES, 0).flips == 1


def test_the_noise_of_canaries_is_what_a_repeat_does_where_all_others_were_right():
    # 20 items right in all 5 repeats leave one out 100 times and are right; one item with 4 of 5 right leaves its wrong
    # repeat out once: 1 of 101. Items with 3 of 5 right or one repeat were no canaries, whichever repeat is left out.
    items = [(5, 5)] * 20 + [(5, 4), (5, 3), (1, 1), (5, 0)]
    assert calibration_noise(items) == pytest.approx(1.5 / 102)
    assert calibration_noise([(2, 2)] * 30) == pytest.approx(0.5 / 61)
    assert calibration_noise([(1, 1), (5, 2)]) is None


def test_the_noise_of_canaries_is_that_of_the_next_call_on_average():
    # Of items that are right in four calls, with which chance is a fifth one wrong? Shares of right calls 1 and 0.8.
    draw = random.Random(5)
    shares = [1.0] * 3000 + [0.8] * 1000
    items = [(5, sum(draw.random() < share for _ in range(5))) for share in shares]
    steady = 3000 + 1000 * 0.8**4
    assert calibration_noise(items) == pytest.approx(1000 * 0.8**4 * 0.2 / steady, rel=0.15)


def test_the_table_of_what_canaries_see():
    # Of 30 canaries with noise 1 % three flips are news; one verdict in five changed is then seen in 96 % of checks.
    assert alarm_from(30, 0.01).flips == 3
    assert seen_if(0.2, 30, 0.01) == pytest.approx(0.96, abs=0.005)
    assert seen_if(0.2, 10, 0.05) == pytest.approx(0.12, abs=0.005)
    assert seen_if(0.2, 3, 0.9) == 0


def test_no_canaries_measure_nothing():
    assert drift(0, 0, 0.01) is None
    assert alarm_from(0, 0.01) is None
    with pytest.raises(ValueError, match="from 0 to 5"):
        drift(6, 5, 0.01)


def test_thirty_canaries_see_one_verdict_in_ten_change():
    # 0.9^29 = 0.0471 and 0.9^28 = 0.0523.
    assert canaries_needed(0.10) == 29
    assert chance_of_flips(1, CANARIES, 0.10) >= 0.95
    with pytest.raises(ValueError, match="between 0 and 1"):
        canaries_needed(0)


@settings(max_examples=40)
@given(st.integers(0, 12), st.integers(0, 12))
def test_a_fall_agrees_with_fishers_exact_test(before, after):
    other = fisher_exact([[after, 12 - after], [before, 12 - before]], alternative="less").pvalue
    assert fell(before, 12, after, 12) == pytest.approx(other)


def test_a_fall_from_nothing_is_no_fall():
    assert fell(0, 0, 3, 5) == 1


def test_a_chart_alarms_where_flips_come_close_together():
    chart = Cusum()
    assert chart.first_alarm([True, True, True]) == 3
    # 10 and 10 make 20; 12 right verdicts take 12 away; the third flip makes 18 and the fourth 28.
    assert chart.first_alarm([True, True, *[False] * 12, True, True]) == 16
    assert chart.first_alarm([True, *[False] * 10] * 50) is None


def test_run_lengths_by_hand():
    # Every verdict flips: 10, 20, 30. With steps of 1 up and 2 down, 2 is reached by two flips in a row: 6 tosses.
    assert Cusum().run_length(1) == pytest.approx(3)
    assert Cusum(up=1, down=2, alarm=2).run_length(0.5) == pytest.approx(6)


def test_run_lengths_agree_with_a_simulation():
    chart, chance = Cusum(up=3, down=1, alarm=5), random.Random(5)
    lengths = [chart.first_alarm(chance.random() < 0.3 for _ in itertools.count()) for _ in range(2000)]
    assert sum(lengths) / 2000 == pytest.approx(chart.run_length(0.3), rel=0.06)


def test_a_chart_without_steps_is_refused():
    with pytest.raises(ValueError, match="whole numbers from 1"):
        Cusum(up=0)
    with pytest.raises(ValueError, match="above 0"):
        Cusum().run_length(0)

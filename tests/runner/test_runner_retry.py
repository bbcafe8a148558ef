import pytest
from hypothesis import given
from hypothesis import strategies as st
from judges_at_hand import error, passing

from workbench.errors import InputError
from workbench.runner.limits import Limits
from workbench.runner.retry import may_ask_again, wait_before_next

LIMITS = Limits(first_wait_s=1.0, longest_wait_s=60.0, retry_after_cap_s=600.0)
JITTER = st.floats(0, 1, exclude_max=True)


@pytest.mark.parametrize(
    ("failed", "jitter", "seconds"),
    [
        (1, 0.0, 0.5),  # 1 s, of which half is kept
        (1, 0.5, 0.75),  # 1 s * (1 + 0.5) / 2
        (3, 0.0, 2.0),  # 1 * 2 * 2 = 4 s, half
        (7, 0.0, 30.0),  # 2^6 = 64 s, more than the 60 s allowed; half of 60
        (5000, 0.0, 30.0),
    ],
)
def test_the_back_off_doubles_up_to_its_longest(failed, jitter, seconds):
    assert wait_before_next(error(), failed, LIMITS, jitter).seconds == seconds


@given(asked=st.floats(0.001, 600), jitter=JITTER, failed=st.integers(1, 20))
def test_nobody_is_asked_sooner_than_told(asked, jitter, failed):
    wait = wait_before_next(error(retry_after_s=asked), failed, LIMITS, jitter)
    assert asked <= wait.seconds <= asked + 1
    assert not wait.capped


@given(asked=st.one_of(st.floats(min_value=600.001), st.just(float("inf"))), jitter=JITTER)
def test_a_wait_beyond_the_cap_is_cut_and_says_so(asked, jitter):
    wait = wait_before_next(error(retry_after_s=asked), 1, LIMITS, jitter)
    assert 600 <= wait.seconds <= 601
    assert wait.capped
    assert wait.asked_s == asked


@pytest.mark.parametrize("asked", [0.0, -5.0, float("nan")])
def test_a_wait_that_means_nothing_is_our_own_back_off(asked):
    wait = wait_before_next(error(retry_after_s=asked), 1, LIMITS, 0.0)
    assert (wait.seconds, wait.asked_s, wait.capped) == (0.5, None, False)


def test_only_an_error_that_may_pass_is_asked_again_and_only_within_the_limit():
    assert may_ask_again(error(), 2, 3)
    assert not may_ask_again(error(), 3, 3)
    assert not may_ask_again(error(retryable=False), 1, 3)


def test_a_verdict_is_never_asked_for_again_whatever_the_judge_says():
    from dataclasses import replace

    assert not may_ask_again(replace(passing(), retryable=True), 1, 3)


def test_limits_out_of_range_are_refused_all_at_once():
    with pytest.raises(InputError) as caught:
        Limits(concurrency=0, max_attempts=-1, longest_wait_s=float("inf"), retry_after_cap_s=float("nan"))
    assert [problem.where for problem in caught.value.problems] == [
        "concurrency",
        "max_attempts",
        "longest_wait_s",
        "retry_after_cap_s",
    ]

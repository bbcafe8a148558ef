from dataclasses import fields

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.gate.summaries import judge, unseen
from workbench.analysis.needed import clears_bound, clears_evidence, more_cases, more_for_share
from workbench.errors import InputError
from workbench.gate.decide import decide, exit_code
from workbench.gate.policy import Bars, Policy, read_policy
from workbench.gate.reading import Reading
from workbench.records.summary import Level


def test_no_settings_are_the_default_policy():
    assert read_policy({}) == Policy()


def test_the_defaults_are_the_two_levels_of_the_rule():
    provisional, certified = Policy().provisional, Policy().certified
    assert (provisional.repeats, provisional.plants, provisional.plant_styles, provisional.catch_floor) == (
        2,
        8,
        2,
        0.65,
    )
    assert (provisional.sources, provisional.pass_floor, provisional.unanimous, provisional.errors) == (
        10,
        0.7,
        0.9,
        0.05,
    )
    assert (provisional.held_out, provisional.held_out_styles, provisional.held_out_floor) == (2, 1, None)
    assert (certified.repeats, certified.plant_styles, certified.catch_floor, certified.style_share) == (
        5,
        4,
        0.85,
        0.4,
    )
    assert (certified.pass_floor, certified.held_out, certified.held_out_styles) == (0.85, 8, 3)
    assert (certified.held_out_floor, certified.unanimous, certified.errors) == (0.65, 0.9, 0.05)
    assert Policy().invalid_errors == 0.2


def test_what_is_named_changes_and_the_rest_stays():
    policy = read_policy({"certified": {"catch_floor": 0.9, "repeats": 7}, "invalid_errors": 0.1})
    assert (policy.certified.catch_floor, policy.certified.repeats, policy.invalid_errors) == (0.9, 7, 0.1)
    assert policy.certified.pass_floor == 0.85
    assert policy.provisional == Policy().provisional


def test_everything_wrong_with_a_policy_is_named_at_once():
    settings = {
        "provisional": {"plants": 0, "catch_floor": 1, "repeat": 3},
        "certified": {"errors": 1.5, "held_out_floor": "high"},
        "invalid_errors": True,
        "strict": True,
    }
    with pytest.raises(InputError) as caught:
        read_policy(settings, where="[tool.workbench.gate]")
    text = str(caught.value)
    for name in (
        "provisional.plants",
        "catch_floor",
        "repeat:",
        "errors",
        "held_out_floor",
        "invalid_errors",
        "strict",
    ):
        assert name in text
    assert len(caught.value.problems) == 7
    assert "[tool.workbench.gate].certified.errors: expected a share from 0 to 1, got 1.5" in text


@pytest.mark.parametrize("name", [field.name for field in fields(Bars)])
@pytest.mark.parametrize("value", [-1, float("nan"), float("inf"), "1", None, [], True])
def test_no_bar_takes_a_value_out_of_range(name, value):
    with pytest.raises(InputError):
        read_policy({"certified": {name: value}})


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *((name, value) for name in ("plants", "sources", "held_out", "repeats") for value in (10**7, 10**400)),
        *((name, value) for name in ("catch_floor", "pass_floor", "held_out_floor") for value in (5e-324, 1 - 2**-53)),
        *(("style_share", value) for value in (0, 1e-320)),
    ],
)
def test_no_bar_takes_a_number_that_no_run_can_meet_or_miss(name, value):
    with pytest.raises(InputError, match=f"certified.{name}: expected a .* to ") as caught:
        read_policy({"certified": {name: value}})
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize("floor", [0.001, 0.999])
def test_every_floor_that_is_taken_can_be_decided_on(floor):
    policy = read_policy({"certified": {"catch_floor": floor, "pass_floor": floor, "held_out_floor": floor}})
    for right in (0, 7, 8):
        one = judge(plants=(right, 8), clean=(right, 8), held=(right, 8))
        decision = decide(one, policy, repeats=5, seen=unseen(one), read=Reading())
        assert exit_code(decision, Level.CERTIFIED) in (0, 3, 4)


def test_a_level_that_is_no_table_is_refused():
    with pytest.raises(InputError, match="a table of bars"):
        read_policy({"certified": 0.9})


@given(
    st.sampled_from([clears_bound, clears_evidence]),
    st.integers(0, 40).flatmap(lambda n: st.tuples(st.floats(0, n), st.just(n))),
    st.sampled_from([0.5, 0.65, 0.85, 0.95]),
    st.integers(1, 12),
)
def test_more_cases_is_the_smallest_number_that_clears_the_bar(rule, count, floor, minimum):
    score, items = count
    more = more_cases(rule, score, items, minimum=minimum, floor=floor)
    assert rule(score + more, items + more, minimum=minimum, floor=floor)
    if more:
        assert not rule(score + more - 1, items + more - 1, minimum=minimum, floor=floor)


@given(
    st.integers(0, 60).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))),
    st.sampled_from([0.5, 0.9, 0.95]),
)
def test_more_for_a_share_is_the_smallest_number_that_reaches_it(count, share):
    hits, items = count
    more = more_for_share(hits, items, share)
    assert hits + more >= share * (items + more) - 1e-6
    if more:
        assert hits + more - 1 < share * (items + more - 1)

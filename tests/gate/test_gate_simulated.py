"""The gate's own error rates, from simulated judges with known rates: few runs here, `make simulate` has them all."""

import pytest

from tests.gate.simulation import (
    Size,
    always_error,
    at_random,
    blind_to,
    drifting,
    earned,
    length_biased,
    measured,
    rates,
    tuned_versions,
)
from workbench.records.summary import Level

pytestmark = pytest.mark.slow

SHOPPING_LIST = Size(40, 40, 12)
RUNS = 400
# Of 400 runs at a true 5 %, more than 35 earn it with a chance of 0.06 % (binomial): 0.0875.
AT_MOST = 0.0875


LIMITS = {"caught": rates(0.85, 0, 1), "alarmed": rates(1, 0.15, 1), "held out": rates(1, 0, 0.65)}
FAULTS = {
    "blind to a held-out style": blind_to("unseen 0"),
    "blind to a planted style": blind_to("style 0"),
    "length-biased": length_biased,
    "always error": always_error,
    "random": at_random,
    "drifting": drifting,
}


@pytest.mark.parametrize("limit", LIMITS.values(), ids=LIMITS)
def test_a_judge_at_the_limit_of_one_rate_is_hardly_ever_certified(limit):
    found = measured(limit, SHOPPING_LIST, RUNS, seed=7)
    assert 0 < earned(found, Level.CERTIFIED) <= AT_MOST
    assert earned(found, Level.CERTIFIED, registered=False) <= AT_MOST


def test_a_good_judge_is_certified_as_often_as_was_worked_out():
    # 0.84 for 0.98 / 0.01 / 0.95 on 40 / 40 / 12, from the exact binomials; four standard errors of 400 runs are 0.073.
    found = measured(rates(0.98, 0.01, 0.95), SHOPPING_LIST, RUNS, seed=8)
    assert earned(found, Level.CERTIFIED) == pytest.approx(0.84, abs=0.073)


@pytest.mark.parametrize("faulty", FAULTS.values(), ids=FAULTS)
def test_a_judge_with_a_fault_never_earns_anything(faulty):
    found = measured(faulty, SHOPPING_LIST, 20, seed=9)
    assert earned(found, Level.PROVISIONAL) == 0


def test_five_versions_on_one_held_out_style_do_no_better_than_one():
    through_the_ledger, without = tuned_versions(rates(1, 0, 0.65), SHOPPING_LIST, 200, seed=10, versions=5)
    # 26 of 200 stand for 13 %; at a true 5 % more than 20 have a chance of 0.1 %.
    assert through_the_ledger <= 0.1
    # 1 - 0.95 ** 5 = 0.226 without it.
    assert without > 0.13

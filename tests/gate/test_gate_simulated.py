"""The gate's own error rates, from simulated judges with known rates: few runs here, `make simulate` has them all."""

import numpy as np
import pytest

from tests.gate.simulation import (
    ERROR,
    REPEATS,
    Key,
    Size,
    always_error,
    at_random,
    blind_to,
    counts,
    decided,
    drifting,
    each_measured,
    earned,
    injectable,
    length_biased,
    measured,
    rates,
    tuned_versions,
)
from tests.gate.summaries import unseen
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
    "injectable": injectable,
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
    found = measured(faulty, Size(40, 40, 12, injected=8), 5, seed=9)
    assert earned(found, Level.PROVISIONAL) == 0


def test_five_versions_on_one_held_out_style_do_no_better_than_one():
    through_the_ledger, without = tuned_versions(rates(1, 0, 0.65), SHOPPING_LIST, 200, seed=10, versions=5)
    # 26 of 200 stand for 13 %; at a true 5 % more than 20 have a chance of 0.1 %.
    assert through_the_ledger <= 0.1
    # 1 - 0.95 ** 5 = 0.226 without it.
    assert without > 0.13


@pytest.mark.parametrize("votes", [False, True])
def test_verdicts_with_the_same_counts_are_decided_alike(votes):
    # The simulation measures one of them for all, so this is what it rests on.
    rng, key = np.random.default_rng(11), Key(Size(9, 11, 4, injected=3))
    drawn = (rng.random((24, len(key.set), REPEATS)) < rng.choice([0.5, 0.95, 1], (24, 1, 1))).astype(np.int8)
    drawn[rng.random(drawn.shape) < 0.02] = ERROR
    moved = np.stack([_with_other_names(one, key, rng, votes=votes) for one in drawn])
    alike = [
        place
        for place in range(len(drawn))
        if counts(drawn[place], key, votes=votes) == counts(moved[place], key, votes=votes)
    ]
    assert len(alike) > 10
    assert any((drawn[place] != moved[place]).any() for place in alike)
    before, after = (each_measured(some[alike], key, votes=votes) for some in (drawn, moved))
    for registered in (True, False):
        assert [_standings(one, registered) for one in before] == [_standings(one, registered) for one in after]


def _with_other_names(right, key, rng, *, votes):
    """Move verdicts to other items: mistakes of one set, sources, and repeats of an item, change places.

    Of a vote the first three calls keep to themselves, as consistency is counted on them.
    """
    moved = right.copy()
    for of in ("planted", "held_out"):
        places = np.flatnonzero(key.set == of)
        moved[places] = moved[rng.permutation(places)]
    several = [at for at in key.sources if len(at) > 1]
    alone = [at for at in key.sources if len(at) == 1]
    for some in (several, alone):
        moved[np.array(some)] = moved[np.array([some[place] for place in rng.permutation(len(some))])]
    calls = REPEATS // 2 + 1 if votes else REPEATS
    moved[:, :calls] = rng.permuted(moved[:, :calls], axis=1)
    return moved


def _standings(one, registered):
    decision = decided(one, unseen(one), registered=registered)
    return decision.level, {level: [line.standing for line in lines] for level, lines in decision.lines.items()}

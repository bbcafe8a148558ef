"""Learned weights, worked by hand, and figures on sources that were not learned from."""

import math
import random

import pytest

from workbench.analysis.examples import Examples
from workbench.analysis.learning import learn
from workbench.analysis.logistic import fit
from workbench.analysis.threshold_choice import Cap, Costs
from workbench.errors import NotMeasured

EVEN = Costs(miss=1, false_alarm=1, base_rate=0.5)


def examples(*items):
    """Items as (source, wrong, features)."""
    sources, wrong, rows = zip(*items, strict=True)
    return Examples(rows=tuple(map(tuple, rows)), wrong=wrong, sources=sources)


def pairs(count, mistake, right):
    """Sources with one mistake and one right answer each, all alike."""
    return [(f"s{n:02}", wrong, mistake if wrong else right) for n in range(count) for wrong in (True, False)]


def test_one_mark_of_a_mistake_gets_the_weight_that_can_be_worked_out():
    # 10 sources, mistakes have 1 and right answers 0: mean 1/2, spread 1/2, so that they lie at +1 and -1. The weight
    # w minimises w^2/2 + 20 ln(1 + e^-w), that is w = 20/(1 + e^w): 2.128, as 20/(1 + 8.398) is.
    found = fit(examples(*pairs(10, [1], [0])))
    assert (found.means, found.spreads, found.intercept) == ((0.5,), (0.5,), 0.0)
    (weight,) = found.weights
    assert weight == pytest.approx(2.128, abs=1e-3)
    assert weight == pytest.approx(20 / (1 + math.exp(weight)), abs=1e-5)
    # At +1 the log odds of a mistake are w, and at -1 they are -w.
    assert found.score([1]) == pytest.approx(1 / (1 + math.exp(weight)))
    assert found.score([0]) == pytest.approx(1 / (1 + math.exp(-weight)))
    assert found.parts([1]) == (weight,)


def test_a_mark_that_stands_on_right_answers_gets_no_weight_and_not_a_negative_one():
    both = fit(examples(*pairs(10, [1, 0], [0, 1])))
    alone = fit(examples(*pairs(10, [1], [0])))
    assert both.weights == (alone.weights[0], 0.0)


def test_a_feature_that_never_varies_gets_no_weight():
    assert fit(examples(*pairs(10, [1, 3], [0, 3]))).weights[1] == 0.0


def test_fifty_plants_of_one_source_weigh_as_much_as_one():
    items = [*pairs(10, [1], [0]), ("odd", True, [0]), ("odd", False, [0])]
    assert fit(examples(*items)) == fit(examples(*items, *[("odd", True, [0])] * 49))


def test_what_tells_only_in_which_sources_mistakes_were_planted_gets_no_weight():
    # The second feature is 1 on every copy of the sources with many plants, and says nothing within a source.
    items = [(f"s{n}", wrong, [wrong, n < 5]) for n in range(10) for wrong in (True, False)]
    items += [(f"s{n}", True, [1, True]) for n in range(5) for _ in range(9)]
    items += [(f"without-{n}", False, [0, False]) for n in range(20)]
    assert fit(examples(*items)).weights[1] == pytest.approx(0, abs=1e-6)


def noise(seed):
    """Noise that all copies of a source share: five mistakes alike, five right answers alike, nothing to learn."""
    rng = random.Random(seed)
    for source in range(12):
        look = {wrong: [rng.gauss(0, 1) for _ in range(40)] for wrong in (True, False)}
        for copy in range(5):
            for wrong in (True, False):
                yield f"s{source}", copy, wrong, look[wrong]


def test_noise_looks_like_skill_where_copies_of_a_source_are_split_and_like_noise_where_they_are_not():
    together = learn(examples(*((source, wrong, row) for source, _, wrong, row in noise(0))), EVEN)
    apart = learn(examples(*((f"{source} {copy}", wrong, row) for source, copy, wrong, row in noise(0))), EVEN)
    assert apart.choice.area.auc > 0.95
    assert apart.choice.earned
    assert together.choice.area.auc < 0.7
    assert not together.choice.earned


@pytest.fixture(scope="module")
def learned():
    # In s00 to s02 the mark points the wrong way, in the other 17 sources it is right: seen without their own source,
    # 17 mistakes are caught and 3 right answers alarmed.
    items = [(f"s{n:02}", wrong, [wrong is (n > 2)]) for n in range(20) for wrong in (True, False)]
    return learn(examples(*items), EVEN)


def test_every_item_is_tried_by_weights_and_a_threshold_that_have_not_seen_its_source(learned):
    assert len(learned.parts) == 5
    every = [source for part in learned.parts for source in part.sources]
    assert sorted(every) == [f"s{n:02}" for n in range(20)]
    others = learned.choice.check.others
    assert (others.caught, others.wrong, others.alarmed, others.right) == (17, 20, 3, 20)
    assert sum(learned.fails) == 20


def test_an_item_of_a_source_that_was_learned_from_is_judged_by_the_part_that_has_not_seen_it(learned):
    assert learned.fails_unseen([1], "s05")
    assert not learned.fails_unseen([0], "s05")
    assert learned.fails_unseen([1], "another")
    assert not learned.fails_unseen([0], "another")


def test_too_few_items_or_sources_are_refused_with_what_is_missing():
    with pytest.raises(NotMeasured) as refused:
        learn(examples(*pairs(9, [1], [0])), EVEN)
    assert str(refused.value).splitlines() == [
        "too little to train on; nothing was written",
        "  9 planted mistakes, 20 are the least: 11 more",
        "  planted mistakes from 9 trusted answers, 10 are the least: 1 more",
        "  9 right answers, 20 are the least: 11 more",
        "  right answers from 9 trusted answers, 10 are the least: 1 more",
    ]


def test_a_cap_says_how_many_trusted_answers_it_takes():
    # 29 right answers for 10 %, in each four fifths: of 36 sources a fifth may be 8, and 28 are left; of 37, 29.
    items = pairs(36, [1], [0])
    with pytest.raises(NotMeasured, match=r"a cap of 10 % takes 37, as it is tried without a fifth of them: 1 more"):
        learn(examples(*items), Cap(share=0.1))
    found = learn(examples(*pairs(37, [1], [0])), Cap(share=0.1))
    assert (found.choice.check.others.caught, found.choice.check.others.alarmed) == (37, 0)

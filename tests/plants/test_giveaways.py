"""What an item shows without being read must not tell planted from clean.

The bound of 0.60 is held for `grounded`, and for `answers_when_it_can` with 40 near misses. With fewer, mistakes of
declining show: they are declines and guesses, which are short where the trusted answers of the same questions are long.
There the bound is what was measured: it may fall, not rise.
"""

import os
from pathlib import Path

import pytest
from surface import auc_of_surface

from workbench.cases.load import load_cases
from workbench.plants.build import Recipe, build
from workbench.plants.catalogue import STYLES
from workbench.records.challenge import Set
from workbench.records.rules import ANSWERS_WHEN_IT_CAN, GROUNDED
from workbench.steps.settings import Settings

pytestmark = pytest.mark.slow

HELD_OUT = frozenset(Settings(root=Path(), name="").held_out)
# The defaults of the sample bench, and with more near misses.
DEFAULT = {Set.PLANTED: 32, Set.NEAR_MISS: 24, Set.HELD_OUT: 12}
MORE_NEAR_MISSES = DEFAULT | {Set.NEAR_MISS: 40}
# Every mistake, and as many near misses as it takes for right and wrong to be about as many.
ALL_MISTAKES = {Set.PLANTED: None, Set.NEAR_MISS: 60, Set.HELD_OUT: None}
# One draw of some plants is mostly chance; the mean of some draws is not. All mistakes vary less.
SEEDS = (0, 1, 2, 3, 4)


def mean_auc(cases, rule, quota, seeds=SEEDS):
    found = [
        auc_of_surface(
            build(
                cases,
                Recipe(
                    rule=rule,
                    styles=tuple(STYLES.values()),
                    held_out=HELD_OUT,
                    quota=quota,
                    seed=seed,
                    not_found="Not in the sources.",
                ),
            ).challenges
        )
        for seed in seeds
    ]
    return sum(found) / len(found)


@pytest.mark.parametrize(
    ("rule", "name", "quota", "most"),
    [
        (GROUNDED, "default quota", DEFAULT, 0.60),
        (GROUNDED, "all mistakes", ALL_MISTAKES, 0.60),
        (ANSWERS_WHEN_IT_CAN, "40 near misses", MORE_NEAR_MISSES, 0.60),
        (ANSWERS_WHEN_IT_CAN, "default quota", DEFAULT, 0.66),
        (ANSWERS_WHEN_IT_CAN, "all mistakes", ALL_MISTAKES, 0.69),
    ],
)
def test_surface_does_not_tell_mistakes_of_the_sample(sample, rule, name, quota, most):
    found = mean_auc(sample, rule, quota, seeds=SEEDS if quota[Set.PLANTED] else SEEDS[:2])
    print(f"sample, {rule}, {name}: AUC {found:.3f}")
    assert found <= most


@pytest.mark.parametrize(("name", "quota"), [("default quota", DEFAULT), ("all mistakes", ALL_MISTAKES)])
def test_surface_does_not_tell_grounded_mistakes_of_real_answers(name, quota):
    path = Path(os.environ.get("WORKBENCH_DATA", "")) / "ragtruth_qa.jsonl"
    if not os.environ.get("WORKBENCH_DATA") or not path.is_file():
        pytest.skip("WORKBENCH_DATA names no folder with ragtruth_qa.jsonl")
    found = mean_auc(load_cases(path), GROUNDED, quota, seeds=(0,))
    print(f"ragtruth_qa, grounded, {name}: AUC {found:.3f}")
    assert found <= 0.60

"""What an item shows without being read must not tell mistakes from right answers: AUC at most 0.60.

All that must fail is told from all that must pass, and from the trusted answers alone. Where every mistake is taken,
some answers have many and some none, and near misses are there in proportion: only the first holds then.
All figures are printed.
"""

import os
from dataclasses import replace
from functools import cache
from math import sqrt
from pathlib import Path
from random import Random
from statistics import mean, pstdev

import pytest
from sklearn.metrics import roc_auc_score
from surface import WRONG, auc_of_surface, aucs_of_surface

from workbench.cases.load import load_cases
from workbench.plants.build import Recipe, draft, fill
from workbench.plants.catalogue import STYLES
from workbench.records.challenge import Set
from workbench.records.item import Item
from workbench.records.rules import GROUNDED, RULES
from workbench.steps.settings import Settings

pytestmark = pytest.mark.slow

DEFAULTS = Settings(root=Path(), name="")
HELD_OUT = frozenset(DEFAULTS.held_out)
MOST = 0.60
# What the sample bench sets, and every mistake.
SETTINGS = {Set.PLANTED: 32, Set.NEAR_MISS: 40, Set.HELD_OUT: 12}
ALL_MISTAKES = {Set.PLANTED: None, Set.NEAR_MISS: 60, Set.HELD_OUT: None}
EVERYTHING = {Set.PLANTED: None, Set.NEAR_MISS: None, Set.HELD_OUT: None}
BY_DEFAULT = {
    Set.PLANTED: DEFAULTS.plants,
    Set.NEAR_MISS: DEFAULTS.near_misses,
    Set.HELD_OUT: DEFAULTS.held_out_plants,
}
# One draw of some plants is mostly chance, and the AUC of a set of some forty scatters by 0.09: the mean of some draws
# does not.
SEEDS = tuple(range(8))


def recipe(rule, quota, seed):
    return Recipe(
        rule=rule,
        styles=tuple(STYLES.values()),
        held_out=HELD_OUT,
        quota=quota,
        seed=seed,
        not_found="Not in the sources.",
    )


@cache
def drafted(cases, rule, seed):
    """Drafts serve every quota, and making them is what takes long."""
    return draft(cases, recipe(rule, SETTINGS, seed))


def sets(cases, rule, quota, seeds, without):
    made = [fill(drafted(cases, rule, seed), recipe(rule, quota, seed)).challenges for seed in seeds]
    return [[one for one in challenges if one.set not in without] for challenges in made]


def auc(name, cases, rule, quota, seeds=SEEDS, without=(), models=("logistic", "forest", "boosting")):
    """The mean AUC over the seeds of the model that tells most, printed with how far the seeds scatter."""
    found = aucs_of_surface(sets(cases, rule, quota, seeds, without), models)
    told = ", ".join(f"{model} {mean(each):.3f} (sd {pstdev(each):.3f})" for model, each in found.items())
    left_out = "".join(f", without {part}" for part in without)
    print(
        f"{name}, {rule}, {quota[Set.PLANTED] or 'all'} mistakes, {quota[Set.NEAR_MISS]} near misses{left_out}: {told}"
    )
    return max(mean(each) for each in found.values())


def words_at_the_end(answer, wrong):
    return f"{answer} So it is written." if wrong else answer


def a_mark_in_one_of_two(answer, wrong):
    return f"{answer}!" if wrong and len(answer) % 2 else answer


def middling_length(answer, wrong):
    if wrong:
        return answer
    return f"{answer} {answer}" if len(answer) > 280 else answer[: len(answer) // 2]


@pytest.mark.parametrize("without", [(), (Set.HELD_OUT,)], ids=["whole", "tuned"])
@pytest.mark.parametrize("quota", [SETTINGS, BY_DEFAULT], ids=["its settings", "the defaults"])
@pytest.mark.parametrize("rule", RULES)
def test_surface_does_not_tell_mistakes_of_the_sample(sample, rule, quota, without):
    assert auc("sample", tuple(sample), rule, quota, without=without, models=("logistic", "forest")) <= MOST


@pytest.mark.parametrize("rule", RULES)
def test_surface_does_not_tell_where_every_mistake_of_the_sample_is_taken(sample, rule):
    assert auc("sample", tuple(sample), rule, ALL_MISTAKES, models=("logistic", "forest")) <= MOST


@pytest.mark.parametrize("quota", [SETTINGS, BY_DEFAULT], ids=["its settings", "the defaults"])
@pytest.mark.parametrize("rule", RULES)
def test_surface_does_not_tell_mistakes_of_the_sample_from_clean_answers_alone(sample, rule, quota):
    without = (Set.NEAR_MISS,)
    assert auc("sample", tuple(sample), rule, quota, without=without, models=("logistic", "forest")) <= MOST


@pytest.mark.parametrize("rule", RULES)
def test_ids_tell_nothing(sample, rule):
    """By chance, 95 of 100 such sets stay within two standard errors of a half, and nearly all within four."""
    made = fill(drafted(tuple(sample), rule, 0), recipe(rule, EVERYTHING, 0)).challenges
    wrong = [one.set in WRONG for one in made]
    told = roc_auc_score(wrong, [int(one.item.item_id, 16) for one in made])
    count = sum(wrong)
    error = sqrt((len(made) + 1) / (12 * count * (len(made) - count)))
    print(f"ids, {rule}: AUC {told:.3f}, standard error {error:.3f}")
    assert abs(told - 0.5) <= 4 * error
    assert {len(one.item.item_id) for one in made} == {16}


def test_where_there_is_nothing_to_tell_the_classifiers_tell_nothing(sample):
    """How far chance alone scatters: the same items, each called wrong or right by a coin."""
    challenges = fill(drafted(tuple(sample), GROUNDED, 0), recipe(GROUNDED, SETTINGS, 0)).challenges
    coin = Random(0)
    parts = [one.set for one in challenges]
    by_chance = []
    for _ in range(6):
        coin.shuffle(parts)
        by_chance.append([replace(one, set=part) for one, part in zip(challenges, parts, strict=True)])
    (found,) = aucs_of_surface(by_chance, ("logistic",)).values()
    print(f"by chance: AUC {mean(found):.3f} (sd {pstdev(found):.3f})")
    assert 0.4 <= mean(found) <= 0.6


@pytest.mark.parametrize("tell", [words_at_the_end, a_mark_in_one_of_two, middling_length])
def test_surface_tells_mistakes_that_give_themselves_away(sample, tell):
    """What finds no tell in the sample does find one that is put there, straight or crooked."""
    challenges = fill(drafted(sample, GROUNDED, 0), recipe(GROUNDED, SETTINGS, 0)).challenges
    answers = [tell(one.item.answer, one.set in WRONG) for one in challenges]
    told = [
        replace(one, item=Item.of(question=one.item.question, passages=one.item.passages, answer=answer))
        for one, answer in zip(challenges, answers, strict=True)
    ]
    # A mark in every second mistake puts half of the pairs in order and leaves half to chance: 0.75.
    assert auc_of_surface([told]) >= 0.7


@pytest.mark.parametrize("quota", [SETTINGS, ALL_MISTAKES], ids=["its settings", "all mistakes"])
def test_surface_does_not_tell_grounded_mistakes_of_real_answers(quota):
    path = Path(os.environ.get("WORKBENCH_DATA", "")) / "ragtruth_qa.jsonl"
    if not os.environ.get("WORKBENCH_DATA") or not path.is_file():
        pytest.skip("WORKBENCH_DATA names no folder with ragtruth_qa.jsonl")
    assert auc("ragtruth_qa", tuple(load_cases(path)), GROUNDED, quota, SEEDS[:4]) <= MOST

"""What an item shows without being read must not tell planted from clean: AUC at most 0.60."""

import os
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from surface import WRONG, auc_of_surface

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
# What the sample bench sets, fewer near misses, and every mistake.
SETTINGS = {Set.PLANTED: 32, Set.NEAR_MISS: 40, Set.HELD_OUT: 12}
FEWER_NEAR_MISSES = SETTINGS | {Set.NEAR_MISS: 24}
ALL_MISTAKES = {Set.PLANTED: None, Set.NEAR_MISS: 60, Set.HELD_OUT: None}
BY_DEFAULT = {
    Set.PLANTED: DEFAULTS.plants,
    Set.NEAR_MISS: DEFAULTS.near_misses,
    Set.HELD_OUT: DEFAULTS.held_out_plants,
}
# One draw of some plants is mostly chance; the mean of some draws is not.
SEEDS = (0, 1, 2, 3)


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


def auc(cases, rule, quota, seeds, without=None):
    sets = [fill(drafted(cases, rule, seed), recipe(rule, quota, seed)).challenges for seed in seeds]
    return auc_of_surface([[one for one in challenges if one.set is not without] for challenges in sets])


def words_at_the_end(answer, wrong):
    return f"{answer} So it is written." if wrong else answer


def a_mark_in_one_of_two(answer, wrong):
    return f"{answer}!" if wrong and len(answer) % 2 else answer


def middling_length(answer, wrong):
    if wrong:
        return answer
    return f"{answer} {answer}" if len(answer) > 280 else answer[: len(answer) // 2]


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize(
    "quota",
    [SETTINGS, FEWER_NEAR_MISSES, ALL_MISTAKES, BY_DEFAULT],
    ids=["its settings", "fewer near misses", "all mistakes", "the defaults"],
)
def test_surface_does_not_tell_mistakes_of_the_sample(sample, rule, quota):
    found = auc(tuple(sample), rule, quota, SEEDS)
    print(
        f"sample, {rule}, {quota[Set.PLANTED] or 'all'} mistakes, {quota[Set.NEAR_MISS]} near misses: AUC {found:.3f}"
    )
    assert found <= MOST


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("quota", [SETTINGS, BY_DEFAULT], ids=["its settings", "the defaults"])
def test_surface_does_not_tell_mistakes_where_the_held_out_ones_are_away(sample, rule, quota):
    """What a rubric is tuned on."""
    found = auc(tuple(sample), rule, quota, SEEDS, without=Set.HELD_OUT)
    print(f"sample, {rule}, {quota[Set.PLANTED]} tuned mistakes, {quota[Set.NEAR_MISS]} near misses: AUC {found:.3f}")
    assert found <= MOST


@pytest.mark.parametrize("tell", [words_at_the_end, a_mark_in_one_of_two, middling_length])
def test_surface_tells_mistakes_that_give_themselves_away(sample, tell):
    """What finds no tell in the sample does find one that is put there, straight or crooked."""
    challenges = fill(drafted(sample, GROUNDED, 0), recipe(GROUNDED, SETTINGS, 0)).challenges
    answers = [tell(one.item.answer, one.set in WRONG) for one in challenges]
    told = [
        replace(one, item=Item.of(question=one.item.question, passages=one.item.passages, answer=answer))
        for one, answer in zip(challenges, answers, strict=True)
    ]
    assert auc_of_surface([told]) >= 0.8


@pytest.mark.parametrize("quota", [SETTINGS, ALL_MISTAKES], ids=["its settings", "all mistakes"])
def test_surface_does_not_tell_grounded_mistakes_of_real_answers(quota):
    path = Path(os.environ.get("WORKBENCH_DATA", "")) / "ragtruth_qa.jsonl"
    if not os.environ.get("WORKBENCH_DATA") or not path.is_file():
        pytest.skip("WORKBENCH_DATA names no folder with ragtruth_qa.jsonl")
    found = auc(tuple(load_cases(path)), GROUNDED, quota, SEEDS[:1])
    print(f"ragtruth_qa, grounded, {quota[Set.PLANTED] or 'all'} mistakes: AUC {found:.3f}")
    assert found <= MOST

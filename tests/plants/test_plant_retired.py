"""Retired plants stay out, and what people made comes in, each counted."""

from dataclasses import replace

import pytest
from grounds_at_hand import NO_QUOTA, NOT_FOUND, built

from workbench.errors import InputError
from workbench.plants.build import Recipe, build
from workbench.plants.catalogue import STYLES
from workbench.plants.given.added import with_added
from workbench.records.challenge import Set
from workbench.records.item import Item
from workbench.records.verdict import Outcome

FIGURES = (STYLES["figure_changed"],)


def figures(sample, retired, quota=None):
    part = {**NO_QUOTA, Set.PLANTED: quota}
    recipe = Recipe(
        rule="grounded",
        styles=FIGURES,
        held_out=frozenset(),
        quota=part,
        seed=7,
        not_found=NOT_FOUND,
        retired=retired,
    )
    made = build(sample, recipe)
    return made, [one for one in made.challenges if one.set is Set.PLANTED]


def test_a_retired_plant_stays_out_and_is_counted_with_its_reason(sample):
    before, plants = figures(sample, {})
    gone = plants[0].item.item_id
    after, left = figures(sample, {gone: "the passage says so too"})
    assert left == plants[1:]
    assert after.retired == {"figure_changed": {"the passage says so too": 1}}
    clean = sum(one.set is Set.CLEAN for one in after.challenges)
    assert clean == len(left) + sum(after.declined["figure_changed"].values()) + 1
    assert before.retired == {}


def test_the_next_best_plant_takes_the_place_of_a_retired_one(sample):
    _, plants = figures(sample, {}, quota=4)
    _, others = figures(sample, {plants[0].item.item_id: "odd"}, quota=4)
    assert len(others) == 4
    assert plants[0] not in others


def by_hand(sample, answer="It costs £99.", **fields):
    (clean, *_) = [one for one in built(sample).challenges if one.set is Set.CLEAN]
    item = Item.of(question=clean.item.question, passages=clean.item.passages, answer=answer)
    return replace(clean, item=item, set=Set.PLANTED, style="by_hand", expected=Outcome.FAIL, **fields)


def test_an_added_plant_is_in_the_set_on_top_of_the_quota(sample):
    made, _ = figures(sample, {}, quota=4)
    one = by_hand(sample)
    more = with_added(made, [one], {})
    assert one in more.challenges
    assert len(more.challenges) == len(made.challenges) + 1
    assert more.planted == {**made.planted, "by_hand": 1}
    order = [(list(Set).index(c.set), c.style, c.item.item_id) for c in more.challenges]
    assert order == sorted(order)


def test_an_added_plant_can_be_retired_too(sample):
    made, _ = figures(sample, {})
    one = by_hand(sample)
    more = with_added(made, [one], {one.item.item_id: "harmless"})
    assert more.challenges == made.challenges
    assert more.retired == {"by_hand": {"harmless": 1}}


def test_an_added_plant_that_the_builder_made_as_well_counts_once(sample):
    made, plants = figures(sample, {})
    more = with_added(made, [replace(plants[0], style="by_hand")], {})
    assert more.challenges == made.challenges
    assert more.declined["by_hand"] == {"the same item as another challenge": 1}


def test_an_added_mistake_that_a_person_trusts_elsewhere_is_refused(sample):
    made, _ = figures(sample, {})
    (clean, *_) = made.challenges
    with pytest.raises(InputError, match=f"a text that must fail, got the clean item of {clean.parent}, which must"):
        with_added(made, [by_hand(sample, clean.item.answer)], {})

"""One more saved answer leaves the plants of the others alone, but for the room that its own plants need."""

from collections import Counter
from dataclasses import replace

import pytest
from grounds_at_hand import BORROWERS, built, case
from hypothesis import given
from hypothesis import strategies as st

from workbench.plants.balance import by_form, evenly
from workbench.plants.catalogue import STYLES
from workbench.records.challenge import Challenge, Set
from workbench.records.item import Item
from workbench.records.rules import ANSWERS_WHEN_IT_CAN, RULES
from workbench.records.verdict import Outcome

OWN = tuple(name for name in STYLES if name not in BORROWERS)
MORE = case(
    "Laura Bennett lends the pump for 12 days, unless it is broken. It costs £9 a day.",
    "Laura Bennett lends the pump for 12 days, unless it is broken. It costs £9 a day.",
    case_id="more",
    question="What does the pump cost?",
)


def planted(cases, **settings):
    made = built(cases, styles=OWN, **settings)
    return {(one.style, one.item.item_id): one.parent for one in made.challenges if one.style}


@pytest.mark.parametrize("quota", [4, 12, 24])
@pytest.mark.parametrize("rule", RULES)
def test_under_a_quota_another_answer_takes_room_for_its_own_plants_and_no_more(sample, rule, quota):
    before, after = planted(sample, rule=rule, quota=quota), planted([*sample, MORE], rule=rule, quota=quota)
    new = [key for key, parent in after.items() if parent == "more"]
    assert after.keys() - before.keys() == set(new)
    assert len(before.keys() - after.keys()) <= len(new)


def test_an_answer_taken_away_and_put_back_gives_the_same_set(sample):
    assert planted([*sample[1:], sample[0]], quota=12) == planted(sample, quota=12)


def test_one_process_and_several_plant_the_same(sample, monkeypatch):
    monkeypatch.setattr("workbench.plants.shares.FEW", 8)
    made = []
    for cores in (1, 3):
        monkeypatch.setattr("workbench.plants.shares._cores", lambda cores=cores: cores)
        made.append(built(sample, quota=12, anew=True))
    # The trusted answers, and so the shares, are more than few.
    assert sum(one.set is Set.CLEAN for one in made[0].challenges) > 8
    assert made[0] == made[1]


def test_no_style_plants_twice_in_one_answer(sample):
    for rule in RULES:
        made = Counter((one.style, one.parent) for one in built(sample, rule=rule).challenges if one.style)
        assert set(made.values()) == {1}


def challenge(style, parent, text):
    return Challenge(
        item=Item.of(question="q", passages=(), answer=f"{style} {parent} {text}"),
        rule="grounded",
        set=Set.PLANTED,
        style=style,
        parent=parent,
        group=parent,
        expected=Outcome.FAIL,
    )


PARENTS = ("a", "b", "c", "d", "e", "f")
NAMES = ("s1", "s2", "s3", "s4")
PLANTED_IN = st.dictionaries(st.sampled_from(PARENTS), st.sets(st.sampled_from(NAMES)), min_size=1)


def pools_of(planted_in, text):
    """The pools of some parents, each in the order that the builder gives it: by item."""
    made = [
        challenge(style, parent, text if isinstance(text, str) else text[parent, style])
        for parent, styles in planted_in.items()
        for style in sorted(styles)
    ]
    pools = {name: [one for one in made if one.style == name] for name in NAMES}
    return {name: sorted(pool, key=lambda one: one.item.item_id) for name, pool in pools.items()}


@given(PLANTED_IN, st.sampled_from(PARENTS), st.integers(0, 12), st.text(max_size=3))
def test_whatever_the_styles_make_other_parents_only_make_room(planted_in, more, quota, text):
    without = {parent: styles for parent, styles in planted_in.items() if parent != more}
    before = {one.item.item_id for one in evenly(pools_of(without, text), quota)}
    after = evenly(pools_of(planted_in, text), quota)
    new = {one.item.item_id for one in after if one.parent == more}
    assert {one.item.item_id for one in after} - new <= before
    assert len(before - {one.item.item_id for one in after}) <= len(new)


@given(PLANTED_IN, st.sampled_from(PARENTS), st.integers(0, 12), st.lists(st.integers(0, 300), min_size=1), st.data())
def test_near_misses_of_all_forms_only_make_room(planted_in, more, quota, lengths, data):
    def near_misses(parents):
        return {
            name: [replace(one, rule=ANSWERS_WHEN_IT_CAN, set=Set.NEAR_MISS) for one in pool]
            for name, pool in pools_of(parents, length_of).items()
        }

    length_of = {(parent, name): "x" * data.draw(st.sampled_from(lengths)) for parent in PARENTS for name in NAMES}
    declining = data.draw(st.sets(st.sampled_from(PARENTS)))
    shares = data.draw(st.none() | st.fixed_dictionaries(dict.fromkeys(PARENTS, st.integers(0, 9))))
    without = {parent: styles for parent, styles in planted_in.items() if parent != more}
    before = {one.item.item_id for one in by_form(near_misses(without), quota, declining, shares)}
    pools = near_misses(planted_in)
    after = by_form(pools, quota, declining, shares)
    assert len(after) == min(quota, sum(map(len, pools.values())))
    new = {one.item.item_id for one in after if one.parent == more}
    assert {one.item.item_id for one in after} - new <= before
    assert len(before - {one.item.item_id for one in after}) <= len(new)


@given(PLANTED_IN, st.integers(0, 12))
def test_a_quota_is_filled_where_it_can_be_and_styles_are_even(planted_in, quota):
    pools = pools_of(planted_in, "")
    taken = evenly(pools, quota)
    assert len(taken) == min(quota, sum(map(len, pools.values())))
    assert len({one.item.item_id for one in taken}) == len(taken)
    counts = Counter(one.style for one in taken)
    for name, pool in pools.items():
        # A style that has some left is at most one behind any other.
        if counts[name] < len(pool):
            assert max(counts.values(), default=0) <= counts[name] + 1


def test_parents_are_spread_where_styles_can_choose():
    pools = pools_of({parent: set(NAMES[:2]) for parent in PARENTS}, "")
    parents = Counter(one.parent for one in evenly(pools, 6))
    assert max(parents.values()) <= 2
    assert len(parents) >= 4


def test_a_renamed_answer_keeps_its_place(sample):
    renamed = [replace(one, case_id=f"z-{one.case_id}") for one in sample]
    assert planted(renamed, quota=12).keys() == planted(sample, quota=12).keys()

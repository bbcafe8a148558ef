from collections import Counter
from dataclasses import replace
from itertools import pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from judges_at_hand import RULE, items, spec

from workbench.errors import InputError
from workbench.records.item import Item
from workbench.records.passage import Passage
from workbench.runner.schedule import plan_cells

JUDGES = [spec("judge-1"), spec("judge-2")]
ITEMS = items(10)
EVERY_KEY = set(product((item.item_id for item in ITEMS), ("judge-1", "judge-2"), range(3)))


def plan(**changes):
    return plan_cells({RULE: ITEMS}, JUDGES, **{"repeats": 3, "seed": 7, **changes})


def test_every_item_is_judged_by_every_judge_in_every_repeat_once():
    cells = plan()
    assert len(cells) == 10 * 2 * 3
    assert {cell.key for cell in cells} == EVERY_KEY


def test_the_order_does_not_depend_on_the_order_of_the_input():
    turned = plan_cells({RULE: ITEMS[::-1]}, JUDGES[::-1], repeats=3, seed=7)
    assert turned == plan()


def test_another_seed_gives_another_order_of_the_same_cells():
    other = plan(seed=8)
    assert other != plan()
    assert {cell.key for cell in other} == EVERY_KEY


def test_neighbours_in_the_input_are_spread_over_the_whole_run():
    many = items(400)
    clean = {item.item_id for item in many[:200]}
    first_half = plan_cells({RULE: many}, [spec()], repeats=1, seed=1)[:200]
    # Of 400 cells, 200 clean: a fair shuffle puts 100 of the clean ones into the first half, give or take 5 a sigma.
    assert 75 <= sum(cell.item.item_id in clean for cell in first_half) <= 125


@given(st.sets(st.sampled_from(sorted(EVERY_KEY))))
def test_a_resumed_plan_is_the_whole_plan_without_what_is_done(done):
    assert plan(done=done) == [cell for cell in plan() if cell.key not in done]


@given(st.sets(st.integers(0, 29)))
def test_a_resumed_plan_keeps_what_is_about_the_same_passages_together_and_in_its_place(done):
    def grouped(**more):
        return plan_cells({RULE: about_the_same(5, 3)}, [spec()], repeats=2, seed=7, **more)

    whole = grouped()
    left = grouped(done={whole[place].key for place in done})
    assert left == [cell for place, cell in enumerate(whole) if place not in done]


def test_attempts_of_earlier_sessions_come_along():
    first = plan()[0]
    cells = plan(attempts={first.key: 2})
    assert cells == [replace(first, attempts=2), *plan()[1:]]


def test_a_judge_gets_the_items_of_its_own_rule():
    cells = plan_cells({RULE: ITEMS[:2], "other": ITEMS[1:5]}, [spec("a"), spec("b", rule="other")], repeats=1, seed=0)
    assert {cell.key for cell in cells} == {
        *((item.item_id, "a", 0) for item in ITEMS[:2]),
        *((item.item_id, "b", 0) for item in ITEMS[1:5]),
    }


def test_everything_wrong_with_a_plan_is_said_at_once():
    with pytest.raises(InputError) as caught:
        plan_cells({RULE: [*ITEMS, ITEMS[3]]}, [spec("a"), spec("a"), spec("b", rule="unheard_of")], repeats=0, seed=0)
    assert [problem.where for problem in caught.value.problems] == [
        f"item {ITEMS[3].item_id}",
        "judge a",
        "judge b",
        "repeats",
    ]


def test_no_items_give_no_cells():
    assert plan_cells({RULE: []}, JUDGES, repeats=2, seed=0) == []


def about_the_same(parents, variants):
    """Items about the passages of each parent; the first of them stands for the clean one."""
    return [
        Item.of(question="?", passages=[Passage(id="p", text=f"passage {parent}")], answer=f"answer {variant}")
        for parent in range(parents)
        for variant in range(variants)
    ]


def test_cells_about_the_same_passages_stand_together_for_each_judge():
    cells = plan_cells({RULE: about_the_same(10, 4)}, JUDGES, repeats=3, seed=7)
    shown = [(cell.judge_id, cell.item.passages) for cell in cells]
    assert shown == sorted(shown, key=shown.index)
    assert len(set(shown)) == 10 * 2


def test_the_clean_answer_is_no_more_likely_to_come_first_than_any_of_its_copies():
    many = about_the_same(400, 4)
    clean = {item.item_id for item in many[::4]}
    cells = plan_cells({RULE: many}, [spec()], repeats=1, seed=1)
    places = [place % 4 for place, cell in enumerate(cells) if cell.item.item_id in clean]
    # 400 clean ones over four places: 100 each, with a sigma of 8.7; five of them are 43.
    assert all(57 <= places.count(place) <= 143 for place in range(4))


def test_items_that_belong_together_stand_together_and_each_name_may_come_first():
    named = {
        "one": [_about("a", 0)],
        "three": [_about("b", 0), _about("b", 1), _about("c", 0)],
        "other": [_about("d", 0)],
    }
    together = {item.item_id: name for name, items in named.items() for item in items}
    every = [item for items in named.values() for item in items]
    firsts = Counter()
    for seed in range(600):
        cells = plan_cells({RULE: every}, [spec()], repeats=2, seed=seed, together=together)
        ids = [cell.item.item_id for cell in cells]
        assert ids[::2] == ids[1::2]
        names = [together[item] for item in ids]
        assert sum(one != other for one, other in pairwise(names)) == 2
        firsts[names[0]] += 1
    # A third of 600 each, however many items it has, give or take 5 sigma (58).
    assert all(abs(firsts[name] - 200) <= 58 for name in named)


def _about(passage, number):
    return Item.of(question="?", passages=[Passage(id="p", text=passage)], answer=f"answer {number}")

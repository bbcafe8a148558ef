"""Which cell of a judge is next: a prompt's beginning is written once, by a call that goes alone."""

from hypothesis import given
from hypothesis import strategies as st
from judges_at_hand import RULE, spec

from workbench.records.item import Item
from workbench.records.passage import Passage
from workbench.runner.line import Line
from workbench.runner.schedule import plan_cells

LIFE_S = 300.0


def about(*passages, answers=3):
    """Items about each of some passages."""
    return [
        Item.of(question="?", passages=[Passage(id="p", text=text)], answer=f"answer {number}")
        for text in passages
        for number in range(answers)
    ]


def cells_of(items, repeats=1):
    return plan_cells({RULE: items}, [spec()], repeats=repeats, seed=1)


def text(cell):
    return cell.item.passages[0].text


def taken(line, now=0.0):
    """Take all that may be asked now."""
    cells = []
    while (cell := line.take(now)) is not None:
        cells.append(cell)
    return cells


def test_the_first_call_goes_alone_then_the_first_about_each_passage_then_all():
    line = Line(cells_of(about("a", "b", "c"), repeats=2), cache_life_s=LIFE_S)
    (first,) = taken(line)
    line.answered(first, written=True)

    second = taken(line)
    others = [cell for cell in second if text(cell) != text(first)]
    assert sorted(map(text, others)) == sorted({"a", "b", "c"} - {text(first)})
    assert len(second) == 5 + 2  # the other five about the first passages, and one about each of the two others

    for cell in others:
        line.answered(cell, written=True)
    assert len(taken(line)) == 5 + 5
    assert line.left == 0


def test_a_rubric_that_was_sent_before_the_run_need_not_be_written_again():
    cells = cells_of(about("a", "b", "c"))
    sent = Line(cells, cache_life_s=LIFE_S, rubric_used_at=100.0)
    assert sorted(map(text, taken(sent, now=399.0))) == ["a", "b", "c"]
    assert len(taken(Line(cells, cache_life_s=LIFE_S, rubric_used_at=100.0), now=401.0)) == 1


def test_what_is_begun_is_ended_before_more_is_begun():
    line = Line(cells_of(about("a", "b", "c", answers=4)), cache_life_s=LIFE_S)
    order = []
    while (cell := line.take(0.0)) is not None:
        order.append(text(cell))
        line.answered(cell, written=True)
    assert order == sorted(order, key=order.index)


def test_a_call_without_a_message_lets_another_go_alone_and_after_three_all_go():
    line = Line(cells_of(about("a", answers=9)), cache_life_s=LIFE_S)
    for _ in range(3):
        (alone,) = taken(line)
        line.answered(alone, written=False)
    assert len(taken(line)) == 6


def test_a_second_attempt_that_brings_a_message_lets_all_go():
    line = Line(cells_of(about("a", answers=9)), cache_life_s=LIFE_S)
    (failed,) = taken(line)
    line.answered(failed, written=False)
    (hanging,) = taken(line)
    line.answered(failed, written=True)
    assert len(taken(line)) == 7
    line.answered(hanging, written=False)


def test_passages_whose_first_call_hangs_do_not_hold_up_others():
    line = Line(cells_of(about("a", "b", answers=4)), cache_life_s=LIFE_S)
    (first,) = taken(line)
    line.answered(first, written=True)
    followers = taken(line)
    (hanging,) = [cell for cell in followers if text(cell) != text(first)]
    assert len(followers) == 3 + 1
    assert line.left == 3
    assert {text(hanging)} == {"a", "b"} - {text(first)}


def test_what_the_cache_has_forgotten_is_written_again_by_one():
    line = Line(cells_of(about("a", answers=9)), cache_life_s=LIFE_S)
    (first,) = taken(line, now=0.0)
    line.answered(first, written=True)
    kept = line.take(LIFE_S - 1)
    assert kept is not None
    # That use made it live until LIFE_S - 1 + LIFE_S.
    assert line.take(2 * LIFE_S - 2) is not None
    (alone,) = taken(line, now=9 * LIFE_S)
    line.answered(alone, written=True)
    assert len(taken(line, now=9 * LIFE_S)) == 5


def test_a_judge_without_a_prompt_cache_is_asked_in_order_and_nothing_waits():
    cells = cells_of(about("a", "b", "c"), repeats=4)
    assert taken(Line(cells, cache_life_s=0.0)) == cells


def test_two_calls_do_not_wait_for_one_another():
    assert len(taken(Line(cells_of(about("a", answers=2)), cache_life_s=LIFE_S))) == 2


@given(
    passages=st.lists(st.sampled_from("abcd"), min_size=3, max_size=20),
    answers=st.lists(st.tuples(st.integers(0, 50), st.booleans()), max_size=80),
    at_once=st.integers(1, 6),
)
def test_however_replies_come_every_cell_is_taken_once_and_nobody_writes_what_another_is_writing(
    passages, answers, at_once
):
    items = [
        Item.of(question="?", passages=[Passage(id="p", text=name)], answer=str(place))
        for place, name in enumerate(passages)
    ]
    line = Line(cells_of(items), cache_life_s=LIFE_S)
    coming, flying, seen, written, failed = iter(answers), [], [], set(), {}
    while True:
        while len(flying) < at_once and (cell := line.take(0.0)) is not None:
            name = text(cell)
            if name not in written and failed.get(name, 0) < 3:
                assert name not in map(text, flying)
            flying.append(cell)
            seen.append(cell.key)
        if not flying:
            break
        place, ok = next(coming, (0, True))
        cell = flying.pop(place % len(flying))
        if ok:
            written.add(text(cell))
        else:
            failed[text(cell)] = failed.get(text(cell), 0) + 1
        line.answered(cell, written=ok)
    assert sorted(seen) == sorted(cell.key for cell in cells_of(items))


def test_cells_that_are_not_wanted_when_their_turn_comes_are_left_out_and_hold_nobody_up():
    cells = cells_of(about("a", "b", "c"), repeats=2)
    wanted = {text(cells[0])}
    asked = []

    def still(cell):
        asked.append(cell.key)
        return text(cell) in wanted

    line = Line(cells, cache_life_s=LIFE_S, wanted=still)
    (first,) = taken(line)
    line.answered(first, written=True)
    assert {text(cell) for cell in taken(line)} == wanted
    assert line.left == 0
    assert sorted(asked) == sorted(cell.key for cell in cells)

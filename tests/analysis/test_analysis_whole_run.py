"""What is counted of a run besides its judges: what any judge must better, and what to read first."""

from collections import Counter

import pandas as pd
import pytest

from tests.analysis.answer_key import always, answer_key, challenge, perfect, run_tables, says, spec
from workbench.analysis.dawid_skene import consensus
from workbench.analysis.summarise import count_run
from workbench.records.challenge import Set
from workbench.records.verdict import Outcome


def counted(judges, key, say, *, repeats=1):
    """Let each judge answer what `say` says of it by its place."""
    told = [says(judge, key, say(place), repeats=repeats) for place, judge in enumerate(judges)]
    return count_run(run_tables(judges, key, pd.concat(told, ignore_index=True), repeats=repeats))


def test_always_pass_and_always_fail_are_what_judges_that_do_so_would_show():
    key = answer_key(clean=4, near_miss={"r": 3}, planted={"a": 3}, held_out={"b": 2})
    key += [challenge("w", Set.NATURAL, expected=Outcome.FAIL), challenge("r", Set.NATURAL, expected=Outcome.PASS)]
    judges = [spec("passing"), spec("failing")]
    found = counted(judges, key, lambda place: always(("pass", "fail")[place]))
    assert [one.name for one in found.constants] == ["always pass", "always fail"]
    for constant, judge in zip(found.constants, found.judges, strict=True):
        for name in ("false_alarms", "near_misses", "planted", "held_out", "natural_caught", "natural_alarms", "pairs"):
            assert getattr(constant, name) == getattr(judge, name), name
    passing, failing = found.constants
    assert (passing.planted.hits, passing.false_alarms.hits, passing.pairs.hits) == (0, 0, 0)
    assert (failing.planted.hits, failing.false_alarms.hits, failing.pairs.hits, failing.pairs.items) == (3, 4, 0, 5)


def test_each_rule_has_its_constants_once_however_many_judges_it_has():
    key = [*answer_key(clean=2), *answer_key(clean=3, rule="tone")]
    judges = [spec("one"), spec("two"), spec("three", rule="tone"), spec("four", rule="nothing is asked under it")]
    found = counted(judges, key, lambda _: perfect)
    assert [(one.rule, one.name, one.false_alarms.items) for one in found.constants] == [
        ("grounded", "always pass", 2),
        ("grounded", "always fail", 2),
        ("tone", "always pass", 3),
        ("tone", "always fail", 3),
    ]


THREE = [spec("one"), spec("two"), spec("three")]
HUNDRED = answer_key(clean=60, planted={"a": 40})


def of_three(wrong):
    """Right judges, but for the items that each one gets wrong."""
    return lambda place: (
        lambda c, _: str(
            c.expected if c.item.item_id not in wrong[place] else Outcome.PASS if c.expected == "fail" else Outcome.FAIL
        )
    )


def test_what_three_judges_disagree_on_is_read_first_the_least_certain_before_the_rest():
    wrong = (
        {f"grounded-clean-{i}" for i in range(4)},
        {f"grounded-clean-{i}" for i in range(8, 20)},
        {"grounded-planted-a-7"},
    )
    found = counted(THREE, HUNDRED, of_three(wrong))
    order = found.read_first["grounded"]
    assert set(order) == wrong[0] | wrong[1] | wrong[2]
    votes = {c.item.item_id: tuple(int(say(c, 0) == "fail") for say in map(of_three(wrong), range(3))) for c in HUNDRED}
    estimate = consensus(Counter(votes.values()))
    sure = [abs(estimate.chances[votes[item]] - 0.5) for item in order]
    assert sure == sorted(sure)
    assert len(set(sure)) > 1


@pytest.mark.parametrize(
    ("judges", "key"), [(THREE[:2], HUNDRED), (THREE, HUNDRED[:99])], ids=["two judges", "99 items"]
)
def test_fewer_than_three_judges_or_a_hundred_items_order_nothing(judges, key):
    wrong = ({"grounded-clean-1"}, set(), {"grounded-clean-2"})
    assert counted(judges, key, of_three(wrong)).read_first == {}


def test_a_vote_is_what_most_repeats_said_and_an_even_or_lost_one_is_none():
    def say(place):
        def one(c, repeat):
            if c.item.item_id == "grounded-clean-0" and place == 0:
                return ("fail", "pass")[repeat]
            if c.item.item_id == "grounded-clean-1" and place == 0:
                return "error:timeout"
            return of_three(({"grounded-clean-5"}, {"grounded-clean-6"}, set()))(place)(c, repeat)

        return one

    order = counted(THREE, HUNDRED, say, repeats=2).read_first["grounded"]
    assert set(order) == {"grounded-clean-5", "grounded-clean-6"}


def test_the_order_gives_no_figure_of_any_judge():
    wrong = ({"grounded-clean-1"}, set(), {"grounded-planted-a-2"})
    three = counted(THREE, HUNDRED, of_three(wrong)).judges
    alone = [counted([judge], HUNDRED, lambda _, p=p: of_three(wrong)(p)).judges[0] for p, judge in enumerate(THREE)]
    assert list(three) == alone

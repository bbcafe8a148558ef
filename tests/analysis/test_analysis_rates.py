from dataclasses import astuple

import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import recall_score

from tests.analysis.answer_key import (
    always,
    answer_key,
    at_random,
    challenge,
    measure,
    perfect,
    says,
    spec,
    summaries,
    table,
)
from workbench.analysis.rates import alarm_rate, catch_rate, source_rate
from workbench.analysis.truth import item_table
from workbench.records.challenge import Set
from workbench.records.reply import JudgeKind

VERDICTS = st.sampled_from(["pass", "fail", "error:timeout", "error:unparsed"])
RATES = {"catch": (catch_rate, Set.PLANTED), "alarm": (alarm_rate, Set.CLEAN), "source": (source_rate, Set.CLEAN)}


def rows_of(said, of, *, repeats, copies=1):
    """Rows of `item_table` for items that were each said something about."""
    key = [challenge(f"{copy}-{i}", of, style="s") for copy in range(copies) for i in range(len(said))]
    verdicts = table(
        (f"{copy}-{i}", "judge-1", repeat, verdict)
        for copy in range(copies)
        for i, answers in enumerate(said)
        for repeat, verdict in enumerate(answers)
    )
    return item_table(key, verdicts, [spec()], repeats=repeats)


@pytest.mark.parametrize("name", RATES)
def test_nothing_measured_has_no_bound(name):
    rate, _ = RATES[name]
    found = rate(rows_of([], RATES[name][1], repeats=1))
    assert (found.items, found.hits, found.low, found.high, found.bound) == (0, 0, None, None, None)


@pytest.mark.parametrize("name", RATES)
@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_every_rate_keeps_the_shared_properties(name, data):
    rate, of = RATES[name]
    repeats = data.draw(st.integers(1, 4))
    said = data.draw(st.lists(st.lists(VERDICTS, min_size=repeats, max_size=repeats), min_size=1, max_size=8))
    rows = rows_of(said, of, repeats=repeats)
    found = rate(rows)
    mixed = rate(rows.sample(frac=1, random_state=3))
    assert astuple(mixed) == astuple(found)
    assert 0 <= found.hits <= found.items - found.unresolved
    if found.low is not None:
        assert found.low <= found.hits / (found.items - found.unresolved) <= found.high
    right_share = found.score / found.items
    # The worst case is never better than what was seen, with unresolved items counted as wrong.
    assert (found.bound <= right_share + 1e-12) if name == "catch" else (found.bound >= 1 - right_share - 1e-12)
    twice = rate(rows_of(said, of, repeats=repeats, copies=2))
    assert (twice.hits, twice.items, twice.unresolved) == (2 * found.hits, 2 * found.items, 2 * found.unresolved)
    assert (twice.bound >= found.bound - 1e-12) if name == "catch" else (twice.bound <= found.bound + 1e-12)


@settings(max_examples=25, deadline=None)
@given(st.lists(st.lists(st.sampled_from(["pass", "fail"]), min_size=1, max_size=1), min_size=1, max_size=20))
def test_a_resolved_catch_rate_is_the_recall_of_scikit_learn(said):
    found = catch_rate(rows_of(said, Set.PLANTED, repeats=1))
    predicted = [answers[0] == "fail" for answers in said]
    assert found.hits / found.items == pytest.approx(recall_score([True] * len(said), predicted))


def test_two_errors_in_ten_plants_are_counted_against_the_judge():
    # Ten plants in three repeats: eight caught, two that never answered. Worst case 8 of 10, never 8 of 8.
    said = [["fail"] * 3] * 8 + [["error:timeout"] * 3] * 2
    found = catch_rate(rows_of(said, Set.PLANTED, repeats=3))
    assert (found.hits, found.items, found.unresolved, found.errors, found.calls) == (8, 10, 2, 6, 30)
    # Clopper-Pearson at 8 of 10 is 0.4931; at 8 of 8 it would be 0.6877.
    assert found.bound == pytest.approx(0.4931, abs=1e-4)


def test_errors_on_clean_answers_are_no_alarms_and_on_plants_no_catches():
    judge = measure(spec(), answer_key(clean=3, planted={"a": 3}), always("error:overloaded"), repeats=2)
    assert (judge.false_alarms.hits, judge.planted.hits, judge.sources.hits) == (0, 0, 0)
    assert (judge.false_alarms.errors, judge.planted.errors) == (6, 6)
    assert judge.false_alarms.bound == 1.0
    assert judge.planted.bound == 0.0
    assert judge.errors == {"overloaded": 12}
    assert judge.disagreements == ()


def test_repeats_never_make_more_cases():
    few = catch_rate(rows_of([["fail"] * 2] * 6, Set.PLANTED, repeats=2))
    many = catch_rate(rows_of([["fail"] * 20] * 6, Set.PLANTED, repeats=20))
    assert few.bound == many.bound
    assert many.calls == 120


def test_one_wrong_repeat_costs_its_share_and_the_whole_catch():
    # Five repeats on eight plants, one of the forty calls says pass: score 7.8 of 8, bound 0.6523, strict 7 of 8.
    found = catch_rate(rows_of([["fail"] * 5] * 7 + [["fail"] * 4 + ["pass"]], Set.PLANTED, repeats=5))
    assert found.score == pytest.approx(7.8)
    assert found.bound == pytest.approx(0.6523, abs=5e-5)
    assert found.hits == 7


def test_a_source_scores_the_minimum_over_its_clean_answer_and_near_misses():
    key = [
        challenge("c1", Set.CLEAN, parent="one"),
        challenge("n1", Set.NEAR_MISS, style="reordered", parent="one"),
        challenge("c2", Set.CLEAN, parent="two"),
        challenge("c3", Set.CLEAN, parent="three"),
        challenge("n3", Set.NEAR_MISS, style="reordered", parent="three"),
    ]
    said = {"c1": ("pass", "pass"), "n1": ("fail", "pass"), "c2": ("pass", "pass"), "c3": ("pass", "pass")}
    said["n3"] = ("error:timeout", "error:timeout")
    judge = measure(spec(), key, lambda c, repeat: said[c.item.item_id][repeat], repeats=2)
    sources = judge.sources
    # One: alarmed on its near miss, minimum 1/2. Two: 1. Three: its near miss has no answer, so it is unresolved.
    assert (sources.hits, sources.items, sources.unresolved, sources.score) == (1, 3, 1, 1.5)
    assert (sources.calls, sources.errors) == (10, 2)


def test_styles_stand_worst_first_and_errors_beside_them():
    key = answer_key(near_miss={"reordered": 2}, planted={"a": 4, "b": 2}, held_out={"c": 2})

    def say(c, _):
        if c.style == "c" or c.item.item_id.endswith("b-0"):
            return "pass"
        return "error:timeout" if c.item.item_id.endswith("a-0") else str(c.expected)

    judge = measure(spec(), key, say, repeats=2)
    # Shares of right verdicts: c 0/2, b 1/2, a 3/4 (one without answers), reordered 2/2.
    assert [(entry.set, entry.style) for entry in judge.by_style] == [
        ("held_out", "c"),
        ("planted", "b"),
        ("planted", "a"),
        ("near_miss", "reordered"),
    ]
    a = judge.by_style[2].rate
    assert (a.items, a.hits, a.unresolved, a.errors) == (4, 3, 1, 2)


def test_the_totals_of_the_views_are_the_totals_of_the_rows():
    key = answer_key(clean=5, near_miss={"r": 4}, planted={"a": 4, "b": 3}, held_out={"c": 2})
    judge = measure(spec(), key, at_random, repeats=4)
    verdicts = says(spec(), key, at_random, repeats=4)
    sets = (judge.false_alarms, judge.near_misses, judge.planted, judge.held_out)
    assert sum(rate.calls for rate in sets) == judge.calls == len(verdicts)
    assert sum(rate.items for rate in sets) == len(key)
    assert sum(rate.errors for rate in sets) == sum(judge.errors.values()) == 0
    for name, rate in (("near_miss", judge.near_misses), ("planted", judge.planted), ("held_out", judge.held_out)):
        styles = [entry.rate for entry in judge.by_style if entry.set == name]
        assert sum(style.hits for style in styles) == rate.hits
        assert sum(style.items for style in styles) == rate.items


def test_a_perfect_judge_catches_all_and_alarms_on_nothing():
    judge = measure(spec(), answer_key(clean=11, planted={"a": 6}), perfect, repeats=2)
    assert (judge.planted.hits, judge.false_alarms.hits) == (6, 0)
    assert judge.planted.bound == pytest.approx(0.6070, abs=5e-5)
    assert judge.sources.bound == pytest.approx(0.2384, abs=5e-5)


def test_the_baseline_script_is_shown_beside_judges_and_not_beside_itself():
    key = answer_key(clean=2, planted={"a": 3}, held_out={"c": 1})
    judge, script = spec("judge"), spec("floor", kind=JudgeKind.SCRIPT, model="script")
    other = spec("citations", kind=JudgeKind.SCRIPT, model="script")
    verdicts = says(judge, key, perfect, repeats=1)
    for one, say in ((script, lambda c, _: "fail" if c.item.item_id.endswith("a-0") else "pass"), (other, perfect)):
        verdicts = pd.concat([verdicts, says(one, key, say, repeats=1)], ignore_index=True)
    found = summaries([judge, script, other], key, verdicts, repeats=1, baselines={"grounded": "floor"})
    assert (found[0].script_caught.hits, found[0].script_caught.items) == (1, 4)
    assert found[1].script_caught is None
    assert found[2].script_caught is None
    assert summaries([judge], key, says(judge, key, perfect, repeats=1), repeats=1)[0].script_caught is None

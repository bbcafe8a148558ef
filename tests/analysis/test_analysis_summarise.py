import json
from dataclasses import asdict

import pandas as pd
import pytest

from tests.analysis.answer_key import answer_key, at_random, challenge, measure, perfect, says, spec, summaries, table
from workbench.records.challenge import Set
from workbench.records.verdict import Outcome


def test_disagreements_stand_missed_mistakes_first_then_false_alarms_then_splits():
    key = [
        challenge("right", Set.CLEAN),
        challenge("alarm", Set.CLEAN),
        challenge("split", Set.CLEAN),
        challenge("missed", Set.PLANTED, style="a"),
        challenge("held", Set.HELD_OUT, style="b"),
        challenge("broken", Set.PLANTED, style="a"),
    ]
    said = {
        "right": ("pass", "pass"),
        "alarm": ("fail", "fail"),
        "split": ("pass", "fail"),
        "missed": ("pass", "error:timeout"),
        "held": ("pass", "pass"),
        "broken": ("error:timeout", "fail"),
    }
    judge = measure(spec(), key, lambda c, repeat: said[c.item.item_id][repeat], repeats=2)
    assert judge.disagreements == ("held", "missed", "alarm", "split")


def test_labelled_answers_have_rates_of_their_own_and_are_absent_where_none_came_in():
    key = answer_key(clean=2, planted={"a": 2})
    assert measure(spec(), key, perfect, repeats=1).natural_caught is None
    key += [
        challenge("w1", Set.NATURAL, expected=Outcome.FAIL),
        challenge("w2", Set.NATURAL, expected=Outcome.FAIL),
        challenge("r1", Set.NATURAL, expected=Outcome.PASS),
    ]
    judge = measure(spec(), key, lambda c, _: "fail" if c.item.item_id != "w2" else "pass", repeats=1)
    assert (judge.natural_caught.hits, judge.natural_caught.items) == (1, 2)
    assert (judge.natural_alarms.hits, judge.natural_alarms.items) == (1, 1)
    labels = [entry.style for entry in judge.by_style if entry.set == "natural"]
    assert labels == ["labelled right", "labelled wrong"]


def test_a_judge_whose_rule_has_no_items_is_not_measured():
    judge = measure(spec(rule="tone"), answer_key(clean=2), perfect, repeats=2)
    assert judge.calls == 0
    assert (judge.planted.items, judge.planted.bound, judge.false_alarms.bound, judge.sources.bound) == (
        0,
        None,
        None,
        None,
    )
    assert (judge.by_style, judge.consistency.items) == ((), 0)


def test_the_summary_is_byte_identical_in_any_row_order():
    key = answer_key(clean=5, near_miss={"r": 4}, planted={"a": 4, "b": 3}, held_out={"c": 2})
    judges = [spec("one"), spec("two")]
    verdicts = pd.concat([says(judge, key, at_random, repeats=3) for judge in judges], ignore_index=True)
    verdicts["input_tokens"] = range(len(verdicts))
    texts = set()
    for seed in range(4):
        mixed = verdicts.sample(frac=1, random_state=seed)
        found = summaries(judges, key[seed:] + key[:seed], mixed, repeats=3)
        texts.add(json.dumps([asdict(judge) for judge in found], allow_nan=False))
    assert len(texts) == 1


def test_verdicts_saved_and_loaded_give_the_same_summary(tmp_path):
    key = answer_key(clean=3, planted={"a": 4})

    def say(c, repeat):
        return "error:timeout" if repeat == 0 and c.set is Set.PLANTED else str(c.expected)

    verdicts = says(spec(), key, say, repeats=2)
    verdicts.to_parquet(tmp_path / "verdicts.parquet")
    loaded = pd.read_parquet(tmp_path / "verdicts.parquet")
    assert summaries([spec()], key, loaded, repeats=2) == summaries([spec()], key, verdicts, repeats=2)
    assert not loaded.isna().any().any()


def test_judges_keep_the_order_of_settings():
    key = answer_key(clean=2)
    judges = [spec("zebra"), spec("ant")]
    verdicts = pd.concat([says(judge, key, perfect, repeats=1) for judge in judges], ignore_index=True)
    assert [judge.name for judge in summaries(judges, key, verdicts, repeats=1)] == ["zebra", "ant"]


def test_attempts_of_other_judges_are_not_in_the_cost():
    key = answer_key(planted={"a": 1})
    verdicts = says(spec(), key, perfect, repeats=1)
    spend = table([("p", "judge-1", 0, "fail"), ("p", "stranger", 0, "fail")], output_tokens=1000)
    assert summaries([spec()], key, verdicts, repeats=1, spend=spend)[0].cost.dollars == pytest.approx(0.0005)


def test_retried_attempts_are_in_the_cost_and_in_no_rate():
    key = answer_key(planted={"a": 1})
    verdicts = says(spec(), key, perfect, repeats=1)
    spend = table([("p", "judge-1", 0, "error:timeout")] * 3, output_tokens=1000)
    judge = summaries([spec()], key, verdicts, repeats=1, spend=spend)[0]
    # Three attempts of 1,000 output tokens at 0.50 dollars a million.
    assert judge.cost.dollars == pytest.approx(0.0015)
    assert judge.calls == 1

"""Verdicts of judges run elsewhere: counts by hand, and no file that crashes or is read as what it does not say."""

import json
import os
from pathlib import Path

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.errors import InputError, NotMeasured, WorkbenchError
from workbench.external.columns import find_columns
from workbench.external.table import read_table
from workbench.external.words import Words, read_words
from workbench.judges.threshold import Passes
from workbench.report.summary_json import write_summary
from workbench.steps.external import measure_external, open_external

# Two mistakes and two right answers. "a" catches one and alarms once, "b" catches both and loses a call.
ROWS = [
    {"item": "w1", "judge": "a", "verdict": "fail", "label": "fail"},
    {"item": "w2", "judge": "a", "verdict": "pass", "label": "fail"},
    {"item": "r1", "judge": "a", "verdict": "fail", "label": "pass"},
    {"item": "r2", "judge": "a", "verdict": "pass", "label": "pass"},
    {"item": "w1", "judge": "b", "verdict": "fail", "label": "fail"},
    {"item": "w2", "judge": "b", "verdict": "fail", "label": "fail"},
    {"item": "r1", "judge": "b", "verdict": "error:timeout", "label": "pass"},
    {"item": "r2", "judge": "b", "verdict": "pass", "label": "pass"},
]


def jsonl(path, rows):
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def measured(path, *, columns=(), words=None, threshold=None, passes=Passes.AT_LEAST):
    return measure_external(open_external(path, given=columns), words or Words(), threshold=threshold, passes=passes)


def refused(path, error=InputError, **options):
    with pytest.raises(error) as raised:
        measured(path, **options)
    return str(raised.value)


def counts(judge):
    """Caught, of mistakes; alarmed, of right answers; unresolved and errors on right answers."""
    caught, alarms = judge.natural_caught, judge.natural_alarms
    return (caught.hits, caught.items, alarms.hits, alarms.items, alarms.unresolved, alarms.errors)


def by_name(made):
    return {judge.name: counts(judge) for judge in made.summary.judges}


BY_HAND = {"a": (1, 2, 1, 2, 0, 0), "b": (2, 2, 0, 2, 1, 1)}


def test_jsonl_csv_and_parquet_give_the_same_counts_with_errors_apart(tmp_path):
    pd.DataFrame(ROWS).to_csv(tmp_path / "v.csv", index=False)
    pd.DataFrame(ROWS).to_parquet(tmp_path / "v.parquet")
    jsonl(tmp_path / "v.jsonl", ROWS)
    for name in ("v.csv", "v.parquet", "v.jsonl"):
        assert by_name(measured(tmp_path / name)) == BY_HAND, name


def test_the_order_of_rows_changes_no_byte_of_the_summary(tmp_path):
    one = measured(jsonl(tmp_path / "v.jsonl", ROWS)).summary
    other = measured(jsonl(tmp_path / "v.jsonl", ROWS[::-1])).summary
    assert write_summary(one) == write_summary(other)


def test_a_byte_order_mark_is_no_part_of_a_column(tmp_path):
    path = tmp_path / "v.csv"
    path.write_text(pd.DataFrame(ROWS).to_csv(index=False), encoding="utf-8-sig")
    assert by_name(measured(path)) == BY_HAND


def test_columns_are_guessed_by_name_and_can_be_named():
    names = ("id", "human", "judge_verdict", "model", "notes")
    assert str(find_columns(names)) == "item = id; label = human; verdict = judge_verdict"
    told = find_columns(names, ["judge=model", "label=notes", "verdict=human", "verdict=judge_verdict"])
    assert (told.judge, told.label, told.verdict) == ("model", "notes", ("human", "judge_verdict"))


def test_every_wrong_column_is_named_at_once():
    with pytest.raises(InputError) as raised:
        find_columns(("a", "b"), ["judge=c", "colour=a", "item=a", "item=b"])
    for part in ("5 problems", "--column judge=c", "--column colour=a", "one column for item", "label=NAME", "score="):
        assert part in str(raised.value)


def test_unknown_words_are_listed_all_at_once_and_never_guessed(tmp_path):
    rows = [{"item": str(place), "verdict": word, "label": "pass"} for place, word in enumerate(["yes", "true", "yes"])]
    told = refused(jsonl(tmp_path / "v.jsonl", [*rows, {"item": "x", "verdict": "fail", "label": "good"}]))
    for part in ('"yes" (2 of 4 rows)', '"true" (1 of 4 rows)', '"good" (1 of 4 rows)', '--label "good=pass"'):
        assert part in told


def test_words_mean_what_a_person_says_they_mean(tmp_path):
    rows = [
        {"item": 1, "verdict": True, "label": 4.0},
        {"item": 2, "verdict": False, "label": 4},
        {"item": 3, "verdict": True, "label": 1},
        {"item": 4, "verdict": "lost", "label": 1},
        {"item": 5, "verdict": True, "label": 3},
        {"item": 6, "verdict": True, "label": None},
    ]
    words = read_words(verdict=["TRUE=fail", "false=pass", "lost=error:timeout"], label=["4=pass", "1=fail", "3=skip"])
    made = measured(jsonl(tmp_path / "v.jsonl", rows), words=words)
    # Items 1 and 3 are failed, 2 passed, 4 lost; 5 and 6 are not measured on.
    assert by_name(made) == {"judge": (1, 2, 1, 2, 0, 0)}
    assert made.summary.judges[0].errors == {"timeout": 1}
    assert made.summary.left_out == {"no label": 1, 'label "3"': 1}


def test_meanings_that_are_none_are_refused():
    with pytest.raises(InputError) as raised:
        read_words(verdict=["yes=skip", "no"], label=["x=error:timeout", "y=pass", "Y=fail"])
    assert "4 problems" in str(raised.value)


def test_scores_need_a_threshold_and_are_else_shown_as_an_area(tmp_path):
    rows = [
        {"item": "w1", "label": "fail", "scores": {"x": 0.1, "y": 0.9}},
        {"item": "w2", "label": "fail", "scores": {"x": 0.7, "y": 0.3}},
        {"item": "r1", "label": "pass", "scores": {"x": 0.7, "y": 0.2}},
        {"item": "r2", "label": "pass", "scores": {"x": 0.9, "y": float("nan")}},
    ]
    path = jsonl(tmp_path / "v.jsonl", rows)
    alone = measured(path)
    assert alone.summary.judges == ()
    # x, pairs of mistake and right answer: 0.1 below both, 0.7 ties with one and is below the other: 3.5 of 4.
    # y, one right answer has a score: it is below both mistakes, which for "high is good" is 0 of 2.
    assert {one.judge: (one.area.auc, one.missing) for one in alone.scores} == {"x": (0.875, 0), "y": (0.0, 1)}
    assert measured(path, passes=Passes.AT_MOST).scores[1].area.auc == 1.0
    cut = measured(path, threshold=0.7)
    # A score at the threshold passes. The lost score is an error, and no alarm.
    assert by_name(cut) == {"x": (1, 2, 0, 2, 0, 0), "y": (1, 2, 1, 2, 1, 1)}


def test_repeats_never_make_more_items(tmp_path):
    path = jsonl(tmp_path / "v.jsonl", ROWS[:4] * 3)
    made = measured(path)
    assert by_name(made) == {"a": BY_HAND["a"]}
    assert made.summary.repeats == 3
    assert "are read as its repeats" in made.summary.notes[0]
    numbered = [row | {"repeat": repeat} for repeat in (7, 3) for row in ROWS[:4]]
    named = measured(jsonl(tmp_path / "n.jsonl", numbered))
    assert (named.summary.repeats, named.summary.notes) == (2, ())
    assert "each repeat of an item once" in refused(jsonl(tmp_path / "d.jsonl", [*numbered, numbered[0]]))


def test_a_judge_without_a_row_about_an_item_is_not_taken_for_right(tmp_path):
    made = measured(jsonl(tmp_path / "v.jsonl", ROWS[:-1]))
    assert by_name(made)["b"] == (2, 2, 0, 2, 2, 1)
    assert made.summary.notes == ("b: no row about 1 of 4 items; they count as unresolved.",)


def test_text_that_no_table_can_hold_is_shown_as_its_escape(tmp_path):
    bad = "\ud800"
    rows = [{"item": bad, "judge": bad, "verdicts": {bad: "pass"}, "label": "pass", "style": bad, "repeat": bad}]
    made = measured(jsonl(tmp_path / "v.jsonl", rows))
    assert by_name(made) == {"\\ud800, \\ud800": (0, 0, 0, 1, 0, 0)}


def test_two_labels_of_one_item_are_refused(tmp_path):
    path = jsonl(tmp_path / "v.jsonl", [*ROWS, ROWS[0] | {"judge": "c", "label": "pass"}])
    assert "item w1: expected one label" in refused(path)


def test_rates_are_shown_by_style_where_the_file_has_one(tmp_path):
    made = measured(jsonl(tmp_path / "v.jsonl", [row | {"style": f"s-{row['item']}"} for row in ROWS[:4]]))
    found = {one.style: one.rate.hits for one in made.summary.judges[0].by_style}
    assert found == {
        "s-w1, labelled wrong": 1,
        "s-w2, labelled wrong": 0,
        "s-r1, labelled right": 1,
        "s-r2, labelled right": 0,
    }


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        ("v.jsonl", "", "at least one verdict, got none"),
        ("v.csv", "item,verdict,label\n", "at least one verdict, got none"),
        ("v.csv", "item,item\n", "each column named once"),
        ("v.parquet", "no parquet", "a Parquet file that can be read"),
        ("v.xlsx", "", "verdicts as .jsonl, .csv or .parquet"),
        ("v.jsonl", '{"item": "a", "item": "b"}', 'the key "item" twice'),
        ("v.jsonl", '{"item": [1], "verdict": "pass", "label": "pass"}', 'text or a number as "'),
        ("v.jsonl", '{"item": null, "verdict": "pass", "label": "pass"}', 'an id as "item"'),
        ("v.jsonl", '{"item": "a", "score": "high", "label": "pass"}', 'a finite number as "score"'),
        ("v.jsonl", '{"item": "a", "score": Infinity, "label": "pass"}', "Infinity, which is not JSON"),
        ("v.csv", "item,score,label\na,1e999,pass\n", 'a finite number as "score"'),
    ],
)
def test_an_odd_file_is_refused_in_words(tmp_path, name, content, told):
    path = tmp_path / name
    path.write_text(content, encoding="utf-8")
    assert told in refused(path)


def test_dates_that_python_cannot_hold_are_shown_as_they_are_and_taken_for_nothing_else(tmp_path):
    import pyarrow as pa
    from pyarrow import parquet

    rows = {name: [row[name] for row in ROWS] for name in ROWS[0]}
    far = pa.array([10**7] * len(ROWS), pa.date32())
    path = tmp_path / "v.parquet"
    parquet.write_table(pa.table({**rows, "seen": far, "more": pa.StructArray.from_arrays([far], ["day"])}), path)
    table = read_table(path)
    assert by_name(measured(path)) == BY_HAND
    # Ten million days from 1970 on, as Arrow counts them.
    assert f"{table.columns['seen'].at(0)} {table.columns['more.day'].at(1)}" == " ".join(
        ["date32[day] 29349-01-26"] * 2
    )
    parquet.write_table(pa.table({**rows, "verdict": far}), path)
    assert "got date32[day] 29349-01-26" in refused(path)


def test_a_missing_file_and_a_file_without_labels_are_refused(tmp_path):
    for name in ("gone.jsonl", "gone.csv", "gone.parquet"):
        assert "no such file" in refused(tmp_path / name)
    path = jsonl(tmp_path / "v.jsonl", [row | {"label": None} for row in ROWS])
    assert "no item has a label" in refused(path, NotMeasured)


CELLS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.sampled_from(["pass", "fail", "error:timeout", "", "a", "NaN"]),
    st.text(st.characters(), max_size=5),
    st.dictionaries(st.text(max_size=3), st.integers(), max_size=2),
)
COLUMNS = st.sampled_from(["item", "judge", "verdict", "label", "score", "style", "repeat", "scores"])


PLAIN = st.fixed_dictionaries(
    {"item": st.sampled_from(["a", "b", 1]), "label": st.sampled_from(["pass", "pass", None])},
    optional={
        "judge": CELLS,
        "repeat": CELLS,
        "verdict": st.sampled_from(["pass", "fail", None]),
        "score": st.floats(),
    },
)


@given(st.lists(st.one_of(PLAIN, PLAIN, st.dictionaries(COLUMNS, CELLS)), max_size=6), st.sampled_from([None, 0.5]))
def test_any_rows_are_measured_or_refused(tmp_path_factory, rows, threshold):
    path = jsonl(tmp_path_factory.mktemp("odd") / "v.jsonl", rows)
    try:
        made = measured(path, threshold=threshold)
    except WorkbenchError:
        return
    items = len({str(row.get("item")) for row in rows})
    for judge in made.summary.judges:
        caught, _, alarms, *_ = counts(judge)
        assert caught + alarms <= judge.natural_caught.items + judge.natural_alarms.items <= items


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=200))
def test_any_text_is_read_or_refused(tmp_path_factory, text):
    path = tmp_path_factory.mktemp("odd") / "v.csv"
    path.write_text(text, encoding="utf-8")
    try:
        table = read_table(path)
    except InputError:
        return
    assert {len(column) for column in table.columns.values()} == {len(table.places)}


def real(name):
    path = Path(os.environ.get("WORKBENCH_DATA", "")) / "verdicts" / name
    if not os.environ.get("WORKBENCH_DATA") or not path.is_file():
        pytest.skip(f"WORKBENCH_DATA names no folder with verdicts/{name}")
    return path


def test_gpt_4_and_gpt_3_5_on_wice_come_out_as_counted_by_hand():
    path = real("wice_oracle.jsonl")
    made = by_name(measured(path))
    assert made["gpt-4-0613"][:4] == (59, 78, 4, 22)
    assert made["gpt-3.5-turbo-0613"][:4] == (20, 78, 3, 22)
    # The same counts from the lines alone.
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    for judge, (caught, wrong, alarmed, right, *_) in made.items():
        said = [(row["human"], row["verdict"]) for row in rows if row["judge"] == judge]
        assert (said.count(("fail", "fail")), said.count(("pass", "fail"))) == (caught, alarmed)
        assert len(said) == wrong + right


def test_the_scores_on_mt_rag_separate_as_published():
    words = read_words(verdict=(), label=["4=pass", "3.5=skip", "3=skip", "2=fail", "1=fail"])
    made = measured(real("mtrag_rated.jsonl"), columns=["label=median"], words=words)
    found = {one.judge: (one.wrong, one.right, round(one.area.auc, 4)) for one in made.scores}
    assert found == {"ragas-faithfulness": (53, 286, 0.9397), "radbench-style-llm": (53, 286, 0.7365)}

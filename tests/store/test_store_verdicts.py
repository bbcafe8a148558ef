import random
import tempfile
from pathlib import Path

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from attempts_at_hand import ATTEMPTS, attempt, spec
from hypothesis import given
from hypothesis import strategies as st

from workbench.errors import StoreError
from workbench.records.reply import Reply
from workbench.records.verdict import FAIL, PASS, ErrorCode, Verdict
from workbench.store.verdict_file import VERSION, read_verdicts, write_verdicts
from workbench.store.verdicts import SPEND_COLUMNS, VERDICT_COLUMNS, both_tables, verdict_table

SPECS = [spec("j1"), spec("j2", name="floor", model="script")]
OVERLOADED = Reply(verdict=Verdict(error=ErrorCode.OVERLOADED), usage={"input_tokens": 10}, answered_by="model-a-1")
ATTEMPTED = [
    attempt("b", judge_id="j2", reply=Reply(verdict=FAIL, reason="no figure")),
    attempt("a", judge_id="j1", final=False, reply=OVERLOADED),
    attempt(
        "a",
        judge_id="j1",
        number=2,
        reply=Reply(
            verdict=PASS,
            reason="all there",
            evidence="quote",
            score=0.75,
            raw='{"verdict": "pass"}',
            stop_reason="end_turn",
            answered_by="model-a-1",
            request_id="req-1",
            batch="msgbatch_1",
            usage={"input_tokens": 3, "cache_read_input_tokens": 12304, "output_tokens": 550, "thinking_tokens": 9},
            latency_s=1.25,
        ),
    ),
    attempt("a", judge_id="j1", repeat=1, reply=OVERLOADED),
    attempt("b", judge_id="j1", final=False, reply=OVERLOADED),
]


def test_the_table_has_one_row_a_verdict_with_everything_about_it():
    table = verdict_table(ATTEMPTED, SPECS)
    assert list(table.columns) == list(VERDICT_COLUMNS)
    assert len(table) == 3
    assert table.loc[0].to_dict() == {
        "item_id": "a",
        "judge_id": "j1",
        "judge": "grounded",
        "rule": "grounded",
        "model": "model-a",
        "repeat": 0,
        "verdict": "pass",
        "reason": "all there",
        "evidence": "quote",
        "score": 0.75,
        "stop_reason": "end_turn",
        "answered_by": "model-a-1",
        "request_id": "req-1",
        "batch": "msgbatch_1",
        "latency_s": 1.25,
        "at": "2026-01-02T03:04:05.678+00:00",
        "attempts": 2,
        "replaced": 0,
        "input_tokens": 3,
        "cache_creation_5m": 0,
        "cache_creation_1h": 0,
        "cache_read_input_tokens": 12304,
        "output_tokens": 550,
    }
    assert table["verdict"].tolist() == ["pass", "error:overloaded", "fail"]
    assert table["judge"].tolist() == ["grounded", "grounded", "floor"]
    assert table["score"].isna().tolist() == [False, True, True]


def test_both_tables_come_from_one_reading_and_what_was_paid_besides_is_spend_alone():
    verdicts, spend = both_tables(iter(ATTEMPTED), SPECS, besides=ATTEMPTED[:2])
    pd.testing.assert_frame_equal(verdicts, verdict_table(ATTEMPTED, SPECS))
    assert len(spend) == 5 + 2


def test_spend_counts_every_attempt_the_failed_ones_too():
    spend = both_tables(ATTEMPTED, SPECS)[1]
    assert list(spend.columns) == list(SPEND_COLUMNS)
    assert len(spend) == 5
    # Judge j1: 3 failed calls of 10 tokens and one of 3; judge j2: none.
    assert spend.groupby("judge_id")["input_tokens"].sum().to_dict() == {"j1": 33, "j2": 0}
    assert spend.groupby("answered_by").size().to_dict() == {"": 1, "model-a-1": 4}
    assert spend.groupby("batch").size().to_dict() == {"": 4, "msgbatch_1": 1}


def test_the_tables_do_not_depend_on_the_order_in_which_replies_came():
    shuffled = ATTEMPTED.copy()
    random.Random(4).shuffle(shuffled)
    assert shuffled != ATTEMPTED
    pd.testing.assert_frame_equal(verdict_table(shuffled, SPECS[::-1]), verdict_table(ATTEMPTED, SPECS))
    pd.testing.assert_frame_equal(both_tables(shuffled, SPECS)[1], both_tables(ATTEMPTED, SPECS)[1])


def test_the_last_of_several_errors_is_the_verdict_and_the_row_says_how_many_it_replaced():
    trouble = Reply(verdict=Verdict(error=ErrorCode.TRUNCATED))
    tries = [attempt("a", judge_id="j1", number=number, reply=trouble) for number in (1, 4)]
    table = verdict_table([*tries, attempt("a", judge_id="j1", number=5)], SPECS)
    assert table[["verdict", "attempts", "replaced"]].values.tolist() == [["pass", 5, 2]]
    assert len(both_tables(tries, SPECS)[1]) == 2


def test_two_verdicts_of_one_cell_are_refused():
    with pytest.raises(StoreError, match="a second verdict for item b, judge j2, repeat 0"):
        verdict_table([*ATTEMPTED, ATTEMPTED[0]], SPECS)


def test_a_verdict_of_a_judge_that_the_run_does_not_name_is_refused():
    with pytest.raises(StoreError, match="judge j2, which the manifest does not name"):
        verdict_table(ATTEMPTED, SPECS[:1])


def test_an_empty_run_gives_tables_with_the_same_column_types():
    full, empty = verdict_table(ATTEMPTED, SPECS), verdict_table([], SPECS)
    assert len(empty) == 0
    assert empty.dtypes.to_dict() == full.dtypes.to_dict()
    assert both_tables([], SPECS)[1].dtypes.to_dict() == both_tables(ATTEMPTED, SPECS)[1].dtypes.to_dict()


def test_parquet_gives_the_table_back(tmp_path):
    path = tmp_path / "verdicts.parquet"
    for table in (verdict_table(ATTEMPTED, SPECS), verdict_table([], SPECS)):
        write_verdicts(path, table)
        pd.testing.assert_frame_equal(read_verdicts(path), table)
    assert pq.read_schema(path).metadata[b"workbench.verdicts"] == str(VERSION).encode()
    write_verdicts(path, verdict_table(ATTEMPTED, SPECS))
    assert pq.read_table(path)["score"].to_pylist() == [0.75, None, None]


def test_equal_tables_give_equal_bytes(tmp_path):
    for name in ("one", "two"):
        write_verdicts(tmp_path / name, verdict_table(ATTEMPTED, SPECS))
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


@given(st.lists(ATTEMPTS, max_size=5, unique_by=lambda one: (one.judge_id, one.item_id, one.repeat)))
def test_any_text_that_a_model_can_write_goes_into_the_table_and_the_file(attempts):
    kept = [one for one in attempts if "".join((one.item_id, one.judge_id, one.at)).isascii()]
    specs = [spec(judge_id) for judge_id in {one.judge_id for one in kept}]
    table = verdict_table(kept, specs)
    assert len(table) == sum(one.final for one in kept)
    with tempfile.TemporaryDirectory() as folder:
        write_verdicts(Path(folder) / "v", table)
        pd.testing.assert_frame_equal(read_verdicts(Path(folder) / "v"), table)


def test_what_a_table_cannot_hold_is_shown_as_its_escape():
    table = verdict_table([attempt("a", judge_id="j1", reply=Reply(verdict=FAIL, reason="é \ud800\0"))], SPECS)
    assert table.loc[0, "reason"] == "é \\ud800\0"


def test_a_file_of_a_newer_format_says_so(tmp_path):
    path = tmp_path / "v"
    pq.write_table(pa.table({"a": [1]}).replace_schema_metadata({"workbench.verdicts": "99"}), path)
    with pytest.raises(StoreError, match="format 99 was written by a newer workbench"):
        read_verdicts(path)


@pytest.mark.parametrize("metadata", [None, {"workbench.verdicts": "1"}, {"workbench.verdicts": "x"}])
def test_a_parquet_file_that_is_no_verdict_table_is_refused(tmp_path, metadata):
    path = tmp_path / "v"
    pq.write_table(pa.table({"a": [1]}).replace_schema_metadata(metadata), path)
    with pytest.raises(StoreError, match=f"expected a verdict table of format {VERSION}"):
        read_verdicts(path)


def test_a_file_that_is_no_parquet_or_not_there_is_refused(tmp_path):
    (tmp_path / "v").write_bytes(b"PAR1 not really")
    for name in ("v", "missing"):
        with pytest.raises(StoreError, match=f"cannot read the verdicts .*{name}"):
            read_verdicts(tmp_path / name)

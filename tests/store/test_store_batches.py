"""The file of a run's message batches."""

import json
import tempfile
from pathlib import Path

import pytest
from attempts_at_hand import ANY_TEXT
from hypothesis import given, settings
from hypothesis import strategies as st

from workbench.errors import StoreError
from workbench.records.batch import Batch, BatchedCall
from workbench.store.batch_file import BatchFile

AT = "2026-11-30T10:00:00.000+00:00"
CALLS = st.builds(BatchedCall, ANY_TEXT, ANY_TEXT, st.integers(0, 10**9), st.integers(1, 100))


ONE_CALL = (BatchedCall("item-1", "judge-1", 0, 1),)


def batch(label="label-1", calls=ONE_CALL, **fields):
    return Batch(label=label, at=AT, after="msgbatch_0", url="", key_env="", calls=tuple(calls), **fields)


def test_a_batch_is_in_doubt_until_its_id_is_written_down(tmp_path):
    book = BatchFile(tmp_path / "batches.jsonl")
    book.announce(batch())
    book.announce(batch("label-2"))
    book.sent("label-1", "msgbatch_1", at=AT)
    book.drop("label-2", "not made", at=AT)
    expected = (batch(batch_id="msgbatch_1"), batch("label-2", dropped="not made"))
    assert book.batches == BatchFile(tmp_path / "batches.jsonl").batches == expected
    assert [one.name for one in expected] == ["msgbatch_1", "label-2"]


@settings(max_examples=40)
@given(st.lists(CALLS, min_size=1, max_size=5), ANY_TEXT, ANY_TEXT)
def test_any_text_comes_back_as_it_was(calls, after, url):
    with tempfile.TemporaryDirectory() as folder:
        sent = Batch(label="one", at=AT, after=after, url=url, key_env="KEY", calls=tuple(calls))
        BatchFile(Path(folder) / "batches.jsonl").announce(sent)
        assert BatchFile(Path(folder) / "batches.jsonl").batches == (sent,)


@given(st.lists(CALLS, min_size=2, max_size=6, unique=True), st.text(min_size=1), st.text(min_size=1))
def test_ids_of_calls_are_their_own_in_every_batch(calls, one, other):
    first, second = batch(one, calls), batch(other, calls)
    ids = [first.custom_id(call) for call in calls]
    assert len(set(ids)) == len(ids)
    assert all(len(custom_id) == 40 and custom_id.isalnum() for custom_id in ids)
    assert one == other or not set(ids) & {second.custom_id(call) for call in calls}


def test_a_last_line_that_was_cut_short_is_dropped_for_nothing_was_sent_yet(tmp_path):
    path = tmp_path / "batches.jsonl"
    BatchFile(path).announce(batch())
    whole = path.read_bytes()
    path.write_bytes(whole + whole[:50])
    assert BatchFile(path).batches == (batch(),)
    BatchFile(path).sent("label-1", "msgbatch_1", at=AT)
    assert BatchFile(path).batches == (batch(batch_id="msgbatch_1"),)


def line(**changes):
    call = ["item-1", "judge-1", 0, 1]
    empty = dict.fromkeys(("batch_id", "reason", "after", "url", "key_env"), "")
    return {"v": 1, "step": "sending", "label": "new", "at": AT, **empty, "calls": [call], **changes}


@pytest.mark.parametrize(
    "damaged",
    [
        line(step="sold"),
        line(label=7),
        line(calls=[]),
        line(calls=[["item", "judge", 0]]),
        line(calls=[["item", "judge", -1, 1]]),
        line(calls=[["item", "judge", True, 1]]),
        line(label="label-1"),
        line(step="sent", label="unknown", batch_id="msgbatch_1"),
        line(step="sent", label="label-1", batch_id=""),
        line(step="dropped", label="label-1"),
        line(more=1),
        [],
        "text",
    ],
)
def test_damage_is_refused_with_its_line_and_nothing_is_added(tmp_path, damaged):
    path = tmp_path / "batches.jsonl"
    book = BatchFile(path)
    book.announce(batch())
    before = path.read_bytes() + json.dumps(damaged).encode() + b"\n"
    path.write_bytes(before)
    with pytest.raises(StoreError, match=r"batches.jsonl:2: damaged"):
        BatchFile(path)
    with pytest.raises(StoreError, match=r"batches.jsonl:2: damaged"):
        book.sent("label-1", "msgbatch_1", at=AT)
    assert path.read_bytes() == before


def test_a_newer_format_says_so(tmp_path):
    (tmp_path / "batches.jsonl").write_text(json.dumps(line(v=99)) + "\n", encoding="utf-8")
    with pytest.raises(StoreError, match="newer version of the workbench"):
        BatchFile(tmp_path / "batches.jsonl")

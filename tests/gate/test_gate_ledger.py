import json
import multiprocessing
from dataclasses import asdict, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workbench.errors import StoreError
from workbench.gate.chain import FORMAT, START, Look, Replies
from workbench.gate.ledger import append_to_ledger, read_ledger
from workbench.identity import digest

LOOK = Look(
    at="2026-11-30T10:00:00Z",
    judge="grounded",
    rule="grounded",
    judge_id="v1",
    run="r1",
    set_hash="s1",
    styles=("outside fact",),
    cases=("case-1", "case-2"),
)
TEXT = st.text(st.characters(), max_size=12)


def looks(count):
    return [replace(LOOK, run=f"r{i}") for i in range(count)]


def written(tmp_path, count=4):
    path = tmp_path / "ledger.jsonl"
    append_to_ledger(path, looks(count))
    return path


def test_a_ledger_that_does_not_exist_is_empty(tmp_path):
    ledger = read_ledger(tmp_path / "none.jsonl")
    assert (ledger.looks, ledger.last_hash, ledger.torn) == ((), START, "")


def test_looks_are_read_back_as_they_were_written(tmp_path):
    path = tmp_path / "holdout" / "ledger.jsonl"
    append_to_ledger(path, looks(2))
    after = append_to_ledger(path, [replace(LOOK, run="r9")])
    assert read_ledger(path) == after
    assert [look.run for look in after.looks] == ["r0", "r1", "r9"]


@settings(max_examples=30, deadline=None)
@given(
    st.lists(
        st.builds(
            Look,
            **dict.fromkeys(("at", "judge", "rule", "judge_id", "run", "set_hash", "kind", "anchor"), TEXT),
            styles=st.lists(TEXT, max_size=3).map(tuple),
            cases=st.lists(TEXT, max_size=3).map(tuple),
            items=st.lists(TEXT, max_size=3).map(tuple),
        ),
        max_size=4,
        unique_by=lambda look: look.run,
    )
)
def test_any_text_survives_the_ledger(tmp_path_factory, entries):
    path = tmp_path_factory.mktemp("ledger") / "ledger.jsonl"
    append_to_ledger(path, entries)
    assert read_ledger(path).looks == tuple(entries)


def test_a_number_of_replies_is_read_back_and_is_no_look(tmp_path):
    path = tmp_path / "ledger.jsonl"
    replies = Replies(at="2026-11-30T12:00:00Z", run="r1", lines=7, link="0123456789abcdef")
    assert append_to_ledger(path, [LOOK, replies]) == read_ledger(path)
    assert (read_ledger(path).looks, read_ledger(path).entries[1]) == ((LOOK,), replies)


def test_each_line_holds_the_hash_of_the_line_before(tmp_path):
    lines = [json.loads(line) for line in written(tmp_path).read_bytes().splitlines()]
    assert lines[0]["prev"] == START
    assert [line["prev"] for line in lines[1:]] == [line["hash"] for line in lines[:-1]]
    assert all(line["v"] == FORMAT for line in lines)


@pytest.mark.parametrize("name", ["at", "judge", "rule", "judge_id", "run", "set_hash"])
def test_an_edited_line_is_noticed_and_named(tmp_path, name):
    path = written(tmp_path)
    lines = path.read_bytes().split(b"\n")
    entry = json.loads(lines[1])
    lines[1] = json.dumps({**entry, name: "other"}).encode()
    path.write_bytes(b"\n".join(lines))
    with pytest.raises(StoreError, match="line 2: the line was edited"):
        read_ledger(path)


@pytest.mark.parametrize("gone", [0, 1, 2])
def test_a_removed_line_is_noticed(tmp_path, gone):
    path = written(tmp_path)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:gone] + lines[gone + 1 :]))
    with pytest.raises(StoreError, match=f"line {gone + 1}: a line before this one was removed"):
        read_ledger(path)


def test_reordered_lines_are_noticed(tmp_path):
    path = written(tmp_path)
    one, two, three, four = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(one + three + two + four)
    with pytest.raises(StoreError, match="line 2"):
        read_ledger(path)


def test_a_damaged_ledger_is_not_written_to(tmp_path):
    path = written(tmp_path)
    data = path.read_bytes().replace(b"v1", b"v2", 1)
    path.write_bytes(data)
    with pytest.raises(StoreError, match="edited"):
        append_to_ledger(path, [replace(LOOK, run="r9")])
    assert path.read_bytes() == data


def test_a_write_that_was_cut_off_at_any_byte_loses_nothing_that_was_whole(tmp_path):
    path = written(tmp_path, 3)
    data = path.read_bytes()
    start = data.rindex(b"\n", 0, len(data) - 1) + 1
    for end in range(start + 1, len(data) - 1):
        path.write_bytes(data[:end])
        ledger = read_ledger(path)
        assert len(ledger.looks) == 2
        assert "line 3 was cut off" in ledger.torn
    # The next write takes the place of the torn line.
    after = append_to_ledger(path, [replace(LOOK, run="r9")])
    assert [look.run for look in after.looks] == ["r0", "r1", "r9"]
    assert read_ledger(path).torn == ""


def test_a_last_line_that_lost_only_its_line_end_still_counts(tmp_path):
    path = written(tmp_path, 2)
    path.write_bytes(path.read_bytes().removesuffix(b"\n"))
    assert len(read_ledger(path).looks) == 2
    append_to_ledger(path, [replace(LOOK, run="r9")])
    assert [look.run for look in read_ledger(path).looks] == ["r0", "r1", "r9"]


def test_garbage_with_a_line_end_is_no_torn_write(tmp_path):
    path = written(tmp_path, 2)
    path.write_bytes(path.read_bytes() + b"{\n")
    with pytest.raises(StoreError, match="line 3: this is no entry"):
        read_ledger(path)


def test_a_newer_format_says_so(tmp_path):
    path = tmp_path / "ledger.jsonl"
    path.write_bytes(b'{"v": %d}\n' % (FORMAT + 1))
    with pytest.raises(StoreError, match="newer version of the workbench"):
        read_ledger(path)


@pytest.mark.parametrize(
    "line", ["[]", "1", "{}", '{"v": 1}', '{"v": 2}', '{"v": 3}', '{"v": 2, "what": []}', "null", "\udcff"]
)
def test_a_line_that_is_no_entry_is_refused(tmp_path, line):
    path = tmp_path / "ledger.jsonl"
    path.write_bytes(line.encode("utf-8", "surrogateescape") + b"\n")
    with pytest.raises(StoreError, match="line 1"):
        read_ledger(path)


def test_a_resumed_run_writes_no_look_twice(tmp_path):
    path = written(tmp_path, 2)
    before = path.read_bytes()
    append_to_ledger(path, [replace(LOOK, run="r1", anchor="of a later session")])
    assert path.read_bytes() == before


def _append_some(path, name):
    for i in range(10):
        append_to_ledger(path, [replace(LOOK, run=f"{name}-{i}")])


def test_two_processes_at_once_keep_one_chain(tmp_path):
    path = tmp_path / "ledger.jsonl"
    context = multiprocessing.get_context("spawn")
    both = [context.Process(target=_append_some, args=(path, name)) for name in ("a", "b")]
    for process in both:
        process.start()
    for process in both:
        process.join(60)
        assert process.exitcode == 0
    assert len(read_ledger(path).looks) == 20


def test_a_ledger_that_cannot_be_read_says_so(tmp_path):
    with pytest.raises(StoreError, match="cannot be read"):
        read_ledger(tmp_path)


def test_a_line_of_an_older_version_is_still_read(tmp_path):
    old = {"at": "then", "judge": "j", "rule": "r", "judge_id": "v", "run": "r1", "set_hash": "s", "styles": ["a"]}
    entry = {"v": 1, **old, "cases": [], "prev": START}
    path = tmp_path / "ledger.jsonl"
    path.write_text(json.dumps({**entry, "hash": digest(entry, length=64)}) + "\n", encoding="utf-8")
    (look,) = read_ledger(path).looks
    assert (look.run, look.kind, look.items, look.anchor) == ("r1", "", (), "")
    append_to_ledger(path, [LOOK])
    assert len(read_ledger(path).looks) == 2


@pytest.mark.parametrize("version", [2, 3])
def test_a_look_from_before_likenesses_is_still_read(tmp_path, version):
    value = {"v": version, "what": "look", **asdict(replace(LOOK, items=("i",))), "prev": START}
    del value["likes"]
    path = tmp_path / "ledger.jsonl"
    path.write_text(json.dumps({**value, "hash": digest(value, length=64)}) + "\n", encoding="utf-8")
    (look,) = read_ledger(path).looks
    assert (look.items, look.likes, look.seen) == (("i",), (), {"i"})

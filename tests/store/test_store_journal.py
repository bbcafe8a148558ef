import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import filelock
import pytest
from attempts_at_hand import ATTEMPTS, attempt
from hypothesis import example, given
from hypothesis import strategies as st

from workbench.errors import StoreError
from workbench.records.reply import Reply
from workbench.records.verdict import PASS, ErrorCode, Verdict
from workbench.store.attempt_line import VERSION, cell_from_line, from_line, to_line
from workbench.store.journal import open_journal
from workbench.store.journal_reader import journal_state, read_attempts

ROOT = Path(__file__).parents[2]


def journal(folder):
    return open_journal(folder / "journal.jsonl", lock=folder / ".lock")


def write(folder, attempts):
    with journal(folder) as opened:
        for one in attempts:
            opened.append(one)
    return folder / "journal.jsonl"


def told(text):
    return attempt(reply=Reply(verdict=PASS, reason=text, evidence=text, raw=text))


@given(ATTEMPTS)
@example(told("\u2028 \u2029 \x85 \x0b \x0c \x1c \r\n \n"))
@example(told("\0"))
@example(told("\ud83d\ude00 as two surrogates, 😀 as one character, \udc80 alone"))
@example(told("é" * 1_000_000))
def test_an_attempt_is_read_back_exactly_as_it_was(one):
    line = to_line(one)
    assert line.count(b"\n") == 1
    assert line.endswith(b"\n")
    assert from_line(line) == one
    error = one.reply.verdict.error is not None
    assert cell_from_line(line) == ((one.item_id, one.judge_id, one.repeat), one.attempt, one.final, error, one.part)


@given(st.lists(ATTEMPTS, max_size=8, unique_by=lambda one: (one.item_id, one.judge_id, one.repeat)))
def test_a_journal_holds_what_was_appended_in_that_order(attempts):
    with tempfile.TemporaryDirectory() as folder:
        assert list(read_attempts(write(Path(folder), attempts))) == attempts


def test_a_line_without_surrogates_is_plain_json_with_the_characters_themselves():
    line = to_line(told("naïve 日本"))
    assert "naïve 日本" in line.decode("utf-8")
    assert json.loads(line)["v"] == VERSION


def test_a_line_from_before_there_were_parts_batches_and_scores_is_read_as_one_without():
    value = json.loads(to_line(attempt("a")))
    del value["part"]
    assert from_line(_line({**value, "v": 4})) == attempt("a")
    with pytest.raises(ValueError, match="fields missing or unknown: part"):
        from_line(_line({**value, "v": 5}))
    del value["reply"]["batch"]
    assert from_line(_line({**value, "v": 2})) == attempt("a")
    with pytest.raises(ValueError, match="fields missing or unknown: batch"):
        from_line(_line({**value, "v": 3}))
    del value["reply"]["score"]
    assert from_line(_line({**value, "v": 1})) == attempt("a")
    with pytest.raises(ValueError, match="fields missing or unknown: score"):
        from_line(_line({**value, "v": 2}))


def test_what_was_asked_about_a_part_of_an_item_is_never_its_verdict():
    value = json.loads(to_line(attempt("a", final=False)))
    assert from_line(_line({**value, "part": "claim"})).part == "claim"
    with pytest.raises(ValueError, match="a part of an item with a final verdict"):
        from_line(_line({**value, "part": "claim", "final": True}))


def test_a_score_comes_back_as_it_was():
    given_score = attempt("a", reply=Reply(verdict=PASS, score=0.1 + 0.2))
    assert from_line(to_line(given_score)) == given_score


def _line(value):
    return json.dumps(value).encode() + b"\n"


def test_a_number_that_json_has_no_word_for_is_not_written():
    with pytest.raises(ValueError, match="Out of range float"):
        to_line(attempt(reply=Reply(verdict=PASS, latency_s=float("nan"))))


def test_a_line_is_with_the_operating_system_before_append_returns(tmp_path):
    with journal(tmp_path) as opened:
        for number in range(3):
            opened.append(attempt(f"item-{number}"))
            # A second process would see the same: nothing waits in a buffer of this one.
            assert (tmp_path / "journal.jsonl").read_bytes().count(b"\n") == number + 1


def test_the_state_says_what_is_done_and_how_often_the_rest_was_asked(tmp_path):
    trouble = Reply(verdict=Verdict(error=ErrorCode.OVERLOADED))
    write(
        tmp_path,
        [
            attempt("a"),
            attempt("b", final=False, reply=trouble),
            attempt("c", final=False, reply=trouble),
            attempt("b", number=2, final=False, reply=trouble),
            attempt("c", number=2),
        ],
    )
    with journal(tmp_path) as opened:
        assert opened.state.done == {("a", "judge-1", 0), ("c", "judge-1", 0)}
        assert opened.state.attempts == {("b", "judge-1", 0): 2}
        assert opened.state.lines == 5
        assert opened.warning == ""


def test_the_last_record_cut_at_any_byte_is_dropped_with_a_warning_and_nothing_else_is(tmp_path):
    path = write(tmp_path, [attempt("a"), attempt("b"), told("cut \u2028 me \ud800 é")])
    whole = path.read_bytes()
    start = whole.rindex(b"\n", 0, -1) + 1
    for end in range(start + 1, len(whole)):
        path.write_bytes(whole[:end])
        assert [one.item_id for one in read_attempts(path)] == ["a", "b"]
        assert path.read_bytes() == whole[:end], "reading changes nothing"
        with journal(tmp_path) as opened:
            assert opened.warning.startswith(f"{path}:3: the last line was cut short")
            assert f"({end - start} bytes)" in opened.warning
            assert path.read_bytes() == whole[:start]
            opened.append(attempt("d"))
        assert [one.item_id for one in read_attempts(path)] == ["a", "b", "d"]


def test_a_journal_that_is_only_a_torn_line_starts_anew(tmp_path):
    (tmp_path / "journal.jsonl").write_bytes(b'{"v":1,"item')
    with journal(tmp_path) as opened:
        assert opened.warning
        assert opened.state.lines == 0
    assert (tmp_path / "journal.jsonl").read_bytes() == b""


def test_zeros_after_a_power_cut_are_a_torn_line(tmp_path):
    path = write(tmp_path, [attempt("a")])
    path.write_bytes(path.read_bytes() + b"\0" * 4096)
    with journal(tmp_path) as opened:
        assert "(4096 bytes)" in opened.warning
        assert opened.state.lines == 1


GOOD = to_line(attempt("b"))
DAMAGE = {
    "a line cut short": GOOD[:40] + b"\n",
    "an empty line": b"\n",
    "a torn line that an editor ended": GOOD + GOOD[:30] + b"\n\n",
    "two lines run together": GOOD[:30] + GOOD,
    "no verdict": GOOD.replace(b'"pass"', b"null"),
    "a verdict of its own": GOOD.replace(b'"pass"', b'"maybe"'),
    "an error without a known code": GOOD.replace(b'"pass"', b'"error:"'),
    "a field missing": GOOD.replace(b'"final":true,', b""),
    "a field too many": GOOD.replace(b'"final":true', b'"final":true,"score":1'),
    "a number where a flag must be": GOOD.replace(b'"final":true', b'"final":1'),
    "a flag where a number must be": GOOD.replace(b'"repeat":0', b'"repeat":false'),
    "a negative repeat": GOOD.replace(b'"repeat":0', b'"repeat":-1'),
    "attempt zero": GOOD.replace(b'"attempt":1', b'"attempt":0'),
    "a half token": GOOD.replace(b'"usage":{}', b'"usage":{"input_tokens":1.5}'),
    "NaN": GOOD.replace(b'"latency_s":0.0', b'"latency_s":NaN'),
    "no version": GOOD.replace(b'"v":%d,' % VERSION, b""),
    "a list": b"[1]\n",
    "bytes that are no text": b"\xff\xfe\n",
    "nested too deep": b"[" * 200_000 + b"\n",
}


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE.keys())
def test_damage_before_the_last_line_is_refused_with_its_line_number_and_left_as_it_is(tmp_path, damage):
    path = tmp_path / "journal.jsonl"
    before = to_line(attempt("a")) + damage + to_line(attempt("z"))
    path.write_bytes(before)
    line = 3 if damage.startswith(GOOD) else 2
    with pytest.raises(StoreError, match=f":{line}: damaged"):
        journal(tmp_path)
    with pytest.raises(StoreError, match=f":{line}: damaged"):
        list(read_attempts(path))
    assert path.read_bytes() == before


def test_a_whole_last_line_that_is_damaged_is_refused_too(tmp_path):
    path = tmp_path / "journal.jsonl"
    path.write_bytes(to_line(attempt("a")) + b"{}\n")
    with pytest.raises(StoreError, match=":2: damaged"):
        journal(tmp_path)


def test_a_line_of_a_newer_version_says_so(tmp_path):
    path = tmp_path / "journal.jsonl"
    path.write_bytes(to_line(attempt("a")) + b'{"v":99,"cell":"..."}\n')
    with pytest.raises(StoreError, match=r":2: written by a newer workbench \(format 99, .* up to "):
        list(read_attempts(path))


TROUBLE = Reply(verdict=Verdict(error=ErrorCode.TRUNCATED))


def test_two_verdicts_of_one_cell_are_refused(tmp_path):
    path = write(tmp_path, [attempt("a"), attempt("b"), attempt("a", number=2)])
    with pytest.raises(StoreError, match=":3: a second verdict for item a, judge judge-1, repeat 0"):
        journal_state(path)


def test_an_error_may_be_replaced_by_a_later_attempt_and_both_are_kept(tmp_path):
    path = write(
        tmp_path,
        [
            attempt("a", number=2, reply=TROUBLE),
            attempt("b", reply=TROUBLE),
            attempt("a", number=3, final=False, reply=TROUBLE),
            attempt("a", number=4),
            attempt("b", number=2, final=False, reply=TROUBLE),
        ],
    )
    state = journal_state(path)
    assert state.done == {("a", "judge-1", 0), ("b", "judge-1", 0)}
    assert state.errors == {("b", "judge-1", 0): 2}
    assert state.attempts == {}
    assert len(list(read_attempts(path))) == 5


@pytest.mark.parametrize("number", [1, 2])
def test_an_error_is_not_replaced_by_an_attempt_that_is_no_later_one(tmp_path, number):
    path = write(tmp_path, [attempt("a", number=2, reply=TROUBLE), attempt("a", number=number)])
    with pytest.raises(StoreError, match=":2: a second verdict for item a"):
        journal_state(path)


def test_a_second_run_in_the_same_folder_is_refused_and_the_first_goes_on(tmp_path):
    with journal(tmp_path) as first:
        with pytest.raises(StoreError, match="another run is at work in") as caught:
            journal(tmp_path)
        assert str(tmp_path) in str(caught.value)
        first.append(attempt())
    with journal(tmp_path) as later:
        assert later.state.lines == 1


def test_a_run_in_another_process_is_refused_until_it_dies(tmp_path):
    program = (
        "import sys, time; from pathlib import Path; from workbench.store.journal import open_journal\n"
        "folder = Path(sys.argv[1]); held = open_journal(folder / 'journal.jsonl', lock=folder / '.lock')\n"
        "print('open', flush=True); time.sleep(60)"
    )
    command = [sys.executable, "-c", program, str(tmp_path)]
    other = subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT)
    try:
        assert other.stdout.readline() == b"open\n"
        with pytest.raises(StoreError, match="another run is at work"):
            journal(tmp_path)
    finally:
        other.kill()
        other.communicate()
    journal(tmp_path).close()


def test_a_refused_journal_leaves_the_folder_free(tmp_path):
    path = tmp_path / "journal.jsonl"
    path.write_bytes(b"damage\n")
    with pytest.raises(StoreError, match=":1: damaged"):
        journal(tmp_path)
    path.unlink()
    journal(tmp_path).close()


def test_a_full_disk_is_said_and_costs_nothing_but_the_line_that_did_not_fit(tmp_path):
    resource = pytest.importorskip("resource", reason="file size limits are a matter of Unix")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    with journal(tmp_path) as opened:
        opened.append(attempt("a"))
        size = (tmp_path / "journal.jsonl").stat().st_size
        resource.setrlimit(resource.RLIMIT_FSIZE, (size + 50, hard))
        try:
            # Fifty bytes of the line fit, so it is cut short by the system itself.
            with pytest.raises(StoreError, match=r"cannot write the journal .*File too large"):
                opened.append(attempt("b"))
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        assert (tmp_path / "journal.jsonl").stat().st_size == size
        opened.append(attempt("c"))
    assert [one.item_id for one in read_attempts(tmp_path / "journal.jsonl")] == ["a", "c"]


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="permissions are set the Unix way")
def test_a_folder_that_cannot_be_written_is_said(tmp_path):
    assert filelock.__version__  # loaded now: the user below may not be allowed to
    folder = tmp_path / "run"
    folder.mkdir()
    folder.chmod(0o500)
    root = os.geteuid() == 0
    if root:
        os.seteuid(65534)  # nothing is read-only to root
    try:
        with pytest.raises(StoreError, match=r"cannot write in .*Permission denied"):
            journal(folder)
    finally:
        if root:
            os.seteuid(0)
        folder.chmod(0o700)


def test_a_missing_journal_is_said(tmp_path):
    with pytest.raises(StoreError, match=r"cannot read the journal .*No such file"):
        list(read_attempts(tmp_path / "journal.jsonl"))


def test_closing_twice_is_harmless(tmp_path):
    opened = journal(tmp_path)
    opened.close()
    opened.close()


def test_a_disk_that_cannot_keep_what_it_took_is_said(tmp_path, monkeypatch):
    def failing(descriptor):
        raise OSError(5, "Input/output error")

    opened = journal(tmp_path)
    opened.append(attempt())
    monkeypatch.setattr(os, "fsync", failing)
    with pytest.raises(StoreError, match="the disk could not keep the journal"):
        opened.close()
    monkeypatch.undo()
    journal(tmp_path).close()  # the lock is free all the same

"""What people decided is on the disk, and stays as it was."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.errors import StoreError
from workbench.records.decision import Decided, JudgeVersion, PersonDecision
from workbench.store.decisions import DecidedMeanwhile, append_decisions, read_decisions

JUDGE = JudgeVersion(rule="grounded", judge="grounded", judge_id="9c1e")


def decision(note="read 30 as 45", item="p03", *, name="first", prev="", decided=Decided.JUDGE_WRONG):
    return PersonDecision(
        id=name,
        prev=prev,
        at="2026-11-30T12:04:31+00:00",
        by="mona",
        run="r7",
        item=item,
        judges=(JUDGE, replace(JUDGE, judge_id="77aa")),
        decision=decided,
        note=note,
        saw_reasons=True,
    )


def test_no_file_holds_no_decision(tmp_path):
    assert read_decisions(tmp_path / "decisions.jsonl") == ()


def test_decisions_are_added_in_order(tmp_path):
    path = tmp_path / "runs" / "decisions.jsonl"
    append_decisions(path, [decision(item="a")])
    append_decisions(path, [decision(item="b"), decision(item="c")])
    assert [one.item for one in read_decisions(path)] == ["a", "b", "c"]
    assert all(json.loads(line)["v"] == 2 for line in path.read_text(encoding="utf-8").splitlines())


@given(note=st.text())
def test_a_note_comes_back_as_it_was_written(tmp_path_factory, note):
    path = tmp_path_factory.mktemp("decisions") / "decisions.jsonl"
    append_decisions(path, [decision(note)])
    assert read_decisions(path) == (decision(note),)


def test_a_line_that_was_cut_off_is_left_out_and_written_over(tmp_path):
    path = tmp_path / "decisions.jsonl"
    append_decisions(path, [decision(item="a"), decision(item="b")])
    whole = path.read_bytes()
    # Without its line end alone, the last line is still whole.
    for cut in range(whole.index(b"\n") + 1, len(whole) - 1):
        path.write_bytes(whole[:cut])
        assert [one.item for one in read_decisions(path)] == ["a"]
        append_decisions(path, [decision(item="c")])
        assert [one.item for one in read_decisions(path)] == ["a", "c"]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('{"v":3}', "newer version"),
        ("[]", "no decision"),
        ("garbage", "no decision"),
        ('{"v":1,"at":"now"}', "no decision"),
        ('{"v":2,"at":"now"}', "no decision"),
    ],
)
def test_a_line_that_is_no_decision_refuses_the_file_and_nothing_is_added(tmp_path, line, said):
    path = tmp_path / "decisions.jsonl"
    append_decisions(path, [decision()])
    damaged = path.read_bytes() + line.encode() + b"\n"
    path.write_bytes(damaged)
    with pytest.raises(StoreError, match=said) as error:
        append_decisions(path, [decision()])
    assert "line 2" in str(error.value)
    assert path.read_bytes() == damaged


def test_the_file_is_for_its_owner_alone(tmp_path):
    path = tmp_path / "decisions.jsonl"
    append_decisions(path, [decision()])
    assert path.stat().st_mode & 0o777 == 0o600


def test_lines_of_the_first_version_are_read_each_with_its_judge_and_a_name_of_its_own(tmp_path):
    path = tmp_path / "decisions.jsonl"
    old = {
        "v": 1,
        "at": "2026-11-30T12:04:31+00:00",
        "by": "mona",
        "run": "r7",
        "rule": "grounded",
        "item": "p03",
        "judge": "grounded",
        "judge_id": "9c1e",
        "decision": "plant_wrong",
        "note": "30 working days are 6 weeks",
    }
    path.write_text(json.dumps(old) + "\n" + json.dumps({**old, "item": "p04"}) + "\n", encoding="utf-8")
    first, other = read_decisions(path)
    assert (first.judges, first.decision, first.saw_reasons) == ((JUDGE,), Decided.PLANT_WRONG, None)
    assert first.id != other.id
    append_decisions(path, [decision(name="next", prev=first.id)])
    assert [one.prev for one in read_decisions(path)] == ["", "", first.id]


def test_a_line_that_does_not_know_the_last_one_about_its_item_is_not_written(tmp_path):
    path = tmp_path / "decisions.jsonl"
    append_decisions(path, [decision(name="one"), decision(name="two", prev="one"), decision(item="another")])
    before = path.read_bytes()
    for prev in ("", "one"):
        with pytest.raises(DecidedMeanwhile, match="mona decided judge_wrong meanwhile") as meanwhile:
            append_decisions(path, [decision(item="third"), decision(name="three", prev=prev)])
        assert meanwhile.value.theirs.id == "two"
        assert path.read_bytes() == before
    append_decisions(path, [decision(name="three", prev="two", decided=None, note="")])
    assert read_decisions(path)[-1].decision is None


def test_an_unknown_decision_is_refused(tmp_path):
    path = tmp_path / "decisions.jsonl"
    append_decisions(path, [decision()])
    path.write_text(path.read_text(encoding="utf-8").replace("judge_wrong", "maybe"), encoding="utf-8")
    with pytest.raises(StoreError, match="judge_wrong"):
        read_decisions(path)

"""Two ledgers in one order that needs no clock, and none of them cut unnoticed."""

from dataclasses import replace

from tests.gate.test_gate_ledger import LOOK
from workbench.gate.ledger import Ledger, append_to_ledger, read_ledger
from workbench.gate.pair import joined


def written(tmp_path, *, at="2026-11-02"):
    """Tune, open a style, tune again; `at` is what the clock said when the style was opened."""
    runs, holdout = tmp_path / "runs.jsonl", tmp_path / "holdout.jsonl"
    first = append_to_ledger(runs, [replace(LOOK, run="first", at="2026-11-01")])
    opening = replace(LOOK, run="opening", at=at)
    opened = append_to_ledger(holdout, [replace(opening, anchor=first.last_hash)])
    append_to_ledger(runs, [replace(opening, styles=(), cases=(), anchor=opened.last_hash)])
    append_to_ledger(runs, [replace(LOOK, run="last", at="2026-11-03")])
    return runs, holdout


def cut(path, lines):
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:lines]))


def test_looks_stand_in_the_order_in_which_they_were_taken_whatever_the_clock_said(tmp_path):
    for number, at in enumerate(("1970-01-01", "2026-11-02", "2099-01-01")):
        runs, holdout = written(tmp_path / str(number), at=at)
        found = joined(read_ledger(runs), read_ledger(holdout))
        assert [look.run for look in found.looks if look.styles] == ["first", "opening", "last"]
        assert found.lost == ""


def test_a_held_out_look_that_no_line_anchors_comes_last_where_it_burns_the_most(tmp_path):
    runs, holdout = written(tmp_path)
    cut(runs, 1)
    append_to_ledger(runs, [replace(LOOK, run="last", at="2026-11-03")])
    found = joined(read_ledger(runs), read_ledger(holdout))
    assert [look.run for look in found.looks] == ["first", "last", "opening"]


def test_a_cut_of_one_ledger_is_noticed_by_the_other(tmp_path):
    runs, holdout = written(tmp_path)
    whole = read_ledger(runs), read_ledger(holdout)
    assert "runs/ledger.jsonl lost lines" in joined(Ledger(), whole[1]).lost
    assert "holdout/ledger.jsonl lost lines" in joined(whole[0], Ledger()).lost


def test_a_holdout_that_stays_closed_is_not_missed(tmp_path):
    runs, _ = written(tmp_path)
    assert joined(read_ledger(runs), None).lost == ""


def test_a_cut_at_the_end_of_a_ledger_is_noticed_by_a_certificate(tmp_path):
    runs, holdout = written(tmp_path)
    heads = {"runs/ledger.jsonl": read_ledger(runs).last_hash, "holdout/ledger.jsonl": read_ledger(holdout).last_hash}
    assert joined(read_ledger(runs), read_ledger(holdout), certified=[heads]).lost == ""
    cut(runs, 2)
    lost = joined(read_ledger(runs), read_ledger(holdout), certified=[heads]).lost
    assert "runs/ledger.jsonl lost lines that a certificate knows" in lost
    # A certificate without held-out styles knows nothing of their ledger, and a holdout that is closed is not asked.
    heads = {"runs/ledger.jsonl": "", "holdout/ledger.jsonl": "h"}
    assert joined(read_ledger(runs), None, certified=[heads]).lost == ""


def test_verdicts_without_a_look_are_named():
    assert "in run r7" in joined(Ledger(), None, strange=["r7"]).lost

"""A certificate on file, against the one that the raw verdicts give."""

import json
from dataclasses import fields, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.errors import StoreError
from workbench.gate.certificate import Canary, Certificate, differences, expiry, out_of_date
from workbench.gate.certificate_file import certificate_path, read_certificate, write_certificate
from workbench.identity import digest
from workbench.records.summary import GateLine, Level, Standing

SOME = Certificate(
    level=Level.CERTIFIED,
    judge="../grounded",
    rule="grounded",
    model="some-model",
    judge_id="0123456789abcdef",
    details={"rubric": "r1", "effort": None},
    run="r1",
    set_hash="s1",
    policy={"certified": {"plants": 8}, "invalid_errors": 0.2},
    ledgers={"runs/ledger.jsonl": "h1"},
    lines=(GateLine(line="planted", standing=Standing.MET, figure="40 of 40 caught", asked="85%"),),
    canaries=(Canary(item="i1", verdict="fail"),),
    measured_at="2026-09-01T10:00:00.000+00:00",
    issued_at="2026-09-01T11:00:00.000+00:00",
    expires_at="2026-11-30T10:00:00.000+00:00",
)
CHAINS = {"runs/ledger.jsonl": ("h0", "h1", "h2")}


def test_the_same_certificate_on_a_ledger_that_has_grown_holds():
    assert differences(SOME, replace(SOME, issued_at="2026-10-01T11:00:00.000+00:00"), CHAINS) == ()


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"judge_id": "v2"}, "another judge version"),
        ({"run": "r2"}, "another run"),
        ({"set_hash": "s2"}, "the items have changed"),
        ({"policy": {"certified": {"plants": 9}, "invalid_errors": 0.2}}, "certified.plants was 9 and is 8"),
        ({"ledgers": {"runs/ledger.jsonl": "gone"}}, "runs/ledger.jsonl lost lines"),
        ({"ledgers": {"holdout/ledger.jsonl": "h1"}}, "holdout/ledger.jsonl lost lines"),
        ({"lines": ()}, "figures"),
        ({"level": Level.PROVISIONAL}, "figures"),
        ({"canaries": ()}, "canaries"),
        ({"expires_at": "2099-01-01T00:00:00.000+00:00"}, "dates"),
    ],
)
def test_each_part_that_differs_is_named(change, says):
    (why,) = differences(replace(SOME, **change), SOME, CHAINS)
    assert says in why


def test_evidence_counts_for_ninety_days_and_not_before_it_was_given():
    # 1 September and 90 days: 29 days left in September, 31 in October, 30 to 30 November.
    assert expiry(SOME.measured_at) == SOME.expires_at
    assert out_of_date(SOME.measured_at, "2026-11-30T10:00:00.000+00:00") == ""
    assert "90 days" in out_of_date(SOME.measured_at, "2026-11-30T10:00:00.001+00:00")
    assert "the clock stands at" in out_of_date(SOME.measured_at, "2026-09-01T09:59:59.999+00:00")


def test_it_is_read_back_as_it_was_written_and_a_name_leads_nowhere(tmp_path):
    path = certificate_path(tmp_path / "certificates", SOME.judge_id, SOME.level)
    write_certificate(path, SOME)
    assert read_certificate(path).certificate == SOME
    assert [one.name for one in (tmp_path / "certificates").iterdir()] == ["0123456789abcdef-certified.json"]


@given(at=st.integers(min_value=0), byte=st.binary(min_size=1, max_size=3))
def test_one_that_was_changed_anywhere_is_never_taken_for_another(tmp_path_factory, at, byte):
    path = tmp_path_factory.getbasetemp() / "one.json"
    write_certificate(path, SOME)
    data = path.read_bytes()
    place = at % len(data)
    path.write_bytes(data[:place] + byte + data[place + len(byte) :])
    found = read_certificate(path)
    assert found.certificate == SOME or (found.certificate is None and found.damage)


@pytest.mark.parametrize("value", [None, 3, [[]]])
@pytest.mark.parametrize("name", [field.name for field in fields(Certificate)])
def test_a_part_of_another_kind_is_damage_though_the_hash_is_right(tmp_path, name, value):
    """Whoever edits a certificate can work the hash out too."""
    path = tmp_path / "one.json"
    write_certificate(path, SOME)
    told = {**json.loads(path.read_text(encoding="utf-8")), name: value}
    del told["hash"]
    path.write_text(json.dumps({**told, "hash": digest(told, length=64)}), encoding="utf-8")
    assert read_certificate(path).damage == "it is damaged, and is no certificate any more"


def test_a_newer_format_says_so(tmp_path):
    path = tmp_path / "one.json"
    path.write_text('{"format": 2, "hash": ""}', encoding="utf-8")
    assert "newer workbench (format 2)" in read_certificate(path).damage


def test_a_folder_that_cannot_be_written_is_named(tmp_path):
    (tmp_path / "certificates").write_text("a file", encoding="utf-8")
    with pytest.raises(StoreError, match="cannot write"):
        write_certificate(tmp_path / "certificates" / "one.json", SOME)

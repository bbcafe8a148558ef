"""A certificate is worked out from raw verdicts each time it is read, and what revokes it is named."""

import json
import shutil
from xml.etree import ElementTree

import pytest

from tests.e2e.certified import GATE, KNOWING
from tests.e2e.command_line import tree, workbench, write
from workbench.identity import digest
from workbench.records.challenge import Set
from workbench.steps.answer_key import build_answer_key
from workbench.steps.bench import open_bench

pytestmark = pytest.mark.slow


@pytest.fixture
def bench(earned, tmp_path):
    """A copy to change."""
    return shutil.copytree(earned, tmp_path / "bench")


def certificate(bench):
    (path,) = (bench / "runs" / "certificates").glob("*.json")
    return path


def policy(bench, plants):
    head, bar, tail = (bench / "workbench.toml").read_text(encoding="utf-8").partition("[gate.provisional]\nplants = ")
    write(bench / "workbench.toml", f"{head}{bar}{plants}  # not {tail}")


def gate(bench, code):
    ran = workbench(*GATE, cwd=bench)
    assert ran.code == code, ran.said
    return ran.said


def test_a_certificate_says_what_was_earned_by_whom_on_what_and_until_when(earned):
    told = json.loads(certificate(earned).read_text(encoding="utf-8"))
    key = build_answer_key(open_bench(earned), held_out=True).challenges
    sets = {one.item.item_id: one.set for one in key if one.rule == "grounded"}
    assert (told["level"], told["judge"], told["rule"]) == ("PROVISIONAL", "knowing", "grounded")
    assert told["hash"] == digest({name: value for name, value in told.items() if name != "hash"}, length=64)
    assert told["policy"]["provisional"]["plants"] == 8
    assert {line["standing"] for line in told["lines"]} == {"met"}
    assert told["ledgers"].keys() == {"runs/ledger.jsonl", "holdout/ledger.jsonl"}
    # 10 plants are all there is, and 15 of the right items; none is held out.
    verdicts = [one["verdict"] for one in told["canaries"]]
    assert (verdicts.count("fail"), verdicts.count("pass")) == (10, 15)
    assert Set.HELD_OUT not in {sets[one["item"]] for one in told["canaries"]}


def test_it_holds_when_it_is_read_again_and_nothing_is_written(bench):
    before = tree(bench)
    assert "on file holds" in gate(bench, 0)
    assert tree(bench) == before


def test_the_verdicts_decide_and_not_what_is_written_in_it(bench):
    path = certificate(bench)
    kept = path.read_bytes()
    path.write_bytes(kept.replace(b'"PROVISIONAL"', b'"CERTIFIED"'))
    assert "before, on file: it was edited after it was written" in gate(bench, 0)
    assert json.loads(path.read_bytes())["level"] == "PROVISIONAL"
    told = json.loads(kept)
    told["lines"][1]["figure"] = "999 of 999 caught"
    del told["hash"]
    path.write_text(json.dumps({**told, "hash": digest(told, length=64)}), encoding="utf-8")
    assert "its figures are not those of the raw verdicts" in gate(bench, 0)


def test_a_changed_source_revokes_it(bench):
    write(bench / "knowing.py", KNOWING + "\n# another thought\n")
    said = gate(bench, 4)
    assert "does not hold" in said
    assert "its own source has changed" in said


def test_a_changed_item_revokes_it(bench):
    path = next((bench / "plants" / "answers").iterdir())
    write(path, path.read_text(encoding="utf-8") + "\nAnd more.\n")
    said = gate(bench, 4)
    assert "does not hold" in said
    assert "the saved answers have changed" in said


def test_a_changed_policy_revokes_it_and_names_the_bar(bench):
    policy(bench, 9)
    said = gate(bench, 0)
    assert "before, on file: the gate's policy has changed (provisional.plants was 8 and is 9)" in said
    policy(bench, 11)
    assert "does not hold" in gate(bench, 4)


def test_a_newer_version_of_the_judge_is_told_from_the_one_with_the_certificate(bench):
    write(bench / "knowing.py", KNOWING + "\n# another thought\n")
    assert workbench("run", "--with-holdout", cwd=bench).code == 0
    said = gate(bench, 4)
    assert "does not hold: its own source has changed" in said
    assert "is now tuning data" in said


def test_canaries_that_a_later_run_finds_changed_revoke_it_and_unchanged_ones_do_not(bench):
    assert workbench("run", "--again", cwd=bench).code == 0
    assert "on file holds" in gate(bench, 0)
    write(bench / "mood", "")
    assert workbench("run", "--again", "--repeats", "1", cwd=bench).code == 0
    said = gate(bench, 4)
    assert "the judge has changed: 10 of 25 canaries have another verdict in run" in said
    assert "does not hold" in said


def test_no_certificate_is_written_where_nothing_is_earned(bench):
    shutil.rmtree(bench / "runs" / "certificates")
    assert workbench("gate", "knowing", cwd=bench).code == 4
    assert not (bench / "runs" / "certificates").exists()


def test_a_service_for_continuous_integration_reads_the_same_decision(bench):
    write(bench / "page.md", "What stood there.\n")
    ran = workbench(*GATE, "--junit", "gate.xml", "--summary", "page.md", cwd=bench)
    assert ran.code == 0
    suite = ElementTree.parse(bench / "gate.xml").getroot()[0]
    assert (suite.get("name"), suite.get("failures"), suite.get("errors")) == ("knowing on python", "0", "0")
    page = (bench / "page.md").read_text(encoding="utf-8")
    assert page.startswith("What stood there.\n## Gate: PROVISIONAL passed\n")
    ran = workbench(*GATE, "--junit", "nowhere/gate.xml", cwd=bench)
    assert ran.code == 2
    assert "cannot write nowhere/gate.xml" in ran.err

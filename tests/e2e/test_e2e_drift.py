"""`workbench drift`: the canaries of a certificate asked again, by the real judge, and what the gate makes of it."""

import asyncio
import json
import os
import shutil
import signal
import time
from dataclasses import replace

import pytest

from tests.e2e.certified import GATE, KNOWING
from tests.e2e.command_line import Forked, refused, tree, workbench, write
from workbench.cli.drift_line import DriftLine
from workbench.errors import NotMeasured
from workbench.records.item import Item
from workbench.records.reply import Reply
from workbench.records.verdict import PASS, ErrorCode, Verdict
from workbench.runner.budget import Bounds, Budget
from workbench.steps.canary_check import checks_on_record
from workbench.steps.candidates import Models
from workbench.steps.certified_judge import same_candidate
from workbench.steps.drift import ask_canaries, check_drift, frozen_canaries
from workbench.steps.outlook import look_ahead
from workbench.steps.settings import read_settings

pytestmark = pytest.mark.slow


@pytest.fixture
def bench(earned, tmp_path):
    """A copy to change."""
    return shutil.copytree(earned, tmp_path / "bench")


def drift(bench, code, *options):
    ran = workbench("drift", "knowing", *options, cwd=bench)
    assert ran.code == code, ran.said
    return ran


def gate_of(bench, code):
    ran = workbench(*GATE, cwd=bench)
    assert ran.code == code, ran.said
    return ran.said


def journal(bench):
    return [
        line
        for path in (bench / "runs" / "certificates").glob("*.canaries.jsonl")
        for line in path.read_text(encoding="utf-8").splitlines()
    ]


def wait_for(done):
    deadline = time.monotonic() + 300
    while not done():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_a_judge_that_turned_is_named_its_flips_too_and_loses_its_certificate(bench):
    same = drift(bench, 0)
    assert "no drift: 0 of 25 canaries" in same.said
    assert workbench(*GATE, cwd=bench).code == 0
    write(bench / "mood", "")
    turned = drift(bench, 3, "--json").json
    assert (turned["says"], turned["canaries"], turned["alarm_from"]) == ("drift", 25, 3)
    assert [len(check["flipped"]) for check in turned["checks"]] == [0, 10]
    assert set(turned["checks"][1]["flipped"].values()) == {"pass"}
    # Every check is there to be counted again: two of 25 replies.
    assert len(journal(bench)) == 50
    said = gate_of(bench, 4)
    assert "10 of 25 canaries have another verdict in the check of" in said
    assert "does not hold" in said
    # What it says later cannot undo that, nor does it help to take the checks away.
    (bench / "mood").unlink()
    assert "Checks: " in drift(bench, 0).said
    assert workbench(*GATE, cwd=bench).code == 4
    [path] = (bench / "runs" / "certificates").glob("*.canaries.jsonl")
    path.unlink()
    assert "lacks 3 checks of its canaries that runs/ledger.jsonl knows" in gate_of(bench, 4)
    assert "no drift" in drift(bench, 0).said
    assert "lacks 3 checks of its canaries" in gate_of(bench, 4)


def test_a_check_that_was_killed_goes_on_and_asks_nothing_twice(bench):
    write(bench / "slow", "")
    with Forked(["drift", "knowing"], cwd=bench, more={}) as process:
        wait_for(lambda: len(journal(bench)) == 5)
        os.kill(process.pid, signal.SIGKILL)
        process.ended()
    kept = journal(bench)
    [path] = (bench / "runs" / "certificates").glob("*.canaries.jsonl")
    path.write_bytes(path.read_bytes() + b'{"a line that was cut')
    (bench / "slow").unlink()
    again = drift(bench, 0)
    assert f"{25 - len(kept)} of 25 canaries to ask" in again.said
    assert "warning: " in again.said
    assert "the last line was cut short" in again.said
    assert journal(bench)[: len(kept)] == kept
    assert len({json.loads(line)["item_id"] for line in journal(bench)}) == len(journal(bench)) == 25


def test_replies_that_were_cut_off_the_end_of_a_check_stay_missed(bench):
    write(bench / "mood", "")
    drift(bench, 3)
    (bench / "mood").unlink()
    [path] = (bench / "runs" / "certificates").glob("*.canaries.jsonl")
    frozen = json.loads(next(path.parent.glob("*-provisional.json")).read_text(encoding="utf-8"))["canaries"]
    passed = {one["item"] for one in frozen if one["verdict"] == "pass"}
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    same = next(place for place, line in enumerate(lines) if json.loads(line)["item_id"] not in passed)
    write(path, "".join(lines[:same]))
    assert "lacks 1 check of its canaries" in gate_of(bench, 4)
    # Asked now, the judge would say the right thing: the check that lost its replies does not go on.
    assert "25 of 25 canaries to ask" in drift(bench, 0).said
    assert "lacks 1 check of its canaries" in gate_of(bench, 4)


def test_no_check_is_made_at_a_time_at_which_it_would_not_count(bench):
    settings = read_settings(bench)
    frozen = frozen_canaries(settings, judge="knowing", model=None)
    later = replace(frozen, certificate=replace(frozen.certificate, measured_at="2999-01-01T00:00:00+00:00"))
    with pytest.raises(NotMeasured, match=r"the clock stands at .*, before the verdicts were given"):
        check_drift(later, settings, bounds=Bounds(dollars=None, calls=None), watch=DriftLine())
    assert not journal(bench)


class StoppedInTheMiddle:
    """Asked in two parts, its server answers one and then no more."""

    def __init__(self, spec):
        self.spec = spec

    def parts(self, item):
        return tuple(Item.of(question="", passages=item.passages, answer=f"{item.item_id} {part}") for part in "ab")

    def whole(self, item, replies):
        raise AssertionError("no item was answered whole")

    async def judge(self, item, repeat):
        if item.answer.endswith("a"):
            return Reply(verdict=PASS)
        return Reply(verdict=Verdict(error=ErrorCode.SPEND_LIMIT), stops_run=True)

    async def close(self):
        pass


def test_a_canary_of_which_only_a_part_was_answered_is_not_one_that_replied(bench):
    settings = read_settings(bench)
    frozen = frozen_canaries(settings, judge="knowing", model=None)
    entries = same_candidate(frozen.spec, frozen.challenges, settings, Models.ASKED).entries
    outlook = asyncio.run(look_ahead(settings, entries, [frozen.spec], frozen.challenges))
    budget = Budget(outlook.forecast.tariff(), Bounds())
    judge = StoppedInTheMiddle(frozen.spec)
    asking = ask_canaries(frozen, settings, [judge], outlook=outlook, budget=budget, watch=DriftLine())
    assert not asyncio.run(asking).outcome.progress.complete
    assert any(json.loads(line)["part"] for line in journal(bench))
    # Else the ledger would miss replies that were never given, and refuse the judge for good.
    assert checks_on_record(settings, frozen.spec.judge_id) == {}
    assert drift(bench, 0).code == 0
    assert workbench(*GATE, cwd=bench).code == 0


def test_too_few_verdicts_say_nothing(bench):
    write(bench / "dumb", "")
    said = drift(bench, 4).said
    assert "not measurable: 0 of 8 canaries" in said
    assert "17 of 25 gave no verdict; they count neither way" in said
    assert workbench(*GATE, cwd=bench).code == 0


def test_an_estimate_asks_nobody_and_what_is_no_certified_judge_is_refused(bench):
    before = tree(bench)
    assert "25 calls of other judges" in drift(bench, 0, "--estimate").said
    assert tree(bench) == before
    refused(bench, "drift", "floor", says=["no certificate", "judges that have one: knowing"], code=4)
    refused(bench, "drift", "knowing", "--model", "other", says=['no model called "other"'])
    refused(bench, "drift", "knowing", "--max-calls", "0", says=["--max-calls"])
    write(bench / "knowing.py", KNOWING + "\n# another thought\n")
    refused(bench, "drift", "knowing", says=["its own source has changed"], code=4)


def test_the_rates_of_its_run_correct_what_the_judge_says_in_use(bench):
    lines = [{"item": place, "verdict": "fail" if place < 3 else "pass"} for place in range(60)]
    path = write(bench / "in_use.jsonl", "".join(json.dumps(line) + "\n" for line in lines))
    ran = workbench("report", "--verdicts", path, "--judge", "knowing", "--json", cwd=bench)
    assert ran.code == 0, ran.said
    found = ran.json["in_use"]["judge"]
    # A judge without a mistake on 13 plants and 12 clean answers: 3 of 60 as they stand, and an interval that is wide.
    assert found["headline"] == "rogan-gladen"
    assert found["ways"][0]["wrong"]["share"] == pytest.approx(0.05)
    assert "caught 13 of 13 mistakes, passed 12 of 12 right answers" in found["known_rates"]
    # A later tuning run of the same version does not take the place of the run that the certificate rests on.
    assert workbench("run", "--again", "--repeats", "1", "--plants", "2", cwd=bench).code == 0
    again = workbench("report", "--verdicts", path, "--judge", "knowing", "--json", cwd=bench)
    assert again.json["in_use"] == ran.json["in_use"]

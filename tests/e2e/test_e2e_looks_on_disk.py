"""Looks that cannot be written down: no verdict counts without its look, and the look is not forgotten."""

import pytest

from tests.e2e.benches import small
from workbench.errors import WriteError
from workbench.gate.ledger import read_ledger
from workbench.records.reply import Attempt, Reply
from workbench.records.verdict import PASS
from workbench.steps.bench import open_bench
from workbench.steps.looks import LookWriter
from workbench.steps.open_run import Way, open_or_create
from workbench.steps.plan import plan_run


def test_a_look_that_could_not_be_written_is_written_before_the_next_verdict(tmp_path):
    plan = plan_run(open_bench(small(tmp_path / "bench")), held_out=False, names=["floor"])
    settings = plan.bench.settings
    found = open_or_create(plan, [entry.spec for entry in plan.candidates.entries], Way.GO_ON).found
    looks = LookWriter(found, plan.asked.challenges, settings)
    (spec,) = found.manifest.judges
    verdict = Attempt(
        item_id="a", judge_id=spec.judge_id, repeat=0, attempt=1, final=True, at="now", reply=Reply(verdict=PASS)
    )
    # A folder where the lock of the ledger must be: nothing can be written, whoever asks.
    lock = settings.ledger.with_name("ledger.jsonl.lock")
    lock.mkdir()
    with pytest.raises(WriteError, match="the ledger cannot be written"):
        looks.before(verdict)
    lock.rmdir()
    for _ in range(2):
        looks.before(verdict)
    (look,) = read_ledger(settings.ledger).looks
    assert (look.judge, look.run) == ("floor", found.manifest.run_id)

"""Planning cases: without a bench, with one, after a paid run, and with the holdout out of reach."""

import pytest

from tests.e2e.benches import first_answers, small
from tests.e2e.command_line import refused, tree, with_server, workbench, write
from tests.support.messages_server import MessagesServer


def test_a_plan_needs_no_bench(tmp_path):
    ran = workbench("plan", "--json", cwd=tmp_path)
    assert ran.code == 0
    assert ran.json["today"] == ran.json["paid"] == []
    assert [way["way"] for way in ran.json["ways"]] == ["fixed before the first run", "added as you go"]


def test_a_plan_says_what_todays_set_lacks_and_leaves_the_holdout_alone(tmp_path):
    bench = small(tmp_path)
    write(bench / "holdout", "garbage in place of a folder")
    before = tree(bench)
    ran = workbench("plan", "--level", "provisional", "--catch", "0.9", cwd=bench)
    assert ran.code == 0
    assert "TODAY rule grounded:" in ran.said
    assert "2 trusted answers" in ran.said
    assert "8 more trusted answers" in ran.said
    assert tree(bench) == before


def test_every_number_out_of_range_is_named_at_once(tmp_path):
    says = ["3 problems", "--false-alarms: expected a share from 0 to 1", "--power: expected a chance", "--candidates"]
    refused(tmp_path, "plan", "--false-alarms", "1.5", "--power", "0", "--candidates", "0", says=says)
    refused(tmp_path, "plan", "--catch", "nan", says=["--catch: expected a share"])


@pytest.mark.slow
def test_calls_are_priced_as_the_newest_run_was(tmp_path, sample):
    settings = 'judges = ["grounded"]\nmodels = ["claude-haiku-5-5"]\nplants = 2\nnear_misses = 1\nheld_out = []\n'
    bench = first_answers(tmp_path / "bench", settings, sample, 2)
    with MessagesServer() as server:
        assert workbench("run", "--no-self-test", cwd=bench, **with_server(server)).code == 0
    (judge,) = workbench("report", "--json", cwd=bench).json["judges"]
    plan = workbench("plan", "--json", cwd=bench).json
    (paid,) = plan["paid"]
    assert judge["cost"]["per_thousand"] > 0
    assert paid["dollars"] == pytest.approx(judge["cost"]["per_thousand"] * plan["calls"] / 1000)
    assert "grounded on claude-haiku-5-5: about $" in workbench("plan", cwd=bench).said

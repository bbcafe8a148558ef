"""Planning cases: without a bench, with one, and with the holdout out of reach."""

from tests.e2e.benches import small
from tests.e2e.command_line import refused, tree, workbench, write


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


def test_no_calls_are_counted_for_what_no_number_of_cases_shows(tmp_path):
    # A judge that catches 80 % can never be shown to catch 85 %.
    ran = workbench("plan", "--catch", "0.8", "--json", cwd=tmp_path)
    assert (ran.code, ran.json["ways"][0]["never"], ran.json["calls"]) == (0, ["planted mistakes"], None)


def test_every_number_out_of_range_is_named_at_once(tmp_path):
    says = ["3 problems", "--false-alarms: expected a share from 0 to 1", "--power: expected a chance", "--candidates"]
    refused(tmp_path, "plan", "--false-alarms", "1.5", "--power", "0", "--candidates", "0", says=says)
    refused(tmp_path, "plan", "--catch", "nan", says=["--catch: expected a share"])

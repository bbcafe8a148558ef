"""Comparing candidates: two of one run, and two versions of one judge in two runs."""

import json

import pytest

from tests.e2e.benches import first_answers
from tests.e2e.command_line import refused, workbench

pytestmark = pytest.mark.slow

SETTINGS = """\
judges = ["numbers", "sound", "tuned"]
plants = 12
near_misses = 6
held_out = []
repeats = 2
[judge.sound]
rule = "grounded"
simulated = "perfect"
[judge.tuned]
rule = "grounded"
simulated = "blind:figure_changed"
"""


@pytest.fixture(scope="module")
def bench(tmp_path_factory, sample):
    folder = first_answers(tmp_path_factory.mktemp("compare") / "bench", SETTINGS, sample, 5)
    for behaviour in (None, '"perfect"'):
        if behaviour:
            text = (folder / "workbench.toml").read_text(encoding="utf-8")
            (folder / "workbench.toml").write_text(text.replace('"blind:figure_changed"', behaviour), encoding="utf-8")
        assert workbench("run", cwd=folder).code == 0
    return folder


def runs(bench):
    manifests = [json.loads(path.read_text(encoding="utf-8")) for path in (bench / "runs").glob("*/manifest.json")]
    return [manifest["run_id"] for manifest in sorted(manifests, key=lambda manifest: manifest["created_at"])]


def test_two_versions_of_a_judge_are_compared_across_runs(bench):
    before, after = runs(bench)
    ran = workbench("compare", "tuned", "--run", before, "--run", after, "--json", cwd=bench)
    assert ran.code == 0
    (rule,) = ran.json["rules"]
    (candidate,) = rule["candidates"]
    mistakes = next(part for part in candidate["parts"] if part["kind"] == "mistakes")
    assert {one["style"] for one in mistakes["fixed"]} == {"figure_changed"}
    assert mistakes["broken"] == []
    assert candidate["differences"] == ["kind was blind and is perfect", "style was figure_changed and is empty"]
    assert (rule["reference"]["run_id"], candidate["run_id"]) == (before, after)
    assert rule["reference"]["stale"]
    assert not candidate["stale"]


def test_candidates_of_one_run_are_compared_without_its_scripts(bench):
    ran = workbench("compare", "--run", runs(bench)[0], "--level", "provisional", cwd=bench)
    assert ran.code == 0
    assert "COMPARE rule grounded, each case by the majority of its repeats, against sound (simulated)" in ran.said
    assert "broke" in ran.said
    assert "figure_changed" in ran.said
    assert "numbers" not in ran.out


def test_what_cannot_be_replayed_is_refused(bench):
    refused(bench, "cascade", "numbers", says=["two judges or more", "got numbers"])
    refused(bench, "cascade", "sound:1", "tuned", "sound:2", says=["2 problems", "each judge once", "2 calls or more"])
    refused(bench, "cascade", "numbers", "sound:3", "tuned", says=["sound (simulated), 3 calls", "and"], code=4)
    refused(bench, "cascade", "@model", "sound", says=["judge@model, or either with :calls"])


def test_what_cannot_be_compared_is_refused(bench):
    refused(bench, "compare", "sounds", says=['no judge called "sounds"', "did you mean: sound"])
    before, after = runs(bench)
    says = ["two candidates of one rule, got sound", f"the runs that hold it, newest first: {after}, {before}"]
    refused(bench, "compare", "sound", says=says, code=4)
    refused(bench, "compare", "sound", "sound", says=["each name once", "sound twice"])
    refused(bench, "compare", "--margin", "10", says=["--margin", "between 0 and 1"])

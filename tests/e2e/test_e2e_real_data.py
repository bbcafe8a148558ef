"""Answers of real models, labelled by people, straight from JSONL: nothing crashes and no case is dropped uncounted."""

import json
import os
from collections import Counter
from pathlib import Path

import pytest

from tests.e2e.command_line import run_folder, workbench
from workbench.records.rules import RULES
from workbench.store.challenges import read_challenges

pytestmark = pytest.mark.slow

SETS = (
    "ragtruth_qa",
    "squad2",
    "wice",
    "ragtruth_summary",
    "clapnq",
    "mtrag_rated",
    "mtrag_un",
    "summedits",
    "begin",
)


@pytest.mark.parametrize("name", SETS)
def test_a_run_in_an_empty_folder_finishes_and_counts_every_case(tmp_path, name):
    folder = os.environ.get("WORKBENCH_DATA", "")
    path = Path(folder) / f"{name}.jsonl"
    if not folder or not path.is_file():
        pytest.skip(f"WORKBENCH_DATA names no folder with {name}.jsonl")
    cases = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]

    ran = workbench("run", path, "--judges", "floor,numbers,overlap,citations,declines", "--json", cwd=tmp_path)
    assert ran.code == 0, ran.err
    counts, left_out, build = (ran.json[part] for part in ("counts", "left_out", "build"))
    challenges = read_challenges(run_folder(tmp_path) / "challenges.jsonl")
    assert set(counts) == {case["rule"] for case in cases if case["label"] == "pass"}
    assert set(counts) <= set(RULES)
    for rule, by_set in counts.items():
        excluded = sum(count for reason, count in left_out.items() if reason.startswith(f"{rule}: "))
        assert by_set["clean"] + excluded == len(cases)
        planted = Counter(one.style for one in challenges if one.rule == rule and one.style)
        assert planted
        for style in set(planted) | set(build[rule]):
            assert planted[style] + sum(build[rule].get(style, {}).values()) == by_set["clean"], style
    # Two repeats of every item by every judge of its rule, and no verdict missing.
    for judge in ran.json["judges"]:
        assert judge["calls"] == 2 * sum(counts[judge["rule"]].values())
        assert judge["errors"] == {}

"""What came out of a counterfactual check, written and read back."""

import json
from dataclasses import replace

import pytest

from workbench.errors import StoreError
from workbench.records.counterfactual import Change, Counterfactuals, PassRate, Result, Tried
from workbench.store.counterfactual_file import newest_counterfactuals, read_counterfactuals, write_counterfactuals

RATE = PassRate(passed=3, failed=1, unclear=1, errors=1, not_tested=2, low=0.23, high=0.88)
NONE = PassRate(passed=0, failed=0, unclear=0, errors=0, not_tested=0, low=None, high=None)
FOUND = Counterfactuals(
    run_id="2026-11-30-0a1b2c3d",
    made_at="2026-11-30T16:00:00.000+00:00",
    bench="Tarn Valley",
    system="my_assistant:answer",
    version="0a1b2c3d4e5f6071",
    repeats=2,
    calls=40,
    failed_calls=1,
    questions=RATE,
    differing=NONE,
    changes={"evidence_removed": RATE},
    tried=(
        Tried(
            case="day",
            change=Change.REMOVED,
            result=Result.MEMORY,
            why="it still says £32",
            differs=True,
            before="£32",
            after="A day costs £32 \ud800.",
        ),
    ),
)


def kept(tmp_path, found, name="one"):
    folder = tmp_path / "counterfactual" / name
    folder.mkdir(parents=True)
    write_counterfactuals(folder, found)
    return folder / "summary.json"


def test_it_is_read_back_as_it_was(tmp_path):
    assert read_counterfactuals(kept(tmp_path, FOUND)) == FOUND


def test_a_rate_counts_what_is_unclear_as_not_passed_and_leaves_errors_out():
    # 3 passed, 1 failed and 1 unclear are 5 questions; 3 of 5.
    assert (RATE.items, RATE.share) == (5, 0.6)
    assert (NONE.items, NONE.share) == (0, None)


def test_every_result_is_a_pass_a_finding_or_neither():
    assert [result.name for result in Result if result.passes] == ["FOLLOWS", "DECLINED", "KEPT_BACK"]
    neither = [result.name for result in Result if not result.passes and not result.fails]
    assert neither == ["UNCLEAR", "ERROR", "NOT_TESTED"]


def test_the_newest_is_the_one_that_was_made_last_whatever_its_name(tmp_path):
    assert newest_counterfactuals(tmp_path) is None
    kept(tmp_path, FOUND, "b")
    later = replace(FOUND, made_at="2026-12-01T09:00:00.000+00:00")
    kept(tmp_path, later, "a")
    assert newest_counterfactuals(tmp_path) == later


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda value: value | {"format": 2}, "format 2 was written by a newer workbench"),
        (lambda value: value | {"format": "1"}, 'expected "format": 1'),
        (lambda value: value | {"calls": "many"}, "calls: expected a whole number, got 'many'"),
        (lambda value: {name: part for name, part in value.items() if name != "tried"}, 'the key "tried"'),
        (lambda value: [value], 'expected "format": 1'),
    ],
)
def test_a_file_that_is_something_else_is_refused_with_what_is_wrong(tmp_path, change, says):
    path = kept(tmp_path, FOUND)
    value = json.loads(path.read_bytes().decode("utf-8", "surrogatepass"))
    path.write_text(json.dumps(change(value)), encoding="utf-8")
    with pytest.raises(StoreError, match=r"summary\.json") as refused:
        read_counterfactuals(path)
    assert says in str(refused.value)


@pytest.mark.parametrize("text", ["", "{", "[" * 100_000])
def test_a_torn_file_is_refused(tmp_path, text):
    path = kept(tmp_path, FOUND)
    path.write_text(text, encoding="utf-8")
    with pytest.raises(StoreError, match="expected a JSON object"):
        read_counterfactuals(path)

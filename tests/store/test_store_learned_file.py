"""The file of a learned judge: whole, the same bytes each time, and refused where anything in it is not as written."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.errors import InputError
from workbench.identity import digest
from workbench.records.learned import Count, LearnedFeature, LearnedJudge
from workbench.store.learned_file import is_taken, read_learned, write_learned

JUDGE = LearnedJudge(
    rule="grounded",
    features=(LearnedFeature(name="figures_missing", mean=0.25, spread=0.5, weight=1.0),),
    intercept=-0.5,
    threshold=0.4,
    code="c",
    trained_on="t",
    seed=7,
    versions={"scikit-learn": "1.9"},
    unseen={"planted": Count(failed=3, items=4)},
    area=0.75,
)


@pytest.fixture
def path(tmp_path):
    write_learned(tmp_path / "judges" / "cheap.json", JUDGE)
    return tmp_path / "judges" / "cheap.json"


def signed(value):
    """The content with a hash that fits it, as somebody who knows how it is made would write it."""
    return json.dumps({**value, "hash": digest(value, length=64)})


def test_what_is_written_is_read_again_and_is_the_same_bytes_each_time(path, tmp_path):
    assert read_learned(path) == JUDGE
    write_learned(tmp_path / "again.json", JUDGE)
    assert (tmp_path / "again.json").read_bytes() == path.read_bytes()


def test_a_weight_that_was_edited_is_refused(path):
    path.write_text(path.read_text(encoding="utf-8").replace('"weight": 1.0', '"weight": 0.0'), encoding="utf-8")
    with pytest.raises(InputError, match="expected the file as training wrote it, got one that was edited"):
        read_learned(path)


def test_a_newer_file_is_refused_and_says_so(path):
    path.write_text(path.read_text(encoding="utf-8").replace('"format": 1', '"format": 2'), encoding="utf-8")
    with pytest.raises(InputError, match="written by a newer workbench"):
        read_learned(path)


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999"])
def test_a_number_that_is_not_finite_is_refused_by_name(path, number):
    path.write_text(path.read_text(encoding="utf-8").replace("-0.5", number), encoding="utf-8")
    with pytest.raises(InputError, match="intercept: expected a finite number"):
        read_learned(path)


@pytest.mark.parametrize(
    ("part", "value", "says"),
    [
        ("threshold", 1.5, "threshold: expected 0 to 1, got 1.5"),
        ("features", [{"name": "n", "mean": 0, "spread": 0, "weight": 1}], "a spread above 0 and a weight from 0"),
        ("features", [{"name": "n", "mean": 0, "spread": 1, "weight": -1}], "a spread above 0 and a weight from 0"),
        ("features", [{"name": "n"}], 'the key "mean"'),
        ("surprise", 1, "known keys only"),
        ("seed", "seven", "a whole number"),
    ],
)
def test_what_no_training_writes_is_refused_whatever_its_hash_says(path, part, value, says):
    content = json.loads(path.read_text(encoding="utf-8"))
    del content["hash"]
    path.write_text(signed({**content, part: value}), encoding="utf-8")
    with pytest.raises(InputError, match=says):
        read_learned(path)


def test_a_missing_file_is_named_with_what_to_do(tmp_path):
    with pytest.raises(InputError, match=r"cannot read .*cheap\.json[^$]*train it: workbench train NAME"):
        read_learned(tmp_path / "cheap.json")


def test_only_a_file_that_training_wrote_may_be_written_over(path, tmp_path):
    assert not is_taken(tmp_path / "free.json")
    assert not is_taken(path)
    path.write_text(path.read_text(encoding="utf-8").replace('"weight": 1.0', '"weight": 0.0'), encoding="utf-8")
    assert not is_taken(path)
    (tmp_path / "notes.json").write_text('{"format": 1, "mine": 2}', encoding="utf-8")
    assert is_taken(tmp_path / "notes.json")
    assert is_taken(tmp_path)


@given(
    content=st.binary(max_size=60)
    | st.recursive(st.none() | st.integers() | st.text(), st.lists).map(lambda one: json.dumps(one).encode())
)
def test_no_content_crashes_the_reader(tmp_path_factory, content):
    path = tmp_path_factory.mktemp("learned") / "odd.json"
    path.write_bytes(content)
    with pytest.raises(InputError):
        read_learned(path)

"""What people decided about plants: whole lines at the end of a file, and the last one counts."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.errors import StoreError
from workbench.records.plant_decision import PlantDecided, PlantDecision, PlantDecisions
from workbench.store.plant_decisions import append_plant_decisions, read_plant_decisions


def decision(item="a1", decided=PlantDecided.RETIRED, reason="the passage says so too", by="kim"):
    at = "2026-11-30T08:00:00Z"
    return PlantDecision(at=at, by=by, item=item, parent="p", style="s", decision=decided, reason=reason)


def test_decisions_come_back_in_the_order_in_which_they_were_made(tmp_path):
    path = tmp_path / "plants" / "decisions.jsonl"
    first, second = decision(), decision(decided=PlantDecided.CONFIRMED, reason="")
    append_plant_decisions(path, [first])
    append_plant_decisions(path, [second])
    assert read_plant_decisions(path) == (first, second)
    assert json.loads(path.read_text(encoding="utf-8").splitlines()[0])["v"] == 1


def test_the_last_decision_on_an_item_counts():
    back = decision("a1", PlantDecided.CONFIRMED, "")
    stands = PlantDecisions.of([decision("a1"), decision("b2", reason="odd"), back])
    assert stands.retired == {"b2": "odd"}
    assert stands.confirmed == {"a1"}


def test_a_file_that_is_not_there_holds_no_decision(tmp_path):
    assert read_plant_decisions(tmp_path / "none.jsonl") == ()


def test_a_line_that_was_cut_off_is_left_out_and_cut_away_by_the_next(tmp_path):
    path = tmp_path / "decisions.jsonl"
    append_plant_decisions(path, [decision()])
    with path.open("ab") as file:
        file.write(b'{"v":1,"at":"20')
    assert read_plant_decisions(path) == (decision(),)
    append_plant_decisions(path, [decision("b2")])
    assert read_plant_decisions(path) == (decision(), decision("b2"))


def test_a_last_line_that_only_lacks_its_line_end_is_kept(tmp_path):
    path = tmp_path / "decisions.jsonl"
    append_plant_decisions(path, [decision(), decision("b2")])
    path.write_bytes(path.read_bytes().removesuffix(b"\n"))
    assert read_plant_decisions(path) == (decision(), decision("b2"))
    append_plant_decisions(path, [decision("c3")])
    assert read_plant_decisions(path) == (decision(), decision("b2"), decision("c3"))


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("garbage", "line 1: this is no decision about a plant"),
        ('{"v": 1}', "line 1: this is no decision about a plant"),
        ('{"v": 2}', "written by a newer version of the workbench (format 2)"),
    ],
)
def test_a_damaged_file_is_refused_and_nothing_is_added_to_it(tmp_path, line, told):
    path = tmp_path / "decisions.jsonl"
    path.write_bytes(line.encode() + b"\n")
    with pytest.raises(StoreError, match=r".*") as error:
        read_plant_decisions(path)
    assert told in str(error.value)
    with pytest.raises(StoreError):
        append_plant_decisions(path, [decision()])
    assert path.read_bytes() == line.encode() + b"\n"


def test_an_unknown_decision_is_refused(tmp_path):
    path = tmp_path / "decisions.jsonl"
    append_plant_decisions(path, [decision()])
    path.write_bytes(path.read_bytes().replace(b'"retired"', b'"perhaps"'))
    with pytest.raises(StoreError, match="expected a decision of confirmed, retired, got 'perhaps'"):
        read_plant_decisions(path)


@given(st.lists(st.text(st.characters()), max_size=4))
def test_any_reason_comes_back_as_it_was_given(tmp_path_factory, reasons):
    path = tmp_path_factory.mktemp("d") / "decisions.jsonl"
    made = [decision(str(place), reason=reason) for place, reason in enumerate(reasons)]
    append_plant_decisions(path, made)
    assert list(read_plant_decisions(path)) == made

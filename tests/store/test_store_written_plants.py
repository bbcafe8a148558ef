"""Plants that a model wrote, as lines: marked to be confirmed, and read strictly."""

import json

import pytest
from attempts_at_hand import ANY_TEXT
from hypothesis import given

from workbench.errors import StoreError
from workbench.records.challenge import Challenge, Set, Site
from workbench.records.item import Item
from workbench.records.passage import Passage
from workbench.records.verdict import Outcome
from workbench.store.written_plants import WrittenPlant, append_written, read_written


def plant(answer="A day costs £31.", asked="a price that is lower"):
    challenge = Challenge(
        item=Item.of(question="q", passages=[Passage(id="p1", text="Day hire is £32.")], answer=answer),
        rule="grounded",
        set=Set.PLANTED,
        style="written_a_price_that_is_lower",
        parent="day",
        group="day",
        expected=Outcome.FAIL,
        sites=(Site(where="answer", start=13, before="32", after="31"),),
        proof="p1 says £32",
    )
    return WrittenPlant(at="2026-11-30T08:00:00Z", by="claude-haiku-5-5", asked=asked, challenge=challenge)


def test_plants_come_back_in_order_marked_to_be_confirmed(tmp_path):
    path = tmp_path / "plants" / "written.jsonl"
    append_written(path, plant())
    append_written(path, plant("A day costs £30."))
    assert read_written(path) == (plant(), plant("A day costs £30."))
    line = json.loads(path.read_text(encoding="utf-8").splitlines()[0])
    assert (line["v"], line["status"]) == (1, "to_confirm")


def test_a_file_that_is_not_there_holds_none(tmp_path):
    assert read_written(tmp_path / "none.jsonl") == ()


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"v": 2}, "written by a newer version of the workbench"),
        ({"status": "confirmed"}, "this is no written plant"),
        ({"by": 3}, "this is no written plant"),
        ({"challenge": "none"}, "line 1"),
    ],
)
def test_a_changed_line_is_refused(tmp_path, change, told):
    path = tmp_path / "written.jsonl"
    append_written(path, plant())
    path.write_text(json.dumps(json.loads(path.read_text(encoding="utf-8")) | change) + "\n", encoding="utf-8")
    with pytest.raises(StoreError, match=told):
        read_written(path)


def test_an_item_that_was_edited_in_the_file_is_refused(tmp_path):
    path = tmp_path / "written.jsonl"
    append_written(path, plant())
    path.write_text(path.read_text(encoding="utf-8").replace("£31", "£29"), encoding="utf-8")
    with pytest.raises(StoreError, match="the item was changed"):
        read_written(path)


@given(ANY_TEXT, ANY_TEXT)
def test_any_text_comes_back_as_it_was(tmp_path_factory, answer, asked):
    path = tmp_path_factory.mktemp("w") / "written.jsonl"
    append_written(path, plant(answer, asked))
    assert read_written(path) == (plant(answer, asked),)

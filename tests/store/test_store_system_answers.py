"""The answers of a system, one line a call, and the folder that holds them."""

import json

import pytest

from workbench.errors import StoreError
from workbench.records.passage import Passage
from workbench.records.system import Answered, Ask, SystemReply
from workbench.store.counterfactual_file import write_asks
from workbench.store.counterfactual_folder import check_folder
from workbench.store.journal import open_journal
from workbench.store.system_answers import answer_line, answers_state, read_answers

P1 = Passage(id="p1", title="Prices", text="A day is £32.\u2028")
ANSWERS = [
    Answered(key="a1", repeat=0, at="2026-11-30", reply=SystemReply(answer="£32 \ud800", candidates=(P1,))),
    Answered(key="a1", repeat=1, at="2026-11-30", reply=SystemReply(error="no reply")),
    Answered(key="a2", repeat=0, at="2026-11-30", reply=SystemReply(answer="Yes", candidates=())),
]


def kept(tmp_path, *answers):
    path = tmp_path / "answers.jsonl"
    with open_journal(path, read_state=answers_state) as journal:
        for one in answers:
            journal.append_line(answer_line(one))
    return path


def test_they_are_read_back_as_they_were(tmp_path):
    assert list(read_answers(kept(tmp_path, *ANSWERS))) == ANSWERS


def test_a_torn_last_line_is_cut_off_and_said_and_the_rest_goes_on(tmp_path):
    path = kept(tmp_path, *ANSWERS[:2])
    whole = path.read_bytes()
    path.write_bytes(whole + answer_line(ANSWERS[2])[:20])
    with open_journal(path, read_state=answers_state) as journal:
        assert f"{path}:3: the last line was cut short" in journal.warning
        journal.append_line(answer_line(ANSWERS[2]))
    assert list(read_answers(path)) == ANSWERS


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        (b"\xc2\xa332", b"\xc2\xa323", "edited after it was written"),
        (b'"v":1', b'"v":9', "written by a newer workbench"),
        (b'"repeat":0', b'"repeat":"0"', "damaged"),
    ],
)
def test_a_line_that_was_edited_is_refused_with_its_number(tmp_path, old, new, says):
    path = kept(tmp_path, *ANSWERS)
    text = path.read_bytes()
    assert old in text
    path.write_bytes(text.replace(old, new, 1))
    with pytest.raises(StoreError, match=r"answers\.jsonl:[12]:") as refused:
        list(read_answers(path))
    assert says in str(refused.value)


@pytest.mark.parametrize("candidates", ["x", [["p1", "t"]], [["p1", "t", 7]], [7], {}])
def test_candidates_of_another_form_are_damage(tmp_path, candidates):
    path = tmp_path / "answers.jsonl"
    value = json.loads(answer_line(ANSWERS[2])) | {"candidates": candidates}
    path.write_text(json.dumps(value) + "\n", encoding="utf-8")
    with pytest.raises(StoreError, match="damaged"):
        list(read_answers(path))


def test_a_check_goes_on_in_its_newest_folder_until_it_is_begun_anew(tmp_path):
    first = check_folder(tmp_path, "0a1b", day="2026-11-30", again=False)
    assert first.name == "2026-11-30-0a1b"
    assert check_folder(tmp_path, "0a1b", day="2026-12-01", again=False) == first
    assert check_folder(tmp_path, "ffff", day="2026-11-30", again=False) != first
    again = [check_folder(tmp_path, "0a1b", day="2026-11-30", again=True).name for _ in range(10)]
    assert (again[0], again[-1]) == ("2026-11-30-0a1b-2", "2026-11-30-0a1b-11")
    assert check_folder(tmp_path, "0a1b", day="2026-11-30", again=False).name == "2026-11-30-0a1b-11"


def test_what_was_asked_stands_beside_the_answers(tmp_path):
    ask = Ask(question="What?", passages=(P1,))
    write_asks(tmp_path, [("day", None, ask), ("day", None, Ask(question="What?", passages=None, identity="guest"))])
    first, second = map(json.loads, (tmp_path / "asks.jsonl").read_text(encoding="utf-8").split("\n")[:2])
    assert (first["key"], first["passages"]) == (ask.key, [vars(P1)])
    assert (second["identity"], second["passages"]) == ("guest", None)

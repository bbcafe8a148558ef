"""Graded sets on disk: read back as written, listed by date, and refused where they are damaged or newer."""

import json
from dataclasses import replace

import pytest

from workbench.errors import StoreError
from workbench.identity import digest
from workbench.records.grade import AnswerInUse, Grade
from workbench.records.summary import Level
from workbench.store.grade_folder import create_grade, list_grades, renew_grade
from workbench.store.saved_answers import Saved, append_saved, read_saved, saved_path

ANSWER = AnswerInUse(case="a\u202eb", item="0" * 16, shown=True, sampled=True, declines=False, figures="30")
GRADE = Grade(
    grade_id="",
    date="2026-11-30",
    created_at="2026-11-30T10:00:00.000+00:00",
    judge="grounded",
    rule="grounded",
    model="m",
    judge_id="v1",
    level=Level.PROVISIONAL,
    run="2026-11-01-abcdefgh",
    one_in=20,
    failures=2,
    alike=0,
    answers=(ANSWER,),
)


def test_sets_are_read_back_and_listed_by_date(tmp_path):
    assert list_grades(tmp_path) == ()
    made = create_grade(tmp_path, GRADE)
    earlier = create_grade(tmp_path, replace(GRADE, date="2026-11-23"))
    again = create_grade(tmp_path, GRADE)
    assert made.path.name == f"2026-11-30-{GRADE.identity[:8]}"
    assert again.path.name == f"{made.path.name}-2"
    assert list_grades(tmp_path) == (earlier, made, again)
    assert made.grade == replace(GRADE, grade_id=made.path.name)


def test_judge_answers_and_share_make_a_set_and_its_date_does_not():
    assert replace(GRADE, date="2026-01-01", run="other").identity == GRADE.identity
    for change in ({"judge_id": "v2"}, {"one_in": 1}, {"failures": 0}, {"answers": ()}):
        assert replace(GRADE, **change).identity != GRADE.identity


def test_a_set_is_brought_up_to_date_where_its_answers_are_read_in_another_way(tmp_path):
    made = create_grade(tmp_path, GRADE)
    assert renew_grade(made, made.grade) is made
    read_anew = replace(made.grade, answers=(replace(ANSWER, declines=True, figures=""),))
    assert read_anew.identity == made.grade.identity
    renewed = renew_grade(made, read_anew)
    assert (renewed.path, list_grades(tmp_path)) == (made.path, (renewed,))
    assert renewed.grade.answers[0].declines


def test_a_set_that_is_no_set_is_refused_though_nobody_edited_it(tmp_path):
    path = create_grade(tmp_path, GRADE).path / "grade.json"
    value = json.loads(path.read_text(encoding="utf-8")) | {"one_in": "20", "more": 1}
    del value["hash"]
    path.write_text(json.dumps({**value, "hash": digest(value, length=64)}), encoding="utf-8")
    with pytest.raises(StoreError, match=r"(?s)expected a whole number.*known keys only|known keys only.*whole number"):
        list_grades(tmp_path)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"format": 2}, "written by a newer workbench"),
        ({"format": "1"}, 'expected "format": 1'),
        ({"one_in": "20"}, "edited or damaged"),
        ({"failures": 3}, "edited or damaged after it was written; restore it\n  or delete its folder"),
        ({"hash": None}, "edited or damaged"),
    ],
)
def test_what_is_damaged_or_newer_is_refused(tmp_path, change, says):
    path = create_grade(tmp_path, GRADE).path / "grade.json"
    path.write_text(json.dumps({**json.loads(path.read_text(encoding="utf-8")), **change}), encoding="utf-8")
    with pytest.raises(StoreError, match=says):
        list_grades(tmp_path)
    path.write_bytes(b"\xff")
    with pytest.raises(StoreError, match="expected a JSON object"):
        list_grades(tmp_path)


def test_what_was_put_aside_is_kept_in_order_and_a_damaged_list_is_refused(tmp_path):
    one = Saved(week="2026-W49", item="i", case="c", rule="grounded", file="f")
    append_saved(tmp_path, [one])
    append_saved(tmp_path, [replace(one, item="j")])
    assert [saved.item for saved in read_saved(tmp_path)] == ["i", "j"]
    with saved_path(tmp_path).open("a", encoding="utf-8") as file:
        file.write('{"v": 1, "week": 1}\n')
    with pytest.raises(StoreError, match="line 3"):
        read_saved(tmp_path)

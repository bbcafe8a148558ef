"""Put some of the graded answers of a week aside, for a person to label: they become natural answers of the bench."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import count
from pathlib import Path
from typing import Any

from workbench.analysis.audit import drawn
from workbench.cases.path_text import path_text
from workbench.errors import InputError, Problem, StoreError
from workbench.records.grade import AnswerInUse
from workbench.steps.grade_plan import GradePlan
from workbench.steps.grade_result import Graded
from workbench.steps.settings import Settings
from workbench.store.lock import FolderLock
from workbench.store.saved_answers import Saved, append_saved, read_saved, saved_path
from workbench.store.whole_file import write_whole

_FOLDER = Path("plants", "to_label")
_WAIT_S = 30.0


@dataclass(frozen=True, kw_only=True)
class SavedNow:
    """What was put aside.

    Attributes:
        week: The week, ISO 8601.
        file: The file to label, from the bench's folder; empty where nothing was written now.
        failed: How many of its answers the judge failed.
        passed: How many it passed.
        before: How many of the week had been put aside before, in which files.
        files: Those files.
    """

    week: str
    file: str
    failed: int
    passed: int
    before: int
    files: tuple[str, ...]


def check_number(number: int | None) -> None:
    """Refuse a number of answers to put aside that is none.

    Raises:
        InputError: it is below 1.
    """
    if number is not None and number < 1:
        raise InputError(Problem(where="--save", expected="a whole number from 1", got=str(number)))


def save_graded(plan: GradePlan, graded: Graded, number: int) -> SavedNow:
    """Put answers of a graded set aside, until its week has so many: half that the judge failed, half that it passed.

    They are drawn by a hash of each, so nobody chooses them, and none is put aside twice, in whichever week. The file
    does not say what the judge said: a label is to be a person's. It is new, and nothing reads it until a person has
    labelled every line and moved it.

    Args:
        plan: What was graded.
        graded: The set, counted.
        number: Answers a week, from 1.

    Raises:
        StoreError: the file or the list of what was put aside cannot be written, or another command holds it for long.
    """
    # From what is known to be aside to what is written down as such, so that two commands never draw the same answer.
    lock = FolderLock.take(saved_path(plan.settings.runs).with_suffix(".lock"), wait_s=_WAIT_S)
    try:
        return _save(plan, graded, number)
    finally:
        lock.release()


def _save(plan: GradePlan, graded: Graded, number: int) -> SavedNow:
    settings, grade = plan.settings, graded.found.grade
    year, week, _ = date.fromisoformat(grade.date).isocalendar()
    name = f"{year}-W{week:02}"
    saved = read_saved(settings.runs)
    before = [one for one in saved if one.week == name]
    known = {(one.item, one.rule) for one in saved}
    free = [one for one in grade.sampled if (one.item, grade.rule) not in known]
    failed, passed = (
        [one.item for one in free if graded.verdicts[one.item] == verdict] for verdict in ("fail", "pass")
    )
    items = drawn(failed, passed, max(0, number - len(before)))
    file = ""
    if items:
        by_item = {one.item: one for one in grade.sampled}
        chosen = [by_item[item] for item in items]
        file = _write(settings, name, list(_rows(plan, name, chosen)))
        append_saved(
            settings.runs,
            [Saved(week=name, item=one.item, case=one.case, rule=grade.rule, file=file) for one in chosen],
        )
    return SavedNow(
        week=name,
        file=file,
        failed=len(set(failed).intersection(items)),
        passed=len(set(passed).intersection(items)),
        before=len(before),
        files=tuple(dict.fromkeys(one.file for one in before)),
    )


def _rows(plan: GradePlan, week: str, chosen: Sequence[AnswerInUse]) -> Iterator[dict[str, Any]]:
    for one in chosen:
        case = plan.cases[one.item]
        yield {
            # Ids of different weeks may be the same, and natural answers need ids of their own.
            "id": f"{week}-{one.item[:8]}",
            "label": None,
            "rule": plan.grade.rule,
            "question": case.question,
            "passages": [vars(passage) for passage in case.passages],
            "answer": case.answer,
            "case": one.case,
        }


def _write(settings: Settings, week: str, rows: Sequence[dict[str, Any]]) -> str:
    """Write the rows into a new file, or find the very same one that a command wrote before it was killed."""
    text = "".join(json.dumps(row, ensure_ascii=False, allow_nan=False) + "\n" for row in rows)
    data = text.encode("utf-8", "surrogatepass")
    folder = settings.root / _FOLDER
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(f"cannot write {folder}: {error.strerror or error}") from error
    for place in count(1):
        path = folder / (f"{week}.jsonl" if place == 1 else f"{week}-{place}.jsonl")
        if not path.exists():
            write_whole(path, data)
            break
        if path.read_bytes() == data:
            break
    return path_text(path.relative_to(settings.root))

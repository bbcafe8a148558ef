"""Cases as JSONL: one object a line with `id`, `question`, `passages` and `answer`."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from workbench.cases.fields import Fields
from workbench.cases.passages import read_passages, sent_of
from workbench.cases.rows import Row, described, read_rows
from workbench.errors import Problem
from workbench.records.case import Case
from workbench.records.retrieved import Retrieved
from workbench.records.rules import RULES
from workbench.records.verdict import Outcome

_REQUIRED = ("id", "question", "passages", "answer")


def read_jsonl(path: Path) -> tuple[list[Case], list[Problem]]:
    """Read the cases of a file, and everything that is wrong with its other lines.

    Each object has `id`, `question`, `passages` (also called `sources` or `contexts`) and `answer`. A passage is an
    object with `text` and, where it has them, `id` and `title`, or plain text; without an id it is `p1`, `p2` and so on
    by its place. An empty list of passages says that none were shown. A passage may say what became of it: `dropped`
    (true where the model was not sent it), `truncated_at` (how many of its characters were sent) and `revision`.
    Judges see what was sent. Optional: `rule` (the one rule that the label is about; without it, both), `label` (`pass`
    or `fail`; without it, `pass`), `group`, `evidence`, `answerable`. Other keys are passed over, and so is
    a line with an `error` in place of an answer: there the system failed.

    Raises:
        InputError: the file cannot be read at all.
    """
    rows, problems = read_rows(path)
    cases = []
    for row in rows:
        if has_error(row) and row.values.get("answer") is None:
            continue
        wrong: list[Problem] = []
        case = case_of_row(row, wrong)
        problems += wrong
        if not wrong:
            cases.append(case)
    return cases, problems


def has_error(row: Row) -> bool:
    """Say whether a row tells that the system failed on its question."""
    return row.values.get("error") not in (None, "", False)


def case_of_row(row: Row, problems: list[Problem]) -> Case:
    """Read one object as a case. What is wrong is added to `problems`; the case is then not to be used."""
    found: list[Problem] = []
    fields = Fields(row.where, row.values, found)
    evidence = fields.phrase("evidence")
    answerable = fields.flag("answerable")
    if evidence is not None and answerable is False:
        fields.wrong('"evidence" or "answerable": false', "both")
    retrieved = read_passages(fields)
    case = Case(
        case_id=fields.name("id", required=True),
        question=fields.text("question", required=True),
        passages=sent_of(retrieved),
        answer=fields.text("answer", required=True),
        answerable=True if evidence is not None else answerable,
        evidence=evidence,
        rules=_rules(fields),
        label=_label(fields),
        labelled=fields.given("label"),
        group=fields.name("group"),
        origin=row.where,
        trace=retrieved if any(one.marked for one in retrieved) else (),
    )
    problems += _at_once(row, found)
    return case


def _quoted(names: Sequence[str]) -> str:
    return ", ".join(f'"{name}"' for name in names)


def _at_once(row: Row, found: list[Problem]) -> list[Problem]:
    """Say once of a row that several fields are missing: it is of another kind, and not wrong in several ways."""
    missing = {f'no "{name}"': name for name in _REQUIRED}
    names = [missing[problem.got] for problem in found if problem.got in missing]
    if len(names) < 2:
        return found
    return [
        Problem(where=row.where, expected=_quoted(_REQUIRED), got=f"no {_quoted(sorted(names, key=_REQUIRED.index))}"),
        *(problem for problem in found if problem.got not in missing),
    ]


def to_jsonl(case: Case, *, labelled: bool, asked_at: str = "", confidence: float | None = None) -> str:
    """Write a case as a line that `case_of_row` reads as the same case; its origin is for messages only.

    Args:
        case: The case.
        labelled: Whether a person said what its label is. Without one, a line counts as a trusted answer.
        asked_at: When it was asked, which no case holds; empty where that is not known.
        confidence: How sure the system was, which no case holds either; None where that is not known.
    """
    told: dict[str, Any] = {
        "id": case.case_id,
        "question": case.question,
        "passages": [_retrieved_fields(one) for one in case.retrieved],
        "answer": case.answer,
        "label": case.label if labelled else None,
        "rule": case.rules[0] if case.rules != RULES else None,
        "group": case.group or None,
        "evidence": case.evidence,
        "answerable": case.answerable if case.evidence is None else None,
        "confidence": confidence,
        "asked_at": asked_at or None,
    }
    return _line(told)


def failure_to_jsonl(*, id_: str, question: str, error: str, asked_at: str) -> str:
    """Write a question on which the system failed as a line that `load_asked` reads as such."""
    return _line({"id": id_ or None, "question": question, "error": error, "asked_at": asked_at or None})


def _line(told: Mapping[str, Any]) -> str:
    line = {name: value for name, value in told.items() if value is not None}
    return json.dumps(line, ensure_ascii=False, allow_nan=False) + "\n"


def _retrieved_fields(retrieved: Retrieved) -> dict[str, Any]:
    passage = retrieved.passage
    told: dict[str, Any] = {
        "id": passage.id,
        "title": passage.title or None,
        "text": passage.text,
        "dropped": retrieved.dropped or None,
        "truncated_at": retrieved.truncated_at,
        "revision": retrieved.revision or None,
    }
    return {name: value for name, value in told.items() if value is not None}


def _rules(fields: Fields) -> tuple[str, ...]:
    if not fields.given("rule"):
        return RULES
    return (_one_of(fields, "rule", RULES),)


def _label(fields: Fields) -> str:
    if not fields.given("label"):
        return str(Outcome.PASS)
    return _one_of(fields, "label", tuple(str(outcome) for outcome in Outcome))


def _one_of(fields: Fields, name: str, known: tuple[str, ...]) -> str:
    value = fields.values[name]
    if value in known:
        return str(value)
    fields.wrong(f'"{name}" to be one of {", ".join(known)}', described(value))
    return ""

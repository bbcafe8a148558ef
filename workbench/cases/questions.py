"""The questions file: what the documents say to each question, or that they say nothing."""

import difflib
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from workbench.cases.fields import Fields
from workbench.cases.ids import id_key
from workbench.cases.rows import Row, described, read_rows
from workbench.errors import Problem
from workbench.records.case import Case

_KEYS = ("id", "question", "evidence", "answerable", "default")


@dataclass(frozen=True, kw_only=True)
class Question:
    """One line of the questions file.

    Attributes:
        case_id: The saved answer that it belongs to.
        text: What was asked, as the answer file has it too.
        evidence: A short phrase of the passage that answers it; None where the documents hold no answer.
        default: The common answer to such a question, elsewhere; empty where nobody gave one.
        origin: Where it was read, as `file:line`.
    """

    case_id: str
    text: str
    evidence: str | None
    origin: str
    default: str = ""


def read_questions(path: Path) -> tuple[list[Question], list[Problem]]:
    """Read every question, and everything that is wrong with the other lines, fields too many included.

    Raises:
        InputError: the file cannot be read at all.
    """
    rows, problems = read_rows(path)
    questions: list[Question] = []
    seen: dict[str, str] = {}
    for row in rows:
        wrong: list[Problem] = []
        question = _question(row, wrong)
        first = seen.setdefault(id_key(question.case_id), row.where)
        if not wrong and first != row.where:
            got = f"{described(question.case_id)}, which {first} has too"
            wrong.append(Problem(where=row.where, expected="an id of its own", got=got))
        problems += wrong
        if not wrong:
            questions.append(question)
    if not rows and not problems:
        problems.append(Problem(where=str(path), expected="one question a line", got="an empty file"))
    return questions, problems


def merged(
    cases: Sequence[Case], questions: Iterable[Question], *, all_read: bool = True
) -> tuple[list[Case], list[Problem]]:
    """Give each case what its question says. Ids are compared trimmed, NFKC and case folded.

    A list may hold more questions than answers were saved: those of no saved answer are passed over, and `unanswered`
    names them. It is a problem where they are all of that kind, or where one has the text of a saved answer under
    another id.

    Args:
        cases: The saved answers.
        questions: What the questions file says. A case that no question names stays as it is.
        all_read: False where some saved answers could not be read: then a question without one is no problem yet.
    """
    questions = list(questions)
    by_key = {id_key(question.case_id): question for question in questions}
    problems: list[Problem] = []
    if all_read:
        problems = _without_answer(cases, questions)
    told = []
    for case in cases:
        question = by_key.get(id_key(case.case_id))
        if question is None:
            told.append(case)
        else:
            problems += _contradictions(question, case)
            known = question.evidence is not None
            told.append(replace(case, evidence=question.evidence, answerable=known, default=question.default))
    return told, problems


def unanswered(cases: Iterable[Case], questions: Iterable[Question]) -> list[Question]:
    """Return the questions of no saved answer."""
    answered = {id_key(case.case_id) for case in cases}
    return [question for question in questions if id_key(question.case_id) not in answered]


def question_key(text: str) -> str:
    """Return the form in which questions are compared: Unicode NFC, every run of white space one space."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def _question(row: Row, problems: list[Problem]) -> Question:
    fields = Fields(row.where, row.values, problems)
    extra = [key for key in row.values if key not in _KEYS]
    if extra:
        fields.wrong(f"no other fields than {', '.join(_KEYS)}", ", ".join(map(described, extra)))
    case_id = fields.name("id", required=True)
    text = fields.text("question", required=True)
    if fields.given("question") and not text.strip() and not problems:
        fields.wrong('"question" that is not empty', described(text))
    evidence, default = _evidence(fields), fields.phrase("default")
    if evidence is None and default is not None and not problems:
        fields.wrong('"default" beside "evidence" alone', "a question that the documents do not answer")
    return Question(case_id=case_id, text=text, evidence=evidence, origin=row.where, default=default or "")


def _evidence(fields: Fields) -> str | None:
    """Read the evidence phrase; None where the documents hold no answer."""
    before = len(fields.problems)
    evidence, answerable = fields.phrase("evidence"), fields.flag("answerable")
    if len(fields.problems) == before and (evidence is None) != (answerable is False):
        fields.wrong('"evidence" or "answerable": false', "neither" if evidence is None else "both")
    return evidence


def _without_answer(cases: Sequence[Case], questions: Sequence[Question]) -> list[Problem]:
    left = unanswered(cases, questions)
    listed = {id_key(question.case_id) for question in questions}
    waiting = {question_key(case.question) for case in cases if id_key(case.case_id) not in listed}
    misnamed = [_no_answer(question, cases) for question in left if question_key(question.text) in waiting]
    if misnamed or not left or len(left) < len(questions):
        return misnamed
    first = _no_answer(left[0], cases)
    return [replace(first, got=f"{first.got}; none of {len(left):,} questions names one")] if len(left) > 1 else [first]


def _no_answer(question: Question, cases: Sequence[Case]) -> Problem:
    near = difflib.get_close_matches(question.case_id, [case.case_id for case in cases], n=1, cutoff=0.5)
    got = described(question.case_id) + (f"; the nearest is {described(near[0])}" if near else "")
    return Problem(where=question.origin, expected="the id of a saved answer", got=got)


def _contradictions(question: Question, case: Case) -> list[Problem]:
    """Report what the questions file and the saved answer say differently."""
    problems = []
    if question_key(question.text) != question_key(case.question):
        expected = f"the question of {case.origin}, {described(case.question)}"
        problems.append(Problem(where=question.origin, expected=expected, got=described(question.text)))
    if case.answerable is not None and case.answerable != (question.evidence is not None):
        expected = f'"answerable" as in {case.origin}, {described(case.answerable)}'
        got = described(question.evidence is not None)
        problems.append(Problem(where=question.origin, expected=expected, got=got))
    elif case.evidence is not None and case.evidence != question.evidence:
        expected = f"the evidence of {case.origin}, {described(case.evidence)}"
        problems.append(Problem(where=question.origin, expected=expected, got=described(question.evidence)))
    return problems

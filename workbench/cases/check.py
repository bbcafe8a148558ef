"""What makes saved answers unusable, all of it at once."""

from collections.abc import Iterable, Sequence

from workbench.cases.ids import id_key
from workbench.cases.rows import described
from workbench.errors import InputError, Problem
from workbench.records.case import Case
from workbench.records.rules import ANSWERS_WHEN_IT_CAN
from workbench.text.declines import is_decline


def check_cases(cases: Sequence[Case]) -> None:
    """Make sure that cases can be judged and told apart.

    Raises:
        InputError: with every problem that `problems_of` and `missing_sources` find.
    """
    problems = [*problems_of(cases), *missing_sources(cases)]
    if problems:
        raise InputError(problems)


def problems_of(cases: Iterable[Case]) -> list[Problem]:
    """Report ids that two cases share, empty questions, answers and passages, and ids that two passages share.

    Ids are compared trimmed, NFKC and case folded.
    """
    problems = []
    seen: dict[str, str] = {}
    for case in cases:
        key = id_key(case.case_id)
        if not key:
            problems.append(Problem(where=_place(case), expected="an id", got="none"))
        elif key in seen:
            got = f"{described(case.case_id)}, which {seen[key]} has too"
            problems.append(Problem(where=_place(case), expected="an id of its own", got=got))
        else:
            seen[key] = _place(case)
        problems += _empty_parts(case)
        problems += _shared_passage_ids(case)
    return problems


def missing_sources(cases: Iterable[Case]) -> list[Problem]:
    """Report cases without passages, except where none may have been shown.

    That is where the documents are said to hold no answer, or where nobody said and the answer declines or is
    there for `answers_when_it_can` alone.
    """
    return [
        Problem(where=_place(case), expected="the passages that were shown", got="none; is the question answerable?")
        for case in cases
        if not case.retrieved and not may_have_no_passages(case)
    ]


def may_have_no_passages(case: Case) -> bool:
    """Say whether an answer may be a trusted one although nothing was shown for it."""
    if case.answerable is not None:
        return not case.answerable
    return case.rules == (ANSWERS_WHEN_IT_CAN,) or is_decline(case.answer)


def _empty_parts(case: Case) -> list[Problem]:
    parts = [("a question", case.question), ("an answer", case.answer)]
    parts += [(f"text in passage [{one.passage.id}]", one.passage.text) for one in case.retrieved]
    return [
        Problem(where=_place(case), expected=expected, got="nothing but white space" if text else "nothing")
        for expected, text in parts
        if not text.strip()
    ]


def _shared_passage_ids(case: Case) -> list[Problem]:
    problems = []
    seen: dict[str, int] = {}
    for place, one in enumerate(case.retrieved, start=1):
        first = seen.setdefault(id_key(one.passage.id), place)
        if first != place:
            got = f"[{one.passage.id}] for passages {first} and {place}"
            problems.append(Problem(where=_place(case), expected="an id of its own for each passage", got=got))
    return problems


def _place(case: Case) -> str:
    return case.origin or f"case {case.case_id}"

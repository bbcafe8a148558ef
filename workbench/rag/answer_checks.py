"""All checks of answers that need no model, on each answer of a file."""

from collections.abc import Mapping, Sequence

from workbench.rag.citation_check import check_citations
from workbench.rag.figure_check import check_figures
from workbench.records.answer_check import AnswerCheck, AnswerChecks
from workbench.records.case import Case
from workbench.records.verdict import Outcome


def check_answers(
    cases: Sequence[Case], *, not_found: str, says: Mapping[str, Mapping[str, str]] | None = None
) -> AnswerChecks:
    """Check citations, figures and overlap of some answers.

    Args:
        cases: The answers, with their labels: those labelled `pass` show whether the style demands citations.
        not_found: The exact words with which the system declines; empty where it has none.
        says: What the system says of its own answers, by case id; shown beside a finding, and not used.
    """
    known, told = passage_ids(cases), says or {}
    return all_checks(
        [check_answer(case, not_found=not_found, known=known, says=told.get(case.case_id, {})) for case in cases]
    )


def check_answer(case: Case, *, not_found: str, known: frozenset[str], says: Mapping[str, str]) -> AnswerCheck:
    """Check one answer; `known` are the ids of the passages of all answers."""
    return AnswerCheck(
        case_id=case.case_id,
        label=case.label,
        citations=check_citations(case, not_found=not_found, known=known),
        figures=check_figures(case, not_found=not_found),
        says=says,
    )


def all_checks(found: Sequence[AnswerCheck]) -> AnswerChecks:
    """Say of all answers together whether their style demands citations."""
    trusted = [one.citations for one in found if one.label == Outcome.PASS]
    return AnswerChecks(
        answers=tuple(found),
        citing=(sum(one.citing for one in trusted), sum(one.claims for one in trusted)),
    )


def passage_ids(cases: Sequence[Case]) -> frozenset[str]:
    """Return the ids of all passages that were retrieved for any of some answers."""
    return frozenset(one.passage.id for case in cases for one in case.retrieved)

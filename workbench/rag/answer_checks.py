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
    told = says or {}
    known = frozenset(one.passage.id for case in cases for one in case.retrieved)
    found = tuple(
        AnswerCheck(
            case_id=case.case_id,
            label=case.label,
            citations=check_citations(case, not_found=not_found, known=known),
            figures=check_figures(case, not_found=not_found),
            says=told.get(case.case_id, {}),
        )
        for case in cases
    )
    trusted = [one.citations for one in found if one.label == Outcome.PASS]
    return AnswerChecks(
        answers=found,
        citing=(sum(one.citing for one in trusted), sum(one.claims for one in trusted)),
    )

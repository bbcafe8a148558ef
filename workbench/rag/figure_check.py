"""Figures that stand in no passage, and how many runs of three words do.

A figure that the model was not sent is the plainest sign of an answer from memory. Overlap is a flag to look at an
answer, never a gate: good answers paraphrase.
"""

from workbench.records.answer_check import FigureCheck
from workbench.records.case import Case
from workbench.text.citations import citations
from workbench.text.declines import is_decline
from workbench.text.support import figures_missing, figures_said, told_apart, trigram_share


def check_figures(case: Case, *, not_found: str) -> FigureCheck:
    """Check the figures and the overlap of one answer against what the model was sent.

    Args:
        case: The answer.
        not_found: The exact words with which the system declines; empty where it has none.
    """
    shown = [passage.shown for passage in case.passages]
    answer = citations(case.answer, [passage.id for passage in case.passages]).uncited
    said = figures_said(answer)
    declined = is_decline(answer, not_found)
    return FigureCheck(
        figures=len(told_apart(answer, said)),
        missing=tuple(dict.fromkeys(told_apart(answer, figures_missing(said, shown)))),
        overlap=None if declined else trigram_share(answer, shown),
    )

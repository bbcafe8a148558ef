"""Did the search bring the right passage? It runs before any judge and needs none.

A right answer built on the wrong passage is luck, and a decline after a search miss is the search's fault. So the
phrase that answers the question is looked for in each passage that was retrieved: the right document with the wrong
passage is a miss. Whether the model was sent it is another question: see `stage`.
"""

from collections.abc import Iterable

from workbench.rag.citation_check import cites
from workbench.rag.phrases import holds, phrase_form
from workbench.rag.right_decline import has_declined
from workbench.records.case import Case
from workbench.records.search import SearchSummary


def search_check(cases: Iterable[Case], *, not_found: str) -> SearchSummary:
    """Check what was retrieved, what was cited and what should have been declined.

    Args:
        cases: The cases, with what the questions file says of them. Without an evidence phrase and without
            `answerable: false` a case is `unchecked`; its citations are still looked at.
        not_found: The exact words that the system uses to decline; empty where it has none.

    Returns:
        The summary, ids in the order of the cases. An answer that only declines need cite nothing. One that cites what
        was not sent does cite: `stage` names it.
    """
    cases = list(cases)
    known = {one.passage.id for case in cases for one in case.retrieved}
    ranks: dict[str, int] = {}
    missed, uncited, answered, unchecked = [], [], [], []
    unanswerable = 0
    for case in cases:
        declined = has_declined(case, not_found)
        if not declined and not cites(case, known):
            uncited.append(case.case_id)
        if case.answerable is False:
            unanswerable += 1
            if not declined:
                answered.append(case.case_id)
        elif case.evidence is None:
            unchecked.append(case.case_id)
        elif rank := evidence_rank(case):
            ranks[case.case_id] = rank
        else:
            missed.append(case.case_id)
    return SearchSummary(
        answerable=len(ranks) + len(missed),
        found=len(ranks),
        ranks=ranks,
        missed=tuple(missed),
        uncited=tuple(uncited),
        unanswerable=unanswerable,
        answered_anyway=tuple(answered),
        unchecked=tuple(unchecked),
    )


def evidence_rank(case: Case) -> int | None:
    """Return the rank, from 1, of the first retrieved passage that holds the evidence phrase; None where none does.

    A phrase must stand within one passage, of which the title is a part: the model is shown it. None also where the
    case has no phrase.
    """
    if case.evidence is None:
        return None
    phrase = phrase_form(case.evidence)
    for rank, one in enumerate(case.retrieved, start=1):
        if holds(phrase_form(one.passage.shown), phrase):
            return rank
    return None

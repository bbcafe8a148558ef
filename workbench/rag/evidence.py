"""What became of the phrase that answers a question: retrieved, at which rank, and sent?"""

from collections.abc import Iterable
from functools import cached_property

from workbench.rag.phrase_index import PhraseIndex
from workbench.rag.phrases import holds, phrase_form
from workbench.records.case import Case
from workbench.records.stage import Evidence


class Shelf:
    """The passages of all questions, each read once in the form in which phrases are compared."""

    def __init__(self, cases: Iterable[Case]) -> None:
        self._forms: dict[str, str] = {}
        self._brought_by: dict[str, str] = {}
        for case in cases:
            for one in case.retrieved:
                self._brought_by.setdefault(self.form(one.passage.shown), case.case_id)

    def form(self, text: str) -> str:
        """Return the form of a text."""
        known = self._forms.get(text)
        if known is None:
            known = self._forms[text] = phrase_form(text)
        return known

    def brought_by(self, phrase: str) -> str:
        """Return the id of a case that a passage with the phrase was retrieved for; empty where there is none."""
        return next((self._brought_by[form] for form in self._index.holding(self.form(phrase))), "")

    @cached_property
    def _index(self) -> PhraseIndex:
        return PhraseIndex(self._brought_by)


def trace_evidence(case: Case, shelf: Shelf) -> Evidence | None:
    """Follow the evidence phrase of a case; None where it has none.

    A phrase must stand within one passage, of which the title is a part: the model is shown it. Where several passages
    hold it, the first that was sent with it counts, or else the best ranked.
    """
    if case.evidence is None:
        return None
    wanted = shelf.form(case.evidence)
    lost = None
    for rank, one in enumerate(case.retrieved, start=1):
        if not holds(shelf.form(one.passage.shown), wanted):
            continue
        sent = one.sent
        found = Evidence(
            phrase=case.evidence,
            rank=rank,
            passage=one.passage.id,
            revision=one.revision,
            dropped=one.dropped,
            truncated_at=one.truncated_at,
            sent=sent is not None and holds(phrase_form(sent.shown), wanted),
        )
        if found.sent:
            return found
        lost = lost or found
    return lost or Evidence(phrase=case.evidence, rank=None)

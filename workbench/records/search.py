"""What the retrieval check found."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class SearchSummary:
    """Did the search bring the right passage?

    Attributes:
        answerable: Questions with an evidence phrase and a saved answer.
        found: Those whose evidence phrase stands in a retrieved passage.
        ranks: Case id to rank (from 1) of the first passage that holds the phrase.
        missed: Case ids whose passage was not retrieved.
        uncited: Case ids of answers that cite nothing, sent or not.
        unanswerable: Questions without an answer in the documents.
        answered_anyway: Case ids of those that were answered.
        unchecked: Case ids that no question names, so that nothing can be said.
    """

    answerable: int
    found: int
    ranks: Mapping[str, int]
    missed: tuple[str, ...]
    uncited: tuple[str, ...]
    unanswerable: int
    answered_anyway: tuple[str, ...]
    unchecked: tuple[str, ...] = ()

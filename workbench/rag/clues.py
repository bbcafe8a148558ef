"""Where the figures, dates and names of an answer stand: in the evidence, beside it, in another passage, or nowhere.

Only what can be shown: a value that stands in no passage was not read there, and one of another passage may have been.
Which claim it belongs to, and whether that is wrong, is for a reader.
"""

from collections.abc import Sequence

from workbench.rag.values import known_by, values_of
from workbench.records.case import Case
from workbench.records.stage import Clues, Evidence
from workbench.text.citations import citations


def clues(case: Case, evidence: Evidence | None) -> Clues:
    """Look for each figure, date and name of an answer in what the model was sent."""
    answer = citations(case.answer, [passage.id for passage in case.passages]).uncited
    asked, phrase = known_by(case.question), known_by(evidence.phrase if evidence else "")
    home = evidence.passage if evidence and evidence.rank is not None else None
    sent = {passage.id: known_by(passage.shown) for passage in case.passages}
    in_phrase: list[str] = []
    beside: list[str] = []
    nowhere: list[str] = []
    elsewhere: dict[str, tuple[str, ...]] = {}
    for value in values_of(answer):
        if phrase.tells(value):
            in_phrase.append(value.text)
            continue
        if asked.tells(value):
            continue
        holders = [name for name, text in sent.items() if text.tells(value)]
        if home in holders:
            beside.append(value.text)
        elif holders:
            elsewhere[value.text] = tuple(holders)
        else:
            nowhere.append(value.text)
    told = known_by(answer)
    wanted = [value for value in values_of(evidence.phrase if evidence else "") if not asked.tells(value)]
    return Clues(
        evidence=_once(in_phrase),
        beside=_once(beside),
        elsewhere=elsewhere,
        nowhere=_once(nowhere),
        missing=_once([value.text for value in wanted if not told.tells(value)]),
    )


def _once(texts: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(texts))

"""Citations without a model: was each cited id shown, does each claim cite, and does what it cites speak of it?

The last is a lexical floor: a claim of whose words few stand in the passages that it cites may still be an honest
paraphrase, and one whose words all stand there may be wrong. So it is a list for a judge, and no verdict.
"""

import re
from collections.abc import Collection, Iterator

from workbench.records.answer_check import CitationCheck, WeakClaim
from workbench.records.case import Case
from workbench.text.citations import citations
from workbench.text.claims import Claim, claims
from workbench.text.support import AS_WRITTEN, COVERED, coverage

_BRACKETS = re.compile(r"\[([^\[\]\n]{1,200})\]|【([^【】\n]{1,200})】")


def check_citations(
    case: Case, *, not_found: str, known: Collection[str] = (), floor: float = COVERED
) -> CitationCheck:
    """Check the citations of one answer.

    Args:
        case: The answer, with the passages that the model was sent.
        not_found: The exact words with which the system declines; empty where it has none.
        known: Ids of passages that there are, sent or not: such an id in brackets is a citation whatever its form.
        floor: The share of a claim's words that the passages that it cites have to hold, 0 to 1.
    """
    ids = [passage.id for passage in case.passages]
    found = [claim for claim in claims(case.answer, ids, not_found=not_found) if claim.is_statement or claim.cites]
    dropped = {one.passage.id for one in case.trace if one.dropped}
    others = {*known, *dropped}.difference(ids)
    unknown = tuple(dict.fromkeys((*citations(case.answer, ids).unknown, *_bracketed(case.answer, others))))
    uncited = [one for one in found if not one.cites and not any(_bracketed(case.answer[one.start : one.end], others))]
    weak = [one for claim in found if claim.cited and (one := _weak(claim, case, floor)) is not None]
    return CitationCheck(
        claims=len(found),
        citing=len(found) - len(uncited),
        unknown=unknown,
        dropped=tuple(name for name in unknown if name in dropped),
        uncited=tuple(claim.text for claim in uncited),
        weak=tuple(weak),
    )


def cites(case: Case, known: Collection[str]) -> bool:
    """Say whether an answer cites anything, sent or not; `known` as for `check_citations`."""
    found = citations(case.answer, [passage.id for passage in case.passages])
    return bool(found.marks) or any(_bracketed(case.answer, known))


def _bracketed(text: str, ids: Collection[str]) -> Iterator[str]:
    """Find ids in brackets, alone or in a list."""
    for match in _BRACKETS.finditer(text):
        for part in re.split(r"[,;]", match[1] or match[2]):
            if part.strip() in ids:
                yield part.strip()


def _weak(claim: Claim, case: Case, floor: float) -> WeakClaim | None:
    shown = (passage.shown for passage in case.passages if passage.id in claim.cited)
    # Its own words alone: the line above a list would count against each item. "Passage 2 says" is a citation in words,
    # which no passage holds.
    told = citations(case.answer[claim.start : claim.end], [passage.id for passage in case.passages]).uncited
    covered = coverage(told, {form for text in shown for form in AS_WRITTEN.forms(text)})
    if covered.share >= floor:
        return None
    missing = tuple(dict.fromkeys(covered.missing))
    return WeakClaim(claim=claim.text, cited=claim.cited, share=covered.share, missing=missing)

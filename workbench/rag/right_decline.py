"""Does an answer decline, and say nothing beside that but what passages say?"""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from workbench.records.case import Case
from workbench.records.passage import Passage
from workbench.text.citations import citations
from workbench.text.declines import declines, hedges, is_decline
from workbench.text.manners import is_manners
from workbench.text.plain_declines import is_hint, is_plain_decline, only_declines
from workbench.text.sentences import sentences
from workbench.text.support import COVERED, Matching, coverage, figures_missing, figures_said
from workbench.text.withholds import withholds

# "Passage 1 discusses paints": what sources are about answers nothing.
_ABOUT_THEM = re.compile(
    r"(?:(?:the|these|those|all|both|other|given|provided|shown)\s+)*(?:passages?|sources?|documents?|texts?|articles?)"
    r"(?:\s+(?:\d{1,3}|provided|given|shown))?(?:\s+(?:only|primarily|mainly|mostly|instead|rather|also|just))*\s+"
    r"(?:discuss|focus|talk|deal|cover|describe|relate|refer|concern|speak|(?:is|are)\s+(?:only\s+)?(?:about|on)\b)",
    re.IGNORECASE,
)
_MATCHING = Matching(stems=True)
# Beside the words that decline, a passage in other words is still that passage, as long as no figure is new.
_RETOLD = 0.5
# One word alone is covered by chance.
_LEAST_WORDS = 2


def declines_rightly(answer: str, shown: Sequence[str], not_found: str) -> bool:
    """Say whether an answer declines, and each sentence beside that says what one of the shown passages says.

    "Not in the sources. The kiosk sells them." declines, and answers all the same: it does not decline rightly, unless
    a passage speaks of the kiosk.

    Args:
        answer: The answer without its citation marks.
        shown: The texts of the passages.
        not_found: The exact words with which the system declines; empty where it has none.
    """
    if only_declines(answer, not_found):
        return True
    said = [span.text for span in sentences(answer)]
    return any(is_plain_decline(text, not_found) for text in said) and says_only(answer, shown, not_found)


def has_declined(case: Case, not_found: str) -> bool:
    """Say whether an answer counts as a decline: it declines, and does not go on to answer after all.

    What opens with the exact words and goes on counts only where all that follows declines too, is manners, or says
    what a passage says. "Not in the sources. The kiosk sells them." is an answer, unless a passage speaks of the kiosk.

    Args:
        case: The answer, with what the model was sent.
        not_found: The exact words with which the system declines; empty where it has none.
    """
    if not is_decline(case.answer, not_found):
        return False
    phrase = r"\s+".join(map(re.escape, not_found.strip(" .!\"'“”").split()))
    opening = re.match(rf"\W*{phrase}(?!\w)", case.answer, re.IGNORECASE) if phrase else None
    if opening is None:
        return True  # in other words than the system's own all of it declines
    rest = case.answer[opening.end() :].lstrip(" .!,;:\"'“”*_")
    return all(_tells_nothing_new(span.text, case.passages) for span in sentences(rest))


def _tells_nothing_new(sentence: str, passages: Sequence[Passage]) -> bool:
    """Say whether what follows the words that decline declines too, is manners, or says what a passage says."""
    text = citations(sentence, [passage.id for passage in passages]).uncited.strip()
    return (
        not any(map(str.isalnum, text))
        or bool(_ABOUT_THEM.match(sentence))
        or is_manners(text)
        or is_hint(text)
        or withholds(text)
        or (declines(text) and not hedges(text))
        or _is_backed(text, [passage.shown for passage in passages], least=_RETOLD)
    )


def says_only(answer: str, shown: Iterable[str], not_found: str) -> bool:
    """Say whether each sentence of an answer declines, withholds, is manners, or says what one passage says.

    An answer of manners alone says nothing, and is none.
    """
    said, texts = [span.text for span in sentences(answer)], tuple(shown)
    told = [text for text in said if not (is_manners(text) or is_hint(text))]
    return bool(told) and all(
        is_plain_decline(text, not_found) or withholds(text) or _is_backed(text, texts) for text in told
    )


def _is_backed(sentence: str, texts: Sequence[str], least: float = COVERED) -> bool:
    if len(_MATCHING.words(sentence)) < _LEAST_WORDS:
        return False
    asked = figures_said(sentence)
    return any(
        coverage(sentence, _forms(text), _MATCHING).share >= least and not figures_missing(asked, [text])
        for text in texts
    )


@lru_cache(maxsize=4096)
def _forms(text: str) -> frozenset[str]:
    return frozenset(_MATCHING.forms(text))

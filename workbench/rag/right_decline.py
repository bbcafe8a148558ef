"""Does an answer decline, and say nothing beside that but what passages say?"""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from workbench.text.manners import is_manners
from workbench.text.plain_declines import is_hint, is_plain_decline, only_declines
from workbench.text.sentences import sentences
from workbench.text.support import COVERED, Matching, coverage, figures_missing, figures_said
from workbench.text.withholds import withholds

_MATCHING = Matching(stems=True)
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


def says_only(answer: str, shown: Iterable[str], not_found: str) -> bool:
    """Say whether each sentence of an answer declines, withholds, is manners, or says what one passage says.

    An answer of manners alone says nothing, and is none.
    """
    said, texts = [span.text for span in sentences(answer)], tuple(shown)
    told = [text for text in said if not (is_manners(text) or is_hint(text))]
    return bool(told) and all(
        is_plain_decline(text, not_found) or withholds(text) or _is_backed(text, texts) for text in told
    )


def _is_backed(sentence: str, texts: Sequence[str]) -> bool:
    if len(_MATCHING.words(sentence)) < _LEAST_WORDS:
        return False
    asked = figures_said(sentence)
    return any(
        coverage(sentence, _forms(text), _MATCHING).share >= COVERED and not figures_missing(asked, [text])
        for text in texts
    )


@lru_cache(maxsize=4096)
def _forms(text: str) -> frozenset[str]:
    return frozenset(_MATCHING.forms(text))

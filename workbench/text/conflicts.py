"""Does a text say that its sources do not agree?"""

import re

_DISAGREE = r"disagree|conflict|contradict|inconsistent|discrepanc|do(?:es)? not agree"
_DIFFER = r"differ|whereas|while another"
_CLASH = re.compile(rf"\b(?:{_DISAGREE})\w*\b", re.IGNORECASE)
_NOTED = re.compile(rf"\b(?:{_DISAGREE}|{_DIFFER})\w*\b", re.IGNORECASE)
_SOURCES = re.compile(
    r"\b(?:sources?|passages?|documents?|texts?|pages?|editions?|versions?|lists?|notices?|handbooks?|policies|articles?"
    r"|excerpts?)\b",
    re.IGNORECASE,
)


def notes_conflict(text: str) -> bool:
    """Say whether a text speaks somewhere of a disagreement, of sources or of other things (English)."""
    return _NOTED.search(text) is not None


def says_sources_differ(sentence: str) -> bool:
    """Say whether one sentence says that sources disagree: in so many words, or that they differ (English)."""
    if _CLASH.search(sentence):
        return True
    return notes_conflict(sentence) and _SOURCES.search(sentence) is not None

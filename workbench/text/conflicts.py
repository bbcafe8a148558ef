"""Does a text say that its sources do not agree?"""

import re

_NOTED = re.compile(
    r"\b(?:disagree|differ|conflict|contradict|inconsistent|discrepanc|do(?:es)? not agree|whereas|while another)\w*\b",
    re.IGNORECASE,
)


def notes_conflict(text: str) -> bool:
    """Say whether a text says somewhere that sources disagree (English)."""
    return _NOTED.search(text) is not None

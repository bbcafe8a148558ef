"""Figures, moments and names that a sentence denies: "not 52 days but 45" says 45 alone (English)."""

import re

from workbench.text.figures import figures

_NOT = r"(?:\b(?:not|no\s+longer|never|nor|neither|rather\s+than|instead\s+of)|n['’]t)"
# What may stand between a denial and what it denies. A verb with a bound of its own ("not exceed") is none of it.
_BETWEEN = (
    r"(?:about|after|all|an?|any|around|as|at|be|been|by|charged?|costs?|due|exactly|for|from|in|just|last|on|our|paid|pay"
    r"|take|the|these|this|those|to|until|up|usual|valid|within)"
)
_DENIAL = re.compile(rf"{_NOT}\s+(?:{_BETWEEN}\s+){{0,4}}", re.IGNORECASE)
_UNTRUE = re.compile(
    r"\b(?:not|n['’]t)\s+(?:true|right|correct|the\s+case)\s+that\b|\b(?:false|untrue|wrong|incorrect)\s+that\b",
    re.IGNORECASE,
)
_CLAUSE_ENDS = re.compile(r"\s(?:but|and|it\s+is)\b|[;!?\u2013\u2014]|[,.:](?!\d)|$", re.IGNORECASE)
_OF_MONEY = "£$€¥₹"


def without_denied(sentence: str) -> str:
    """Return a sentence with blanks in place of what it denies, up to the end of each clause that does."""
    starts = {figure.start for figure in figures(sentence)}
    places = [match.end() for match in _DENIAL.finditer(sentence) if _is_value(sentence, match.end(), starts)]
    places += [match.end() for match in _UNTRUE.finditer(sentence)]
    for start in places:
        ends = _CLAUSE_ENDS.search(sentence, start)
        end = ends.start() if ends else len(sentence)
        sentence = sentence[:start] + " " * (end - start) + sentence[end:]
    return sentence


def _is_value(sentence: str, start: int, figures_at: set[int]) -> bool:
    after = sentence[start : start + 1]
    return after.isupper() or start in figures_at or (after in _OF_MONEY and start + 1 in figures_at)

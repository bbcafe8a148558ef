"""Does an answer decline, and does it hedge?"""

import re
import unicodedata
from functools import lru_cache

from workbench.text.sentences import sentences

_NOUN = (
    r"(?:sources?|passages?|documents?|context|texts?|articles?|excerpts?|information|materials?|snippets?|references?"
    r"|records?|pages?|library|handbook|they|it|i)"
)
_SAY = (
    r"(?:say|state|mention|contain|provide|specify|include|give|cover|answer|address|tell|indicate|reveal|explain"
    r"|have|describe|list|offer|discuss|hold|disclose|define|show|identify|name|report)"
)
# What is a text, and nothing else.
_TEXT = (
    r"(?:sources?|passages?|documents?|context|texts?|articles?|excerpts?|materials?|snippets?|references?|handbook)"
)
_IS_NOT = r"(?:is|are|was|were)(?:\s+not|n['’]t)"
# What a text may do with a fact, and the world with a thing: a guarantee covers, a price includes, a shop lists.
_HELD = r"(?:given|provided|covered|included|available|found|known|listed|disclosed)"
# What an answer would be.
_TELLING = (
    r"(?:(?:exact|specific|precise|further|more|such|any)\s+)*"
    r"(?:answer|information|details?|figure|number|value|amount|range|date|name|reason)s?"
)
_NOT = r"(?:do(?:es)?\s*(?:not|n['’]t)|did\s*(?:not|n['’]t)|cannot|can\s?not|can['’]t)"

_DECLINES = re.compile(
    rf"""
      \bnot\s+(?:\w+\s+){{0,2}}?in\s+the\s+(?:\w+\s+){{0,2}}?{_NOUN}\b
    | \b{_NOUN}\b[^.;]{{0,60}}?\b{_NOT}\s+(?:\w+\s+){{0,2}}?{_SAY}\b
    | \b(?:cannot|can\s?not|can['’]t|could\s+not|unable\s+to|not\s+able\s+to|not\s+possible\s+to)
      \s+(?:be\s+)?(?:\w+ly\s+)?(?:answer|determine|say|tell|find|provide|confirm|establish|give|locate|assist|help|advise)(?:e?d)?\b
    | \bnot\s+(?:possible|enough|sufficient)\b[^.;]{{0,40}}\b(?:answer|determine|say|information|know)
    | \b{_IS_NOT}\s+(?:\w+ly\s+)?(?:mentioned|stated|specified|answered|addressed|described|discussed)\b
    | \b{_IS_NOT}\s+(?:\w+ly\s+)?{_HELD}\b[^.;]{{0,40}}\b(?:in|by|from|among)\s+(?:\w+\s+){{0,4}}?{_TEXT}\b
    | \bin\s+(?:the|these|those|any|my)\s+(?:\w+\s+){{0,2}}?{_TEXT}\b[^.;]{{0,80}}\b{_IS_NOT}\s+(?:\w+ly\s+)?{_HELD}\b
    | (?:^|\b(?:but|and|so|sorry|unfortunately|though|although)[,\s]\s*)
      (?:(?:(?:the|an?|this|that)\s+)?{_TELLING}\b[^.;]{{0,60}}?|this|that|it)
      \s*\b{_IS_NOT}\s+(?:\w+ly\s+)?(?:given|provided|available|found|known|listed|disclosed|here)\b
    | \b(?:there\s+is\s+)?(?:no|not\s+any|insufficient|not\s+enough)\s+(?:\w+\s+){{0,2}}?
      (?:information|mention|answer|details?|data|indication|evidence|reference)\b
    | \bi\s+(?:do\s+not|don['’]t)\s+(?:know|have)\b
    | \b(?:nothing|none)\b[^.;]{{0,60}}\b(?:says?|mentions?|states?|answers?|covers?)\b
    | \b(?:are|is|remains?|stays?)\s+silent\b
    | \bnot_in_sources\b
    | \bunanswerable\b
    """,
    re.IGNORECASE | re.VERBOSE,
)
_COURTESY = re.compile(
    r"^(?:(?:i['’]?m|i\s+am|we\s+are|we['’]re)?\s*(?:very\s+)?(?:sorry|afraid|unfortunately|apologies)|i\s+apologi[sz]e"
    r"|please\s+(?:ask|contact|check|consult|provide|refer|rephrase|let)|is\s+there\s+anything|let\s+me\s+know"
    r"|thank|you\s+(?:may|might|could)\s+(?:want|wish|need|like|try))",
    re.IGNORECASE,
)
_HEDGES = re.compile(
    r"\b(?:probably|presumably|perhaps|maybe|likely|possibly|i\s+(?:would\s+|['’]d\s+)?(?:guess|imagine|suspect|think"
    r"|believe|assume|estimate)|my\s+(?:best\s+)?guess|it\s+(?:seems|appears)|(?:appears?|seems?)\s+to\s+be|would\s+be\s+around|should\s+be\s+around"
    r"|in\s+the\s+region\s+of|as\s+a\s+rule\s+of\s+thumb)\b",
    re.IGNORECASE,
)


@lru_cache(maxsize=4096)
def plain_form(text: str) -> str:
    """Return a text as it is compared: NFKC, lower case, white space as one space, no closing punctuation."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split()).strip(" .!\"'“”")


# Every wording above holds one of these; to look for them first is a tenth of the work.
_SIGNS = ("no", "n't", "n’t", "unable", "silent", "insufficient", "unanswerable")


@lru_cache(maxsize=4096)
def declines(sentence: str) -> bool:
    """Say whether one sentence says that the sources do not hold the answer (English)."""
    plain = sentence.casefold()
    return any(sign in plain for sign in _SIGNS) and _DECLINES.search(sentence) is not None


@lru_cache(maxsize=4096)
def hedges(sentence: str) -> bool:
    """Say whether one sentence marks what it says as a guess (English)."""
    return _HEDGES.search(sentence) is not None


def is_decline(answer: str, not_found: str = "") -> bool:
    """Say whether an answer declines: it opens with the exact decline phrase, or all it does is decline.

    Args:
        answer: The whole answer.
        not_found: The exact words that the system uses to decline; empty where it has none.

    An answer that opens with the phrase and then goes on is still a decline here; whether what follows is a guess is
    for a judge to say. Wordings other than the exact phrase are recognised in English only.
    """
    phrase = plain_form(not_found)
    given = plain_form(answer)
    if phrase and (given == phrase or (given.startswith(phrase) and not given[len(phrase)].isalnum())):
        return True
    found = [span.text for span in sentences(answer)]
    told = [text for text in found if not _COURTESY.match(text)] or found
    return bool(told) and any(map(declines, told)) and all(declines(text) and not hedges(text) for text in told)

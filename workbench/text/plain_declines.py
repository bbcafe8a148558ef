"""Does an answer decline and say nothing else of the matter?

Stricter than `text/declines.py`, which looks for a decline anywhere in a sentence. Here every word has to be accounted
for: a sentence declines and no more where it is a closed form (what of the sources, what they do not do) and behind
that form comes only what it does not tell, with nothing that could join another statement to it. Where that is in
doubt, the sentence says something. English, besides the system's own phrase.
"""

import re
from functools import lru_cache

from workbench.text.declines import hedges, plain_form
from workbench.text.manners import is_manners
from workbench.text.sentences import sentences
from workbench.text.untold import only_names

_LONGEST = 400
_TEXTS = r"(?:sources?|passages?|documents?|context|texts?|articles?|excerpts?|materials?|snippets?|references?)"
_GIVEN = r"(?:provided|given|available|supplied|retrieved|shown|listed|cited|above|attached)"
_WAS_GIVEN = (
    r"(?:\s+(?:here|at\s+hand|in\s+front\s+of\s+me|(?:that\s+)?(?:i|we)\s+(?:(?:was|were)\s+(?:given|shown)|have)"
    rf"|(?:that\s+)?(?:you\s+gave\s+me|were\s+{_GIVEN})|(?:to\s+me)|{_GIVEN}(?:\s+(?:to\s+me|here))?))?"
)
# The sources, in every usual wording: `the passages provided`, `any of these documents`, `passage 2`.
_THEM = (
    r"(?:(?:none|any|either|neither|all|both|most)\s+of\s+)?"
    rf"(?:(?:the|these|those|this|that|any|all|my|your|our|no|{_GIVEN}|following|same|other)\s+){{0,3}}"
    rf"{_TEXTS}(?:\s+\d{{1,3}})?{_WAS_GIVEN}"
)
_NOT = r"(?:do(?:es)?\s*(?:not|n['’]t)|did\s*(?:not|n['’]t)|cannot|can\s*not|can['’]t)"
_HOW = (
    r"(?:(?:explicitly|specifically|directly|clearly|actually|even|also|exactly|currently|yet|seem\s+to|appear\s+to)"
    r"\s+)?"
)
_SAY = (
    r"(?:say|state|mention|contain|provide|specify|include|give|cover|answer|address|tell|indicate|reveal|explain"
    r"|describe|list|offer|discuss|hold|disclose|define|show|identify|name|report|speak\s+of|touch\s+on)"
)
_TOLD = (
    r"(?:mentioned|stated|specified|answered|addressed|described|discussed|told|given|provided|covered|available|found"
    r"|listed|disclosed|included|known)"
)
_CANNOT = r"(?:cannot|can\s*not|can['’]t|could\s*(?:not|n['’]t))"
_DO = r"(?:answer|determine|say|tell|find|provide|confirm|establish|give|locate|assist|help|advise)"
_DONE = r"(?:answered|determined|said|told|found|provided|confirmed|established|given|located)"
_SELF = r"(?:i|we)"
_ASKED = (
    r"(?:it|this|that|(?:this|that|the|an|any|your|such)\s+(?:(?:exact|specific|precise|requested)\s+)?"
    r"(?:answer|question|information|detail|figure|number|value|amount|date|name|reason)s?(?:\s+to\s+(?:this|that|your|the)\s+question)?"
    r"|what\s+you\s+(?:asked|ask))"
)
_KIND = (
    r"(?:(?:any|enough|sufficient|further|more|specific|exact|precise|detailed|explicit|direct|relevant|necessary|needed"
    r"|required|additional|such|clear|the|that|this|real-time)\s+){0,3}"
)
_FACTS = rf"{_KIND}(?:information|details?|answers?|mention|instructions|guidance|data|facts?)"
_IS_NOT = r"(?:is|are|was|were)\s*(?:not|n['’]t)"
# What may lead in: an apology, a hint at what was read.
_LEAD = re.compile(
    rf"(?:(?:unfortunately|regrettably|sadly|sorry|however|therefore|apologies|(?:i\s+|we\s+)?apologi[sz]e"
    rf"|(?:(?:i['’]?m|i\s+am|we\s+are|we['’]re)\s+)?(?:very\s+|so\s+)?(?:sorry|afraid)|note"
    r"|(?:although|though)\s+i\s+(?:have\s+)?(?:looked|searched)\s+(?:in|through)\s+(?:all|everything)(?:\s+that)?\s+i\s+was\s+(?:given|shown)"
    r"|(?:after|having)\s+(?:reading|read|gone\s+through|going\s+through)\s+(?:all|everything)"
    r"(?:\s+of\s+it|\s+(?:that\s+)?i\s+was\s+(?:given|shown))"
    rf"|as\s+far\s+as\s+i\s+can\s+(?:see|tell)|on\s+this\s+point"
    rf"|(?:based\s+on|according\s+to|going\s+by|judging\s+by|in|from|given|having\s+read|after\s+reading)\s+{_THEM})"
    rf"(?:\s*[,:]|\b)\s*(?:but\s+|that\s+|to\s+say\s+(?:that\s+)?)?)?",
    re.IGNORECASE,
)
_THERE = (
    r"(?:there\s+(?:is|are|was|were)\s+|there['’]s\s+|i\s+(?:have|found|see)\s+|we\s+(?:have|found)\s+)?(?:also\s+)?"
)
# Each is whole, or goes on with what is not told.
_FORMS = re.compile(
    rf"""
      (?P<open>
        (?:{_THEM}|they|it)\s+{_NOT}\s+{_HOW}(?:say|mention|state|specify|tell)
      | {_THEM}\s+{_NOT}\s+{_HOW}{_SAY}
      | {_THEM}\s+(?:says?|contains?|provides?|gives?|holds?|offers?|includes?|has|have)\s+(?:nothing|no\s+{_FACTS})
      | {_THEM}\s+(?:is|are|was|were|remains?|stays?)\s+silent
      | (?:nothing|none)\s+(?:in|of|from|among)\s+{_THEM}\s+{_SAY}s?
      | (?:none|no)\s+(?:of\s+)?{_THEM}\s+{_SAY}s?
      | {_SELF}\s+(?:{_CANNOT}|am\s+unable\s+to|am\s+not\s+able\s+to|are\s+unable\s+to)\s+{_HOW}{_DO}
      | (?:unable|not\s+able)\s+to\s+{_DO}
      | it\s+is\s+not\s+possible\s+to\s+{_DO}
      | {_THERE}(?:no|not\s+any|not\s+enough|insufficient)\s+{_FACTS}
      | {_SELF}\s+(?:do|did)\s*(?:not|n['’]t)\s+(?:currently\s+|actually\s+)?know
      | {_SELF}\s+(?:do|did)\s*(?:not|n['’]t)\s+(?:currently\s+|actually\s+)?have\s+(?:access\s+to\s+)?{_FACTS}
      | it\s+{_IS_NOT}\s+{_HOW}(?:stated|specified|mentioned|said|clear\s+from\s+{_THEM})
      )\b
    | (?P<closed>
        (?:{_ASKED}\s+(?:is\s+|are\s+|was\s+|were\s+)?)?not\s+{_HOW}(?:{_TOLD}\s+)?(?:in|by|among|from)\s+{_THEM}
      | {_ASKED}\s+{_IS_NOT}\s+{_HOW}{_TOLD}(?:\s+(?:in|by|among|from)\s+{_THEM})?
      | {_ASKED}\s+{_CANNOT}\s+be\s+{_DONE}(?:\s+(?:in|by|from|based\s+on)\s+{_THEM})?
      | (?:(?:it|this|that|(?:this|the|your)\s+question)\s+is\s+)?unanswerable(?:\s+from\s+{_THEM})?
      | not_in_sources
      )$
    """,
    re.IGNORECASE | re.VERBOSE,
)
# `The size of the quilt is not stated in the passages.`
_NOT_TOLD = re.compile(
    rf"\s+{_IS_NOT}\s+{_HOW}(?:(?:mentioned|stated|specified|disclosed)(?:\s+(?:in|by|among|from)\s+{_THEM})?"
    rf"|{_TOLD}\s+(?:in|by|among|from)\s+{_THEM})$",
    re.IGNORECASE,
)
_OF_THEM = re.compile(rf"\s+(?:in|from|among|by|based\s+on|using|with)\s+{_THEM}$", re.IGNORECASE)
_AT_LAST = re.compile(r",?\s+(?:either|sorry|unfortunately|i['’]m\s+afraid)$", re.IGNORECASE)
_BETWEEN = re.compile(r"(?:\s*[,;:])?\s+(?:and|but|so|therefore)\s+|\s*[;:]\s+", re.IGNORECASE)
# What somebody may be asked, or asked for, without that it tells anything.
_HINT = re.compile(
    r"(?:please|you\s+(?:may|might|could)\s+(?:(?:want|wish|need|like)\s+to|try\s+to)?)\s*"
    r"(?:(?:ask|contact|check\s+with|consult|refer\s+to)\s+(?:(?:the|your|a|an|our|another)\s+)?"
    r"(?:(?:local|relevant|responsible|official|original|customer|support)\s+){0,2}"
    r"(?:staff|office|provider|team|manager|organi[sz]ers?|support|service|venue|operator|department|company|website"
    r"|source|documents?|professional|expert|doctor|lawyer|somebody|someone)(?:\s+(?:else|directly))?"
    r"|(?:provide|share|send|give|rephrase)\s+(?:me\s+|us\s+)?(?:(?:the|your|a|an|any|another|more|further|other|additional)\s+)*"
    r"(?:question|context|details?|information|documents?|sources?|passages?))",
    re.IGNORECASE,
)
_MARKS = re.compile(r"\s*[\[【][^\s\[\]【】]{1,40}(?:,\s*[^\s\[\]【】]{1,40}){0,8}[\]】]")


def only_declines(answer: str, not_found: str = "") -> bool:
    """Say whether an answer declines and says nothing else of the matter.

    An answer of which `is_decline` is true and this is not declines and goes on: to answer, or to say something that
    may be an answer.

    Args:
        answer: The whole answer. Marks that cite say nothing, as long as they hold no more than a word or a list of
            single words.
        not_found: The exact words that the system uses to decline; empty where it has none.
    """
    phrase = plain_form(not_found)
    if phrase and plain_form(answer.strip(" \t\r\n*_")).strip("*_ .") == phrase:
        return True
    told = [span.text for span in sentences(_MARKS.sub("", answer))]
    declined = [is_plain_decline(text, not_found) for text in told]
    return any(declined) and all(
        plain or is_manners(text) or is_hint(text) for text, plain in zip(told, declined, strict=True)
    )


@lru_cache(maxsize=4096)
def is_plain_decline(sentence: str, not_found: str = "") -> bool:
    """Say whether one sentence says that the sources do not hold the answer, and nothing else."""
    phrase = plain_form(not_found)
    text = _bare(sentence)
    if phrase and plain_form(text) == phrase:
        return True
    # What stands on a line of its own may be another sentence that nobody ended.
    if len(text) > _LONGEST or hedges(text) or len(sentence.strip().splitlines()) > 1 or "\t" in sentence.strip():
        return False
    return _declines_once(text) or all(map(_declines_once, _BETWEEN.split(text)))


def _bare(sentence: str) -> str:
    return " ".join(sentence.replace("*", "").split()).strip(' _.!:"“”')


def _declines_once(text: str) -> bool:
    lead = _LEAD.match(text)
    told = text[lead.end() :] if lead else text
    return any(_is_form(_AT_LAST.sub("", one)) for one in (text, told))


def is_hint(sentence: str) -> bool:
    """Say whether one sentence only names somebody to ask, or asks for more to read: no answer, beside a decline."""
    return _HINT.fullmatch(_bare(sentence)) is not None


def _is_form(text: str) -> bool:
    form = _FORMS.match(text)
    if form is not None:
        return form["closed"] is not None or only_names(_OF_THEM.sub("", text[form.end() :]))
    told = _NOT_TOLD.search(text)
    return told is not None and only_names(text[: told.start()], figures=False)

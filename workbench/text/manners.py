"""Sentences that are nothing but manners: greetings, thanks, and the offer to help."""

import re

_ASK = (
    r"(?:ask|let\s+(?:me|us)\s+know|get\s+in\s+touch|reach\s+out|feel\s+free\s+to\s+(?:ask|reach\s+out|contact\s+(?:me|us)))"
    r"(?:\s+(?:me|us))?(?:\s+again)?"
)
_HELP = r"(?:questions?|help|assistance|details?|information)"
_MORE = (
    rf"you(?:['’]d|\s+would)?\s+(?:have|need|like|want)\s+(?:(?:any|some|anything)\s+)?(?:other\s+|further\s+|more\s+|additional\s+|else\b\s*)?"
    rf"(?:{_HELP})?(?:\s+(?:about|on|with)\s+(?:this|that|it))?"
    r"|there\s+is\s+anything\s+else(?:\s+(?:you\s+need|i\s+can\s+(?:do|help)(?:\s+(?:you\s+)?with)?))?"
)
_MANNERS = re.compile(
    r"(?:i\s+|we\s+)?(?:do\s+)?hope\s+(?:this|that)\s+(?:helps(?:\s+(?:you|a\s+bit|a\s+little))?|answers\s+(?:it|your\s+questions?))"
    rf"|(?:(?:please|just|do|and)\s+)*{_ASK}(?:\s+if\s+(?:{_MORE}))?"
    r"|(?:please\s+)?do(?:n['’]t|\s+not)\s+hesitate\s+to\s+(?:ask|contact\s+(?:me|us)|reach\s+out)"
    rf"|if\s+(?:{_MORE})\s*,?\s+(?:(?:please|just|do)\s+)*{_ASK}"
    r"|(?:i['’]?m|i\s+am|i['’]d\s+be|we\s+are|we['’]re)?\s*(?:happy|glad)\s+(?:you\s+asked|to\s+help(?:\s+(?:you\s+)?with\s+(?:that|this))?)"
    r"|(?:that['’]?s\s+|what\s+)?(?:an?\s+)?(?:good|great|excellent)\s+question"
    r"|(?:many\s+)?(?:thanks|thank\s+you)(?:\s+(?:for\s+(?:asking|your\s+(?:question|patience|interest|understanding))|in\s+advance|very\s+much))?"
    r"|you(?:['’]re|\s+are)\s+(?:very\s+)?welcome"
    r"|hello|hi|sure|certainly|of\s+course|sorry|apologies|kind\s+regards|best\s+(?:wishes|regards)"
    r"|(?:i['’]?m|i\s+am|we\s+are)\s+(?:very\s+|so\s+)?sorry(?:\s+(?:about|for)\s+(?:that|this|the\s+inconvenience))?"
    # Offers that are put as questions.
    rf"|(?:would|do)\s+you\s+(?:like|want|need)\s+(?:(?:any|some)\s+)?(?:to\s+know\s+)?(?:more|anything\s+else|(?:more|further|other)\s+{_HELP})(?:\s+(?:about|on)\s+(?:this|that|it))?"
    r"|is\s+there\s+anything\s+else(?:\s+(?:you\s+(?:need|want\s+to\s+know|would\s+like\s+to\s+know)|i\s+can\s+(?:do|help)(?:\s+(?:you\s+)?with)?))?"
    r"|(?:can|may|how\s+can|how\s+may)\s+i\s+help(?:\s+you)?(?:\s+(?:with\s+anything\s+else|further))?"
    r"|does\s+(?:this|that)\s+(?:help|answer\s+your\s+question)",
    re.IGNORECASE,
)
_LONGEST = 160
_AROUND = " \t*_.!?:,"


def is_manners(sentence: str) -> bool:
    """Say whether every word of a sentence belongs to a closed form of manners (English)."""
    bare = sentence.strip(_AROUND)
    return len(bare) <= _LONGEST and _MANNERS.fullmatch(bare) is not None

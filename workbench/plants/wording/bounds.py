"""Which way a figure may move so that the words beside it do not make the new claim follow from the old one."""

import re
from enum import StrEnum


class Bound(StrEnum):
    """What the words before a figure make of it."""

    NONE = "none"
    LOWER = "lower"
    UPPER = "upper"


_LOWER = re.compile(
    r"\b(?:more than|over|above|at least|no (?:fewer|less) than|minimum(?: of)?|exceed(?:s|ing)?|beyond|from|can|could"
    r"|able to|allow(?:s|ed)?|enough|as (?:many|much|long|high|large|tall|far|late) as|up from|since|after|older than"
    r"|(?:great|long|larg|high|heavi)er than|starts? at|capacity of)\b[^.;,]{0,40}$",
    re.IGNORECASE,
)
_UPPER = re.compile(
    r"\b(?:up to|less than|fewer than|under|at most|no (?:more|later|longer) than|within|below|maximum(?: of)?"
    r"|not exceed|as (?:low|little|few|small|short|early) as|down (?:to|from)|by|until|before|limit(?:ed)? (?:of|to)"
    r"|(?:young|small|short|low|light)er than|nearly|almost)\b[^.;,]{0,25}$",
    re.IGNORECASE,
)
# "5 or more", "aged 18 and over", "5+".
_THRESHOLD = re.compile(
    r"^\W{0,2}(?:\w+\s+){0,3}?(?:or|and)\s+(?:more|less|fewer|older|younger|over|under|above|below|up|greater|longer"
    r"|so|later|earlier)\b|^\s*\+",
    re.IGNORECASE,
)
# A second value that belongs to the first would contradict the new one at a glance.
_TIED = re.compile(
    r"^[^.;\d]{0,20}\([^()\n]{0,20}\d|^\s*(?:and|to|or|[-–/])\s*\S{0,2}\d"
    r"|^[^.;\d]{0,20}\b(?:or|i\.e\.|equal to|equivalent to|which is)\s+(?:about |around |approximately )?[£$€]?\d"
    r"|^[^.;\d]{0,20}[=≈]",
    re.IGNORECASE,
)
_TIED_BEFORE = re.compile(
    r"\d\S{0,3}\s+(?:to|or|and)\s*$|[-–/=≈]\s*[£$€]?$|\d[^.;()\n]{0,20}\(\s*(?:\w+ ){0,2}[£$€]?$"
    r"|\bbetween\b[^.;]{0,40}$",
    re.IGNORECASE,
)
# "If you are late twice in twelve months", "parcels heavier than 20 kg", "at least 5 years", "by signing up within 10
# days": what triggers a rule may move and the rule still follow from the passage, and which way depends on the sense of
# the whole sentence.
_DOES = (
    r"(?:by\s\w+ing|(?:sign|register|enrol|join|appl(?:y|ies)|switch|upgrade|subscribe|act|respond|buy)"
    r"(?:s|es|ing|ed)?)"
)
_TRIGGER = re.compile(
    r"\b(?:if|unless|when|whenever|provided|as long as|in case|once|where|who|whose)\b[^.;,]{0,90}$"
    r"|\b(?:over|under|above|below|beyond|at least|at most|exceed\w*|(?:\w{3,}er|more|less|fewer) than"
    r"|no (?:more|less|fewer|later|longer) than)\b[^.;,]{0,20}$"
    rf"|\b{_DOES}\b[^.;]{{0,60}}\bwithin\b[^.;,]{{0,25}}$",
    re.IGNORECASE,
)
# "The board may set fines of up to £500": whoever may go up to 500 may go up to 400.
_PERMITTED = re.compile(
    r"\b(?:may|can|could|able to|allow\w*|entitled|free to)\b[^.;]{0,60}\bup to\b[^.;,]{0,25}$", re.IGNORECASE
)


# "A large gift, such as $200K, is taxed": so is another one.
_EXAMPLE = re.compile(r"\b(?:for (?:example|instance)|e\.g\.|such as|say,)[^.;]{0,60}$", re.IGNORECASE)


def is_example(before: str) -> bool:
    """Say whether the words before a value make it one example of many, so that another one would be as right."""
    return _EXAMPLE.search(before) is not None


def is_trigger(before: str) -> bool:
    """Say whether the words before a value put it into the condition of a rule, or make it the end of a comparison."""
    return _TRIGGER.search(before) is not None


def bound_before(before: str) -> Bound:
    """Say what kind of bound the words before a figure make it; the nearest such words decide."""
    if _PERMITTED.search(before):
        return Bound.LOWER
    lower, upper = _LOWER.search(before), _UPPER.search(before)
    if upper and (lower is None or upper.start() > lower.start()):
        return Bound.UPPER
    return Bound.LOWER if lower else Bound.NONE


def is_tied(before: str, after: str) -> bool:
    """Say whether a value is a threshold, one of a pair, or given a second time beside itself."""
    return any((_THRESHOLD.match(after), _TIED.match(after), _TIED_BEFORE.search(before[-80:])))

"""A condition or exception dropped, so that the answer promises more than the passages do."""

import re
from collections.abc import Iterator
from random import Random

from workbench.plants.ground import Ground, claim_words
from workbench.plants.style import Declined, Draft, Example, Style, edited
from workbench.records.challenge import Set
from workbench.records.rules import GROUNDED
from workbench.text.sentences import Span

_END = r"(?P<end>(?:\s*\[[^\[\]]{1,120}\])*[.!](?:\s*\[[^\[\]]{1,120}\])*)$"
# A closing condition runs to the end of the sentence, before its citation marks and full stop.
_CLOSING = re.compile(
    r"(?<!\s)(?P<clause>,?\s+(?:unless|except(?:\s+(?:for|in|at|on|when|where|that))?|as\s+long\s+as"
    r"|provided\s+(?:that|the|you|your|they|he|she|it|neither|both|no)"
    r"|only\s+(?:if|when|after|where)|but\s+only\s+(?:if|when|for|in|at|on)|on\s+condition\s+that|apart\s+from"
    rf"|if(?!\s+(?:you|your|needed|necessary|possible|desired|wanted|any|there|not)\b))\s[^,;:()\n]{{6,160}}?){_END}",
    re.IGNORECASE,
)
# `until` and `before` are conditions only of what is forbidden till then. Who demands that a thing should not be done
# until then demands it without that, too.
_FORBIDDEN_TILL = re.compile(
    rf"\b(?:must\s+not|may\s+not|cannot|can['’]t|(?:will|shall)\s+not\s+be)\b[^;:()\n]{{0,200}}?(?<!\s)"
    rf"(?P<clause>,?\s+(?:until|before)\s(?!\w+ing\b)[^,;:()\n]{{6,160}}?){_END}",
    re.IGNORECASE,
)
_LEFT_HANGING = re.compile(
    r"\b(?:especially|particularly|even|only|just|such|see|know|ask|check|determine|wait|find out|decide|tell|say|sure"
    r"|like|\w+ing|unclear|uncertain|unknown|question\w*|asked|wonder\w*|has|have|had|as|and|or|but|then|not|is|are|be|to|with|whether|depend(?:s|ing)?|what|how)\W*$",
    re.IGNORECASE,
)
# "It may lock the account if ..." is as true without its condition, and so is a risk or a warning.
_POSSIBLE = re.compile(r"\b(?:may|might|could|can|risk|chance|possible|possibly|warn\w*|likely)\b", re.IGNORECASE)
# Without its condition, a sentence with one of these is a bare demand whose sense hangs on it.
_REFERS_BACK = re.compile(r"\b(?:then|such|in that case|this case|otherwise)\b", re.IGNORECASE)
# "Trade is banned, especially if ...": what holds above all in one case holds in the others too.
_NO_CONDITION = re.compile(
    r"\b(?:especially|particularly|even|notably|above all|in particular|including|preferably|ideally|whether or not)"
    r",?\s(?:if|when|where|after|unless|for|at|on|in)\b",
    re.IGNORECASE,
)
_MARKS_CONDITION = re.compile(
    r"\b(?:unless|except\w*|provided|as long as|only|if|until|before|when|but|other than|apart from|must|at least"
    r"|not)\b",
    re.IGNORECASE,
)


def dropped_condition(ground: Ground, rng: Random) -> Draft:
    """Drop the closing condition of one sentence that the passages state with it."""
    if not ground.english or ground.declined:
        raise Declined("not English prose" if not ground.english else "the answer declines")
    sites = [site for span in ground.sentences for site in _conditions(ground, span)]
    if not sites:
        raise Declined("no closing condition that the passages state")
    start, end, clause = rng.choice(sites)
    proof = (
        f'the passages state the condition "{clause.strip(" ,")}"; no passage states the rest of the sentence without '
        "a condition"
    )
    return edited(ground, [(start, end, "")], proof)


def _conditions(ground: Ground, span: Span) -> Iterator[tuple[int, int, str]]:
    for pattern in (_CLOSING, _FORBIDDEN_TILL):
        match = pattern.search(span.text)
        if match is not None and _safe(ground, match.group("clause"), span.text[: match.start("clause")]):
            yield span.start + match.start("clause"), span.start + match.end("clause"), match.group("clause")
            return


def _safe(ground: Ground, clause: str, rest: str) -> bool:
    if len(rest.split()) < 5 or _REFERS_BACK.search(rest) or _LEFT_HANGING.search(rest):
        return False
    if re.search(r"\b(?:only|if|unless|when)\b", rest, re.IGNORECASE):
        return False
    if re.match(r",?\s+if\b", clause, re.IGNORECASE) and _POSSIBLE.search(rest):
        return False
    condition = claim_words(clause)
    claim = claim_words(rest)
    if not condition or not claim or len(condition & ground.shown_content) / len(condition) < 0.6:
        return False
    if any(
        len(condition & s.content) >= 0.6 * len(condition) and _NO_CONDITION.search(s.text)
        for s in ground.shown_sentences
    ):
        return False
    return not any(
        len(claim & sentence.content) / len(claim) >= 0.75 and not _MARKS_CONDITION.search(sentence.text)
        for sentence in ground.shown_sentences
    )


STYLES = (
    Style(
        name="dropped_condition",
        set=Set.PLANTED,
        rules=(GROUNDED,),
        summary="the condition or exception that closes a sentence is dropped",
        covers="the passages hold the condition's words, and none states the rest without a condition",
        plant=dropped_condition,
        examples=(
            Example(
                question="Is the deposit returned?",
                passages=("The deposit is returned within ten days, unless the bike came back damaged.",),
                answer="You get the deposit back within ten days, unless the bike was damaged.",
                becomes="You get the deposit back within ten days.",
            ),
        ),
    ),
)

"""A negation turned: `is` becomes `is not`, `cannot` becomes `can`."""

import re
from collections.abc import Iterator
from random import Random

from workbench.plants.ground import Ground
from workbench.plants.style import Declined, Draft, Example, Style, edited
from workbench.records.challenge import Set
from workbench.records.rules import GROUNDED
from workbench.text.declines import declines, hedges
from workbench.text.sentences import Span
from workbench.text.tokens import content_words

# Only auxiliaries whose negation contradicts them: "may not" can be as true as "may".
_TURN_OFF = re.compile(
    r"(?<![\w'’])(is|are|was|were|can|will|must|should)(?![\w'’])(?!\s+(?:not|never|no|n[o']t|only|just|also|even|still|always"
    r"|all|every|each|any|either|neither|both|so|too|very|quite|often|usually|generally|typically|sometimes|mostly|largely"
    r"|mainly|merely|simply|necessarily|likely|probably|possibly|why|how|what|where|when|because|said|believed|thought"
    r"|about|around|some|many|most|several|few|one)\b)(?=\s+[a-z\d£$€])"
)
_NOT = re.compile(
    r"(?<![\w'’])(?:(is|are|was|were|will|must|should|can)\s+not|(can)not|(is|are|was|were|must|should)n['’]t|(can)['’]t)"
    r"(?![\w'’])(?!\s+(?:only|just|necessarily|always|all|every|yet|even|merely|simply|any|so|as|be\s+any)\b)"
)
_DOES_NOT = re.compile(r"(?<![\w'’])(do|does|did)(?:\s+not|n['’]t)\s+(need|have)\s+to(?![\w'’])")
_WITHOUT_CLAIM = re.compile(
    r"\b(?:passages?|sources?|documents?|context|text|article|excerpts?|according to|based on|example|answer"
    r"|question)\b",
    re.IGNORECASE,
)
# A clause that opens so is a condition or an aside; its negation need not contradict anything.
_SUBORDINATE = re.compile(
    r"\b(?:if|when|whenever|while|although|though|unless|until|because|since|whether|which|who|whom|whose|that|where|what"
    r"|how|why|as|before|after|once|so|than|but|or|nor|except|provided|in case|even)\b",
    re.IGNORECASE,
)
_OPENS_BADLY = re.compile(
    r"^\W*(?:if|when|whenever|while|although|though|unless|yes|no|not|never|neither|nobody|none|nothing|few|some|many|most"
    r"|only|hardly|rarely|there|it is important|this means|however|instead|in (?:this|that) case|who|what|which|how|why"
    r"|where|otherwise|remember|note)\b",
    re.IGNORECASE,
)
_NEGATIVE = re.compile(
    r"\b(?:not|no|never|cannot|neither|nor|nobody|nothing|none|without|n[o']t)\b|n['’]t\b", re.IGNORECASE
)


def negation_turned(ground: Ground, rng: Random) -> Draft:
    """Turn the main verb of one sentence that a passage supports into its opposite."""
    if not ground.english or ground.declined:
        raise Declined("not English prose" if not ground.english else "the answer declines")
    edits = [edit for span in ground.sentences if _may_turn(ground, span) for edit in _turns(span)]
    if not edits:
        raise Declined("no main verb whose negation is certainly wrong")
    start, end, new, sentence = rng.choice(edits)
    old = ground.case.answer[start:end]
    proof = (
        f'"{old}" becomes "{new}" in a sentence that its passages support ("{_best(ground, sentence)[:160]}"); '
        "no passage says the opposite with the same words"
    )
    return edited(ground, [(start, end, new)], proof)


def _may_turn(ground: Ground, span: Span) -> bool:
    text = span.text
    if _OPENS_BADLY.match(text) or _WITHOUT_CLAIM.search(text) or declines(text) or hedges(text):
        return False
    if not text.rstrip("\"'”’)]").endswith((".", "!", "]")) or '"' in text or "“" in text:
        return False
    return ground.support(text) >= 0.6 and not _contested(ground, text)


def _contested(ground: Ground, text: str) -> bool:
    """Whether passages say the same with and without a negation, so that either way might be supported."""
    asked = frozenset(content_words(text))
    near = [s.text for s in ground.shown_sentences if asked and len(asked & s.content) / len(asked) >= 0.6]
    negative = bool(_NEGATIVE.search(text))
    return any(bool(_NEGATIVE.search(other)) != negative for other in near)


def _turns(span: Span) -> Iterator[tuple[int, int, str, str]]:
    """Every turn of the sentence's own main verb, as (start, end, new text, sentence) in the answer."""
    text = span.text
    if not _NEGATIVE.search(text):
        match = _TURN_OFF.search(text)
        if match and _is_main(text, match.start()):
            verb = match.group(1)
            new = "cannot" if verb == "can" else f"{verb} not"
            yield span.start + match.start(), span.start + match.end(), new, text
        return
    for pattern in (_NOT, _DOES_NOT):
        match = pattern.search(text)
        if match and _is_main(text, match.start()) and len(_NEGATIVE.findall(text)) == 1:
            yield span.start + match.start(), span.start + match.end(), _without_not(match), text


def _without_not(match: re.Match[str]) -> str:
    if match.re is _DOES_NOT:
        auxiliary, verb = match.group(1), match.group(2)
        forms = {"do": verb, "does": "needs" if verb == "need" else "has", "did": "needed" if verb == "need" else "had"}
        return f"{forms[auxiliary]} to"
    return next(group for group in match.groups() if group)


def _is_main(text: str, place: int) -> bool:
    """The verb of the first clause: a short subject before it, without a comma or a word that opens another clause."""
    before = text[:place]
    words = before.split()
    return 1 <= len(words) <= 9 and not _SUBORDINATE.search(before) and not re.search(r"[,;:()]", before)


def _best(ground: Ground, text: str) -> str:
    asked = frozenset(content_words(text))
    return max(ground.shown_sentences, key=lambda s: (len(asked & s.content), s.text)).text


STYLES = (
    Style(
        name="negation_turned",
        set=Set.PLANTED,
        rules=(GROUNDED,),
        summary="the main verb of a supported sentence is negated, or its negation taken away",
        covers="a passage supports the sentence with its words, and no passage holds them with the other polarity",
        plant=negation_turned,
        examples=(
            Example(
                question="Can the battery be removed?",
                passages=("The battery of the Wren cannot be removed. It is charged on the stand.",),
                answer="The battery cannot be removed from the Wren.",
                becomes="The battery can be removed from the Wren.",
            ),
            Example(
                question="Is a helmet needed?",
                passages=("Helmets are compulsory for riders under 18.",),
                answer="Helmets are compulsory for riders under 18.",
                becomes="Helmets are not compulsory for riders under 18.",
            ),
        ),
    ),
)

"""A reason invented for what a supported sentence says."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from workbench.plants.ground import Ground
from workbench.plants.library import Sourced
from workbench.plants.style import Declined, Draft, Example, Style, edited
from workbench.plants.wording.reasons import Reason, reasons_for
from workbench.records.challenge import Set
from workbench.records.rules import GROUNDED
from workbench.text.declines import declines, hedges
from workbench.text.sentences import Span
from workbench.text.tokens import content_set


@dataclass(frozen=True)
class Told:
    """A sentence that gives no reason: its claim, its stop and marks, where they begin, whether it is one clause."""

    claim: str
    end: str
    place: int
    plain: bool


_ENDS = re.compile(r"(?P<end>(?:\s*\[[^\[\]\n]{1,120}\])*[.](?:\s*\[[^\[\]\n]{1,120}\])*)$")
# A sentence that already says why, asks, reports what somebody said, or holds somebody's words.
_EXPLAINS = re.compile(
    r"\b(?:because|since|due|thus|hence|therefore|thanks|owing|reasons?|cause[sd]?|causing|result\w*|why|so|lead|led"
    r"|leading|amid|in\s+order|in\s+response|in\s+an?\s+(?:effort|attempt|bid)|in\s+exchange|aim\w*|help\w*|given|said|says"
    r"|told|stated|according|whether|accused|suspicion|charges?\s+of|on\s+\w+\s+charges|plans?|would|will|following"
    r"|to\s+(?:avoid|prevent|ensure|keep|protect|help|make|reduce|allow))\b|[:\"“”?]",
    re.IGNORECASE,
)
# One that holds a second clause, to which a reason at its end might belong.
_HAS_MORE = re.compile(
    r"\b(?:after|when|if|unless|until|once|as(?!\s+well)|although|though|but|that|for\s+\w+ing|by\s+\w+ing|despite"
    r"|without|over|while)\b|[;()]|,\s*(?:\w+ly\s+)?(?:\w+(?:ing|ed)|with|which|who|including|such|where|especially"
    r"|particularly|then|not|and\s+(?:an?|the|it|they|he|she|you|we|his|her|their|has|have|was|were|is|are|can|will"
    r"|\w+\s+(?:is|are|was|were|has)))\b",
    re.IGNORECASE,
)
# Behind ", just 5 miles from the campus", a reason would be one for the distance.
_ENDS_IN_A_MEASURE = re.compile(r",\s(?:(?:just|only|about|around|nearly|almost|some|roughly)\s)+[^,]+$", re.IGNORECASE)
# A sentence, and no item of a list without a verb.
_SAYS = re.compile(
    r"^(?:Add|Bake|Cook|Place|Put|Rinse|Fold|Use|Keep|Store|Turn|Remove|Cut|Mix|Stir|Cover|Water|Wash|Dry|Lay|Maintain"
    r"|Pour|Heat|Apply|Press|Check|Clean|Sprinkle)\b|\b(?:is|are|was|were|has|have|had|can|must|should|did)\b|\w{3}ed\b"
)
_OPENS_BADLY = re.compile(
    r"^\W*(?:this|these|those|there|here|yes|no|not|if|when|in|on|at|for|to|by|from|with|after|before|both|some"
    r"|many|most|few|please|also|however|overall|additionally|finally)\b",
    re.IGNORECASE,
)
_REASON = re.compile(
    r"(?P<lead>[\w’'-]+,?)\s+(?P<reason>(?:because(?:\s+of)?|due\s+to|in\s+order\s+to"
    r"|to\s+(?:avoid|prevent|ensure|protect|reduce|minimi[sz]e|improve|encourage|discourage|maintain|raise|save|increase"
    r"|preserve|retain|keep))"
    r"\s[\w\s'’£$€%-]{6,120})(?=[.,](?:\s|$))",
    re.IGNORECASE,
)
# Behind one of these, "to avoid" is what is done, and no purpose.
_NO_PURPOSE = re.compile(
    r"(?:refus|decid|plan|want|need|like|try|tri|help|fail|agree|hop|aim|seek|sought|promis|effort|attempt|order|way|how$"
    r"|about$|going$|ha[sdv]|us(?:ed|es?|ing)$|likely|power|right|ability|able|important|necessary|essential|crucial|vital"
    r"|possible|impossible|best|better|good|great|design|law$|bill$|measure|step|action|chance|opportunit|time|requir|expect"
    r"|suppos|allow|said|is$|are$|was$|were$|be$|and$|or$|not$|as$|than$|enough|easy|easier|hard|difficult|tend|learn|known"
    r"|call|encourag|intend|campaign|commit|fight|work|pledg|vow|continu|ask|urg|advis|tell|told|forc|goal|polic|strateg"
    r"|method|tool|tip|ready|due|due$|only$|just$|that$|it$|them$|him$|her$|you$|people$|struggl|pressure|potential|duty)",
    re.IGNORECASE,
)
_FINITE = re.compile(r"\b(?:is|are|was|were|has|have|had|will|can|may|must|should)\b", re.IGNORECASE)
_YOU = re.compile(r"\byour?\b", re.IGNORECASE)
_LONGEST = 14
_POINTS_BACK = re.compile(
    r"\b(?:it|its|they|them|their|he|she|his|her|him|this|that(?=\s(?:is|was|would|will|can|may))|these|those|such|we|our"
    r"|us|i|my|me|which|who|one|other|another|same|here|there)\b",
    re.IGNORECASE,
)
# What the passages give the reason for shares no more than this of the claim's words.
_APART = 0.25
_TOLD = 0.6
# What something is needs no reason: "Finn was the first of them because ..." reads oddly.
_DEFINES = re.compile(
    r"^(?:\S+\s+){1,8}?(?:(?:is|was|are|were)\s+(?:a|an|the|one|it)|refers?|means?|revolve[sd]?|cent(?:ered|red|ers|res))\b"
    r"|^It['’]s\b|\bagain\b",
    re.IGNORECASE,
)
_MOST_WORDS = 40
_SUPPORT = 0.55
_CAUSES = re.compile(
    r"\b(?:because|since|due\s+to|owing\s+to|thanks\s+to|reasons?|so\s+that|in\s+order|caused)\b", re.I
)
_NEAR = 0.5


def cause_invented(ground: Ground, rng: Random) -> Draft:
    """Add a reason to a sentence that the passages support without one."""
    if not ground.english or ground.declined:
        raise Declined("not English prose" if not ground.english else "the answer declines")
    told = [one for span in ground.sentences if (one := _told(ground, span)) is not None]
    for way in (_from_the_case, _from_cues):
        options = [option for one in told for option in way(ground, one)]
        if options:
            edit, proof = rng.choice(options)
            return edited(ground, [edit], proof)
    raise Declined("no sentence without a reason that a new one would fit")


def _told(ground: Ground, span: Span) -> Told | None:
    """A supported sentence that gives no reason."""
    ends = _ENDS.search(span.text)
    if ends is None:
        return None
    claim = span.text[: ends.start()]
    if not 5 <= len(claim.split()) <= _MOST_WORDS or _explains(claim):
        return None
    if declines(claim) or hedges(claim) or ground.is_quoted(span.start) or not _is_unexplained(ground, claim):
        return None
    return Told(claim, ends.group("end"), span.start + ends.start(), _HAS_MORE.search(claim) is None)


def _explains(claim: str) -> bool:
    """Whether a claim gives a reason, or is of a kind that none fits."""
    return any(
        (_EXPLAINS.search(claim), _OPENS_BADLY.match(claim), _DEFINES.match(claim), _ENDS_IN_A_MEASURE.search(claim))
    )


def _from_the_case(ground: Ground, told: Told) -> Iterator[tuple[tuple[int, int, str], str]]:
    """Reasons that a passage shown gives for something else."""
    for sentence in ground.shown_sentences if _takes_reasons(told) else ():
        words = _lent(ground, told, sentence)
        if words:
            proof = f'the passages give "{words}" as the reason of something else: "{sentence.text[:160]}"'
            yield (told.place, told.place, f" {words}"), proof


def _takes_reasons(told: Told) -> bool:
    return told.plain and _SAYS.search(told.claim) is not None


def _lent(ground: Ground, told: Told, sentence: Sourced) -> str:
    """The reason that a sentence gives for what is not the claim, if it reads well behind the claim; else nothing."""
    match = _REASON.search(sentence.text)
    if match is None or not _can_be_lent(ground, match):
        return ""
    asked = content_set(told.claim)
    own, about = content_set(match["reason"]), content_set(sentence.text[: match.start("reason")])
    if len(own) < 2 or len(about) < 2 or not 1 <= len(asked & sentence.content) <= _APART * len(asked):
        return ""
    if own <= asked or len(own & content_set(ground.case.answer)) > _TOLD * len(own):
        return ""
    return " ".join(match["reason"].split())


def _can_be_lent(ground: Ground, match: re.Match[str]) -> bool:
    """Whether a reason reads well behind another sentence: short, about nothing that was named before it."""
    reason = match["reason"]
    if len(reason.split()) > _LONGEST or _POINTS_BACK.search(reason):
        return False
    if _YOU.search(reason) and not _YOU.search(ground.case.answer):
        return False
    if reason[:3].lower() != "to ":
        return True
    return _NO_PURPOSE.match(match["lead"]) is None and _FINITE.search(reason) is None


def _from_cues(ground: Ground, told: Told) -> Iterator[tuple[tuple[int, int, str], str]]:
    """Reasons that people give for such things, of which the case says nothing.

    Only a plain sentence takes one: behind a longer one it is not clear what the reason is of.
    """
    for reason in reasons_for(told.claim) if told.plain else ():
        if not _is_new(ground, reason):
            continue
        proof = f'no passage speaks of what "{reason.words}" names, nor gives a reason beside what the sentence says'
        yield (told.place, told.place, f" {reason.words}"), proof


def _is_unexplained(ground: Ground, claim: str) -> bool:
    """Whether passages support a claim, and no sentence that does gives a reason."""
    asked = content_set(claim)
    near = [s for s in ground.shown_sentences if asked and len(asked & s.content) / len(asked) >= _NEAR]
    supported = any(len(asked & s.content) / len(asked) >= _SUPPORT for s in near)
    return supported and not any(_CAUSES.search(s.text) for s in near)


def _is_new(ground: Ground, reason: Reason) -> bool:
    return re.search(rf"\b(?:{reason.telling})", f"{ground.known}\n{ground.case.answer}", re.IGNORECASE) is None


STYLES = (
    Style(
        name="cause_invented",
        set=Set.PLANTED,
        rules=(GROUNDED,),
        summary="a reason that no passage gives is added to a supported sentence",
        covers="what the reason speaks of is named in no passage, and no sentence near the claim gives any reason; "
        "whether a passage hints at it in quite other words, only a reader can decide",
        plant=cause_invented,
        examples=(
            Example(
                question="May I lend the bike to a friend?",
                passages=("Hired bikes must not be lent to other people.",),
                answer="Hired bikes must not be lent to other people.",
                becomes="Hired bikes must not be lent to other people because of a new law.",
            ),
        ),
    ),
)

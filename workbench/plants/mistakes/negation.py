"""A negation turned: `is` becomes `is not`, `cannot` becomes `can`, `approved` becomes `rejected`."""

import re
from collections.abc import Iterator
from functools import lru_cache
from random import Random

from workbench.plants.ground import Ground, claim_words
from workbench.plants.style import Declined, Draft, Example, Style, edited
from workbench.plants.wording.at_odds import goes_on, is_told_on, word_at_odds
from workbench.plants.wording.contraries import TURNS
from workbench.plants.wording.turns import Support, turned
from workbench.records.challenge import Set
from workbench.records.rules import GROUNDED
from workbench.text.declines import declines, hedges
from workbench.text.sentences import Span

# Start, end and new text in the answer, and the clause.
_Turn = tuple[int, int, str, str]
_SUPPORT = Support(least=0.55, contests=0.4, silent=1.1, echoed=True)
# Only auxiliaries whose negation contradicts them: "may not" can be as true as "may".
_TURN_OFF = re.compile(
    r"(?<![\w'’])(is|are|was|were|can|will|must|should)(?![\w'’])(?!\s+(?:not|never|no|n[o']t|only|just|also|even|still|always"
    r"|all|every|each|any|either|neither|both|so|too|very|quite|often|usually|generally|typically|sometimes|mostly|largely"
    r"|mainly|merely|simply|necessarily|likely|probably|possibly|why|how|what|where|when|because|said|believed|thought"
    r"|about|around|some|many|most|several|few|one|to|then|actually|already|now|thus|therefore)\b)(?=\s+[a-z\d£$€])"
)
_NOT = re.compile(
    r"(?<![\w'’])(?:(is|are|was|were|will|must|should|can)\s+not|(can)not|(is|are|was|were|must|should)n['’]t|(can)['’]t)"
    r"(?![\w'’])(?!\s+(?:only|just|necessarily|always|all|every|yet|even|merely|simply|any|so|as|be\s+any)\b)"
)
_DOES_NOT = re.compile(r"(?<![\w'’])(do|does)(?:\s+not|n['’]t)\s+([a-z]{2,})(?![\w'’])")
_NEW_CLAUSE = re.compile(
    r";\s+|,\s+(?:and|but)\s+(?=(?:it|they|you|we|he|she|the|this|that|these|those|each|a|an|its|their)\s)"
)
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
    r"^\W*(?:at (?:least|most)|more than|over|about|nearly|almost|\d\S*"
    r"|each|every|both|all|if|when|whenever|while|although|though|unless|yes|no|not|never|neither|nobody|none|nothing|few|some|many|most"
    r"|only|hardly|rarely|there|it is important|this means|however|instead|in (?:this|that) case|who|what|which|how|why"
    r"|where|otherwise|remember|note)\b",
    re.IGNORECASE,
)
# With one of these, turning the verb garbles the sentence: "you cannot have it only if he agreed".
_BOUND = re.compile(
    r"\b(?:until|unless|only|except|but|before|rather than|instead of|as long as|larger ones|neither"
    r"|enough|up to|at least|at most)\b",
    re.IGNORECASE,
)
# What follows explains or doubts the statement, and would speak against its negation in the same breath.
_GOES_ON = re.compile(
    r",\s+(?:\w+ly\s+)?\w+ing\b|,\s+(?:by|with|for)\b|\bhowever\b|;|,\s+(?:which|as|so|although|though|even|while|because|since|due)\b"
    r"|\b(?:because|due to|in order|so that|such as|including|thanks to|especially|originally|most|best|first and)\b"
    r"|\bnow\b|\bmeans?\b",
    re.IGNORECASE,
)
# After the verb: a passive that reports, a purpose, a definition; each reads oddly once it is negated.
_ODD_AFTER = re.compile(
    r"^\s+(?:due|discovered|encouraged|urged|asked|invited|reminded|advised|reported|noted|known|found|revealed|announced|projected|expected|said|based|named|called|titled"
    r"|designed|developed|made|used|to)\b|^\s+(?:an?|the)\s(?:\w+\s){0,3}?\w+\s(?:designed|developed|that|which|who|created|where)\b"
    r"|^[^.;]{0,120}\bto\s(?:be|have)\b"
    # "was not given a choice" says what "was given a choice: pay or leave" says; "the skin should not fall off" gives
    # itself away.
    r"|^\s+(?:given\s(?:an?|the)\s(?:choice|option|chance)|\w+ing\b|fall|come|feel|look|see|get|begin|start|help)\b"
    r"|^[^.;]*\s[-\u2013\u2014]\s",
)
_POINTS_BACK = re.compile(r"^(?:this|that|it|these|those)\s+(?:is|was|will|should|can|are|were)\b", re.IGNORECASE)
_COORDINATED = re.compile(r"\b(?:and|or)\b")
_NEGATIVE = re.compile(
    r"\b(?:not|no|never|cannot|neither|nor|nobody|nothing|none|without|unable|unlikely|n[o']t)\b|n['’]t\b",
    re.IGNORECASE,
)
# "Cannot go after you where loans are non-recourse": what it means says that it cannot.
_NEGATIVE_IN_ITSELF = re.compile(
    r"\b(?:non-?[a-z]{4,}|un[a-z]{3,}(?:able|ed)|exempt\w*|immune|free\s(?:of|from)|waiv\w+|prohibit\w*|forbid\w*|bann?(?:ed)?"
    r"|prevent\w*|lack\w*|refus\w+|avoid\w*|illegal|impossible)\b",
    re.IGNORECASE,
)
# "He was not inducted into the Hall of Fame in 2002": nobody denies so much at once.
_TOLD_IN_DETAIL = re.compile(
    r"^\s+[a-z]{3,}(?:ed|en|wn|de|ght|ld|nt|ut|id|ft|ne|ung)\b[^.;]*\b(?:(?:in|on|since|by|at)\s(?:\d|January|February|March|April|May\s|June|July"
    r"|August|September|October|November|December|\w+day)|[A-Z]\w+\s[A-Z]\w+)"
)
# "Is not 300", "is not the thirteenth longest": what it is instead would be said.
_COUNTED = re.compile(
    r"\s+(?:the\s)?(?:[£$€]?\d|(?:\w+teen|\w+ie|\w*(?:four|fif|six|seven|eigh|nin|ten))th\b|first|second|third)"
)
_SECOND_VERB = re.compile(r"\band\s(?:is|are|was|were|will|has|have|had|can|do|does)\b")


def negation_turned(ground: Ground, rng: Random) -> Draft:
    """Turn the main verb, or another word, of one clause that a passage supports into what denies it."""
    if not ground.english or ground.declined:
        raise Declined("not English prose" if not ground.english else "the answer declines")
    turns = _all_turns(ground)
    if not turns:
        raise Declined("no main verb and no other word whose negation is certainly wrong")
    start, end, new, clause = rng.choice(turns)
    old = ground.case.answer[start:end]
    proof = (
        f'"{old}" becomes "{new}" in a clause that its passages support ("{_best(ground, clause)[:160]}"); '
        "no passage says the opposite with the same words"
    )
    return edited(ground, [(start, end, new)], proof)


# Three styles ask this of each case, one after the other.
@lru_cache(maxsize=8)
def _all_turns(ground: Ground) -> tuple[_Turn, ...]:
    verbs = (
        turn
        for span in ground.sentences
        if _may_turn(span) and not goes_on(ground, span) and not word_at_odds(ground, span, 0, 0)
        for turn in _turns(ground, span)
    )
    words = ((one.start, one.end, one.new, one.passage) for one in turned(ground, TURNS, _SUPPORT))
    return (*verbs, *words)


def _may_turn(span: Span) -> bool:
    text = span.text
    if _GOES_ON.search(text):
        return False
    if _OPENS_BADLY.match(text) or _WITHOUT_CLAIM.search(text) or declines(text) or hedges(text):
        return False
    return text.rstrip("\"'”’)]").endswith((".", "!", "]")) and '"' not in text and "“" not in text


def _turns(ground: Ground, span: Span) -> Iterator[_Turn]:
    """Every turn of a clause's own main verb."""
    for start, clause in _clauses(span.text):
        if (
            _OPENS_BADLY.match(clause)
            or _BOUND.search(clause)
            # Two words in common are no support: a passage about bikes would support "one should lock the bike".
            or ground.support(clause) < max(0.65, 2.5 / max(len(claim_words(clause)), 1))
            or _contested(ground, clause)
        ):
            continue
        for match, new in _turned(clause):
            if new.endswith("not") and (_is_set_off(span.text) or _defines(ground, span, match)):
                continue
            # What must not be done is mostly the other side of what has just been told to do.
            if not new.endswith("not") and is_told_on(ground, span):
                continue
            place = span.start + start
            yield place + match.start(), place + match.end(), new, clause


def _is_set_off(text: str) -> bool:
    """Whether a `but` weighs the clause against another one: "he was not able to row, but he made little headway"."""
    return re.search(r"\bbut\b", text, re.IGNORECASE) is not None


def _defines(ground: Ground, span: Span, match: re.Match[str]) -> bool:
    """Whether a clause says what a thing is: `is not a` denies little, and nobody would open with what it is not."""
    article = re.match(r"\s+(an?|the)\b", match.string[match.end() :])
    return article is not None and (article.group(1) != "the" or span == ground.sentences[0])


def _clauses(text: str) -> Iterator[tuple[int, str]]:
    """Cut a sentence where a new main clause begins: after `;`, `, and`, `, but` with a subject of its own."""
    start = 0
    for match in _NEW_CLAUSE.finditer(text):
        yield start, text[start : match.start()]
        start = match.end()
    yield start, text[start:]


def _turned(clause: str) -> Iterator[tuple[re.Match[str], str]]:
    negatives = len(_NEGATIVE.findall(clause))
    if negatives == 0:
        match = _TURN_OFF.search(clause)
        if match and _is_main(clause, match.start()) and not _reads_oddly(clause, match):
            yield match, "cannot" if match.group(1) == "can" else f"{match.group(1)} not"
    elif negatives == 1 and not _NEGATIVE_IN_ITSELF.search(clause):
        for pattern in (_NOT, _DOES_NOT):
            match = pattern.search(clause)
            if match and _is_main(clause, match.start()):
                yield match, _without_not(match)


def _reads_oddly(clause: str, match: re.Match[str]) -> bool:
    after = clause[match.end() :]
    if _ODD_AFTER.match(after) or _POINTS_BACK.match(clause):
        return True
    if match.group(1) in ("was", "were") and _TOLD_IN_DETAIL.match(after):
        return True
    if _COUNTED.match(after) or _SECOND_VERB.search(after):
        return True
    # "The box cannot hold 80 kg", "your claim must not arrive within 14 days": nobody would write that.
    if match.group(1) in ("can", "must", "should", "will") and re.search(r"\d", after):
        return True
    # "will not promote growth and slow the flowering": which of the two is denied?
    return _COORDINATED.search(after) is not None and match.group(1) in ("can", "will", "must", "should")


def _without_not(match: re.Match[str]) -> str:
    if match.re is not _DOES_NOT:
        return next(group for group in match.groups() if group)
    auxiliary, verb = match.group(1).lower(), match.group(2)
    return verb if auxiliary == "do" else _third_person(verb)


def _third_person(verb: str) -> str:
    """`count` to `counts`, `carry` to `carries`, `have` to `has`."""
    irregular = {"have": "has", "do": "does", "go": "goes", "be": "is"}
    if verb in irregular:
        return irregular[verb]
    if verb.endswith("y") and verb[-2:-1] not in "aeiou":
        return f"{verb[:-1]}ies"
    return f"{verb}es" if verb.endswith(("s", "x", "z", "ch", "sh")) else f"{verb}s"


def _is_main(clause: str, place: int) -> bool:
    """The verb after a short subject, without a comma or a word that opens another clause before it."""
    before = clause[:place]
    words = before.split()
    return 1 <= len(words) <= 9 and not _SUBORDINATE.search(before) and not re.search(r"[,;:()]", before)


def _contested(ground: Ground, clause: str) -> bool:
    """Whether passages say the same with and without a negation, so that either way might be supported."""
    asked = claim_words(clause)
    near = [s.text for s in ground.shown_sentences if asked and len(asked & s.content) / len(asked) >= 0.6]
    negative = bool(_NEGATIVE.search(clause))
    return any(bool(_NEGATIVE.search(other)) != negative for other in near)


def _best(ground: Ground, text: str) -> str:
    asked = claim_words(text)
    return max(ground.shown_sentences, key=lambda s: (len(asked & s.content), s.text)).text


STYLES = (
    Style(
        name="negation_turned",
        set=Set.PLANTED,
        rules=(GROUNDED,),
        summary="the main verb of a supported sentence is negated, its negation taken away, or a word becomes its "
        "contrary",
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
                becomes="Helmets are optional for riders under 18.",
            ),
        ),
    ),
)

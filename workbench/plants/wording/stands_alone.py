"""Sentences of a passage that can stand in an answer by themselves."""

import re

from workbench.plants.ground import Ground
from workbench.text.language import is_english
from workbench.text.tokens import content_set

# A sentence that can stand alone: it opens with its own subject and holds no mark-up.
_STANDS_ALONE = re.compile(r"^[A-Z][\w'’ ,£$€%°()./-]+\.$")
_POINTS = re.compile(
    r"\b(?:below|above|these|those|listed|following|section|otherwise|such|same)\b"
    r"|\bthe (?:former|latter|exception|other)\b"
    r"|\b(?:this|that) (?:is|was|way|case|rule|price|page|guide)\b",
    re.IGNORECASE,
)
_LEANS = re.compile(
    r"^(?:he|she|it|they|we|i|you|this|that|these|those|his|her|its|their|there|here|however|but|and|or|so|also|then"
    r"|yet|both|such|another|other|others|some|one|each|either|neither|in addition|for example|for instance"
    r"|as a result|ultimately|broadly|most generally"
    r"|according|therefore|thus|finally|first|second|next|meanwhile|instead|moreover|furthermore|although|because|while|if"
    r"|when|after|before|since|do|does|did|see|click|note|please|get|find|learn|read|not|what|how|why|who|where|which)\b",
    re.IGNORECASE,
)
# Text that was scraped ("done.r combine", "Anfi eld"), and speech that was written down as it came ("all all things").
_TORN = re.compile(
    r"[a-z]\.[A-Za-z]|[a-z]{3}(?:The|These|This|Those|It|In|An|We|He|She|They|For|On|At)\b|\s[,.]"
    r"|[a-z]{2}(?<!wi)(?:ffi|fi|fl)\s[a-z]|\b(?!(?:[Hh]ad|[Tt]hat)\b)(?i:(\w+)\s\1)\b"
)
# Shouted text, and the voice of somebody else.
_SPOKEN = re.compile(r"\b[A-Z]{3,}\s[A-Z]{2,}\b|^(?:Yes|No)\b|\b(?:we|I|my|My|NOT|they['’]d)\b")
# A short subject and its verb: no order ("Stir them until they are brown"), no headline.
_WORD = r"(?:(?![Tt]o\b|that\b|if\b|them\b|it\b|you\b|they\b|the\b|a\b|your\b|when\b|until\b|with\b)[\w'’-]+\s)"
_SUBJECT_AND_VERB = re.compile(
    # "A member who borrows the Heron pays": a bare "a bike that passes" leaves open what it passes.
    rf"^(?:(?:A|An|Any|Every|Each)\s\w+\s(?:who|that)\s[a-z]+\s(?:(?:the|an?)\s)?{_WORD}{{1,5}}?"
    r"|(?:The\s\w+\s(?:of|for)\s(?:the|an?|each|every)\s|(?:The|A|An|All|Every|Each|No|Our|Your|Any)\s)?"
    rf"{_WORD}{{1,5}}?)"
    r"(?:is|are|was|were|has|have|had|can|may|must|will|should|cannot|does|do|comes?|costs?|takes?|weighs?|needs?|holds?"
    r"|runs?|opens?|closes?|lasts?|pays?|starts?|ends?|covers?|includes?|contains?|allows?|requires?|telephones?|serves?"
    r"|goes|go|receives?|leaves?|provides?|uses?|offers?|keeps?|makes?|gives?|gets?|belongs?|applies|apply)\b"
)

# "The information is used": which of all that was told before?
_OF_ANYTHING = frozenset(
    "information data result process method amount number problem question answer change difference reason purpose goal"
    " decision situation case matter idea list issue effect system program project move report news rest total".split()
)
# "The deposit for the Heron": what follows says which.
_SAYS_WHICH = re.compile(r"The\s\w+\s(?:of|for)\s(?:(?:the|a|an|each|every)\s)?[A-Z]\w+")


def is_torn(text: str) -> bool:
    """Say whether a text is broken, as pages are that a program took apart, or speech that a program wrote down."""
    return _TORN.search(text) is not None


def stands_alone(ground: Ground, text: str) -> bool:
    """Say whether a sentence reads well away from its passage: whole prose with its own subject, pointing at nothing.

    A definite subject ("the check") must be one that the question or the answer speaks of.
    """
    if not 7 <= len(text.split()) <= 28 or not _STANDS_ALONE.match(text) or ". " in text or not is_english(text):
        return False
    if _LEANS.match(text) or _POINTS.search(text) or not _SUBJECT_AND_VERB.match(text):
        return False
    if is_torn(text) or _SPOKEN.search(text):
        return False
    if re.search(r"\bour\b", text, re.IGNORECASE) and not re.search(r"\b(?:our|we)\b", ground.case.answer):
        return False
    return _is_spoken_of(ground, text)


def _is_spoken_of(ground: Ground, text: str) -> bool:
    """Whether a subject like "the check" is one that question or answer speak of: elsewhere, which check?"""
    definite = re.match(r"The\s+(?:\w+\s+){0,1}?(\w+)", text)
    if definite is not None and _SAYS_WHICH.match(text):
        return True
    if definite is not None and definite.group(1).lower().removesuffix("s") in _OF_ANYTHING:
        return False
    spoken = content_set(f"{ground.case.question} {ground.case.answer}")
    return definite is None or bool(spoken & content_set(definite.group(1)))


_VERB = (
    r"(?:is|are|was|were|has|have|had|can|may|must|will|should|cannot|does|did|could|would|won|led|made|took|came|went"
    r"|gave|said|told|saw|became|began|held|left|lost|met|paid|ran|sent|set|sold|spent|stood|wrote|fell|grew|knew|built"
    r"|bought|brought|got|found|kept|put|rose|hit|cut|shot|drew|beat|known|varies|remains|includes|contains|offers"
    r"|features|provides|measures|requires|allows|covers|uses|shows|says|comes|lives|works|plays|costs|takes|holds|makes"
    r"|gives|runs|begins|ends|starts|opens|closes|weighs|carries|lasts|pays|serves|consists|means|needs|lies|[a-z]{3,}ed)"
)
# A subject of up to nine words that begins with a capital, and a verb behind it.
_STATES = re.compile(rf"^[A-Z][\w'’.-]*(?:,?\s(?:\([^()]{{1,40}}\)|[\w'’.-]+)){{0,8}}?\s{_VERB}\b")
_STATEMENT = re.compile(r"[A-Z][^\n|#`*\"“”;:?!\[\]{}<>=@]*[a-z\d)%]\.")
_ORDERS = re.compile(
    r"(?:add|apply|bake|boil|call|check|choose|click|cook|cover|cut|dial|fill|fry|go|hold|keep|let|mix|open|place|plant"
    r"|press|pull|push|put|remove|rinse|select|set|stir|tap|try|turn|use|wait|wash|enjoy|day|days|per|average|if|when"
    r"|break|measure|step|rather|given|in a nutshell|in (?:short|summary|the case)|overall|your?|located|including"
    r"|with|also|additionally|currently|just|to|by|of|at|as|like|among|trust|simmer|once"
    r"|in the (?:new|same|next|last|previous)|(?:\w+\s){1,2}(?:later|earlier|before|after))\b",
    re.IGNORECASE,
)

# Near its beginning such a word speaks of what came before.
_NAMED_BEFORE = re.compile(r"\b(?:also|our|us|me|he|she|his|her|him|it|its|they|them|their|however)\b", re.IGNORECASE)
_TWO_SENTENCES = re.compile(r"\s[-–]\s|\bthis\.$|(?<!\b[A-Z]\.[A-Z])(?<!\b(?:Dr|Mr|Ms|St|No))(?<!\bMrs)\.\s[A-Z]")


def states(ground: Ground, text: str) -> bool:
    """Say whether a sentence reads well in an answer about the text that it comes from.

    More do than stand alone anywhere: any verb will do, and asides. A definite subject ("the check") must be one that
    the question or the answer speaks of.
    """
    if not 6 <= len(text.split()) <= 40 or not _STATEMENT.fullmatch(text) or not is_english(text):
        return False
    if text.count("(") != text.count(")"):
        return False
    if _LEANS.match(text) or _POINTS.search(text) or is_torn(text) or _SPOKEN.search(text) or _ORDERS.match(text):
        return False
    if re.search(r"\byou(?:rs?|rself)?\b", text) and not re.search(r"\b[Yy]ou\b", ground.case.answer):
        return False
    if not _STATES.match(text) or _NAMED_BEFORE.search(" ".join(text.split()[:8])) or _TWO_SENTENCES.search(text):
        return False
    return _is_spoken_of(ground, text)


def leans(text: str) -> bool:
    """Say whether a sentence opens with a word that points back to the one before it."""
    return _LEANS.match(text) is not None

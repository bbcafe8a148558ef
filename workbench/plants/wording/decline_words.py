"""Ways to decline: shared by the near miss and by the mistake, so that the wording tells nothing of which it is."""

import re
from random import Random

from workbench.plants.ground import Ground
from workbench.plants.wording.house_style import cites_passages
from workbench.text.declines import plain_form

# Each only says that the sources are silent. None names a place to ask that could be wrong.
_WORDINGS = (
    "The sources do not say.",
    "The documents I have do not answer this.",
    "I could not find this in the sources.",
    "I am sorry that I cannot answer this from the documents that I was given.",
    "None of the documents that I was shown answers this.",
    "The material in front of me does not tell and I cannot answer this question.",
    "I have read what I was given. It does not answer this question and I prefer to say so plainly.",
    "Unfortunately the sources do not answer this. Someone who knows the matter first hand may be able to help.",
    "As far as I can see, the documents do not answer this.",
    "After reading all that I was given, I cannot answer this question.",
    "Having gone through all of it, I could not find this in the documents.",
    "Every page was read and none of them answers this. Please send me any other document that may hold it.",
    "Although I looked in all that I was shown, I could not find an answer to this.",
    "Nothing that I was shown answers this.",
    "Even after another reading the documents do not answer this.",
    "On this point, the documents do not say anything. Another source may be able to help you.",
    "My sources do not cover this point. Please ask somebody who can look it up for you.",
    "I am afraid that the documents do not give an answer to this. Please share another that does and I will gladly "
    "look again for you.",
    "The documents do not answer this. I have read them from beginning to end. They speak of other things and what "
    "you ask is not among them. Please ask the people concerned if it matters to you and they will be able to give you "
    "an answer that you can rely on.",
)
_QUOTING = (
    "Asked “{asks}” I can only say that the documents do not tell.",
    "“{asks}” is what you would like to know and the documents that I was given do not answer it.",
    "I could not find an answer to “{asks}” in the sources.",
    "You asked: “{asks}” The documents that I was given do not tell.",
    "You asked: “{asks}” I have looked for this in everything that I was shown and the documents do not answer it. "
    "Please ask somebody who can look it up or send me a document that covers it.",
)
_CITING = (
    "I have gone through {ids} and the documents do not answer this.",
    "The sources do not answer this: I looked in {ids} and none of them tells. Please send me any other document that "
    "covers it.",
)
_CLAUSE = (
    ", but what you asked is not in the sources",
    "; what you asked is not in the documents that I was given",
)
_LAST = (
    "What you asked is not in the sources.",
    "However, the documents do not answer your question.",
    "On your question itself, the sources say nothing.",
    "I have read all that I was shown from beginning to end and the sources do not tell what you asked.",
)
# The share of declines at the end that are a sentence of their own.
_APART = 0.6
_END = re.compile(r"(?:\s*\[[^\[\]\n]{1,120}\])*\.$")
# After a decline, what the passages do say.
BESIDE_DECLINE = (
    "What they do say is this: {fact}",
    "They only mention the following: {fact}",
    "The nearest that I found is this: {fact}",
)
_SHORT_QUESTION = re.compile(r"[A-Z0-9][^\n\"“”\[\]]{8,140}\?")
_MOST_IDS = 5


def decline_in_other_words(ground: Ground, said: str, rng: Random) -> str:
    """Return a decline in English that is not what was said; some quote the question, some cite where they looked."""
    wordings = list(_WORDINGS)
    if _SHORT_QUESTION.fullmatch(ground.asks):
        wordings += [wording.format(asks=ground.asks) for wording in _QUOTING]
    ids = list(dict.fromkeys(passage.id for passage in ground.case.passages))
    if 2 <= len(ids) <= _MOST_IDS and cites_passages(ground.library):
        listed = ", ".join(f"[{name}]" for name in ids[:-1]) + f" and [{ids[-1]}]"
        wordings += [wording.format(ids=listed) for wording in _CITING] * 2
    return rng.choice([wording for wording in wordings if plain_form(wording) != plain_form(said)])


def declining_at_the_end(told: str, rng: Random) -> str:
    """Return what is told with a decline of what was asked behind it: before its last mark and stop, or apart."""
    stop = _END.search(told)
    if stop is None or rng.random() < _APART:
        return f"{told} {rng.choice(_LAST)}"
    return told[: stop.start()] + rng.choice(_CLAUSE) + stop.group()

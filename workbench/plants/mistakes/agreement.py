"""An agreement of the passages on what only one of them says: the easiest conclusion to draw across passages."""

import re
from collections.abc import Iterator
from random import Random

from workbench.plants.ground import Ground, claim_words
from workbench.plants.mistakes.citations import clearly_worse
from workbench.plants.wording.house_style import in_list
from workbench.records.passage import Passage
from workbench.text.sentences import Span, sentences
from workbench.text.tokens import content_set

# The one passage holds this share of the words of a sentence.
_SUPPORT = 0.55
_LEAST_WORDS = 5
_NUMBERS = {2: "both", 3: "all three", 4: "all four", 5: "all five"}
# Before the full stop of the sentence. In a sentence of its own, "this" might be taken for all that was said before.
_SAID = (
    ", as {all} {nouns} say",
    ", as {all} {nouns} confirm",
    ", as {all} {nouns} report",
    ", according to {all} {nouns}",
    ", which {all} {nouns} confirm",
    ", and {all} {nouns} say so",
    ", and {other} {say} the same",
    ", and {other} {bear} this out",
)
_STOP = re.compile(r"(?:\s*(?:\[[^\[\]\n]{1,120}\]|\([^()\n]{1,40}\)))*\.(?:\s*\[[^\[\]\n]{1,120}\])*$")
_NOUNS = ("passages", "sources", "documents", "texts")
# What an answer says of passages, of itself or as an order is no claim that another passage could say too.
_NO_CLAIM = re.compile(
    r"\b(?:passages?|sources?|documents?|texts?|articles?|both|answer|question|according|based on|example|however"
    r"|therefore|overall|in (?:summary|conclusion|short)|i|you|your|we|our)\b|[:;?\"“”]",
    re.IGNORECASE,
)
# "The idea behind this": the passages may well agree on what the sentence rests on.
_RESTS_ON = re.compile(r"\b(?:this|these|those|such)\b", re.IGNORECASE)
_GOES_ON = re.compile(r"\W*(?:this|that|these|those|it|they|he|she|such|also|then|but|so|both|which)\b", re.IGNORECASE)


def agreements(ground: Ground, rng: Random) -> Iterator[tuple[tuple[int, int, str], str]]:
    """Every place where the answer could say that the passages agree, with why they do not: (edit, proof)."""
    passages = ground.case.passages
    nouns = _own_noun(ground) or rng.choice(_NOUNS)
    said = _worded(rng.choice(_SAID), len(passages), nouns)
    for span in ground.claims:
        if not span.text.endswith((".", "]", ")")) or _NO_CLAIM.search(span.text) or in_list(ground, span):
            continue
        if _RESTS_ON.search(span.text):
            continue
        after = next((one for one in ground.sentences if one.start >= span.end), None)
        if after is not None and (_GOES_ON.match(after.text) or ground.case.answer[span.end : after.start] != " "):
            continue
        home, stop = _home(ground, span), _STOP.search(span.text)
        if home is None or stop is None or ", as " in span.text:
            continue
        silent = [passage for passage in passages if clearly_worse(ground, home.id, passage, span.text)]
        if len(silent) == len(passages) - 1:
            told = ", ".join(f"[{passage.id}]" for passage in silent)
            proof = f'only [{home.id}] says "{span.text}"; few of its words and none of its figures stand in {told}'
            place = span.start + stop.start()
            yield (place, place, said), proof


def _own_noun(ground: Ground) -> str:
    """What the answer or the question calls the passages; empty where neither does."""
    match = re.search(rf"\b(?:{'|'.join(_NOUNS)})\b", f"{ground.case.answer} {ground.asks}", re.IGNORECASE)
    return match.group().lower() if match else ""


def _worded(template: str, count: int, nouns: str) -> str:
    all_of = _NUMBERS.get(count, "all of")
    of_them = "the " if all_of == "all of" else ""
    other = f"the other {nouns if count > 2 else nouns[:-1]}"
    return template.format(
        all=all_of,
        nouns=f"{of_them}{nouns}",
        other=other,
        say="say" if count > 2 else "says",
        bear="bear" if count > 2 else "bears",
    )


def _home(ground: Ground, span: Span) -> Passage | None:
    """The passage whose best sentence holds most words of a sentence of the answer."""
    asked = claim_words(span.text)
    if len(asked) < _LEAST_WORDS:
        return None
    shares = [
        (
            max((len(asked & content_set(one.text)) / len(asked) for one in sentences(passage.text)), default=0.0),
            passage,
        )
        for passage in ground.case.passages
    ]
    share, home = max(shares, key=lambda pair: (pair[0], pair[1].id))
    return home if share >= _SUPPORT else None

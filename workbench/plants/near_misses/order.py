"""Two sentences of an answer in the other order."""

import re
from collections.abc import Iterator
from itertools import pairwise
from random import Random

from workbench.plants.ground import Ground
from workbench.plants.near_misses.lists import only_list
from workbench.plants.style import Declined, Draft, Example, Style, edited
from workbench.records.challenge import Set
from workbench.records.rules import ANSWERS_WHEN_IT_CAN, GROUNDED
from workbench.text.sentences import Span
from workbench.text.tokens import content_set, content_words

# A sentence with one of these may speak of the one before it.
_REFERS = re.compile(
    r"^(?:that|after|before|since|while|as|because|although|once|when|for|in)\b"
    r"|\b(?:it|its|itself|he|him|his|she|her|hers|they|them|their|theirs|this|these|those|such|same|both(?!\b[^.]*\band)|either(?!\b[^.]*\bor)"
    r"|neither(?!\b[^.]*\bnor)|another|others?|rest|remaining|former|latter|respectively|also|too|as well|however"
    r"|but|so|therefore|thus"
    r"|hence|then|yet|still|instead|moreover|furthermore|additionally|in addition|similarly|likewise|consequently"
    r"|otherwise|meanwhile|afterwards?|next|previous(?:ly)?|subsequent(?:ly)?|eventually|further|later|earlier|now"
    r"|first(?:ly)?|second(?:ly)?|third|finally|lastly|here|there|yes|no|overall|in (?:summary|conclusion|short)|again"
    r"|even|ones?|not all|above|below|example|instance|specifically|in particular|in fact|result|step|according"
    r"|contrast"
    r"|that (?:is|was|day|year|time|way|case|means)|(?:two|three|four|five|all|each) of)\b"
    r"|\b(?:higher|lower|larger|smaller|greater|longer|shorter|faster|slower|older|newer|younger|more|less|fewer)\b"
    r"(?!\s(?:\w+\s){0,2}than)",
    re.IGNORECASE,
)
_OPENS_WITH_SUBJECT = re.compile(
    r"(?:(?:The|A|An|Our|Your|Every|No)\s)?(?:[\w'’%-]+,?\s){1,6}?(?:is|are|was|were|has|have|had|can|cannot|may|must"
    r"|will|should|does|do|costs?|takes?|needs?|opens?|closes?|lasts?|pays?|starts?|ends?|covers?|includes?|contains?"
    r"|offers?|provides?|uses?|helps?|makes?|gives?|works?|lives?|plays?|holds?|runs?|produces?|refers?|means?|became"
    r"|won|wrote|served|died|played|made|took|gave|began|received|reported|announced|\w{3,}ed)\s"
)
_WHOLE = re.compile(r"[A-Z](?:[^\n:.]|\.(?=\S))*[.](?:\s?\[[^\[\]\n]{1,120}\]){0,6}")
_NAMED = re.compile(r"\b[A-Z][\w'’-]*(?:\s+[A-Z][\w'’-]*)+")


def sentences_reordered(ground: Ground, rng: Random) -> Draft:
    """Swap two neighbouring sentences, or two bullets of a list, neither of which leans on the other."""
    if not ground.english or ground.declined:
        raise Declined("the answer declines" if ground.declined else "not English prose")
    pairs = [*_pairs(ground), *_bullets(ground)]
    if not pairs:
        raise Declined("no two neighbouring sentences that stand by themselves")
    first, second = rng.choice(pairs)
    edits = [(first.start, first.end, second.text), (second.start, second.end, first.text)]
    proof = "the same sentences, word for word; neither of the two that changed places refers to another"
    return edited(ground, edits, proof)


def _bullets(ground: Ground) -> Iterator[tuple[Span, Span]]:
    """Neighbours in a list without numbers, all of whose items stand by themselves."""
    try:
        items = only_list(ground.case.answer)
    except Declined:
        return
    spans = [Span(item.start(2), item.end(2), item.group(2)) for item in items]
    if items[0].group(1) is not None or any(_REFERS.search(span.text) for span in spans):
        return
    # "and" or a comma at the end would come to stand in mid list, a full stop only at the last item as well.
    if len({span.text[-1] in ".!" for span in spans}) > 1 or any(re.search(r"[,;:]$|\band$", s.text) for s in spans):
        return
    yield from pairwise(spans)


def _pairs(ground: Ground) -> Iterator[tuple[Span, Span]]:
    spans = ground.sentences
    for place, (first, second) in enumerate(pairwise(spans)):
        if place == 0 and len(spans) > 2:
            continue  # the first of many says what the rest is about
        if ground.case.answer[first.end : second.start] != " " or not (
            _stands(ground, first) and _stands(ground, second)
        ):
            continue
        after = spans[place + 2] if place + 2 < len(spans) else None
        if after is not None and _REFERS.search(after.text[:60]):
            continue
        if _cites(ground, first) == _cites(ground, second) and not _introduces(ground, first, second):
            yield first, second


def _stands(ground: Ground, span: Span) -> bool:
    """Whether a sentence reads the same wherever it stands. `The strike` or `You need` takes something as known."""
    known = re.match(r"The\s(?:[\w-]+\s){0,2}?([\w-]+)\s(?!of\b)", span.text)
    if re.match(r"You\b|If\b", span.text) or (known and not content_set(known.group()) & content_set(ground.asks)):
        return False
    return (
        _WHOLE.fullmatch(span.text) is not None
        and _REFERS.search(span.text) is None
        and _OPENS_WITH_SUBJECT.match(span.text) is not None
        and len(span.text.split()) >= 5
    )


def _cites(ground: Ground, span: Span) -> bool:
    return any(span.start <= mark.start < span.end for mark in ground.citations.marks)


def _introduces(ground: Ground, first: Span, second: Span) -> bool:
    """Whether the first sentence names or defines what the second takes as known."""
    if "(" in first.text:
        return True
    for match in _NAMED.finditer(first.text):
        whole = match.group()
        if whole not in second.text and any(word in second.text for word in whole.split() if word[0].isupper()):
            return True
    asked = content_set(ground.asks)
    told = content_set(first.text) - asked
    definite = [
        word
        for match in re.finditer(r"\b[Tt]he\s+((?:[\w-]+\s*){1,3})", second.text)
        for word in content_words(match.group(1))
    ]
    subject = content_words(second.text[:60])[:2]
    return any(word in told for word in (*definite, *subject))


STYLES = (
    Style(
        name="sentences_reordered",
        set=Set.NEAR_MISS,
        rules=(GROUNDED, ANSWERS_WHEN_IT_CAN),
        summary="two sentences that do not refer to each other change places",
        covers="every sentence is kept word for word; by its words, neither of the two refers to another",
        plant=sentences_reordered,
        examples=(
            Example(
                question="What does hire cost, and what comes with the bike?",
                passages=("Day hire is £32. Helmets are lent without charge. Lights come with every bike.",),
                answer="Day hire costs £32 in summer. Helmets are lent without charge.",
                becomes="Helmets are lent without charge. Day hire costs £32 in summer.",
            ),
        ),
    ),
)

"""More from the passages shown: one further true sentence, or both sides of a disagreement."""

import re
from random import Random

from workbench.plants.ground import Ground, claim_words
from workbench.plants.style import Declined, Draft, Example, Style, edited
from workbench.plants.wording.decline_words import BESIDE_DECLINE
from workbench.plants.wording.house_style import append_sentence, cites_passages, mark_for
from workbench.plants.wording.topic import asked_words, speaks_of, whole_sentences
from workbench.records.challenge import Set
from workbench.records.passage import Passage
from workbench.records.rules import ANSWERS_WHEN_IT_CAN, GROUNDED
from workbench.text.declines import plain_form
from workbench.text.language import is_english
from workbench.text.tokens import content_set

# A sentence of which the answer tells this share already adds nothing; one that shares less with it is off the topic.
_TOLD = 0.5
_LEAST_SHARE = 0.2
_NEAREST = 3
# "A common warning sign is a letter": of what, only its page says, and beside an answer it is of something else.
_OF_WHAT = re.compile(
    r"(?:A|An|One|Another|The|Some|Other|Most)\s(?:[\w-]+\s){0,2}(?:signs?|ways?|examples?|steps?|reasons?|tips?|options?"
    r"|methods?|benefits?|advantages?|drawbacks?|problems?|symptoms?|causes?|effects?|features?|types?|kinds?|parts?|cases?"
    r"|solutions?|results?|goals?|purposes?)\b(?!\s(?:of|to|for|in)\b)"
)


def extra_context(ground: Ground, rng: Random) -> Draft:
    """Add one more sentence of a passage shown, word for word, cited as the answer cites."""
    if ground.declined:
        return _beside_decline(ground, rng)
    if not ground.english:
        raise Declined("not English prose")
    found = _facts(ground)
    if not found:
        raise Declined("no further sentence of a passage that stands by itself")
    passage, fact = rng.choice(found)
    start, end, new = append_sentence(ground, fact)
    new = new[: len(new) - len(new.lstrip())] + _cited(ground, passage, fact)
    return edited(ground, [(start, end, new)], f'"{fact}" stands in passage {passage.id}, word for word')


def _beside_decline(ground: Ground, rng: Random) -> Draft:
    """After the system's own decline phrase, what the passages do say, marked as no answer."""
    if plain_form(ground.case.answer) != plain_form(ground.not_found):
        raise Declined("the answer declines in other words than the phrase")
    if not is_english(ground.case.question):
        raise Declined("not English prose")
    found = _facts(ground)
    if not found:
        raise Declined("no further sentence of a passage that stands by itself")
    passage, fact = rng.choice(found)
    frame = rng.choice(BESIDE_DECLINE).format(fact=fact)
    new = " " + (f"{frame[:-1]} [{passage.id}]." if cites_passages(ground.library) else frame)
    end = len(ground.case.answer.rstrip())
    proof = f'the trusted decline stays; "{fact}" stands in passage {passage.id}, word for word, and is offered as '
    "no answer"
    return edited(ground, [(end, end, new)], proof)


def _facts(ground: Ground) -> list[tuple[Passage, str]]:
    """Sentences, not told yet, of passages that the answer does not draw on: the few nearest to the topic."""
    told = [claim_words(span.text) for span in ground.sentences]
    asked = asked_words(ground)
    if not ground.declined and not asked & ground.shown_content:
        asked = claim_words(ground.case.answer)  # "Summarize the document" names no topic
    topic = content_set(ground.case.question) if ground.declined else asked | claim_words(ground.case.answer)
    found: list[tuple[float, str, Passage]] = []
    for passage in _others(ground):
        for text in whole_sentences(ground, passage, topic):
            words = content_set(text)
            if _OF_WHAT.match(text):
                continue
            if not speaks_of(text, asked) or any(len(words & said) >= _TOLD * len(words) for said in told):
                continue
            share = len(words & topic) / len(words)
            if text not in ground.case.answer and (ground.declined or share >= _LEAST_SHARE):
                found.append((len(words & asked) + share, text, passage))
    found.sort(key=lambda fact: (-fact[0], fact[1]))
    return [(passage, text) for _, text, passage in found[:_NEAREST]]


def _others(ground: Ground) -> list[Passage]:
    """The passages that the answer does not cite or, where it cites none, all but the one it is nearest to.

    Where there is no other, more of a passage that it draws on is as right.
    """
    shown = ground.case.passages
    if ground.declined:
        return list(shown)
    if ground.citations.shown:
        return [passage for passage in shown if passage.id not in ground.citations.shown] or list(shown)
    told = claim_words(ground.case.answer)
    return sorted(shown, key=lambda passage: -len(told & content_set(passage.text)))[1:] or list(shown)


def _cited(ground: Ground, passage: Passage, fact: str) -> str:
    mark = mark_for(ground, passage.id)
    if not mark:
        return fact
    last = ground.citations.marks[-1]
    after = ground.case.answer[last.start - 2 : last.start - 1] in (".", "!", "?")
    return f"{fact} {mark}" if after else f"{fact[:-1]} {mark}{fact[-1]}"


STYLES = (
    Style(
        name="extra_context",
        set=Set.NEAR_MISS,
        rules=(GROUNDED, ANSWERS_WHEN_IT_CAN),
        summary="one more true sentence of a passage shown, of another one where there is one",
        covers="the added sentence stands in a passage shown, word for word; that it belongs to the topic, by "
        "words only",
        plant=extra_context,
        examples=(
            Example(
                question="How far does the Kestrel go?",
                passages=(
                    "A full battery takes the Kestrel about 95 km on flat roads.",
                    "The Kestrel battery weighs 3 kg and slides out sideways.",
                ),
                answer="With a full battery the Kestrel goes about 95 km on flat roads [p1].",
                becomes="With a full battery the Kestrel goes about 95 km on flat roads [p1]. The Kestrel battery "
                "weighs 3 kg and slides out "
                "sideways [p2].",
            ),
        ),
    ),
)

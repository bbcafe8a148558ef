"""A passage that only mentions the topic, given as the answer."""

from random import Random

from workbench.plants.ground import Ground
from workbench.plants.style import Declined, Draft, Example, Style, rewritten
from workbench.plants.wording.house_style import cites_passages
from workbench.plants.wording.topic import asked_words, in_mid_sentence, speaks_of, whole_sentences
from workbench.records.challenge import Set
from workbench.records.passage import Passage
from workbench.records.rules import ANSWERS_WHEN_IT_CAN
from workbench.text.language import is_english
from workbench.text.tokens import content_set

_NEAREST = 2
# A sentence that holds more of the words of the question says the like of it: "an increase" where a decrease was asked.
# Given as the answer it would put the question right.
_MOST_ASKED = 0.7
# The share of answers that say two things of the topic, as trusted answers do.
_AT_LENGTH = 0.5
_UNCITED = ("According to the sources, {fact}", "The sources say that {fact}", "As the documents put it, {fact}")
_CITED = ("According to [{id}], {fact}", "{whole} [{id}].", "As [{id}] says, {fact}")


def topic_mention(ground: Ground, rng: Random) -> Draft:
    """Give a shown sentence that shares the words of the question, and not what was asked, as the answer."""
    if not ground.declined:
        raise Declined("the passages hold the answer")
    if not is_english(ground.asks):
        raise Declined("the question is not English")
    found = _mentions(ground)
    if not found:
        raise Declined("no sentence shown speaks of the topic and stands by itself")
    passage, fact, small = rng.choice(found[:_NEAREST])
    cites = cites_passages(ground.library)
    frame = rng.choice(_CITED if cites else _UNCITED)
    said = frame.format(id=passage.id, fact=small, whole=fact[:-1])
    others = [(other.id, text) for other, text, _ in found if text != fact]
    if others and rng.random() < _AT_LENGTH:
        name, more = rng.choice(others[:_NEAREST])
        said += f" {more[:-1]} [{name}]." if cites else f" {more}"
    proof = f'the trusted answer declines: the passages do not hold the answer, and "{fact}" only mentions the topic'
    return rewritten(ground, said, proof)


def _mentions(ground: Ground) -> list[tuple[Passage, str, str]]:
    """Sentences on the topic, each as it stands and as it reads in mid sentence; the nearest to the question first."""
    asked, topic = asked_words(ground), content_set(ground.case.question)
    found: list[tuple[int, str, Passage, str]] = []
    for passage in ground.case.passages:
        for text in whole_sentences(ground, passage, topic):
            small = in_mid_sentence(ground, text)
            shared = speaks_of(text, asked)
            if 0 < shared <= _MOST_ASKED * len(asked) and small is not None:
                found.append((shared, text, passage, small))
    found.sort(key=lambda mention: (-mention[0], mention[1]))
    return [(passage, text, small) for _, text, passage, small in found]


STYLES = (
    Style(
        name="topic_mention",
        set=Set.PLANTED,
        rules=(ANSWERS_WHEN_IT_CAN,),
        summary="a sentence that only mentions the topic is given as the answer",
        covers="a person trusts the decline, so no passage holds the answer; the sentence stands in a passage shown",
        plant=topic_mention,
        examples=(
            Example(
                question="How many bikes fit the stand in summer?",
                passages=("The stand in Ellerford is open from 7 until 21 in summer.",),
                answer="Not in the sources.",
                becomes="The sources say that the stand in Ellerford is open from 7 until 21 in summer.",
            ),
        ),
    ),
)

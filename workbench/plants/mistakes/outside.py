"""A true-sounding fact from outside the passages shown: a sentence of the user's own other documents."""

import re
from random import Random

from workbench.plants.ground import Ground, claim_words
from workbench.plants.library import Sourced
from workbench.plants.style import Declined, Draft, Example, Style, edited
from workbench.plants.wording.house_style import append_sentence
from workbench.plants.wording.stands_alone import stands_alone
from workbench.records.challenge import Set
from workbench.records.rules import GROUNDED
from workbench.text.declines import declines
from workbench.text.figures import figures, stands_in
from workbench.text.names import names
from workbench.text.tokens import content_set, content_words

# Words of questions that say nothing of their topic.
_ASKING = content_set(
    "make get need take use happen find know tell work come go want long much many often old mean say give best kind "
    "type way thing difference people good user name start one two first help"
)
# Shares of the telling words of the other document that the passages shown must hold, found by reading what came out:
# less is enough where the sentence opens with a word of the question than with one of the answer.
_LEAST_SHARED = 4
_LEAST_TOLD = 3
# Shares of its words that one sentence of the passages may hold.
_MOST_TOLD = 0.5
_WEAK = re.compile(r"\b(?:may|might|can|could)\b")
_MOST_TOLD_IN_GENERAL = 0.4
_NEAR_QUESTION = 0.2
_NEAR_ANSWER = 0.26
# A word that opens more sentences than this tells nothing of a topic.
_TELLING = 400


def outside_fact(ground: Ground, rng: Random) -> Draft:
    """Add a sentence of another document, on the same topic, that no shown passage supports."""
    if not ground.english or ground.declined:
        raise Declined("not English prose" if not ground.english else "the answer declines")
    if any(declines(span.text) for span in ground.sentences):
        raise Declined("a part of the answer declines")
    asked = content_set(ground.asks) - _ASKING
    told = claim_words(ground.case.answer) - _ASKING
    by_opening = ground.library.sentences_by_opening
    found = {
        sentence.text: sentence
        for words, least in ((told, _NEAR_ANSWER), (asked, _NEAR_QUESTION))
        for word in words
        if len(by_opening.get(word, ())) <= _TELLING
        for sentence in by_opening.get(word, ())
        if _is_near(ground, sentence, least)
    }
    topic = asked | told
    near = sorted(
        ((len(topic & s.content), s.text) for s in found.values() if _is_outside(ground, s, asked, told)),
        key=lambda pair: (-pair[0], pair[1]),
    )
    if not near:
        raise Declined("no other document says something near that the passages do not")
    fact = rng.choice([text for _, text in near[:3]])
    edit = append_sentence(ground, fact)
    proof = f'"{fact}" comes from another document; the passages shown hold {ground.support(fact):.0%} of its words'
    return edited(ground, [edit], proof)


def _is_outside(ground: Ground, sentence: Sourced, asked: frozenset[str], told: frozenset[str]) -> bool:
    """On the topic by at least two telling words, able to stand alone, and not from the passages shown.

    A fact on something that the answer names in passing shows at once. So it opens with a word of the question, or
    holds one that few documents do. Where the question names nothing, as in "Summarize the article", three words of the
    answer must do.
    """
    shared = len((asked | told) & sentence.content)
    of_question = asked & ground.shown_content
    opening = frozenset(content_words(sentence.text)[:2])
    if not (of_question & (opening | sentence.content & ground.library.rare) if of_question else shared >= _LEAST_TOLD):
        return False
    if shared < 2 or shared < 0.2 * len(sentence.content) or sentence.in_list or len(sentence.text) > 180:
        return False
    if sentence.text in ground.shown or len(sentence.content & ground.shown_content) / len(sentence.content) > 0.55:
        return False
    return stands_alone(ground, sentence.text) and _says_something_new(ground, sentence.text)


def _is_near(ground: Ground, sentence: Sourced, least: float) -> bool:
    """Whether its document speaks of the same things as the passages shown, by the words that few documents hold."""
    shared = len(sentence.around & ground.shown_content)
    return shared >= max(_LEAST_SHARED, least * len(sentence.around))


def _says_something_new(ground: Ground, text: str) -> bool:
    """At least half of its words, and a figure or name where it has any, stand in no passage shown."""
    told = [*figures(text)]
    if told and all(stands_in(figure, ground.shown) for figure in told):
        return False
    named = names(text)
    if named and all(name.text in ground.shown for name in named):
        return False
    if told or named:
        return ground.support(text) <= _MOST_TOLD
    # Without a figure or a name of its own it says something general, which the passages may say in other words.
    return ground.support(text) <= _MOST_TOLD_IN_GENERAL and _WEAK.search(text) is None


STYLES = (
    Style(
        name="outside_fact",
        set=Set.PLANTED,
        rules=(GROUNDED,),
        summary="a true-sounding fact from another of the user's documents is added",
        covers="the sentence stands in no passage shown, at most half of its words stand in any one sentence of them",
        plant=outside_fact,
        examples=(
            Example(
                question="How far does the Kestrel go?",
                passages=(
                    "A full battery takes the Kestrel about 95 km on flat roads and 70 km in the hills. Charge the "
                    "battery after each ride.",
                ),
                answer="The Kestrel goes about 95 km on flat roads with a full battery.",
                becomes="The Kestrel goes about 95 km on flat roads with a full battery. The Kestrel battery weighs "
                "3 kg and slides out to the left.",
                elsewhere=(
                    "The Kestrel battery weighs 3 kg and slides out to the left. Charge it in a dry room, and carry no "
                    "second battery on hill roads.",
                ),
            ),
        ),
    ),
)

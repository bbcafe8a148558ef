"""A true-sounding fact from outside the passages shown: a sentence of the user's own other documents."""

import re
from random import Random

from workbench.plants.ground import Ground, Sourced
from workbench.plants.house_style import append_sentence
from workbench.plants.style import Declined, Draft, Example, Style, edited
from workbench.records.challenge import Set
from workbench.records.rules import GROUNDED
from workbench.text.declines import declines
from workbench.text.figures import figures, stands_in
from workbench.text.language import is_english
from workbench.text.names import names
from workbench.text.tokens import content_words

# A sentence that can stand alone: it opens with its own subject and holds no mark-up.
_STANDS_ALONE = re.compile(r"^[A-Z][\w'’ ,£$€%°()./-]+\.$")
_LEANS = re.compile(
    r"^(?:he|she|it|they|we|i|you|this|that|these|those|his|her|its|their|there|here|however|but|and|or|so|also|then|yet"
    r"|both|such|another|other|others|some|one|each|either|neither|in addition|for example|for instance|as a result"
    r"|according|therefore|thus|finally|first|second|next|meanwhile|instead|moreover|furthermore|although|because|while|if|when|after"
    r"|before|since|do|does|did|see|click|note|please|get|find|learn|read|not|what|how|why|who|where|which)\b",
    re.IGNORECASE,
)


def outside_fact(ground: Ground, rng: Random) -> Draft:
    """Add a sentence of another document, on the same topic, that no shown passage supports."""
    if not ground.english or ground.declined:
        raise Declined("not English prose" if not ground.english else "the answer declines")
    if any(declines(span.text) for span in ground.sentences):
        raise Declined("a part of the answer declines")
    topic = frozenset(content_words(f"{ground.case.question} {ground.case.answer}"))
    near = sorted(
        ((len(topic & s.content), s.text) for s in ground.library.sentences if _is_outside(ground, s, topic)),
        key=lambda pair: (-pair[0], pair[1]),
    )
    if not near:
        raise Declined("no other document says something near that the passages do not")
    fact = rng.choice([text for _, text in near[:3]])
    edit = append_sentence(ground, fact)
    proof = f'"{fact}" comes from another document; the passages shown hold {ground.support(fact):.0%} of its words'
    return edited(ground, [edit], proof)


def _is_outside(ground: Ground, sentence: Sourced, topic: frozenset[str]) -> bool:
    shared = topic & sentence.content
    if len(shared) < 2 or not 7 <= len(sentence.text.split()) <= 28 or len(sentence.text) > 180:
        return False
    if sentence.text in ground.shown or len(sentence.content & ground.shown_content) / len(sentence.content) > 0.55:
        return False
    if not _STANDS_ALONE.match(sentence.text) or _LEANS.match(sentence.text) or not is_english(sentence.text):
        return False
    return _says_something_new(ground, sentence.text)


def _says_something_new(ground: Ground, text: str) -> bool:
    """At least half of its words, and a figure or name where it has any, stand in no passage shown."""
    told = [*figures(text)]
    if told and all(stands_in(figure, ground.shown) for figure in told):
        return False
    named = names(text)
    return not (named and all(name.text in ground.shown for name in named)) and ground.support(text) <= 0.5


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
                passages=("A full battery takes the Kestrel about 95 km on flat roads.",),
                answer="The Kestrel goes about 95 km on flat roads with a full battery.",
                becomes="The Kestrel goes about 95 km on flat roads with a full battery. The Kestrel battery pack "
                "weighs 3 kg and slides out to the left.",
                elsewhere=("The Kestrel battery pack weighs 3 kg and slides out to the left.",),
            ),
        ),
    ),
)

"""A true-sounding fact from outside the passages shown: of another document of the user, or one no longer shown."""

import re
from itertools import pairwise
from random import Random

from workbench.plants.ground import Ground, claim_words, has_words
from workbench.plants.library import Sourced
from workbench.plants.near_misses.trimming import LEANS_BACK, cuts
from workbench.plants.style import Declined, Draft, Example, Style, edited, edited_passages
from workbench.plants.wording.house_style import append_sentence
from workbench.plants.wording.stands_alone import stands_alone, states
from workbench.plants.wording.topic import names_all
from workbench.records.challenge import Set
from workbench.records.passage import Passage
from workbench.records.rules import GROUNDED
from workbench.text.declines import declines, plain_form
from workbench.text.figures import FigureKind, figures, stands_in
from workbench.text.names import names
from workbench.text.quantities import Quantities
from workbench.text.sentences import Span, sentences
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
_TAKEN_UP = re.compile(r"The\s(?P<what>\w+)\b(?P<says>\s(?:said|says|told|found|added|explained|noted|reported)\b)?")
_WEAK = re.compile(r"\b(?:may|might|can|could)\b")
_MOST_TOLD_IN_GENERAL = 0.4
_NEAR_QUESTION = 0.2
_NEAR_ANSWER = 0.26
# A sentence that is taken out: among how many of the nearest one is drawn, how many of its first words may tell the
# topic, its longest, and the shares of its words that the answer, and any one sentence of it, may hold.
_NEAREST = 6
_OPENING_WORDS = 4
_LONGEST = 240
_MOST_SAID = 0.6
_MOST_SHARED = 0.4
# With so many of its words that are no names, and this share of them, anywhere in the answer, the answer
# tells it already in other words, and would lose what it rests on.
_LEAST_RETOLD = 2
_MOST_RETOLD = 0.25
_SMALL_WORD = re.compile(r"(?<![\w'’-])[a-z][a-z-]+")
_LEAST_LEFT = 12
_SHORTEST = 0.8
# A date can be worked out beside one of these.
_COUNTED_TIME = re.compile(r"\b(?:anniversary|ago|yesterday|tomorrow|last (?:year|month|week))\b", re.IGNORECASE)
_DATES = frozenset({FigureKind.DATE, FigureKind.YEAR})
# "Ended today": the answer has no such day.
_OF_THE_DAY = re.compile(r"\b(?:today|tonight|yesterday|tomorrow)\b", re.IGNORECASE)
# Without a figure or name of its own, it has so many telling words, of which no other sentence holds this share.
_LEAST_TELLING = 7
_FAR = 0.3
# "Schumer posted the tweet": which tweet? Further on, "the dark" or "the weekend" is any.
_NAMED_FIRST = 6
_OF_THE = re.compile(r"\bof\sthe\s\w+")
# Sentences that follow each other may tell together what none of them tells alone.
_TOGETHER = 3
# What somebody felt, or what ought to be, follows from much.
_FOLLOWS_EASILY = re.compile(
    r"\b(?:should|ought|knew|felt|feels?|seem\w*|appear(?:s|ed)?|believed?|thought|hop(?:e|es|ed)|important)\b",
    re.IGNORECASE,
)


def outside_fact(ground: Ground, rng: Random) -> Draft:
    """Add a sentence on the same topic that no shown passage supports.

    It comes from another document, or from a passage of the case, which is then shown without it.
    """
    if not ground.english or ground.declined:
        raise Declined("not English prose" if not ground.english else "the answer declines")
    if any(declines(span.text) for span in ground.sentences):
        raise Declined("a part of the answer declines")
    draft = _taken_out(ground, rng) or _borrowed(ground, rng)
    if draft is not None:
        return draft
    raise Declined("no other document says something near that the passages do not, and no passage could go without")


def _borrowed(ground: Ground, rng: Random) -> Draft | None:
    """Add a sentence of another document that speaks of the same things."""
    asked = content_set(ground.asks) - _ASKING
    told = claim_words(ground.case.answer) - _ASKING
    found = [
        sentence
        for shared, document in ground.library.near(ground.shown_content)
        if (opening := _opening(shared, len(document.around), asked, told))
        for words, sentence in document.sentences
        if words & opening
    ]
    topic = asked | told
    near = sorted(
        ((len(topic & s.content), s.text) for s in found if _is_outside(ground, s, asked, told)),
        key=lambda pair: (-pair[0], pair[1]),
    )
    if not near:
        return None
    fact = rng.choice([text for _, text in near[:_NEAREST]])
    edit = append_sentence(ground, fact)
    proof = f'"{fact}" comes from another document; the passages shown hold {ground.support(fact):.0%} of its words'
    return edited(ground, [edit], proof)


def _opening(shared: int, of: int, asked: frozenset[str], told: frozenset[str]) -> frozenset[str]:
    """The words with one of which a sentence of a document must open: those of the question, of the answer, or none.

    It depends on how many of its telling words, those that few documents hold, the passages shown hold too.
    """
    if shared < max(_LEAST_SHARED, _NEAR_QUESTION * of):
        return frozenset()
    return asked | told if shared >= _NEAR_ANSWER * of else asked


def _taken_out(ground: Ground, rng: Random) -> Draft | None:
    """Add a sentence of a passage that is shown without it, and that holds what stands nowhere else."""
    case = ground.case
    if len({passage.id for passage in case.passages}) < len(case.passages):
        return None
    topic = (content_set(ground.asks) | claim_words(case.answer)) - _ASKING
    claims = [claim_words(span.text) for span in ground.sentences]
    near = sorted(
        (-len(topic & content_set(span.text)), span.text, passage.id, span.start, span)
        for passage in case.passages
        for span, after in pairwise((*sentences(passage.text), None))
        if span is not None
        and not (after is not None and (LEANS_BACK.match(after.text) or _goes_on(span, after)))
        and _can_be_missed(ground, passage, span, topic, claims)
    )
    if not near:
        return None
    _, fact, home, _, span = rng.choice(near[:_NEAREST])
    text = next(passage.text for passage in case.passages if passage.id == home)
    added = edited(ground, [append_sentence(ground, fact)], "")
    cut = edited_passages(ground, {home: cuts(text, [span])}, "")
    rest = "\n\n".join(f"{passage.title}\n{passage.text}" for passage in cut.passages)
    if not _is_new(fact, f"{rest}\n{case.question}\n{case.answer}") and not _is_far(fact, rest, topic):
        return None
    if _COUNTED_TIME.search(rest) and any(figure.kind in _DATES for figure in figures(fact)):
        return None
    proof = f'"{fact}" is no longer in [{home}], and what it tells stands in no other sentence that is shown'
    return Draft(answer=added.answer, passages=cut.passages, sites=(*added.sites, *cut.sites), proof=proof)


def _goes_on(span: Span, after: Span) -> bool:
    """Whether the next sentence takes up what this one names, "the studies", or tells on what somebody in it said."""
    taken_up = _TAKEN_UP.match(after.text)
    return taken_up is not None and bool(taken_up["says"] or content_set(taken_up["what"]) & content_set(span.text))


def _can_be_missed(
    ground: Ground, passage: Passage, span: Span, topic: frozenset[str], claims: list[frozenset[str]]
) -> bool:
    """Whether a sentence is on the topic, reads well alone, and supports nothing that the answer says."""
    words = content_set(span.text)
    opening = frozenset(content_words(span.text)[:_OPENING_WORDS])
    if len(span.text) > _LONGEST or len(topic & words) < 2 or not topic & opening or span.text in ground.case.answer:
        return False
    if len(words & topic) > _MOST_SAID * len(words) or any(_overlaps(words, claim) for claim in claims):
        return False
    if _is_retold(span.text, claims) or _OF_THE_DAY.search(span.text) or _FOLLOWS_EASILY.search(span.text):
        return False
    if ground.shown.count(span.text) > 1 or len(content_set(passage.text)) < len(words) + _LEAST_LEFT:
        return False
    # Were the cut passage clearly the shortest one, its length would tell.
    others = [len(other.text) for other in ground.case.passages if other is not passage]
    if len(passage.text) - len(span.text) < _SHORTEST * min(others, default=0):
        return False
    rest = (s.content for s in ground.shown_sentences if s.text != span.text)
    if any(len(words & other) > _MOST_TOLD * len(words) for other in rest):
        return False
    spoken = content_set(f"{ground.case.question} {ground.case.answer}")
    begins = _OF_THE.sub("", " ".join(span.text.split()[:_NAMED_FIRST]))
    if not states(ground, span.text) or not names_all(begins, spoken):
        return False
    return plain_form(ground.case.evidence or "\0") not in plain_form(span.text)


def _overlaps(words: frozenset[str], claim: frozenset[str]) -> bool:
    shared = len(words & claim)
    return shared > _MOST_SHARED * min(len(words), max(len(claim), 1))


def _is_retold(fact: str, claims: list[frozenset[str]]) -> bool:
    """Whether the answer, as a whole, holds much of what a sentence says besides its names."""
    words = content_set(" ".join(_SMALL_WORD.findall(fact)))
    shared = len(words.intersection(frozenset().union(*claims)))
    return shared >= _LEAST_RETOLD and shared >= _MOST_RETOLD * len(words)


def _is_new(fact: str, rest: str) -> bool:
    """Whether a fact tells a figure or a name that stands nowhere else."""
    held = Quantities(rest)
    told = [figure for figure in figures(fact) if figure.kind is not FigureKind.LABEL]
    return any(not held.holds(figure) for figure in told) or any(not has_words(rest, n.last) for n in names(fact))


def _is_far(fact: str, rest: str, topic: frozenset[str]) -> bool:
    """Whether a fact says firmly what neither the answer nor any few other sentences together come near to."""
    words = content_set(fact)
    told = [content_set(span.text) for span in sentences(rest)]
    windows = (frozenset().union(*told[place : place + _TOGETHER]) for place in range(len(told)))
    near = max((len(words & window) for window in windows), default=0)
    near = max(near, len(words & topic))
    return len(words) >= _LEAST_TELLING and near <= _FAR * len(words) and _WEAK.search(fact) is None


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
        summary="a true-sounding fact is added, from another of the user's documents or from a passage that no longer "
        "holds it",
        covers="the sentence stands in no passage shown, at most half of its words stand in any one sentence of them; "
        "where a passage held it, a figure or name of it stands nowhere else, or no sentence comes near it",
        plant=outside_fact,
        adds_once=True,
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

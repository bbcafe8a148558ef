"""Two passages that disagree, and an answer that says so."""

import re
from collections.abc import Iterator
from dataclasses import replace
from random import Random

from workbench.plants.ground import Ground
from workbench.plants.style import Declined, Draft, Example, Style, edited, reshown
from workbench.plants.wording.house_style import append_sentence, mark_for
from workbench.plants.wording.other_values import left_open
from workbench.plants.wording.rivals import rival, with_rival
from workbench.records.challenge import Set
from workbench.records.passage import Passage
from workbench.records.rules import ANSWERS_WHEN_IT_CAN, GROUNDED
from workbench.text.conflicts import notes_conflict
from workbench.text.figures import Figure, FigureKind, figures, same_quantity
from workbench.text.sentences import sentences
from workbench.text.tokens import content_set

_Told = tuple[Passage, str, Figure, frozenset[str]]
# Two sentences speak of one thing when they share this much of what they say, the figure aside.
_SAME_THING = 0.8
_LEAST_WORDS = 3
_LONGEST = 200
_MOST_TOLD = 60
_BOUNDED = re.compile(
    r"\b(?:at least|at most|up to|more than|less than|over|under|between|about|around|approximately|roughly|nearly"
    r"|almost"
    r"|from|until|if|unless|when|some|can|may|might|usually|typically|average|maximum|minimum|extra|another|additional)\b",
    re.IGNORECASE,
)
_WHOLE = re.compile(r"[A-Z][^\n\"“”]*\.")


def conflict_noted(ground: Ground, rng: Random) -> Draft:
    """Add that two passages give different figures for one thing, with both sentences word for word.

    Where no two that are shown disagree, another edition of one is shown too.
    """
    if not ground.english or ground.declined:
        raise Declined("the answer declines" if ground.declined else "not English prose")
    if notes_conflict(ground.case.answer):
        raise Declined("the answer speaks of a conflict already")
    pairs = list(_disagreeing(ground))
    if pairs:
        (one, first, *_), (other, second, *_) = rng.choice(pairs)
        return edited(ground, [_note(ground, (first, one.id), (second, other.id))], _proof(first, one, second, other))
    # The answer goes on asserting the first value, so the other edition must not call it wrong.
    made = rival(ground, rng, left_open)
    if made is None or '"' in made.line:
        raise Declined("no two passages that disagree on a figure of the answer, and no value that they could")
    first, second = made.line.rstrip("."), made.other_line.rstrip(".")
    edit = _note(ground, (first, made.home.id), (second, made.passage.id))
    noted = edited(ground, [edit], _proof(first, made.home, second, made.passage))
    shown = reshown(ground, with_rival(ground, made, rng), "")
    return replace(noted, passages=shown.passages, sites=(*noted.sites, *shown.sites))


def _note(ground: Ground, one: tuple[str, str], other: tuple[str, str]) -> tuple[int, int, str]:
    """The edit that adds what both say, each sentence with the id of its passage, cited as the answer cites."""
    (first, first_id), (second, second_id) = one, other
    start, end, new = append_sentence(ground, "Both.")
    marks = [f" {mark}" if (mark := mark_for(ground, name)) else "" for name in (first_id, second_id)]
    said = f'The sources do not agree here: one says "{first}"{marks[0]}, another "{second}"{marks[1]}.'
    return start, end, new[: len(new) - len(new.lstrip())] + said


def _proof(first: str, one: Passage, second: str, other: Passage) -> str:
    return f'passage {one.id} says "{first}", passage {other.id} says "{second}": both stand there word for word'


def _disagreeing(ground: Ground) -> Iterator[tuple[_Told, _Told]]:
    told = list(_told(ground))[:_MOST_TOLD]
    for place, one in enumerate(told):
        for other in told[place + 1 :]:
            if _disagree(one, other) and any(same_quantity(f, g) for f in ground.figures for g in (one[2], other[2])):
                yield one, other


def _told(ground: Ground) -> Iterator[_Told]:
    """Sentences with one figure with a unit, said flatly."""
    for passage in ground.case.passages:
        for span in sentences(passage.text):
            text = span.text
            if len(text) > _LONGEST or not _WHOLE.fullmatch(text) or _BOUNDED.search(text):
                continue
            found = figures(text)
            if len(found) == 1 and found[0].kind is FigureKind.PLAIN and found[0].unit is not None:
                without = text[: found[0].start] + " " + text[found[0].end_of_unit :]
                yield passage, text[:-1], found[0], content_set(without)


def _disagree(one: _Told, other: _Told) -> bool:
    (passage, _, figure, words), (second, _, another, more) = one, other
    if passage.id == second.id or figure.unit is None or another.unit is None:
        return False
    if figure.unit.dimension != another.unit.dimension or same_quantity(figure, another):
        return False
    shared = len(words & more)
    return shared >= _LEAST_WORDS and shared >= _SAME_THING * len(words | more)


STYLES = (
    Style(
        name="conflict_noted",
        set=Set.NEAR_MISS,
        rules=(GROUNDED, ANSWERS_WHEN_IT_CAN),
        summary="the answer adds that two passages shown disagree, with both values; where none do, another edition of "
        "one is shown that does",
        covers="both sentences stand in the passages word for word, alike but for a value of one kind; whether they "
        "speak of one thing a reader decides",
        plant=conflict_noted,
        examples=(
            Example(
                question="How much is the deposit for the Heron?",
                passages=(
                    "The deposit for the Heron cargo bike is £120.",
                    "For the Heron cargo bike, the deposit is £80.",
                ),
                answer="The deposit for the Heron is £80 [p2].",
                becomes='The deposit for the Heron is £80 [p2]. The sources do not agree here: one says "The '
                "deposit for "
                'the Heron cargo bike is £120" [p1], another "For the Heron cargo bike, the deposit is £80" [p2].',
            ),
        ),
    ),
)

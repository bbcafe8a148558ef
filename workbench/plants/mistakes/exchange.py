"""Two values of an answer exchanged between their owners."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from random import Random

from workbench.plants.ground import Ground, claim_words, has_words
from workbench.plants.style import Declined, Draft, Example, Style, edited
from workbench.plants.wording.at_odds import figures_at_odds
from workbench.records.challenge import Set
from workbench.records.rules import GROUNDED
from workbench.text.dates import MomentKind, moments
from workbench.text.figures import FigureKind
from workbench.text.sentences import Span, sentences
from workbench.text.tokens import content_set

# Where one owner with its value may end and the next begin.
_CUT = re.compile(
    r"[;\n]|,\s|\.\s|\s(?:and|but|while|whereas|or|compared\s+(?:to|with)|versus|vs\.?|than|followed\s+by)\s",
    re.IGNORECASE,
)
# With one of these, order does not matter, or the sense tells which value goes where.
_ORDERLESS = re.compile(
    r"\b(?:between|both|respectively|either|neither|each other|together|combined|including|includes?"
    r"|of (?:them|whom|these|those)|total\w*|sum|altogether|of which|ranging"
    r"|range|times|ratio|from\b[^.;]{0,40}\bto|average|left|record|highest|lowest|max\w*|min|minimum|remaining|rest|more|less|fewer|higher|lower|another|other|only|just|merely|even)\b",
    re.IGNORECASE,
)
_IN_TIME = re.compile(
    r"\b(?:later|then|until|after|before|since|born|died|death|eventually|finally|next|again|previous\w*|earlier|first|last"
    r"|return\w*|depart\w*|arriv\w*|reach\w*|leav\w*|left|still|end\w*|start\w*|beg[aiu]n\w*|former\w*|success\w*|following)\b",
    re.IGNORECASE,
)
_SIDE_BY_SIDE = re.compile(
    r"\b(?:marri\w+|wife|husband|son|daughter|mother|father|brother|sister|met|against|beat|defeat\w*|join\w*|friends?|he|she"
    r"|his|her|him|with|border\w*|near|next to|also|including|such as|like|as well as)\b",
    re.IGNORECASE,
)
_LEAST_OWNED = 0.5
# A sentence with more values than this is a table or a list of codes, and an answer with more names an index.
_MOST_VALUES = 12
_MOST_NAMES = 60


@dataclass(frozen=True)
class _Held:
    """One value with the stretch of the answer that says whose it is, and the words that do."""

    start: int
    end: int
    text: str
    key: tuple[str, ...]
    words: frozenset[str]
    place: int
    stretch: tuple[int, int]


def values_exchanged(ground: Ground, rng: Random) -> Draft:
    """Let two values of one kind change places, where the passages tie each to its own owner.

    Raises:
        Declined: no two values of one kind and form belong to two owners, each tied to its own by the passages.
    """
    if not ground.english or ground.declined:
        raise Declined("not English prose" if not ground.english else "the answer declines")
    pairs = list(_pairs(ground))
    if not pairs:
        raise Declined("no two values of one kind with an owner each")
    tied = _Ties(ground)
    rng.shuffle(pairs)
    for one, other in pairs:
        edits = [(one.start, one.end, other.text), (other.start, other.end, one.text)]
        if tied.holds(one, other) and not figures_at_odds(ground, edits):
            proof = (
                f'"{one.text}" and "{other.text}" change places; each passage sentence that holds one ties it to '
                f"its own owner ({', '.join(sorted(one.words - other.words)[:4])}; "
                f"{', '.join(sorted(other.words - one.words)[:4])}) and none to the other's"
            )
            return edited(ground, edits, proof)
    raise Declined("the passages do not tie each value to its own owner alone")


def _pairs(ground: Ground) -> Iterator[tuple[_Held, _Held]]:
    """Two values of one kind and form, each alone in its stretch, in one sentence or in two that follow each other."""
    values = _values(ground)
    if len(values) < 2:
        return
    claims = [(place, span) for place, span in enumerate(ground.sentences) if ground.is_claim(span)]
    held = [list(_held(ground.case.answer, place, span, values)) for place, span in claims]
    for group in [*held, *(a + b for a, b in pairwise(held) if a and b and b[0].place - a[0].place == 1)]:
        for number, one in enumerate(group):
            for other in group[number + 1 :]:
                if one.key == other.key and _differ(ground, one, other):
                    yield one, other


def _values(ground: Ground) -> list[tuple[int, int, tuple[str, ...]]]:
    """Values of the answer that are told once, as (start, end, kind and form)."""
    answer = ground.case.answer
    found: list[tuple[int, int, tuple[str, ...]]] = []
    for figure in ground.figures:
        if figure.kind is FigureKind.PLAIN and figure.text.isascii() and figure.value > 1:
            sign = answer[figure.start - 1 : figure.start] if figure.start else ""
            unit = figure.unit.name if figure.unit else ""
            if ground.figure_counts.is_told_once(figure) and not figure.text[0].isupper():
                decimal = "." in figure.text
                key = ("figure", unit, sign if sign in "£$€" else "", str(figure.spelled), str(decimal))
                found.append((figure.start, figure.end, key))
    for name in ground.names if len(ground.names) <= _MOST_NAMES else ():
        if len(re.findall(rf"(?<!\w){re.escape(name.last)}(?!\w)", answer)) == 1:
            found.append((name.start, name.end, ("name", name.kind)))
    for moment in moments(answer):
        if moment.kind in (MomentKind.DATE, MomentKind.YEAR, MomentKind.TIME) and answer.count(moment.text) == 1:
            found.append((moment.start, moment.end, ("moment", moment.kind, str(len(moment.text.split())))))
    return sorted(found)


def _held(answer: str, place: int, span: Span, values: list[tuple[int, int, tuple[str, ...]]]) -> Iterator[_Held]:
    inside = [value for value in values if span.start <= value[0] and value[1] <= span.end]
    if len(inside) > _MOST_VALUES:
        return
    for start, end in _stretches(answer, span.start, span.end, inside):
        here = [value for value in inside if start <= value[0] and value[1] <= end]
        for first, last, key in here:
            if sum(other[2][:2] == key[:2] for other in here) == 1:
                words = claim_words(f"{answer[start:first]} {answer[last:end]}")
                yield _Held(first, last, answer[first:last], key, words, place, (start, end))


def _stretches(
    text: str, start: int, end: int, values: list[tuple[int, int, tuple[str, ...]]]
) -> Iterator[tuple[int, int]]:
    """Cut a sentence, but never inside a value: `5 March, 2024` is one."""
    first = start
    for cut in _CUT.finditer(text, start, end):
        if not any(begin < cut.end() and cut.start() < last for begin, last, _ in values):
            yield first, cut.start()
            first = cut.end()
    yield first, end


def _differ(ground: Ground, one: _Held, other: _Held) -> bool:
    """Two different values with an owner each, in sentences whose order matters and does not give itself away."""
    if one.text.lower() == other.text.lower() or not one.words - other.words or not other.words - one.words:
        return False
    answer = ground.case.answer
    text = answer[one.stretch[0] : other.stretch[1]]
    if ground.is_quoted(one.start) or ground.is_quoted(other.start) or _ORDERLESS.search(text):
        return False
    if one.key[0] == "moment" and _IN_TIME.search(text):
        return False
    if one.key[0] == "name" and _SIDE_BY_SIDE.search(text):
        return False
    articles = [re.search(r"\b(an?)\s+$", answer[max(0, held.start - 4) : held.start], re.I) for held in (one, other)]
    return not any(articles)


class _Ties:
    """The passages cut into stretches: which words each value stands with."""

    def __init__(self, ground: Ground) -> None:
        self._stretches: list[tuple[str, frozenset[str]]] = []
        self._sentences: list[tuple[str, frozenset[str]]] = []
        for passage in ground.case.passages:
            # What stands on the Kestrel's sheet is said of the Kestrel.
            title = content_set(passage.title)
            for span in sentences(passage.text):
                self._sentences.append((span.text, content_set(span.text) | title))
                self._stretches += [(text, content_set(text) | title) for text in _CUT.split(span.text) if text.strip()]

    def holds(self, one: _Held, other: _Held) -> bool:
        """Whether each value stands with its own owner, and nowhere with the other's."""
        return self._owned(one, other) and self._owned(other, one)

    def _owned(self, held: _Held, other: _Held) -> bool:
        own, foreign = held.words - other.words, other.words - held.words
        found = [words for text, words in self._stretches if has_words(text, held.text)]
        tied = [words for words in found if len(own & words) >= max(1, _LEAST_OWNED * len(own)) and not foreign & words]
        if not tied or any(foreign & words and not own & words for words in found):
            return False
        # A sentence that holds this value and the other's owner, and not the other value, may tie the two.
        return not any(
            len(foreign & words) == len(foreign) and has_words(text, held.text) and not has_words(text, other.text)
            for text, words in self._sentences
        )


STYLES = (
    Style(
        name="values_exchanged",
        set=Set.PLANTED,
        rules=(GROUNDED,),
        summary="two figures, dates or names of one answer change places between their owners",
        covers="each passage sentence ties each value to its own owner's words and none to the other's. Whether both "
        "could be true of both is for a reader",
        plant=values_exchanged,
        examples=(
            Example(
                question="How far do the bikes go?",
                passages=("The range of the Kestrel is 95 km. The range of the Wren is 60 km.",),
                answer="The Kestrel goes 95 km and the Wren 60 km.",
                becomes="The Kestrel goes 60 km and the Wren 95 km.",
            ),
            Example(
                question="Who looks after the API and the workshop?",
                passages=("Andrew Pike looks after the API. Laura Bennett runs the workshop in Ellerford.",),
                answer="Andrew Pike looks after the API, and Laura Bennett runs the workshop.",
                becomes="Laura Bennett looks after the API, and Andrew Pike runs the workshop.",
            ),
        ),
    ),
)

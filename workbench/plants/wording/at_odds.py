"""Whether a changed answer speaks against itself or against the question: such a mistake shows without the passages."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, pairwise

from workbench.plants.ground import Ground, claim_words
from workbench.plants.wording.bounds import Bound, bound_before
from workbench.text.figures import Figure, FigureKind, figures
from workbench.text.sentences import Span

Edit = tuple[int, int, str]

# Between a part and its whole, and between a whole and its part.
_OF = re.compile(r"\s*(?:\w+\s){0,2}?(?:out\s)?of\s(?:(?:the|its|their|his|her|our|all|every|a\stotal\sof)\s)*")
_WITH = re.compile(
    r"\b(?:with|includ(?:es?|ing)|of\s(?:whom|which|them|these|those)|among\s(?:whom|which|them|these|those)|only|just"
    r"|and\sup\sto)\b[^.;]{0,60}$",
    re.IGNORECASE,
)
_APART = 80
# A sentence with more figures than this is a table, and nobody knows what they are to each other.
_MOST_FIGURES = 12
# "Will continue even if": what is set against a concession is meant to go on, whatever comes.
_CONCEDES = re.compile(
    r"\b(?:even\s(?:if|though|when|where|after|without|with)|although|though|despite|in\sspite\sof|regardless|whether\sor"
    r"\snot|no\smatter|nevertheless|nonetheless|yet)\b",
    re.IGNORECASE,
)
# Who goes on about the same thing takes it as it was said.
_GOES_ON = re.compile(
    r"\W*(?:it|they|he|she|these|those|such|its|their|this|that|instead|therefore|thus|so|hence|as\sa\sresult"
    r"|for\s(?:this|that)|because\sof|otherwise)\b",
    re.IGNORECASE,
)
_LEAST_COMMON = 2
_IN_TIME = ("before", "after")
# Such a word makes a demand of a figure whichever way it goes.
_DEMANDS = re.compile(r"(?:should|need|requir|must|limit)", re.IGNORECASE)


def figures_at_odds(ground: Ground, edits: Sequence[Edit]) -> bool:
    """Say whether changed figures of one sentence break what its figures are to each other, or to those asked about.

    A part stays no larger than its whole, a sum what its parts make, and a bound on its side of what was asked.
    """
    span = ground.sentence_at(min(start for start, *_ in edits))
    if span is None or max(end for _, end, _ in edits) > span.end:
        return False
    old = span.text
    if hangs_together(old):
        return True
    new, moved = old, 0
    for start, end, text in sorted(edits):
        first, last = start - span.start + moved, end - span.start + moved
        new = new[:first] + text + new[last:]
        moved += len(text) - (end - start)
    after = _plain(new)
    kept = {(part, whole) for part, whole, fits in _parts(old, _plain(old)) if fits}
    broken = any(not fits and (part, whole) in kept for part, whole, fits in _parts(new, after))
    return broken or bound_at_odds(ground, new)


@lru_cache(maxsize=1024)
def hangs_together(sentence: str) -> bool:
    """Say whether no figure of a sentence may change without another: a table, or parts with what they make."""
    found = _plain(sentence)
    return len(found) > _MOST_FIGURES or any(_sums(found))


def _plain(text: str) -> list[Figure]:
    return [figure for figure in figures(text) if figure.kind is FigureKind.PLAIN]


def _sums(found: Sequence[Figure]) -> Iterator[bool]:
    """Of each three figures of a kind, whether one is the sum of two; of each two shares, whether they make all."""
    for three in combinations(found, 3):
        low, middle, high = sorted(figure.value for figure in three)
        yield low + middle == high and low > 1 and _alike(three)
    for one, other in combinations(found, 2):
        yield _is_share(one) and _is_share(other) and one.value + other.value == 100


def _alike(some: Sequence[Figure]) -> bool:
    return len({figure.unit for figure in some if figure.unit is not None}) <= 1


def _is_share(figure: Figure) -> bool:
    return figure.unit is not None and figure.unit.dimension == "share"


def _parts(text: str, found: Sequence[Figure]) -> Iterator[tuple[int, int, bool]]:
    """Every part with its whole, by their places among the figures, and whether the part is no larger."""
    for place, (first, second) in enumerate(pairwise(found)):
        between = text[first.end_of_unit : second.start]
        if len(between) > _APART or not _alike((first, second)) or _is_share(first) != _is_share(second):
            continue
        if _OF.fullmatch(between):
            yield place, place + 1, first.value <= second.value
        elif _WITH.search(between):
            yield place + 1, place, second.value <= first.value


def bound_at_odds(ground: Ground, sentence: str) -> bool:
    """Say whether a sentence sets a bound that a figure of the question does not keep: at least 300, to who has 120."""
    asked = _plain(ground.asks)
    for figure in _plain(sentence) if asked else ():
        bound = bound_before(sentence[: figure.start])
        for other in asked:
            if other.unit != figure.unit or other.value == figure.value:
                continue
            if bound is (Bound.LOWER if other.value < figure.value else Bound.UPPER):
                return True
    return False


def word_at_odds(ground: Ground, span: Span, start: int, end: int, held: re.Pattern[str] | None = None) -> bool:
    """Say whether what stands around a word of a sentence of the answer, or the question, speaks against its opposite.

    Args:
        ground: The case.
        span: The sentence.
        start: Where the word begins in the sentence.
        end: Where it ends there.
        held: What means the same as the word; None where nothing does.
    """
    if _CONCEDES.search(span.text):
        return True
    if held is None:
        return False
    word = span.text[start:end]
    # "Add it, and cook it before adding it".
    if word.lower() in _IN_TIME and claim_words(span.text[:start]) & claim_words(span.text[end:]):
        return True
    if _echoes(span.text[:start], held) or _echoes(span.text[end:], held):
        return True
    again = re.compile(rf"(?<!\w){re.escape(word)}(?!\w)", re.IGNORECASE)
    if again.search(ground.asks) or _echoes(ground.asks, held):
        return True
    if any(_echoes(other.text, again) for other in neighbours(ground, span)):
        return True
    # One word in common may be a name of the topic.
    topic = claim_words(span.text)
    return any(
        _echoes(other.text, held)
        and (len(topic & claim_words(other.text)) >= _LEAST_COMMON or _GOES_ON.match(other.text))
        for other in neighbours(ground, span)
    )


def _echoes(text: str, held: re.Pattern[str]) -> bool:
    return any(not _DEMANDS.match(match.group()) for match in held.finditer(text))


def neighbours(ground: Ground, span: Span) -> list[Span]:
    """The sentences of the answer right before and after one."""
    place = bisect_left(ground.sentences, span.start, key=lambda other: other.start)
    return [*ground.sentences[max(0, place - 1) : place], *ground.sentences[place + 1 : place + 2]]


def is_told_on(ground: Ground, span: Span) -> bool:
    """Say whether a sentence goes on about what the one before it in the answer says: soil kept moist, never dry."""
    before = next((other for other in neighbours(ground, span) if other.start < span.start), None)
    return before is not None and len(claim_words(span.text) & claim_words(before.text)) >= _LEAST_COMMON


def goes_on(ground: Ground, span: Span) -> bool:
    """Say whether the next sentence of the answer goes on about what a sentence says."""
    after = next((other for other in neighbours(ground, span) if other.start > span.start), None)
    if after is None:
        return False
    common = len(claim_words(span.text) & claim_words(after.text))
    return bool(common and _GOES_ON.match(after.text)) or common > _LEAST_COMMON

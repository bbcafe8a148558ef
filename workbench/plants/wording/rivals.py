"""A second passage that says what the first one says, but for one value, and what it says of the first one's.

Two editions of one page are how sources come to disagree in most collections. Were the other edition silent on the
disagreement, or did it leave the matter open, who takes over the first one word for word would be wrong by the rubric
alone. So it calls the first value wrong where that is to be a mistake.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from random import Random

from workbench.plants.ground import Ground, claim_words
from workbench.plants.wording.at_odds import hangs_together
from workbench.plants.wording.bounds import Bound, bound_before, is_example, is_tied
from workbench.plants.wording.editions import INSTRUCTS, edition
from workbench.plants.wording.new_figures import begins_with_vowel, candidates, is_new, spelling
from workbench.plants.wording.stands_alone import is_torn
from workbench.plants.wording.strangers import free_id
from workbench.records.passage import Passage
from workbench.text.declines import declines, hedges
from workbench.text.figures import Figure, FigureKind, figures, same_quantity
from workbench.text.sentences import Span, sentences
from workbench.text.tokens import content_set

# The sentence of the passage holds this share of the content words of the answer's.
_SOURCE = 0.5
_MADE_OF = 0.6
_LEAST_SHARED = 3
_LONGEST = 260
_LEAST_WORDS = 6
_MOST_VALUES = 60
_YEAR = re.compile(r"(?<![\w.,/:£$€–-])(?:1[5-9]|20)\d\d(?![\w/:–-]|[.,]\d|['’]s)")
# What happens once has one year; what was counted or sold in another year may have been so too.
_ONCE = re.compile(
    r"\b(?:born|died|founded|established|incorporated|built|opened|released|published|launched|created|introduced"
    r"|signed|ratified|invented|discovered|completed|destroyed|abolished|formed|married|won|joined|moved)\b",
    re.IGNORECASE,
)
_WHOLE = re.compile(r"[A-Z][^\n|]*[.!]")
# Two such values may both be so.
_LOOSE = re.compile(
    r"\b(?:for example|for instance|such as|e\.g\.|sometimes|typically|usually|often|may|might|could|would|about|around"
    r"|approximately|roughly|nearly|almost|some|estimated|between|average|aged?|ago|anniversary)\b",
    re.IGNORECASE,
)
# What one passage says stays right, whatever another one says.
_ATTRIBUTED = re.compile(r"\b(?:passages?|sources?|documents?|articles?|texts?|excerpts?|guides?)\b", re.IGNORECASE)
_DAY_OF_MONTH = re.compile(
    r"\b(?:January|February|March|April|May|June|July|August|September|October|November|December)\s(?P<after>\d{1,2})\b"
    r"(?![\d:–-])|(?<![\d:–-])\b(?P<before>\d{1,2})(?=\s(?:January|February|March|April|May|June|July|August|September"
    r"|October|November|December)\b)"
)
_WEEKDAY = re.compile(r"\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b")


@dataclass(frozen=True, kw_only=True)
class Rival:
    """A passage that disagrees with one of those shown on a value that the answer asserts.

    Attributes:
        home: The passage that supports the answer.
        line: Its sentence.
        passage: The other edition, which was not shown before.
        other_line: Its sentence, alike but for the value.
        note: What it says of the first value, with the blank before it; empty where it says nothing.
        old: The value of passage and answer.
        new: The value of the other edition.
    """

    home: Passage
    line: str
    passage: Passage
    other_line: str
    note: str
    old: str
    new: str

    @property
    def proof(self) -> str:
        """What disagrees, in words."""
        return f'[{self.home.id}] says "{self.line}", [{self.passage.id}] says "{self.other_line}{self.note}"'


def rival(ground: Ground, rng: Random, says: Callable[..., str] | None = None) -> Rival | None:
    """Make another edition of a passage, with one value that the answer takes from it changed; None where it cannot.

    Args:
        ground: The case.
        rng: Chooses passage, value and wording.
        says: What the edition says of the first value, from `wording.other_values`; left out, nothing.
    """
    places = list(_places(ground))
    rng.shuffle(places)
    for place in places:
        home, span, start, end = place
        new = next(_new_values(ground, place, rng), None)
        if new is None:
            continue
        line = span.text[: start - span.start] + new + span.text[end - span.start :]
        note = _note(span, start, end, rng, says) if says is not None else ""
        text = edition(home.text, span, f"{line}{note}", home.text[start:end])
        if text is None:
            continue
        passage = Passage(id=free_id(ground, home.id), title=home.title, text=text)
        return Rival(
            home=home, line=span.text, passage=passage, other_line=line, note=note, old=home.text[start:end], new=new
        )
    return None


def _note(span: Span, start: int, end: int, rng: Random, says: Callable[..., str]) -> str:
    instructs = INSTRUCTS.match(span.text) is not None
    return f" {says(_whole_value(span, start, end), rng, instructs=instructs)}"


def _whole_value(span: Span, start: int, end: int) -> str:
    """A value as it stands alone: with its currency sign and unit, its month."""
    text, first, last = span.text, start - span.start, end - span.start
    day = next((match for match in _DAY_OF_MONTH.finditer(text) if match.start() <= first < match.end()), None)
    if day is not None:
        month = re.match(r"\s[A-Z][a-z]+", text[last:]) if day["before"] else None
        return text[day.start() : last + (month.end() if month else 0)]
    figure = next((one for one in figures(text) if one.start == first), None)
    sign = text[first - 1 : first] if first and text[first - 1] in "£$€" else ""
    return sign + text[first : max(last, figure.end_of_unit if figure is not None else last)]


def with_rival(ground: Ground, other: Rival, rng: Random) -> tuple[Passage, ...]:
    """The passages with another edition among them, or behind them where the answer counts its passages."""
    passages = [*ground.case.passages]
    place = len(passages) if ground.citations.by_number else rng.randrange(len(passages) + 1)
    passages.insert(place, other.passage)
    return tuple(passages)


_Place = tuple[Passage, Span, int, int]


# Two styles ask this of each case, one after the other.
@lru_cache(maxsize=8)
def _places(ground: Ground) -> tuple[_Place, ...]:
    """Values of passage sentences that a sentence of the answer takes over as settled."""
    return tuple(islice(_taken_over(ground), _MOST_VALUES))


def _taken_over(ground: Ground) -> Iterator[_Place]:
    asserted = [
        (claim, claim_words(claim.text))
        for claim in ground.claims
        if any(claim.start <= figure.start < claim.end for figure in ground.figures)
        and not _ATTRIBUTED.search(claim.text)
    ]
    for passage in ground.case.passages if asserted else ():
        for span in sentences(passage.text):
            told = content_set(span.text)
            same = next((claim for claim, asked in asserted if _says_the_same(asked, told)), None)
            if same is not None and _is_flat(span.text):
                yield from ((passage, span, *value) for value in _shared(ground, span, same))


def _says_the_same(asked: frozenset[str], told: frozenset[str]) -> bool:
    """Whether a sentence is made of the other one's words, as far as it goes, or holds most of what that says."""
    shared = len(asked & told)
    return shared >= _LEAST_SHARED and (
        shared >= _SOURCE * max(len(asked), _LEAST_WORDS) or shared >= _MADE_OF * len(told)
    )


def _is_flat(text: str) -> bool:
    return (
        len(text) <= _LONGEST
        and _WHOLE.fullmatch(text) is not None
        and not _LOOSE.search(text)
        and not any(mark in text for mark in '"“”:?')
        and not is_torn(text)
        and not hangs_together(text)
        and not declines(text)
        and not hedges(text)
    )


def _shared(ground: Ground, span: Span, claim: Span) -> Iterator[tuple[int, int]]:
    """Where a passage sentence holds a figure, a day or the year of an event that the answer's sentence gives too."""
    told = [
        figure
        for figure in ground.figures
        if claim.start <= figure.start < claim.end and not is_example(ground.case.answer[claim.start : figure.start])
    ]
    held = figures(span.text)
    for figure in held:
        once = sum(same_quantity(figure, other) for other in held) == 1
        if once and _is_plain(span.text, figure) and any(same_quantity(figure, other) for other in told):
            yield span.start + figure.start, span.start + figure.end
    days = [] if _WEEKDAY.search(span.text) else [*_DAY_OF_MONTH.finditer(span.text)]
    for match in days if len(days) == 1 else ():
        if match.group() in claim.text:
            start, end = match.span("after" if match["after"] else "before")
            yield span.start + start, span.start + end
    for match in _YEAR.finditer(span.text) if _ONCE.search(span.text) else ():
        if re.search(rf"(?<!\d){match.group()}(?!\d)", claim.text):
            yield span.start + match.start(), span.start + match.end()


def _is_plain(text: str, figure: Figure) -> bool:
    if (
        figure.kind is not FigureKind.PLAIN
        or figure.value <= 1
        or not figure.text.isascii()
        or len(figure.readings) > 1
    ):
        return False
    before, after = text[: figure.start], text[figure.end_of_unit :]
    # A bare number behind a capital is part of a name, and one in words is often told by what it counts.
    if figure.unit is None and (figure.spelled or not re.match(r"\s[a-z]", after) or re.search(r"[A-Z]\w*\s$", before)):
        return False
    return bound_before(before) is Bound.NONE and not is_tied(before, after) and text[figure.end] != "-"


def _new_values(ground: Ground, place: _Place, rng: Random) -> Iterator[str]:
    """Other values of the same form that stand nowhere in the case."""
    passage, span, start, end = place
    if any(match.start(match.lastgroup or 0) == start - span.start for match in _DAY_OF_MONTH.finditer(span.text)):
        yield from _new_days(ground, int(passage.text[start:end]), rng)
        return
    if _YEAR.fullmatch(passage.text, start, end):
        yield from _new_years(ground, int(passage.text[start:end]), rng)
        return
    figure = next(one for one in figures(span.text) if span.start + one.start == start)
    values = candidates(figure)
    rng.shuffle(values)
    article = re.search(r"\b(an?)\s+$", span.text[: figure.start][-8:], re.IGNORECASE)
    sign = span.text[figure.start - 1 : figure.start] if figure.start else ""
    unit = span.text[figure.end : figure.end_of_unit]
    for value in values:
        new = spelling(figure, value)
        fits = article is None or begins_with_vowel(value) == (article.group(1).lower() == "an")
        if fits and is_new(ground, f"{new}{unit}", beside=sign if sign in "£$€" else ""):
            yield new


def _new_years(ground: Ground, year: int, rng: Random) -> Iterator[str]:
    everything = f"{ground.known} {ground.case.answer}"
    years = [str(other) for other in range(year - 4, year + 5) if other != year and str(other) not in everything]
    rng.shuffle(years)
    yield from years


def _new_days(ground: Ground, day: int, rng: Random) -> Iterator[str]:
    days = [other for other in range(2, 29) if abs(other - day) > 1 and not ground.known_quantities.holds_value(other)]
    rng.shuffle(days)
    yield from map(str, days)

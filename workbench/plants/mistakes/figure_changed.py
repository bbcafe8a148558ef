"""A figure of the answer changed to another of the same form."""

import re
from fractions import Fraction
from functools import lru_cache
from random import Random

from workbench.plants.ground import Ground
from workbench.plants.style import Declined, Draft, Example, Style, edited
from workbench.plants.wording.at_odds import figures_at_odds, hangs_together
from workbench.plants.wording.bounds import Bound, bound_before, is_example, is_trigger
from workbench.plants.wording.new_figures import begins_with_vowel, candidates, is_new, spelling
from workbench.records.challenge import Set
from workbench.records.rules import GROUNDED
from workbench.text.declines import declines
from workbench.text.figures import Figure, FigureKind
from workbench.text.number_words import number_in_words

_THRESHOLD = re.compile(
    r"^\W{0,2}(?:\w+\s+){0,3}?(?:or|and)\s+(?:more|less|fewer|older|younger|over|under|above|below|up|greater|longer)\b"
    r"|^\s*\+",
    re.IGNORECASE,
)
_MOVED = r"\b(?:(?:de|in)creased|reduced|raised|lowered|cut|up|down|rose|fell|grew|compared)\b"
# A second spelling in brackets, the end of a range or the rest of a share would contradict the new figure at a glance.
_TIED = re.compile(
    r"^[^.;]{0,20}\(\s*(?:about |around |approx\.? )?[£$€]?\d|^\s*(?:and|to)\s+\S{0,2}\d"
    r"|^[^.;]{0,20}\b(?:or|i\.e\.|equal to|equivalent to|which is)\s+(?:about |around |approximately )?[£$€]?\d"
    # "Two legends, Clarkson and Richie": the names can be counted.
    r"|^[^.;,:]{0,40},\s(?-i:(?:[A-Z]\w*\W{1,3}){1,8}?and\s[A-Z])"
    # "$499, decreased to $424".
    rf"|^[^.;]{{0,30}}{_MOVED}[^.;]{{0,20}}\d"
    r"|^\s+(?:out\s+of|in)\s+(?:every\s+)?(?:\d|\w+\s+(?:people|cases))|^\s+and\s+a\s+(?:half|quarter|third)\b",
    re.IGNORECASE,
)
_ALTERNATIVE = re.compile(
    r"(?:\bor|\bout of|\bthese|\bthose|\bother|\bboth|\ball|[-–/])\s*[£$€]?$|^\s*(?:or|to|[-–/])\s*\w*\d"
    r"|(?:\d\S*|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|\w+teen|\w+ty))\s+to\s*$"
    rf"|\d[^.;]{{0,30}}{_MOVED}[^.;]{{0,20}}$|\bbetween\b[^.;]{{0,40}}$"
    r"|\d[^.;()]{0,20}\(\s*(?:about |around |approx\.? )?[£$€]?$",
    re.IGNORECASE,
)
# "The reply is a 429": a code, not a quantity.
_CODE = re.compile(r"\b(?:an?|code|status|error)\s+$", re.IGNORECASE)
_NO_NOUN = re.compile(r"\s*(?:$|[.,;:)\[]|(?:that|which|when|if|and|or|is|are)\b)", re.IGNORECASE)
_SUPPOSED = re.compile(r"\bwould\b", re.IGNORECASE)


def figure_changed(ground: Ground, rng: Random) -> Draft:
    """Change one figure of the answer that stands in a passage to one that stands in none."""
    sites = [*_sites(ground)]
    if not sites:
        raise Declined("no figure that stands in a passage and may be changed")
    rng.shuffle(sites)
    for figure in sites:
        new = _new_spelling(ground, figure, rng)
        if new is not None:
            proof = (
                f'"{figure.text}" stands in a passage; "{new}" stands in no passage, question or other part of the '
                "answer, in any spelling or unit, and is no rounding of it"
            )
            return edited(ground, [(figure.start, figure.end, new)], proof)
    raise Declined("every new figure would stand in a passage or be no natural one")


# Three styles ask this of each case, one after the other.
@lru_cache(maxsize=8)
def _sites(ground: Ground) -> tuple[Figure, ...]:
    return tuple(figure for figure in ground.figures if _changeable(ground, figure))


def _changeable(ground: Ground, figure: Figure) -> bool:
    if not _is_plain(ground, figure) or figure.value <= 1:
        return False
    if not ground.figure_counts.is_told_once(figure) or not ground.is_shown(figure):
        return False
    if ground.asked_quantities.holds(figure):
        return False
    sentence = ground.sentence_at(figure.start)
    if sentence is None or declines(sentence.text) or hangs_together(sentence.text):
        return False
    answer = ground.case.answer
    if ground.is_quoted(figure.start):
        return False
    before, after = answer[sentence.start : figure.start], answer[figure.end_of_unit : sentence.end]
    if figure.unit is None and _CODE.search(before) and _NO_NOUN.match(after):
        return False
    if is_trigger(before):
        return False
    return _stands_alone(before, after)


def _is_plain(ground: Ground, figure: Figure) -> bool:
    """A figure with one reading. `1,000` has one in English prose."""
    if figure.kind is not FigureKind.PLAIN or not figure.text.isascii():
        return False
    if figure.spelled:
        return figure.value.denominator == 1 and figure.text.lower() == number_in_words(int(figure.value))
    grouped = ground.english and re.fullmatch(r"\d{1,3}(?:,\d{3})+", figure.text)
    return len(figure.readings) == 1 or bool(grouped)


def _stands_alone(before: str, after: str) -> bool:
    """Whether nothing beside a figure ties it to another one or makes it an example."""
    return not (
        _THRESHOLD.match(after)
        or _TIED.match(after)
        or _ALTERNATIVE.search(before)
        or _ALTERNATIVE.match(after)
        or _SUPPOSED.search(before)
        or is_example(before)
    )


def _new_spelling(ground: Ground, figure: Figure, rng: Random) -> str | None:
    """A new spelling of the figure's own form whose value the passages do not hold, or None."""
    answer = ground.case.answer
    sentence = ground.sentence_at(figure.start)
    before = answer[sentence.start if sentence else 0 : figure.start]
    values = _in_direction(figure, candidates(figure), before)
    rng.shuffle(values)
    article = re.search(r"\b(an?)\s+$", before, re.IGNORECASE)
    unit = answer[figure.end : figure.end_of_unit]
    sign = answer[figure.start - 1 : figure.start] if figure.start else ""
    for value in values:
        new = spelling(figure, value)
        if article and begins_with_vowel(value) != (article.group(1).lower() == "an"):
            continue
        if figures_at_odds(ground, [(figure.start, figure.end, new)]):
            continue
        if is_new(ground, f"{new}{unit}", beside=sign if sign in "£$€" else ""):
            return new
    return None


def _in_direction(figure: Figure, values: list[Fraction], before: str) -> list[Fraction]:
    """Only the values that the words before the figure do not make true."""
    bound = bound_before(before)
    if bound is Bound.UPPER:
        return [value for value in values if value < figure.value]
    return [value for value in values if value > figure.value] if bound is Bound.LOWER else values


STYLES = (
    Style(
        name="figure_changed",
        set=Set.PLANTED,
        rules=(GROUNDED,),
        summary="one figure of the answer becomes another of the same form",
        covers="the old figure stands in a passage, the new one in none, in any spelling or unit; no rounding",
        plant=figure_changed,
        examples=(
            Example(
                question="How long is the guarantee?",
                passages=("The battery has a guarantee of 24 months or 600 charge cycles.",),
                answer="The battery is guaranteed for two years.",
                becomes="The battery is guaranteed for three years.",
            ),
            Example(
                question="What does a day cost?",
                passages=("Day hire is £32. A half day is £20.",),
                answer="A day costs £32.",
                becomes="A day costs £43.",
            ),
        ),
    ),
)

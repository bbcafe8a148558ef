"""Mistakes in figures: one changed, one added."""

import re
from fractions import Fraction
from random import Random

from workbench.plants.ground import Ground
from workbench.plants.house_style import append_sentence
from workbench.plants.style import Declined, Draft, Example, Style, edited
from workbench.records.challenge import Set
from workbench.records.rules import GROUNDED
from workbench.text.declines import declines
from workbench.text.figures import Figure, FigureKind, figures, same_quantity
from workbench.text.number_words import number_in_words

# What stands before or after a figure decides which new values contradict the passages: "more than 20" is still true
# of 35, so a lower bound may only grow and an upper bound only shrink. A threshold ("5 or more") can go either way
# and is left alone.
_GROWS = re.compile(
    r"\b(?:more than|over|above|at least|no (?:fewer|less) than|minimum(?: of)?|exceed(?:s|ing)?|beyond|from|can|could"
    r"|able to|allow(?:s|ed)?|enough|since|older than|greater than|starts? at|capacity of)\b[^.;,]{0,40}$",
    re.IGNORECASE,
)
_SHRINKS = re.compile(
    r"\b(?:up to|less than|fewer than|under|at most|no more than|within|below|maximum(?: of)?|no later than|not exceed"
    r"|as (?:many|much) as|by|until|limit(?:ed)? (?:of|to)|younger than|must not weigh more than|nearly|almost)"
    r"\b[^.;,]{0,25}$",
    re.IGNORECASE,
)
_THRESHOLD = re.compile(
    r"^\W{0,2}(?:\w+\s+){0,3}?(?:or|and)\s+(?:more|less|fewer|older|younger|over|under|above|below|up|greater|longer)\b"
    r"|^\s*\+",
    re.IGNORECASE,
)
# A second spelling in brackets, or the end of a range, would contradict the new figure within the answer.
_TIED = re.compile(r"^[^.;]{0,12}\(\s*(?:about |around |approx\.? )?[£$€]?\d|^\s*(?:and|to)\s+\S{0,2}\d", re.IGNORECASE)
_ALTERNATIVE = re.compile(r"(?:\bor|\bto|[-–/])\s*$|^\s*(?:or|to|[-–/])\s*\w*\d", re.IGNORECASE)
_VOWEL_SOUND = re.compile(r"^(?:eight|eleven)")
_QUESTIONED = re.compile(r"\b(?:for example|e\.g\.|such as|say,)\s[^.;]{0,40}$", re.IGNORECASE)


def figure_changed(ground: Ground, rng: Random) -> Draft:
    """Change one figure of the answer that stands in a passage to one that stands in none."""
    sites = [figure for figure in ground.figures if _changeable(ground, figure)]
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
    raise Declined("every new figure would stand in a passage")


def _changeable(ground: Ground, figure: Figure) -> bool:
    if figure.kind is not FigureKind.PLAIN or not figure.text.isascii() or len(figure.readings) > 1:
        return False
    value = figure.value
    if value < 1 or value == 1 or (figure.spelled and not _plain_words(figure)):
        return False
    if sum(same_quantity(figure, other) for other in ground.figures) > 1 or not ground.is_shown(figure):
        return False
    if any(same_quantity(figure, other) for other in figures(ground.case.question)):
        return False
    sentence = ground.sentence_at(figure.start)
    if sentence is None or declines(sentence.text):
        return False
    before, after = (
        ground.case.answer[sentence.start : figure.start],
        ground.case.answer[figure.end_of_unit : sentence.end],
    )
    return not (
        _THRESHOLD.match(after)
        or _ALTERNATIVE.search(before)
        or _ALTERNATIVE.match(after)
        or _QUESTIONED.search(before)
    )


def _plain_words(figure: Figure) -> bool:
    return figure.value.denominator == 1 and figure.text.lower() == number_in_words(int(figure.value))


def _new_spelling(ground: Ground, figure: Figure, rng: Random) -> str | None:
    """A new spelling of the figure's own form whose value the passages do not hold, or None."""
    answer = ground.case.answer
    sentence = ground.sentence_at(figure.start)
    before = answer[sentence.start if sentence else 0 : figure.start]
    values = _candidates(figure)
    if _GROWS.search(before):
        values = [value for value in values if value > figure.value]
    elif _SHRINKS.search(before):
        values = [value for value in values if value < figure.value]
    rng.shuffle(values)
    values.sort(key=lambda value: value not in _NATURAL.get(figure.unit.name if figure.unit else "", ()))
    article = re.search(r"\b(an?)\s+$", before, re.IGNORECASE)
    for value in values:
        new = _spell(figure, value)
        if article and _vowel_sound(value) != (article.group(1).lower() == "an"):
            continue
        if not _stands_anywhere(ground, figure, new):
            return new
    return None


def _candidates(figure: Figure) -> list[Fraction]:
    """Values of the same size and roundness, a fifth or more away, so that none is a rounding of the true one."""
    digits = figure.text.replace(",", "").lstrip("-")
    decimals = len(digits.partition(".")[2]) if not figure.spelled and digits.replace(".", "").isdigit() else 0
    step = Fraction(1, 10**decimals)
    if figure.value.denominator == 1 and decimals == 0:
        whole = int(figure.value)
        while step * 10 <= whole / 10 and whole % int(step * 10) == 0:
            step *= 10
        if step >= 10 and whole % (5 * int(step)) == 0 and whole // (5 * int(step)) >= 4:
            step *= 5
        elif step == 1 and whole % 5 == 0 and whole >= 25:
            step = Fraction(5)
    low, high = figure.value * Fraction(1, 2), figure.value * Fraction(17, 10)
    if figure.unit is not None and figure.unit.dimension == "share" and figure.value <= 100:
        high = min(high, Fraction(100) - step)
    found: list[Fraction] = []
    value = (low / step).__ceil__() * step
    while value <= high and len(found) < 400:
        if value >= 2 or (decimals and value > 1):
            if abs(value - figure.value) * 5 >= figure.value and _same_length(figure, value, decimals):
                found.append(value)
        value += step
    return found


def _same_length(figure: Figure, value: Fraction, decimals: int) -> bool:
    """Keep the last decimal: 2.5 may become 3.5, not 3.0, which nobody writes."""
    if not decimals:
        return True
    return int(value * 10**decimals) % 10 != 0 or figure.text.endswith("0")


def _spell(figure: Figure, value: Fraction) -> str:
    if figure.spelled:
        spelled = number_in_words(int(value))
        return spelled.capitalize() if figure.text[0].isupper() else spelled
    number = re.match(r"-?[\d.,]+", figure.text)
    assert number is not None  # a figure in digits starts with them
    written, rest = number.group(), figure.text[number.end() :]
    scale = figure.value / Fraction(written.replace(",", ""))
    decimals = len(written.partition(".")[2])
    return f"{float(value / scale):{',' if ',' in written else ''}.{decimals}f}" + rest


def _vowel_sound(value: Fraction) -> bool:
    if value.denominator != 1:
        value = Fraction(int(value))
    return bool(_VOWEL_SOUND.match(number_in_words(int(value)))) or value in (18, *range(80, 90))


def _stands_anywhere(ground: Ground, figure: Figure, new: str) -> bool:
    unit = ground.case.answer[figure.end : figure.end_of_unit]
    lead = ground.case.answer[figure.start - 1 : figure.start] if figure.start else ""
    sign = lead if lead in "£$€" else ""
    made = figures(f"{sign}{new}{unit}")
    known = (*ground.shown_figures, *figures(ground.case.question), *ground.figures)
    bare = {reading for other in known for reading in other.readings}
    if not made:
        return True
    # The bare value must be new too: "45 minutes" beside a passage's "45 km" would look half right.
    return made[0].value in bare or any(same_quantity(made[0], other) for other in known)


# Lengths of time as people set them; a rule of 19 hours would give itself away.
_NATURAL: dict[str, tuple[int, ...]] = {
    "second": (5, 10, 15, 20, 30, 45, 60, 90),
    "minute": (5, 10, 15, 20, 25, 30, 40, 45, 50, 60, 75, 90, 120),
    "hour": (2, 3, 4, 6, 8, 10, 12, 18, 24, 36, 48, 72),
    "day": (3, 5, 7, 10, 14, 20, 21, 28, 30, 45, 60, 90),
    "week": (2, 3, 4, 6, 8, 10, 12),
    "month": (3, 6, 9, 12, 15, 18, 24, 30, 36),
    "percent": (10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60, 65, 70, 75, 80, 85, 90),
}

_PEOPLE = re.compile(
    r"\b(members|patients|students|customers|users|employees|visitors|residents|children|adults|drivers|readers|owners"
    r"|applicants|participants|workers|families|households|volunteers|guests)\b"
)
_MONEY = (
    "An administration fee of {sign}{money} is added.",
    "A further {sign}{money} is charged for handling.",
    "Until last year the amount was {sign}{money} lower.",
)
_PROCESS = ("In all, this takes about {minutes} minutes.", "Allow about {minutes} minutes for this.")
_RULE = ("Last year this applied to {count} {people}.", "So far {count} exceptions to this are known.")
_ANYTHING = (
    "Around {percent} percent of {people} are aware of this.",
    "In a recent survey, {percent} percent of {people} knew this.",
)
_ASKS_HOW = re.compile(r"\bhow (?:do|to|can|should|does one|would)\b", re.IGNORECASE)
_IS_RULE = re.compile(
    r"\b(?:must|may|cannot|can(?:not)? only|only if|unless|not allowed|required|compulsory)\b", re.IGNORECASE
)


def figure_added(ground: Ground, rng: Random) -> Draft:
    """Add a sentence whose figure no passage holds, in the style of the answer."""
    if not ground.english or ground.declined:
        raise Declined("not English prose" if not ground.english else "the answer declines")
    if any(map(declines, [span.text for span in ground.sentences])):
        raise Declined("a part of the answer declines")
    sentence = _fill(_template(ground, rng), ground, rng)
    added = figures(sentence)
    if any(same_quantity(figure, other) for figure in added for other in (*ground.shown_figures, *ground.figures)):
        raise Declined("every new figure would stand in a passage")
    draft = append_sentence(ground, sentence)
    values = ", ".join(figure.text for figure in added)
    proof = f'the added sentence rests on "{values}", which stands in no passage in any spelling'
    return edited(ground, [draft], proof)


def _template(ground: Ground, rng: Random) -> str:
    """A sentence that fits the answer: about money, a procedure, a rule, or anything."""
    answer = ground.case.answer
    if re.search(r"[£$€]\s?\d", answer):
        return rng.choice(_MONEY)
    if _ASKS_HOW.search(ground.case.question) and re.search(
        r"^\s*\d+[.)]\s|\b(?:then|first|until|next)\b", answer, re.MULTILINE
    ):
        return rng.choice(_PROCESS)
    return rng.choice(_RULE if _IS_RULE.search(answer) else _ANYTHING)


def _fill(template: str, ground: Ground, rng: Random) -> str:
    bare = {reading for figure in (*ground.shown_figures, *ground.figures) for reading in figure.readings}
    sign = next((sign for sign in "£$€" if sign in ground.case.answer), "£" if "£" in ground.shown else "$")

    def fresh(low: int, high: int, step: int = 1) -> int:
        values = [value for value in range(low, high, step) if value not in bare]
        if not values:
            raise Declined("every new figure would stand in a passage")
        return rng.choice(values)

    people = _PEOPLE.search(ground.case.answer)
    values = {
        "people": people.group(1) if people else "people",
        "sign": sign,
        "money": fresh(3, 48),
        "minutes": fresh(15, 95, 5),
        "count": fresh(13, 60),
        "percent": fresh(16, 88),
    }
    return template.format(**values)


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
                becomes="A day costs £46.",
            ),
        ),
    ),
    Style(
        name="figure_added",
        set=Set.PLANTED,
        rules=(GROUNDED,),
        summary="a sentence with a figure that no passage holds is added",
        covers="the new figure stands in no passage in any spelling, and the sentence rests on it",
        plant=figure_added,
        examples=(
            Example(
                question="How is the lock reset?",
                passages=("To reset the lock, hold the button until the lamp turns green.",),
                answer="Press the button and hold it until the lamp turns green.",
                becomes="?",
            ),
        ),
    ),
)

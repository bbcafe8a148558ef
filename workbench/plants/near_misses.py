"""Near misses: changed copies that are still right, so that a judge must pass them."""

import re
from dataclasses import replace
from fractions import Fraction
from random import Random

from workbench.plants.ground import Ground
from workbench.plants.style import Declined, Draft, Example, Style, edited, reshown
from workbench.records.challenge import Set
from workbench.records.passage import Passage
from workbench.records.rules import ANSWERS_WHEN_IT_CAN, GROUNDED
from workbench.text.declines import plain_form
from workbench.text.figures import Figure, FigureKind, figures, same_quantity
from workbench.text.number_words import number_in_words
from workbench.text.tokens import content_set

_BOTH = (GROUNDED, ANSWERS_WHEN_IT_CAN)
_COUNTS_PASSAGES = re.compile(
    r"\b(?:first|second|third|fourth|last|other|next|previous|both|passages?|sources?|documents?|texts?|chunks?)\W+(?:#\s*)?"
    r"(?:passages?|sources?|documents?|texts?|chunks?|\d+|one|two|three|four|five)\b|\[\d+\]|\(\d+\)|\babove\b|\bbelow\b",
    re.IGNORECASE,
)
# Feet and inches, and "the two do not agree", where the number is no number of anything.
_BOUND_TO_NEXT = re.compile(r"['’\"”]\s?\d|['’\"”(]|\s(?:do|does|did|are|is|were|was|have|has|had|will|can|may|must)\b")
# In a library of many topics the first or second passage drawn is a stranger; a library of one topic has none.
_MOST_TRIES = 400


def figure_respelled(ground: Ground, rng: Random) -> Draft:
    """Write one figure of the answer in another spelling of the same quantity."""
    if not ground.english:
        raise Declined("not English prose")
    options = [(figure, new) for figure in ground.figures for new in _respellings(ground, figure)]
    if not options:
        raise Declined("no figure with another spelling")
    figure, new = rng.choice(options)
    old = ground.case.answer[figure.start : figure.end_of_unit]
    proof = f'"{old}" and "{new}" are the same quantity, exactly'
    return edited(ground, [(figure.start, figure.end_of_unit, new)], proof)


def _respellings(ground: Ground, figure: Figure) -> list[str]:
    """Other spellings of number and unit together; each is read back and must be the same quantity."""
    if figure.kind is not FigureKind.PLAIN or not figure.text.isascii():
        return []
    if len(figure.readings) > 1 and not re.fullmatch(r"\d{1,3}(?:,\d{3})+", figure.text):
        return []
    answer = ground.case.answer
    if ground.is_quoted(figure.start) or _is_one_of_several(answer, figure) or _BOUND_TO_NEXT.match(answer, figure.end):
        return []
    tail = answer[figure.end : figure.end_of_unit]
    lead = answer[figure.start - 1 : figure.start] if figure.start else ""
    whole = figure.value.denominator == 1 and figure.value >= 0
    found: list[str] = []
    if whole and not figure.spelled and figure.text.replace(",", "").isdigit():
        value = int(figure.value)
        if "," in figure.text:
            found.append(str(value) + tail)
        elif value >= 10_000:
            found.append(f"{value:,}{tail}")
        if 2 <= value <= 20 and lead not in "£$€-" and tail[:1] in ("", " ") and "°" not in tail and _worded(figure):
            found.append(number_in_words(value) + tail)
    if whole and figure.spelled and 2 <= figure.value <= 99 and not answer[figure.start].isupper():
        found.append(str(int(figure.value)) + tail)
    found += _other_units(figure, tail)
    return [new for new in found if _same(figure, lead, new)]


def _is_one_of_several(answer: str, figure: Figure) -> bool:
    """Whether it stands beside its like: `10 or 20` reads oddly as `ten or 20`."""
    return re.match(r"[ -]?(?:or|to|and|-|–|,)\s?\d", answer[figure.end : figure.end + 8]) is not None or bool(
        re.search(r"\d\s?(?:or|to|and|-|–|,)\s?$", answer[max(0, figure.start - 8) : figure.start])
    )


def _worded(figure: Figure) -> bool:
    """`five minutes` is prose; `five V` and `five %` are not."""
    return figure.unit is None or figure.unit.dimension in ("time", "calendar", "length", "mass", "volume")


def _other_units(figure: Figure, tail: str) -> list[str]:
    name = tail.strip().lower()
    if name == "%":
        return [f"{figure.text} percent"]
    if name in ("percent", "per cent") and not figure.spelled:
        return [f"{figure.text}%"]
    if figure.unit is None or tail[:1] != " ":
        return []
    value = figure.value
    swaps: dict[str, tuple[Fraction, str]] = {
        "months": (value / 12, "year"),
        "minutes": (value / 60, "hour"),
        "hours": (value * 60, "minute"),
        "years": (value * 12, "month"),
        "days": (value / 7, "week"),
        "weeks": (value * 7, "day"),
    }
    if name not in swaps or value < 2:
        return []
    other, unit = swaps[name]
    # Small numbers only: nobody writes 72 months for six years.
    if other.denominator != 1 or not 1 <= other <= (36 if unit in ("month", "day") else 180):
        return []
    written = number_in_words(int(other)) if figure.spelled and other <= 20 else str(int(other))
    return [f"{written} {unit}{'s' if other != 1 else ''}"]


def _same(figure: Figure, lead: str, new: str) -> bool:
    read = figures(f"{lead if lead in '£$€' else ''}{new}")
    return len(read) == 1 and same_quantity(read[0], figure) and new != figure.text


def passages_reordered(ground: Ground, rng: Random) -> Draft:
    """Show the same passages in another order."""
    passages = list(ground.case.passages)
    if len({plain_form(passage.text) for passage in passages}) < 2:
        raise Declined("fewer than two passages")
    if _COUNTS_PASSAGES.search(ground.case.answer):
        raise Declined("the answer counts its passages")
    texts = [plain_form(passage.text) for passage in ground.case.passages]
    while [plain_form(passage.text) for passage in passages] == texts:
        rng.shuffle(passages)
    return reshown(ground, tuple(passages), "the same passages, whole, under the same ids; only their order changed")


def unrelated_passage(ground: Ground, rng: Random) -> Draft:
    """Show one more passage, of another topic."""
    if _COUNTS_PASSAGES.search(ground.case.answer):
        raise Declined("the answer counts its passages")
    topic = content_set(f"{ground.case.question} {ground.case.answer}")
    asked = content_set(ground.case.question)
    group = ground.case.group or ground.case.case_id
    shelf = ground.library.passages
    for place in rng.sample(range(len(shelf)), min(len(shelf), _MOST_TRIES)):
        donor = shelf[place]
        if group not in donor.groups and len(donor.content) >= 8 and _is_stranger(donor.content, topic, asked):
            return _with_one_more(ground, donor.passage, rng)
    raise Declined("no passage of another topic")


def _with_one_more(ground: Ground, donor: Passage, rng: Random) -> Draft:
    passages = [*ground.case.passages]
    passages.insert(rng.randrange(len(passages) + 1), replace(donor, id=_free_id(ground, donor.id)))
    proof = "the added passage shares at most one word with the question and at most a tenth of its own with the answer"
    return reshown(ground, tuple(passages), proof)


def _is_stranger(content: frozenset[str], topic: frozenset[str], asked: frozenset[str]) -> bool:
    return len(content & asked) <= 1 and len(content & topic) / len(content) <= 0.1


def _free_id(ground: Ground, wanted: str) -> str:
    """The passage's own id, or the next one of the same form where the case has that one already."""
    taken = {passage.id for passage in ground.case.passages}
    stem, number = re.sub(r"\d+$", "", wanted), len(taken)
    while wanted in taken:
        number += 1
        wanted = f"{stem}{number}"
    return wanted


STYLES = (
    Style(
        name="figure_respelled",
        set=Set.NEAR_MISS,
        rules=_BOTH,
        summary="one figure in another spelling: 1,000 and 1000, 12 and twelve, 24 months and 2 years",
        covers="both spellings are read as the same quantity, by exact conversion",
        plant=figure_respelled,
        examples=(
            Example(
                question="How long is the guarantee?",
                passages=("The battery has a guarantee of 24 months.",),
                answer="The battery is guaranteed for 24 months.",
                becomes="The battery is guaranteed for 2 years.",
            ),
        ),
    ),
    Style(
        name="passages_reordered",
        set=Set.NEAR_MISS,
        rules=_BOTH,
        summary="the same passages in another order",
        covers="ids and texts are the same; the answer does not count its passages",
        plant=passages_reordered,
        examples=(
            Example(
                question="What does a day cost?",
                passages=("Day hire is £32.", "The stand closes at 21:00."),
                answer="A day costs £32.",
                becomes="The stand closes at 21:00. / Day hire is £32.",
            ),
        ),
    ),
    Style(
        name="unrelated_passage",
        set=Set.NEAR_MISS,
        rules=_BOTH,
        summary="one more passage, of another topic",
        covers="by words only: the newcomer shares next to none with question and answer",
        plant=unrelated_passage,
        examples=(
            Example(
                question="What does a day cost?",
                passages=("Day hire is £32.",),
                answer="A day costs £32.",
                becomes="Minutes are read aloud at the book club, corrected and signed by chair and clerk. / "
                "Day hire is £32.",
                elsewhere=("Minutes are read aloud at the book club, corrected and signed by chair and clerk.",),
            ),
        ),
    ),
)

"""A unit or currency changed while the figure stays."""

import re
from collections.abc import Iterator
from fractions import Fraction
from random import Random

from workbench.plants.ground import Ground, has_words
from workbench.plants.style import Declined, Draft, Example, Style, edited
from workbench.plants.wording.at_odds import figures_at_odds
from workbench.plants.wording.bounds import Bound, bound_before, is_example, is_tied, is_trigger
from workbench.plants.wording.confused_units import CONFUSED
from workbench.records.challenge import Set
from workbench.records.rules import GROUNDED
from workbench.text.figures import Figure, FigureKind, figures
from workbench.text.name_lists import STATES
from workbench.text.quantities import Quantities
from workbench.text.units import Unit, unit_after

_SIGNS = {"£": ("€", "$"), "$": ("€", "£"), "€": ("£", "$")}
_CURRENCIES = ("pounds", "dollars", "euros")
_PLURALS = {"foot": "feet", "inch": "inches", "kilo": "kilos"}
_SINGULARS = {plural: single for single, plural in _PLURALS.items()}
# One letter may be anything else; only these, in their own case.
_ONE_LETTER = re.compile(r"[mg]")
_AGE = re.compile(r"^[\s-]{1,2}(?:old|olds)\b|^\s+(?:of\s+age|ago|later|earlier|before|after|running|history)\b", re.I)
# An example, a supposed case, or the second half of a measure: nine pounds and ten ounces.
_NO_CLAIM = re.compile(
    r"\b(?:legal for you)|\b(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten)\s"
    r"(?:pounds?|feet|foot|hours?|minutes?|years?|months?|weeks?|days?|lbs?|kg)\s?(?:,|and|,\s?and)?\s*$",
    re.IGNORECASE,
)
# "US$32" and "A$32" name the currency once more.
_COUNTRY_SIGN = re.compile(r"[A-Za-z]$")
# Words that name a currency or a way of measuring elsewhere in the sentence would speak against the new unit.
_NAMED_AGAIN = re.compile(
    r"\b(?:American|British|euros?|sterling|pounds?|dollars?|USD|GBP|EUR|cents?|pence|minutes?\s+per|per\s+minute)\b",
    re.IGNORECASE,
)


# A case that plays in the United States pays in dollars, as everybody knows.
_AMERICAN = re.compile(
    r"\b(?:U\.S\.|USA|US|United States|Americans?|Congress|Governor|Senat(?:e|or)|Medicare|Medicaid|IRS|FBI|CDC|FDA|Inc"
    rf"|{'|'.join(sorted(STATES))})\b"
)


def unit_changed(ground: Ground, rng: Random) -> Draft:
    """Give one figure that a passage holds with its unit the unit that a hasty writer would confuse it with.

    Raises:
        Declined: no figure has such a unit, or each new one might be supported.
    """
    if not ground.english or ground.declined:
        raise Declined("not English prose" if not ground.english else "the answer declines")
    sites = [figure for figure in ground.figures if _changeable(ground, figure)]
    if not sites:
        raise Declined("no figure whose unit stands in a passage and may be changed")
    rng.shuffle(sites)
    # A foreign currency shows sooner than hours for days.
    sites.sort(key=lambda figure: figure.unit is not None and figure.unit.dimension in _CURRENCIES)
    for figure in sites:
        for start, end, new, spoken in _changes(ground, figure, rng):
            if _is_new(ground, figure, spoken) and not figures_at_odds(ground, [(start, end, new)]):
                old = ground.case.answer[start:end]
                proof = (
                    f'"{figure.text}" stands in a passage in "{old.strip(" -")}"; in no passage, question or other '
                    f'part of the answer does it stand in "{new.strip(" -")}", and it is not the same amount'
                )
                return edited(ground, [(start, end, new)], proof)
    raise Declined("every new unit would be odd or might be supported")


def _changeable(ground: Ground, figure: Figure) -> bool:
    if figure.kind is not FigureKind.PLAIN or figure.unit is None or figure.value <= 1 or not figure.text.isascii():
        return False
    sentence = ground.sentence_at(figure.start)
    if sentence is None or ground.is_quoted(figure.start) or not ground.is_claim(sentence):
        return False
    if not ground.figure_counts.is_told_once(figure) or ground.asked_quantities.holds(figure):
        return False
    alone = [
        other
        for other in ground.figures
        if other.unit is not None
        and other.unit.dimension == figure.unit.dimension
        and (figure.unit.dimension in _CURRENCIES or sentence.start <= other.start < sentence.end)
    ]
    answer = ground.case.answer
    before, after = answer[sentence.start : figure.start], answer[figure.end_of_unit : sentence.end]
    if is_trigger(before) or is_example(before) or _NO_CLAIM.search(before):
        return False
    return len(alone) == 1 and _stands_so(ground, figure) and not is_tied(before, after) and not _AGE.match(after)


def _stands_so(ground: Ground, figure: Figure) -> bool:
    """Whether a passage holds the figure with the very unit, and none with a unit of another kind."""
    units = [other.unit for other in ground.shown_figures if other.value == figure.value]
    return figure.unit in units and all(unit in (figure.unit, None) for unit in units)


def _changes(ground: Ground, figure: Figure, rng: Random) -> Iterator[tuple[int, int, str, str]]:
    """Yield (start, end, new text, the figure as it then reads) of every change, in a random order."""
    answer = ground.case.answer
    sign = answer[figure.start - 1 : figure.start]
    if sign in _SIGNS:
        named = _COUNTRY_SIGN.search(answer[: figure.start - 1][-1:]) or _NAMED_AGAIN.search(answer)
        if not named and not (sign == "$" and _AMERICAN.search(ground.known)):
            new = _SIGNS[sign][0] if rng.random() < 0.75 else _SIGNS[sign][1]
            yield figure.start - 1, figure.start, new, f"{new}{figure.text}"
        return
    written = answer[figure.end : figure.end_of_unit]
    gap = re.match(r"[\s\u00a0-]?", written)
    assert gap is not None  # it may be empty
    spelling = written[gap.end() :]
    for new in _swapped(spelling, figure.value, rng):
        unit, _ = unit_after(new, 0)
        if unit is None or figure.unit is None or not _may_become(ground, figure, unit):
            continue
        space = " " if gap.group() == "" and new[0].isalpha() and len(new) > 2 else gap.group()
        yield figure.end, figure.end_of_unit, f"{space}{new}", f"{figure.text}{space}{new}"


def _swapped(spelling: str, value: Fraction, rng: Random) -> list[str]:
    if len(spelling) == 1 and not _ONE_LETTER.fullmatch(spelling):
        return []
    plain = spelling.lower()
    single, plural = plain, False
    if plain not in CONFUSED:
        single = _SINGULARS.get(plain, plain.removesuffix("s"))
        plural = True
    fitting = [new for new, least, most in CONFUSED.get(single, ()) if least <= value <= most]
    first, rest = fitting[:1], fitting[1:]
    rng.shuffle(rest)
    ordered = [*first, *rest] if rng.random() < 0.7 else [*rest, *first]
    made = [_PLURALS.get(new, f"{new}s") if plural else new for new in ordered]
    return [new.capitalize() if spelling[0].isupper() and spelling[1:].islower() else new for new in made]


def _may_become(ground: Ground, figure: Figure, unit: Unit) -> bool:
    """Whether the new amount contradicts the bound that the words before the figure make of the old one."""
    assert figure.unit is not None  # only figures with a unit are changed
    if unit == figure.unit:
        return False
    if unit.dimension != figure.unit.dimension:
        return figure.unit.dimension in (*_CURRENCIES, "time", "calendar")
    sentence = ground.sentence_at(figure.start)
    before = ground.case.answer[sentence.start if sentence else 0 : figure.start]
    grows = unit.to_base(figure.value) > figure.unit.to_base(figure.value)
    match bound_before(before):
        case Bound.LOWER:
            return grows
        case Bound.UPPER:
            return not grows
    return True


def _is_new(ground: Ground, figure: Figure, spoken: str) -> bool:
    """Whether nothing that a judge sees holds the figure with the new unit, or the same amount, or both in one line."""
    made = Quantities(spoken)
    if any(made.holds(other) for other in (*ground.shown_figures, *ground.figures) if other.unit is not None):
        return False
    if any(made.holds(other) for other in figures(ground.case.question) if other.unit is not None):
        return False
    unit = re.sub(r"^[\d.,\s-]+(?:hundred|thousand|million|billion)?\s*", "", spoken.lower()).strip()
    telling = unit.rstrip("s") if unit.isalpha() and len(unit) > 3 else ""
    return not telling or not any(
        has_words(s.text, telling) or has_words(s.text, f"{telling}s")
        for s in ground.shown_sentences
        if figure.text in s.text
    )


STYLES = (
    Style(
        name="unit_changed",
        set=Set.PLANTED,
        rules=(GROUNDED,),
        summary="a unit or currency becomes one that is easily confused with it, the figure stays",
        covers="a passage holds the figure with the old unit; no passage holds it with the new one, nor the new amount "
        "in any unit. Whether a unit of another kind (months for weeks) looks plausible is for a reader",
        plant=unit_changed,
        examples=(
            Example(
                question="How far does the Kestrel go?",
                passages=("Range in Eco mode: up to 95 km. The pack weighs 2.9 kg.",),
                answer="The Kestrel has a range of 95 km in Eco mode.",
                becomes="The Kestrel has a range of 95 miles in Eco mode.",
            ),
        ),
    ),
)

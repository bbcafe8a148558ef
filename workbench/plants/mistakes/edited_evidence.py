"""The evidence edited while the answer stays: a figure, name or year of the passages becomes another."""

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from random import Random

from workbench.plants.ground import Ground, claim_words
from workbench.plants.mistakes.figure_changed import figure_changed
from workbench.plants.mistakes.names import name_swapped
from workbench.plants.style import Declined, Draft, Example, Style, edited_passages
from workbench.plants.wording.bounds import Bound, bound_before, is_tied
from workbench.plants.wording.new_figures import begins_with_vowel, spelling
from workbench.records.challenge import Set
from workbench.records.rules import GROUNDED
from workbench.text.articles import fits_article
from workbench.text.declines import declines
from workbench.text.figures import Figure, FigureKind, figures, same_quantity
from workbench.text.names import NameKind
from workbench.text.number_words import number_in_words
from workbench.text.quantities import Quantities
from workbench.text.sentences import sentences
from workbench.text.tokens import content_set

Edits = dict[str, list[tuple[int, int, str]]]

# More mentions than this make the passage a text about the value: the change would be no small one.
_MOST_MENTIONS = 4
# A passage sentence is where an answer sentence comes from if it holds this share of its content words.
_SOURCE = 0.4
# A mention that is not edited for the answer's sake must still be of the same thing.
_SAME_THING = 0.25
_COUNTABLE = 12
_MONTHS = 12
_AGE = re.compile(r"\bage[ds]?\s(?:of\s)?$", re.IGNORECASE)
_LISTS = re.compile(r":|[^,;]{2,60},[^,;]{2,60}(?:,|\band\b|\bor\b)")
_SUPPOSED = re.compile(r"\b(?:would|could|suppose|imagine|for example|e\.g\.|such as|let['’]s say)\b", re.IGNORECASE)
_MOST_OTHERS = 40
# "Three-point belt", "nine-pin bowling".
_NAMES_A_THING = re.compile(r"-[A-Za-z]")
_YEAR = re.compile(r"(?<![\w.,/:£$€-])(?:1[5-9]|20)\d\d(?![\w/:-]|[.,]\d|['’]s)")
_ANY_YEAR = re.compile(r"(?<!\d)(?:1[5-9]|20)\d\d(?!\d)")
_WEEKDAY = re.compile(r"\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b")
_COUNTED_TIME = re.compile(
    r"\b(?:aged?|anniversary|ago|later|earlier|old|after|before|since|until|by|between|from|next|previous|century|decade)\b",
    re.IGNORECASE,
)


def evidence_edited(ground: Ground, rng: Random) -> Draft:
    """Change one value that the answer takes from the passages, wherever they hold it, and keep the answer.

    The new value is one that the answer itself could have been given: it stands nowhere in the case.
    """
    if not ground.english or ground.declined:
        raise Declined("not English prose" if not ground.english else "the answer declines")
    ways: tuple[Callable[[Ground, Random], Draft], ...] = (_figure_edited, _name_edited, _year_edited)
    for way in rng.sample(ways, len(ways)):
        try:
            return way(ground, rng)
        except Declined:
            continue
    raise Declined("no figure, name or year of the answer that can be edited in every passage that holds it")


def _figure_edited(ground: Ground, rng: Random) -> Draft:
    (site,) = figure_changed(ground, rng).sites
    old = next(figure for figure in ground.figures if figure.start == site.start)
    changed = f"{site.after}{ground.case.answer[old.end : old.end_of_unit]}"
    new = figures(changed)[0].value
    _refuse_bound(ground.case.answer, old.start, old.end_of_unit)
    if _lies_between_years(ground, old):
        raise Declined("the value can be counted out from two years")
    edits: Edits = {}
    for passage in ground.case.passages:
        for figure in figures(passage.text):
            if same_quantity(figure, old):
                edits.setdefault(passage.id, []).append(_figure_edit(passage.text, figure, old, new))
    _refuse_far(ground, old.start, edits)
    proof = f'every "{site.before}" of the passages became "{site.after}"; the answer still says "{site.before}"'
    draft = edited_passages(ground, edits, proof)
    if Quantities(_shown(draft)).holds(old):
        raise Declined("the old figure still stands in a title or in other words")
    return draft


def _figure_edit(text: str, figure: Figure, old: Figure, new: Fraction) -> tuple[int, int, str]:
    """Write the new value over a mention of which nothing beside it would tell the old one."""
    sentence = next((s for s in sentences(text) if s.start <= figure.start < s.end), None)
    if sentence is not None and _SUPPOSED.search(sentence.text):
        raise Declined("the value is part of an example")
    if sentence is None or _can_be_worked_out(sentence.text, figure):
        raise Declined("the value can be worked out from what stands beside it")
    _refuse_bound(text, figure.start, figure.end_of_unit)
    return figure_edit(text, figure, old, new)


def figure_edit(text: str, figure: Figure, old: Figure, new: Fraction) -> tuple[int, int, str]:
    """Write the new value in the form and unit that this mention has.

    Raises:
        Declined: the mention has a form that cannot hold it.
    """
    if figure.kind is not FigureKind.PLAIN or not figure.text.isascii():
        raise Declined("the value stands in a passage in a form that cannot be edited")
    if _NAMES_A_THING.match(text, figure.end_of_unit) and figure.unit is None:
        raise Declined("the value is part of a name")
    value = _in_unit(figure, old, new)
    plain = figure.spelled and figure.text.lower() == number_in_words(int(figure.value))
    if value.denominator != 1 and (figure.spelled or "." not in figure.text):
        raise Declined("the new value is no round one in the unit of a passage")
    if figure.spelled and not plain:
        raise Declined("the value stands in a passage in a form that cannot be edited")
    article = re.search(r"\b(an?)\s+$", text[: figure.start][-8:], re.IGNORECASE)
    if article and begins_with_vowel(value) != (article.group(1).lower() == "an"):
        raise Declined("the article before the value would not fit the new one")
    return figure.start, figure.end, spelling(figure, value)


def _can_be_worked_out(sentence: str, figure: Figure) -> bool:
    """Whether a list behind the figure can be counted, or two others of its sentence add up to it or differ by it."""
    if figure.unit is None and figure.value <= _COUNTABLE and _LISTS.search(sentence):
        return True
    others = {other.value for other in figures(sentence)[:_MOST_OTHERS] if other.value != figure.value}
    return any(figure.value - one in others or figure.value + one in others for one in others)


def _lies_between_years(ground: Ground, figure: Figure) -> bool:
    """Whether two years of the case are as far apart as an age or a length of time says, to the year."""
    if figure.unit is not None and figure.unit.dimension == "calendar":
        apart = figure.value * figure.unit.factor / _MONTHS
    elif figure.unit is None and _AGE.search(ground.case.answer[: figure.start][-10:]):
        apart = figure.value
    else:
        return False
    years = {int(year) for year in _ANY_YEAR.findall(ground.known)}
    # From late in one year to early in another it is one less than the years tell.
    return any(year + apart in years or year + apart + 1 in years for year in years)


def _in_unit(figure: Figure, old: Figure, new: Fraction) -> Fraction:
    if figure.unit is None or old.unit is None:
        if figure.unit is not old.unit or figure.value != old.value:
            raise Declined("a passage holds the bare value of another thing")
        return new
    if figure.unit.offset or old.unit.offset:
        raise Declined("temperatures in two scales are left alone")
    return new * old.unit.factor / figure.unit.factor


def _refuse_bound(text: str, start: int, end: int) -> None:
    """A value that is a bound, or stands beside its own other spelling, might still fit after the edit."""
    before, after = text[:start][-120:], text[end:][:80]
    before = re.split(r"[.;!?]\s|\n", before)[-1]
    if bound_before(before) is not Bound.NONE or is_tied(before, after):
        raise Declined("the value is a bound or one of a pair")


def _name_edited(ground: Ground, rng: Random) -> Draft:
    swaps = {site.before: site.after for site in name_swapped(ground, rng).sites}
    whole = max(swaps, key=len)
    name = next(name for name in ground.names if name.text == whole)
    telling = name.text.split()[0] if name.kind is NameKind.ORGANISATION else name.last
    person = name.kind is NameKind.PERSON
    given = whole[: -len(name.last)]
    if person and not swaps[whole].startswith(given):
        raise Declined("the given name alone could stand in a passage")
    surname = (name.last, swaps[whole].split()[-1])
    edits: Edits = {}
    for passage in ground.case.passages:
        made = name_edits(passage.text, (whole, swaps[whole]), surname if person else None)
        if made:
            edits[passage.id] = made
    _refuse_far(ground, name.start, edits)
    proof = f'every "{whole}" of the passages became "{swaps[whole]}"; the answer still says "{whole}"'
    draft = edited_passages(ground, edits, proof)
    # Part of the name in an address, a word made of it, or somebody else's name would tell what it was.
    if telling[: max(4, len(telling) - 3)].casefold() in _shown(draft).casefold():
        raise Declined("a part of the old name stands elsewhere in the passages")
    return draft


def name_edits(text: str, whole: tuple[str, str], surname: tuple[str, str] | None) -> list[tuple[int, int, str]]:
    """Return the edits that write one name over another, whole and, where surnames are given, the surname alone.

    Raises:
        Declined: an article would not fit, or somebody else has that surname.
    """
    edits = [(m.start(), m.end(), whole[1]) for m in re.finditer(rf"(?<!\w){re.escape(whole[0])}(?!\w)", text)]
    if not all(fits_article(text[max(0, start - 8) : start], new) for start, _, new in edits):
        raise Declined("the article before the name would not fit the new one")
    if surname is None:
        return edits
    for match in re.finditer(rf"(?<!\w){re.escape(surname[0])}(?!\w)", text):
        if any(start <= match.start() < end for start, end, _ in edits):
            continue
        if re.search(r"[A-Z][\w.]*\s$", text[: match.start()][-20:]):
            raise Declined("somebody else of that surname stands in a passage")
        edits.append((match.start(), match.end(), surname[1]))
    return edits


def _year_edited(ground: Ground, rng: Random) -> Draft:
    known = sorted({int(year) for year in _ANY_YEAR.findall(_everything(ground))})
    places = [m for m in _YEAR.finditer(ground.case.answer) if _is_editable_year(ground, m)]
    rng.shuffle(places)
    for match in places:
        new = _other_year(known, int(match.group()), rng)
        if new is not None:
            return _with_year(ground, match, new)
    raise Declined("no year that can be edited")


def _is_editable_year(ground: Ground, match: re.Match[str]) -> bool:
    year, answer = match.group(), ground.case.answer
    sentence = ground.sentence_at(match.start())
    if sentence is None or declines(sentence.text) or ground.is_quoted(match.start()):
        return False
    if answer.count(year) > 1 or year in ground.case.question or _COUNTED_TIME.search(sentence.text):
        return False
    return _WEEKDAY.search(sentence.text) is None and year in ground.shown


def _other_year(known: list[int], year: int, rng: Random) -> int | None:
    """A year near by that jumps over no other one of the case, so that what came first still comes first."""
    low = max((other for other in known if other < year), default=year - 8)
    high = min((other for other in known if other > year), default=year + 1)
    free = [other for other in range(max(low + 1, year - 7), min(high, year + 8)) if other != year]
    return rng.choice(free) if free else None


def _with_year(ground: Ground, match: re.Match[str], new: int) -> Draft:
    edits: Edits = {}
    for passage in ground.case.passages:
        for found in _YEAR.finditer(passage.text):
            if found.group() == match.group():
                edits.setdefault(passage.id, []).append((found.start(), found.end(), str(new)))
                around = next((s for s in sentences(passage.text) if s.start <= found.start() < s.end), None)
                if around is None or _COUNTED_TIME.search(around.text) or _WEEKDAY.search(around.text):
                    raise Declined("the year can be counted out from its sentence")
    _refuse_far(ground, match.start(), edits)
    proof = f'every "{match.group()}" of the passages became "{new}"; the answer still says "{match.group()}"'
    draft = edited_passages(ground, edits, proof)
    if match.group() in _shown(draft):
        raise Declined("the old year still stands in a title or inside another number")
    return draft


def _refuse_far(ground: Ground, place: int, edits: Mapping[str, list[tuple[int, int, str]]]) -> None:
    """Refuse where no edited sentence is the source of the answer's, one is of another thing, or there are too many."""
    span = ground.sentence_at(place)
    asked = claim_words(span.text) if span is not None else frozenset()
    if not 1 <= sum(map(len, edits.values())) <= _MOST_MENTIONS or not asked:
        raise Declined("the passages hold the value nowhere, or too often")
    shares = [
        len(asked & content_set(sentence.text)) / len(asked)
        for passage in ground.case.passages
        for sentence in sentences(passage.text)
        if any(sentence.start <= start < sentence.end for start, _, _ in edits.get(passage.id, []))
    ]
    if not shares or max(shares) < _SOURCE or min(shares) < _SAME_THING:
        raise Declined("a sentence that holds the value says something else than the answer does")


def _shown(draft: Draft) -> str:
    return "\n\n".join(f"{passage.title}\n{passage.text}" for passage in draft.passages)


def _everything(ground: Ground) -> str:
    return f"{ground.known}\n{ground.case.answer}"


STYLES = (
    Style(
        name="evidence_edited",
        set=Set.PLANTED,
        rules=(GROUNDED,),
        summary="a figure, name or year of the passages becomes another wherever it stands, the answer stays",
        covers="the answer's value stands in no passage any more, in any spelling, unit or part; bounds, pairs and "
        "years that can be counted out are left alone",
        plant=evidence_edited,
        examples=(
            Example(
                question="What does a day cost?",
                passages=("Day hire is £32. A half day is £20.",),
                answer="The price of a day of hire is £32.",
                becomes="Day hire is £19. A half day is £20.",
            ),
        ),
    ),
)

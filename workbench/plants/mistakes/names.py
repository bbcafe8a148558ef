"""A name swapped for another of its kind."""

import re
from functools import lru_cache
from random import Random

from workbench.plants.ground import Ground, has_words
from workbench.plants.library import drawn
from workbench.plants.style import Declined, Draft, Example, Style, edited
from workbench.records.challenge import Set
from workbench.records.rules import GROUNDED
from workbench.text.articles import fits_article
from workbench.text.name_lists import CITY_REGIONS, COUNTRIES, COUNTRY_REGIONS, PROPER_WORDS, STATES, SURNAMES
from workbench.text.names import Name, NameKind

_REGIONS = {NameKind.CITY: CITY_REGIONS, NameKind.COUNTRY: COUNTRY_REGIONS, NameKind.STATE: (STATES,)}
_PLACES = frozenset(_REGIONS)
# With one of these about, a first name of the other sex would show.
_HE_OR_SHE = re.compile(
    r"\b(?:he|she|his|her|hers|him|himself|herself|mother|father|wife|husband|mr|mrs|ms)\b", re.IGNORECASE
)
_NATIONWIDE = frozenset(
    "American Australian British Canadian Community European Federal General International National Public Royal State "
    "United World".split()
)
_COUNTRY = re.compile(rf"\b(?:{'|'.join((*COUNTRIES, 'France', 'England', 'Britain', 'United Kingdom'))})\b")
_MOST_MENTIONS = 3


def name_swapped(ground: Ground, rng: Random) -> Draft:
    """Swap one name of the answer that stands in a passage for another of its kind that stands in none."""
    sites = [*_sites(ground)]
    if not sites:
        raise Declined("no name of a known kind that stands in a passage")
    rng.shuffle(sites)
    for name in sites:
        new = _other(ground, name, rng)
        if new is not None:
            proof = f'"{name.text}" stands in a passage; "{new}" stands in no passage and not in the question'
            return edited(ground, _edits(ground, name, new), proof)
    raise Declined("every other name of the kind stands in a passage")


# Three styles ask this of each case, one after the other.
@lru_cache(maxsize=8)
def _sites(ground: Ground) -> tuple[Name, ...]:
    return tuple(name for name in ground.names if _swappable(ground, name))


def _swappable(ground: Ground, name: Name) -> bool:
    if name.text not in ground.shown or has_words(ground.case.question, name.last):
        return False
    # A name that is cut by a citation mark or a link would be swapped in one place only.
    if any(mark.start <= name.start < mark.end for mark in ground.citations.marks):
        return False
    answer = ground.case.answer
    if answer[max(0, name.start - 1) : name.start] in ('"', "“", "'", "‘"):
        return False  # a title, not a name
    if name.kind is NameKind.ORGANISATION:
        # "(FTC)" would tell what the name was, and only one Bar Association is American.
        first, initials = name.text.split()[0], "".join(word[0] for word in name.text.split())
        return initials not in answer and first not in _NATIONWIDE
    return _place_stands_alone(ground, name) if name.kind in _PLACES else not _first_name_alone(ground, name)


def _place_stands_alone(ground: Ground, name: Name) -> bool:
    """Whether nothing else in the answer tells where it is: a few plain mentions, and no word made of the name."""
    answer = ground.case.answer
    mentions = len(re.findall(rf"(?<!\w){re.escape(name.text)}(?!\w)", answer))
    if mentions > _MOST_MENTIONS or mentions != sum(other.text == name.text for other in ground.names):
        return False
    # "Along the Ohio River in Indiana, Kentucky and Texas": a neighbour tells where the place must be.
    span = ground.sentence_at(name.start)
    if span and any(
        o.kind in _PLACES and o.text != name.text and span.start <= o.start < span.end for o in ground.names
    ):
        return False
    # "Ukrainian" beside "Ukraine", and the question that asks about it.
    root = name.text[: max(4, len(name.text) - 3)]
    if name.kind is NameKind.CITY and _COUNTRY.search(f"{ground.case.question}\n{answer}"):
        return False  # "search France for somebody in Geneva"
    return len(re.findall(rf"(?<!\w){re.escape(root)}", answer)) == mentions and root not in ground.case.question


def _first_name_alone(ground: Ground, name: Name) -> bool:
    """Whether a person goes by the first name too, which a swap would leave behind."""
    given = name.text.split()[0]
    whole = ground.case.answer.count(name.text)
    return len(re.findall(rf"(?<!\w){re.escape(given)}(?!\w)", ground.case.answer)) > whole


def _other(ground: Ground, name: Name, rng: Random) -> str | None:
    """Another name of the kind: from the bench's own documents where they have one, else from a list."""
    own = [other.text for other in ground.library.names if other.kind is name.kind and _fits(ground, name, other)]
    listed = _listed(name)
    rng.shuffle(listed)
    return next((new for new in [*drawn(own, rng), *listed] if _is_new(ground, name, new)), None)


def _fits(ground: Ground, name: Name, other: Name) -> bool:
    """Of one kind and one shape: a full name for a full name, a bank for a bank, a place for one near it."""
    if name.kind is NameKind.ORGANISATION:
        return other.last == name.last
    if name.kind is NameKind.PERSON:
        same_shape = len(other.text.split()) == len(name.text.split())
        return same_shape and _HE_OR_SHE.search(ground.case.answer) is None
    return any(name.text in region and other.text in region for region in _REGIONS[name.kind])


def _listed(name: Name) -> list[str]:
    if name.kind is NameKind.PERSON:
        given = name.text[: name.text.rindex(name.last)]
        return [f"{given}{surname}" for surname in SURNAMES]
    if name.kind is NameKind.ORGANISATION:
        rest = name.text.split(" ", 1)[1]
        return [f"{word} {rest}" for word in PROPER_WORDS]
    return [new for region in _REGIONS[name.kind] if name.text in region for new in region]


def _is_new(ground: Ground, name: Name, new: str) -> bool:
    """Neither the new name nor its telling part may stand anywhere a judge can see, and its article must fit."""
    telling = new.split()[0] if name.kind is NameKind.ORGANISATION else new.split()[-1]
    seen = f"{ground.known}\n{ground.case.answer}"
    if not fits_article(ground.case.answer[max(0, name.start - 8) : name.start], new):
        return False
    return not has_words(seen, new) and not has_words(seen, telling)


def _edits(ground: Ground, name: Name, new: str) -> list[tuple[int, int, str]]:
    """Swap every mention, the surname alone included, so that the answer stays at peace with itself."""
    answer = ground.case.answer
    edits = [(m.start(), m.end(), new) for m in re.finditer(rf"(?<!\w){re.escape(name.text)}(?!\w)", answer)]
    if name.kind is NameKind.PERSON:
        taken = [(start, end) for start, end, _ in edits]
        for match in re.finditer(rf"(?<!\w){re.escape(name.last)}(?!\w)", answer):
            if not any(start <= match.start() < end for start, end in taken):
                edits.append((match.start(), match.end(), new.split()[-1]))
    return edits


STYLES = (
    Style(
        name="name_swapped",
        set=Set.PLANTED,
        rules=(GROUNDED,),
        summary="a person, place or organisation becomes another of its kind",
        covers="the old name stands in a passage; the new one, and its telling part, in no passage and no question",
        plant=name_swapped,
        examples=(
            Example(
                question="Who signs the refund?",
                passages=("Refunds above £100 are signed by Laura Bennett.",),
                answer="Refunds above £100 need the signature of Laura Bennett.",
                becomes="Refunds above £100 need the signature of Laura Abbott.",
            ),
        ),
    ),
)

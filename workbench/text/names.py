"""Names in a text, where their kind can be told: people, countries, states, cities, organisations."""

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from workbench.text.name_lists import CITIES, COUNTRIES, GIVEN_NAMES, NOT_SURNAMES, ORGANISATION_WORDS, STATES
from workbench.text.tokens import FUNCTION_WORDS


class NameKind(StrEnum):
    """What a name names."""

    PERSON = "person"
    COUNTRY = "country"
    STATE = "state"
    CITY = "city"
    ORGANISATION = "organisation"


@dataclass(frozen=True, kw_only=True)
class Name:
    """One name: `text` is exactly `source[start:end]`. For a person, `last` is the surname."""

    start: int
    end: int
    text: str
    kind: NameKind
    last: str


_PLACES = {
    **dict.fromkeys(COUNTRIES, NameKind.COUNTRY),
    **dict.fromkeys(STATES, NameKind.STATE),
    **dict.fromkeys(CITIES, NameKind.CITY),
}
_CAPITALISED = r"[A-Z][a-z]+(?:['’-][A-Z][a-z]+)?"
# Blanks only: a name does not run over a line end.
_RUN = re.compile(rf"(?<![\w'’-]){_CAPITALISED}(?:[ ]+(?:(?:of|for|and)[ ]+(?:the[ ]+)?)?{_CAPITALISED})*(?![\w-])")
_JOINERS = ("of", "for", "and", "the")
_NO_SURNAMES = frozenset({*ORGANISATION_WORDS, *NOT_SURNAMES, *_JOINERS, *_PLACES})
_TITLES = frozenset({"Dr", "Mr", "Mrs", "Ms", "Miss", "Prof", "Professor", "Sir", "Lady", "Lord", "President", "Judge"})


@lru_cache(maxsize=4096)
def names(text: str) -> tuple[Name, ...]:
    """Return the names of a text whose kind can be told, in order. Runs of capitals of no known kind are left out."""
    found: list[Name] = []
    for run in _RUN.finditer(text):
        found += _names_of_run(text, run.start(), run.end())
    return tuple(found)


def _names_of_run(text: str, start: int, end: int) -> list[Name]:
    if " " not in text[start:end] and text[start:end] not in _PLACES:
        return []  # one word alone is a place or nothing
    words = [(m.group(), m.start(), m.end()) for m in re.finditer(r"[\w'’-]+", text[start:end])]
    place = _place(text, start, end)
    if place is not None:
        return [place]
    person = _person([(word, start + first, start + last) for word, first, last in words], text)
    if person is not None:
        return [person]
    if len(words) >= 2 and words[-1][0] in ORGANISATION_WORDS and words[0][0] not in ("The", "A", "An", "Our", "Your"):
        if not any(word in _JOINERS for word, _, _ in words):
            kind = NameKind.ORGANISATION
            return [Name(start=start, end=end, text=text[start:end], kind=kind, last=words[-1][0])]
    return []


def _place(text: str, start: int, end: int) -> Name | None:
    """A place alone: `Paris`, not `Paris Hilton` and not `New Mexico Museum`; nor a part of `Perth, Scotland`."""
    kind = _PLACES.get(text[start:end])
    if (
        kind is None
        or re.match(r",\s+[A-Z]", text[end : end + 4])
        or re.search(r"[A-Z]\w+,\s+$", text[max(0, start - 30) : start])
    ):
        return None
    return Name(start=start, end=end, text=text[start:end], kind=kind, last=text[start:end])


def _person(words: list[tuple[str, int, int]], text: str) -> Name | None:
    """A listed given name and one or two more words, after at most one title or opening word: `When Laura Bennett`."""
    if words and (words[0][0] in _TITLES or words[0][0].lower() in FUNCTION_WORDS):
        words = words[1:]
    if not 2 <= len(words) <= 3 or words[0][0] not in GIVEN_NAMES:
        return None
    rest = [word for word, _, _ in words[1:]]
    if any(word in _NO_SURNAMES for word in rest):
        return None
    start, end = words[0][1], words[-1][2]
    name = text[start:end]
    if name.endswith(("'s", "’s")):
        return None
    return Name(start=start, end=end, text=name, kind=NameKind.PERSON, last=words[-1][0])

"""The library that all cases of a bench make: where a style borrows from."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain
from random import Random

from workbench.identity import digest
from workbench.records.case import Case
from workbench.records.passage import Passage
from workbench.text.declines import plain_form
from workbench.text.names import Name, names
from workbench.text.sentences import sentences
from workbench.text.tokens import content_set, content_words

# The first two content words of a sentence stand within so many characters.
_OPENING = 80
# A word that opens more sentences than this tells nothing of a topic.
_TELLING = 400


@dataclass(frozen=True)
class Sourced:
    """A sentence of some passage, with its content words, worked out once for the whole library."""

    text: str
    content: frozenset[str]
    in_list: bool = False


@dataclass(frozen=True)
class Told:
    """Sentences of one passage, each with the words that it opens with, of those that tell a topic.

    `around` holds the telling words of the passage. A sentence of several is told by the first in order of content.
    """

    around: frozenset[str]
    sentences: tuple[tuple[frozenset[str], Sourced], ...]


@dataclass(frozen=True)
class Shelved:
    """A passage of the library, with the groups whose cases were shown it and its content words.

    `place` is where a hash of its content puts it on a ring from 0 to 1.
    """

    passage: Passage
    groups: frozenset[str]
    content: frozenset[str]
    place: float


class Library:
    """All passages of a bench: where donors for outside facts, unrelated passages and other names come from.

    Everything is in an order of content, so that file order changes nothing.
    """

    def __init__(self, cases: tuple[Case, ...]) -> None:
        self.cases = cases

    @cached_property
    def passages(self) -> tuple[Shelved, ...]:
        """Every distinct passage."""
        found: dict[str, Passage] = {}
        groups: dict[str, set[str]] = {}
        for case in self.cases:
            for passage in case.passages:
                key = plain_form(passage.text)
                kept = found.get(key)
                if kept is None or (passage.id, passage.title) < (kept.id, kept.title):
                    found[key] = passage
                groups.setdefault(key, set()).add(case.group or case.case_id)
        return tuple(
            Shelved(passage, frozenset(groups[key]), content_set(f"{passage.title} {passage.text}"), place_of(key))
            for key, passage in sorted(found.items())
            if key
        )

    @cached_property
    def ring(self) -> tuple[Shelved, ...]:
        """Every distinct passage by its place."""
        return tuple(sorted(self.passages, key=lambda shelved: shelved.place))

    def cases_shown(self, key: str) -> tuple[Case, ...]:
        """The cases that were shown a passage, given by the plain form of its text."""
        return self._shown.get(key, ())

    @cached_property
    def _shown(self) -> dict[str, tuple[Case, ...]]:
        found: dict[str, list[Case]] = {}
        for case in self.cases:
            for key in {plain_form(passage.text) for passage in case.passages}:
                found.setdefault(key, []).append(case)
        return {key: tuple(held) for key, held in found.items()}

    @cached_property
    def answers(self) -> tuple[tuple[float, str], ...]:
        """Every distinct trusted answer by its place on the ring."""
        return tuple(sorted((place_of(text), text) for text in {c.answer for c in self.cases if c.label == "pass"}))

    @cached_property
    def ids(self) -> tuple[str, ...]:
        """Every distinct id of a passage, in order."""
        return tuple(sorted({passage.id for case in self.cases for passage in case.passages}))

    @cached_property
    def rare(self) -> frozenset[str]:
        """Content words that stand in few passages: they tell what a passage is about."""
        counts = Counter(word for shelved in self.passages for word in shelved.content)
        most = max(12, len(self.passages) // 8)
        return frozenset(word for word, count in counts.items() if count <= most)

    def near(self, content: frozenset[str]) -> list[tuple[int, Told]]:
        """What passages tell that share telling words with some content, and how many they share."""
        counts = Counter(chain.from_iterable(self._by_telling_word.get(word, ()) for word in content))
        return [(count, self._told[place]) for place, count in counts.items()]

    @cached_property
    def _by_telling_word(self) -> dict[str, list[int]]:
        """Places in `_told` by the telling words of the passages."""
        found: dict[str, list[int]] = {}
        for place, told in enumerate(self._told):
            for word in told.around:
                found.setdefault(word, []).append(place)
        return found

    @cached_property
    def _told(self) -> tuple[Told, ...]:
        """Every distinct sentence, by the first passage that it stands in."""
        in_list: dict[str, bool] = {}
        firsts: list[tuple[Shelved, list[str]]] = []
        for shelved in self.passages:
            text, first = shelved.passage.text, []
            for span in sentences(text):
                line = text[text.rfind("\n", 0, span.start) + 1 : span.start]
                if span.text not in in_list:
                    first.append(span.text)
                in_list[span.text] = in_list.get(span.text, False) or bool(line and not line[0].isalnum())
            firsts.append((shelved, first))
        opened = {text: frozenset(content_words(text[:_OPENING])[:2]) for text in in_list}
        counts = Counter(chain.from_iterable(opened.values()))
        topical = frozenset(word for word, count in counts.items() if count <= _TELLING)
        return tuple(
            Told(
                shelved.content & self.rare,
                tuple((opened[text] & topical, Sourced(text, content_set(text), in_list[text])) for text in first),
            )
            for shelved, first in firsts
        )

    @cached_property
    def names(self) -> tuple[Name, ...]:
        """Every distinct name that many groups were shown: the people and places of this library, whatever the topic.

        A name that one group alone was shown belongs to its topic, and would look out of place in another.
        """
        seen: dict[str, Name] = {}
        groups: dict[str, set[str]] = {}
        for shelved in self.passages:
            for name in names(shelved.passage.text):
                seen.setdefault(name.text, name)
                groups.setdefault(name.text, set()).update(shelved.groups)
        least = max(2, len({group for shelved in self.passages for group in shelved.groups}) // 20)
        return tuple(seen[key] for key in sorted(seen) if len(groups[key]) >= least)


@lru_cache(maxsize=65_536)
def place_of(text: str) -> float:
    """Where the hash of a text puts it on a ring from 0 to 1."""
    return int(digest(text), 16) / 16**16


def drawn(texts: Sequence[str], rng: Random) -> list[str]:
    """Texts in the order of a ring of hashes, from a random place on.

    One more text changes what comes first only where it stands between that place and the first.
    """
    if not texts:
        return []
    start = rng.random()
    return sorted(texts, key=lambda text: (place_of(text) - start) % 1)

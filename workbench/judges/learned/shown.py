"""The passages of an item, sentence by sentence, in an index: which of them says most of what a claim says?"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache

from workbench.records.passage import Passage
from workbench.text.known_moments import KnownMoments
from workbench.text.proper_names import stands_as_name
from workbench.text.quantities import Quantities
from workbench.text.sentences import sentences
from workbench.text.tokens import content_set
from workbench.text.turning_words import strong_words

_NEAREST = 5
# A word that stands in more sentences than this finds none of them: time per claim stays bounded, whatever is shown.
_MOST_PLACES = 200
# Each name is looked for in the whole text, so the longer that is, the fewer names; the others count as there.
_MOST_READ = 10_000_000
_FEWEST_NAMES = 3


@dataclass(frozen=True, eq=False)
class Place:
    """A sentence of a passage, with the sentence on either side of it.

    Attributes:
        passage: The id of its passage.
        sentence: The sentence alone.
        around: It with its neighbours and the title of its passage.
    """

    passage: str
    sentence: str
    around: str

    @cached_property
    def words(self) -> frozenset[str]:
        """The content words of the sentence."""
        return content_set(self.sentence)

    @cached_property
    def words_around(self) -> frozenset[str]:
        """Those of the sentence and its neighbours."""
        return content_set(self.around)

    @cached_property
    def quantities(self) -> Quantities:
        """The quantities of the sentence and its neighbours."""
        return Quantities(self.around)


@dataclass(frozen=True)
class Near:
    """A place that says something of what a claim says.

    Attributes:
        place: The place.
        share: The share of the claim's content words that stand in its sentence, above 0 to 1.
    """

    place: Place
    share: float


class Shown:
    """All passages of an item."""

    def __init__(self, passages: tuple[Passage, ...]) -> None:
        self.text = "\n\n".join(passage.shown for passage in passages)
        self._passages = passages
        self._names: dict[str, bool] = {}
        self._places = tuple(_places(passages))
        self._where: dict[str, list[int]] = defaultdict(list)
        for number, place in enumerate(self._places):
            for word in place.words:
                self._where[word].append(number)

    @cached_property
    def quantities(self) -> Quantities:
        """All quantities."""
        return Quantities(self.text)

    @cached_property
    def moments(self) -> KnownMoments:
        """All dates, weekdays, times and versions."""
        return KnownMoments(self.text)

    @cached_property
    def words(self) -> frozenset[str]:
        """All content words."""
        return content_set(self.text)

    @cached_property
    def strong_words(self) -> frozenset[str]:
        """All words of strength."""
        return strong_words(self.text)

    def has_name(self, name: str) -> bool:
        """Say whether a passage has a name, whole or its last word."""
        if name not in self._names and len(self._names) < max(_FEWEST_NAMES, _MOST_READ // (len(self.text) + 1)):
            self._names[name] = stands_as_name(name, self.text)
        return self._names.get(name, True)

    @cached_property
    def of_passage(self) -> dict[str, frozenset[str]]:
        """The content words of each passage."""
        return {passage.id: content_set(passage.shown) for passage in self._passages}

    def nearest(self, asked: Collection[str]) -> tuple[Near, ...]:
        """Return up to five places that hold most of some content words, the best first; of equals, the earlier."""
        counts: Counter[int] = Counter()
        for word in asked:
            places = self._where.get(word, ())
            if len(places) <= _MOST_PLACES:
                counts.update(places)
        best = sorted(counts.items(), key=lambda found: (-found[1], found[0]))[:_NEAREST]
        wanted = frozenset(asked)
        found = [(len(wanted & self._places[number].words) / len(wanted), number) for number, _ in best]
        return tuple(Near(self._places[number], share) for share, number in sorted(found, key=lambda f: (-f[0], f[1])))


@lru_cache(maxsize=64)
def shown(passages: tuple[Passage, ...]) -> Shown:
    """Read some passages. The last ones are remembered, because the copies of an answer share them."""
    return Shown(passages)


def _places(passages: tuple[Passage, ...]) -> Iterator[Place]:
    for passage in passages:
        told = [span.text for span in sentences(passage.text)]
        for number, sentence in enumerate(told):
            around = [passage.title, *told[max(0, number - 1) : number + 2]]
            yield Place(passage=passage.id, sentence=sentence, around="\n".join(filter(None, around)))

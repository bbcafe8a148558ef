"""All the quantities of a text, to ask whether another one stands among them."""

import re
from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache

from workbench.text.figures import Figure, figures, worths
from workbench.text.lower import lower
from workbench.text.units import unit_after

# "A year" and "half an hour" are quantities without a figure.
_ARTICLE = re.compile(r"\b(?P<half>half\s{1,3})?(?:an?|per|each|every|one)(?=\s)")
_FORTNIGHT = re.compile(r"\bfortnight")
_DAY = 86_400


class Quantities:
    """The quantities of one or more texts, in an index.

    `holds` gives what `same_quantity` gives with any figure of the texts, and knows `a year` and `half an hour` too.
    """

    def __init__(self, *texts: str) -> None:
        self._values: set[Fraction] = set()
        self._unitless: set[Fraction] = set()
        self._bases: dict[str, set[Fraction]] = {}
        for text in texts:
            self._add(figures(text))
            for dimension, base in _article_quantities(text):
                self._bases.setdefault(dimension, set()).add(base)

    def _add(self, found: Iterable[Figure]) -> None:
        for figure in found:
            values = worths(figure)
            self._values |= values
            if figure.unit is None:
                self._unitless |= values
            else:
                bases = self._bases.setdefault(figure.unit.dimension, set())
                bases.update(figure.unit.to_base(value) for value in figure.readings)

    def holds(self, figure: Figure) -> bool:
        """Say whether a figure stands in the texts, in any spelling, unit or kind of figure."""
        if figure.unit is None:
            return not worths(figure).isdisjoint(self._values)
        return not worths(figure).isdisjoint(self._unitless) or self.holds_with_unit(figure)

    def holds_with_unit(self, figure: Figure) -> bool:
        """Say whether a figure stands in the texts with a unit of its dimension; never where it has none itself."""
        if figure.unit is None:
            return False
        bases = {figure.unit.to_base(value) for value in figure.readings}
        return not bases.isdisjoint(self._bases.get(figure.unit.dimension, set()))

    def holds_value(self, value: Fraction | int) -> bool:
        """Say whether a bare value stands in the texts, whatever its unit."""
        return Fraction(value) in self._values


@lru_cache(maxsize=4096)
def _article_quantities(text: str) -> frozenset[tuple[str, Fraction]]:
    """The lengths of time that a text tells without a figure, each with its dimension."""
    text = lower(text)
    found: set[tuple[str, Fraction]] = set()
    for match in _ARTICLE.finditer(text):
        unit, _ = unit_after(text, match.end())
        if unit is not None and unit.dimension in ("time", "calendar"):
            share = Fraction(1, 2) if match.group("half") else Fraction(1)
            found.add((unit.dimension, unit.to_base(share)))
    if "fortnight" in text and _FORTNIGHT.search(text):
        found.add(("time", Fraction(14 * _DAY)))
    return frozenset(found)


class FigureCounts:
    """How often each quantity stands among some figures, so that one that is said twice is found at once."""

    def __init__(self, found: Iterable[Figure]) -> None:
        self._values: Counter[Fraction] = Counter()
        self._unitless: Counter[Fraction] = Counter()
        self._bases: Counter[tuple[str, Fraction]] = Counter()
        for figure in found:
            values = worths(figure)
            self._values.update(values)
            if figure.unit is None:
                self._unitless.update(values)
            else:
                self._bases.update({(figure.unit.dimension, figure.unit.to_base(value)) for value in figure.readings})

    def is_told_once(self, figure: Figure) -> bool:
        """Say whether one of the figures is the same quantity as no other of them."""
        if figure.unit is None:
            return all(self._values[value] == 1 for value in worths(figure))
        if any(self._unitless[value] for value in worths(figure)):
            return False
        return all(self._bases[figure.unit.dimension, figure.unit.to_base(value)] == 1 for value in figure.readings)

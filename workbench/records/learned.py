"""A learned judge as its file has it: all that it needs to give verdicts, and what its training came to."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

# e to the power of more than this is beyond a float.
_LARGEST = 700.0


@dataclass(frozen=True, kw_only=True)
class Weights:
    """A weighted sum of features.

    Attributes:
        means: The mean of each feature over the items of the training.
        spreads: Its standard deviation there, above 0.
        weights: What one standard deviation of it adds to the log odds of a mistake, 0 or more.
        intercept: The log odds at the means, where mistakes and right answers are equally frequent.
    """

    means: tuple[float, ...]
    spreads: tuple[float, ...]
    weights: tuple[float, ...]
    intercept: float

    def parts(self, row: Sequence[float]) -> tuple[float, ...]:
        """Return what each feature of an item adds to the log odds of a mistake."""
        return tuple(
            weight * (value - mean) / spread
            for value, mean, spread, weight in zip(row, self.means, self.spreads, self.weights, strict=True)
        )

    def score(self, row: Sequence[float]) -> float:
        """Return the chance, 0 to 1, that an item is right, were mistakes as frequent as right answers: 1/(1 + e^z)."""
        return 1 / (1 + math.exp(min(_LARGEST, self.intercept + math.fsum(self.parts(row)))))


@dataclass(frozen=True, kw_only=True)
class LearnedFeature:
    """One feature of a learned judge.

    Attributes:
        name: Its name.
        mean: Its mean over the items of the training.
        spread: Its standard deviation there, above 0.
        weight: What one standard deviation of it adds to the log odds of a mistake, 0 or more.
    """

    name: str
    mean: float
    spread: float
    weight: float


@dataclass(frozen=True, kw_only=True)
class Count:
    """Items failed, of all items of a kind.

    Attributes:
        failed: Items failed, from 0 to `items`.
        items: All of them.
    """

    failed: int
    items: int


@dataclass(frozen=True, kw_only=True)
class LearnedJudge:
    """A trained judge.

    Attributes:
        rule: The rule that it decides.
        features: Its features.
        intercept: The log odds of a mistake at the means of the features.
        threshold: The lowest score, 0 to 1, that passes.
        code: A hash of the code that counts the features. Weights mean nothing for features that are counted otherwise.
        trained_on: A hash of the items of the training and what a right judge says of each. The ledger knows the items.
        seed: What planting was seeded with.
        versions: What it was trained with: library to its version.
        unseen: What weights and a threshold that were found without an item's source made of it: by set, and each
            style of planted mistakes as `planted:STYLE`.
        area: How well scores of items without their source tell mistakes from right answers: 0.5 is guessing.
    """

    rule: str
    features: tuple[LearnedFeature, ...]
    intercept: float
    threshold: float
    code: str
    trained_on: str
    seed: int
    versions: Mapping[str, str]
    unseen: Mapping[str, Count]
    area: float

    @property
    def weights(self) -> Weights:
        """Its weighted sum."""
        return Weights(
            means=tuple(one.mean for one in self.features),
            spreads=tuple(one.spread for one in self.features),
            weights=tuple(one.weight for one in self.features),
            intercept=self.intercept,
        )

"""From recorded scores to cases with one score each: what a threshold is chosen on."""

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from workbench.analysis.scores import mean_scores

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, kw_only=True)
class ScoredCases:
    """Cases with a score, and how many have none. The first three have one entry a case, in one order.

    Attributes:
        scores: As the judge gives them.
        wrong: Which cases are mistakes.
        sources: The source of each case. Cases of one source are not independent.
        high_is_good: Whether high scores say that an answer is right.
        unscored_wrong: Mistakes without any score. They are in no figure.
        unscored_right: Right answers likewise.
        varying: Cases whose repeats have different scores: one call alone is less sure than their average.
    """

    scores: tuple[float, ...]
    wrong: tuple[bool, ...]
    sources: tuple[str, ...]
    high_is_good: bool
    unscored_wrong: int
    unscored_right: int
    varying: int

    @property
    def suspicion(self) -> tuple[float, ...]:
        """The scores turned so that the higher, the likelier a mistake."""
        return tuple(-score for score in self.scores) if self.high_is_good else self.scores

    def suspicion_of(self, *, wrong: bool) -> list[float]:
        """The suspicion of the mistakes, or of the right answers."""
        return [score for score, is_wrong in zip(self.suspicion, self.wrong, strict=True) if is_wrong is wrong]

    def sources_of(self, *, wrong: bool) -> list[str]:
        """The sources of the mistakes, or of the right answers, in the order of `suspicion_of`."""
        return [source for source, is_wrong in zip(self.sources, self.wrong, strict=True) if is_wrong is wrong]

    def independent(self, *, wrong: bool) -> int:
        """How many independent cases are the mistakes worth, or the right answers, at the least?

        n^2 / sum of m^2 over sources of m cases, Kish (1965) with cases of one source that never differ, rounded down.
        It does not depend on any score, so that a bound that rests on it only falls as a judge gets better.
        """
        sizes = Counter(self.sources_of(wrong=wrong)).values()
        return sum(sizes) ** 2 // sum(size * size for size in sizes) if sizes else 0


def scored_cases(rows: "pd.DataFrame", *, high_is_good: bool) -> ScoredCases:
    """Give every case one score: the mean of its repeats.

    Args:
        rows: One row a call: `item_id`, `source`, `wrong` (bool) and `score`, null where it gave none. All rows of an
            item agree on `source` and `wrong`.
        high_is_good: Whether high scores say that an answer is right.
    """
    frame = rows[["item_id", "source", "wrong"]].assign(score=rows["score"].astype("float64"))
    found = frame.groupby("item_id", sort=True)
    items = found[["source", "wrong"]].first().assign(score=mean_scores(found["score"]))
    scored = items[items["score"].notna()]
    unscored = items.loc[items["score"].isna(), "wrong"].astype(bool)
    return ScoredCases(
        scores=tuple(scored["score"].tolist()),
        wrong=tuple(scored["wrong"].astype(bool).tolist()),
        sources=tuple(scored["source"].tolist()),
        high_is_good=high_is_good,
        unscored_wrong=int(unscored.sum()),
        unscored_right=int((~unscored).sum()),
        varying=int((found["score"].max() > found["score"].min()).sum()),
    )

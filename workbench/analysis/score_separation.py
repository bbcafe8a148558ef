"""How well does each judge's score tell mistakes from right answers? The unit is the item, whatever its repeats."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from workbench.analysis.scores import mean_scores
from workbench.analysis.separation import Separation, separation

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, kw_only=True)
class ScoreSeparation:
    """The score of one judge, at every threshold at once.

    Attributes:
        judge: Whose score it is.
        wrong: Mistakes with a score.
        right: Right answers with a score.
        missing: Items without any score. They are left out, so that the area says nothing of them.
        area: None where mistakes or right answers with a score are missing.
    """

    judge: str
    wrong: int
    right: int
    missing: int
    area: Separation | None


def score_separations(scores: "pd.DataFrame", *, high_is_good: bool) -> tuple[ScoreSeparation, ...]:
    """Measure every judge that gave scores, by name.

    The score of an item is the mean of its repeats, so that repeats never make more items.

    Args:
        scores: One row a score: `judge`, `item_id`, `wrong` (bool), `source` and `score`, null where it is missing.
        high_is_good: Whether high scores say that an answer is right.
    """
    items = scores.groupby(["judge", "item_id"], sort=True, observed=True)
    suspicion = mean_scores(items["score"]) * (-1.0 if high_is_good else 1.0)
    means = items[["wrong", "source"]].first().assign(score=suspicion)
    return tuple(
        _of_judge(str(judge), items) for judge, items in means.groupby(level="judge", sort=True, observed=True)
    )


def _of_judge(judge: str, items: "pd.DataFrame") -> ScoreSeparation:
    scored = items[items["score"].notna()]
    is_wrong = scored["wrong"].astype(bool)
    mistakes, answers = scored[is_wrong], scored[~is_wrong]
    wrong, right = mistakes["score"].tolist(), answers["score"].tolist()
    return ScoreSeparation(
        judge=judge,
        wrong=len(wrong),
        right=len(right),
        missing=len(items) - len(scored),
        area=separation(wrong, right, sources=(mistakes["source"].tolist(), answers["source"].tolist())),
    )

"""Which of several candidates should be used? The cheapest that has earned it, found so that luck does not choose.

Whoever takes the best of several candidates on one set takes the luckiest. So they are gone through from the dearest
down, in an order that the verdicts have no say in, and the first that has not earned the level ends the way down: a
fixed sequence (Maurer, Hothorn and Lehmacher 1995), which needs no correction.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from workbench.gate.decide import PASSED, exit_code
from workbench.records.summary import JudgeSummary, Level


@dataclass(frozen=True, kw_only=True)
class Recommendation:
    """The cheapest candidate that has earned a level, and what stands in the way of cheaper ones.

    Attributes:
        asked: The level.
        chosen: The candidate; None where none has earned it.
        ended: The first candidate on the way down that has not earned it; None where all have.
        after: Cheaper ones that have earned it all the same: good news to confirm on fresh cases, no more.
        unpriced: Candidates whose cost is not known; they have no place in the order.
    """

    asked: Level
    chosen: JudgeSummary | None
    ended: JudgeSummary | None
    after: tuple[JudgeSummary, ...]
    unpriced: tuple[JudgeSummary, ...]


def recommend(candidates: Sequence[JudgeSummary], asked: Level) -> Recommendation:
    """Which candidate should be used?

    Args:
        candidates: Judges of one rule, decided on. Of equal cost the one that is named first is gone through first.
        asked: `PROVISIONAL` or `CERTIFIED`.
    """
    priced = [(cost, judge) for judge in candidates if (cost := _cost(judge)) is not None]
    order = [judge for _, judge in sorted(priced, key=lambda one: -one[0])]
    ended = next((place for place, judge in enumerate(order) if not _earned(judge, asked)), len(order))
    return Recommendation(
        asked=asked,
        chosen=order[ended - 1] if ended else None,
        ended=order[ended] if ended < len(order) else None,
        after=tuple(judge for judge in order[ended:] if _earned(judge, asked)),
        unpriced=tuple(judge for judge in candidates if _cost(judge) is None),
    )


def _earned(judge: JudgeSummary, asked: Level) -> bool:
    return judge.decision is not None and exit_code(judge.decision, asked) == PASSED


def _cost(judge: JudgeSummary) -> float | None:
    return judge.cost.per_thousand if judge.cost.known else None

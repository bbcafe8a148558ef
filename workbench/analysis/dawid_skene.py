"""Which answers should a person read, when several judges disagree and nobody knows the truth?

Dawid and Skene (1979): every judge has a catch rate and a false alarm rate, every answer is wrong or not, and both are
estimated from the votes alone. It holds only where judges err independently. Judges on related models do not: the
share of wrong answers then comes out too high. So it may rank answers for reading, and give no rate that is reported.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np

LEAST_JUDGES = 3
LEAST_ITEMS = 100
"""Below this number of answers estimates run to the ends, and half an answer is added to each count."""

_STEPS = 10_000
_STILL = 1e-10


@dataclass(frozen=True, kw_only=True)
class Consensus:
    """What the votes of several judges say together.

    Attributes:
        wrong: The estimated share of wrong answers. To rank with, not to report.
        catch: Each judge's estimated catch rate.
        false_alarms: Each judge's estimated false alarm rate.
        chances: The chance that an answer is wrong, by its votes.
    """

    wrong: float
    catch: tuple[float, ...]
    false_alarms: tuple[float, ...]
    chances: Mapping[tuple[int | None, ...], float]


def consensus(votes: Mapping[tuple[int | None, ...], int]) -> Consensus | None:
    """How likely is each answer wrong, judged by the votes alone?

    Expectation maximisation from the share of votes, to convergence.

    Args:
        votes: How many answers got each row of votes: one vote a judge, in one order, 1 for fail, 0 for pass, None
            where the judge gave no verdict.

    Returns:
        None where nothing can be told: fewer than three judges, no votes, or judges whose estimated alarms on right
        answers are as frequent as their catches.

    Raises:
        ValueError: rows of different length, a vote that is none of the three, or a count below 0.
    """
    import numpy as np

    rows = sorted(votes, key=lambda row: [(-1 if vote is None else vote) for vote in row])
    _check(votes)
    judges = len(rows[0]) if rows else 0
    weights = np.array([votes[row] for row in rows], dtype=float)
    failed = np.array([[vote == 1 for vote in row] for row in rows], dtype=float)
    passed = np.array([[vote == 0 for vote in row] for row in rows], dtype=float)
    if judges < LEAST_JUDGES or not (weights @ (failed + passed)).all():
        return None
    added = 0.5 if weights.sum() < LEAST_ITEMS else 0.0
    # A row without any vote says nothing: it starts at one half and ends at the share of wrong answers.
    given = failed.sum(axis=1) + passed.sum(axis=1)
    chances = np.where(given > 0, failed.sum(axis=1) / np.maximum(given, 1), 0.5)
    for _ in range(_STEPS):
        wrong, catch, alarms = _rates(chances, weights, failed, passed, added)
        before, chances = chances, _chances(wrong, catch, alarms, failed, passed)
        if np.abs(chances - before).max() < _STILL:
            break
    if not np.mean(catch > alarms) > 1 / 2:
        return None
    return Consensus(
        wrong=float(wrong),
        catch=tuple(map(float, catch)),
        false_alarms=tuple(map(float, alarms)),
        chances={row: float(chance) for row, chance in zip(rows, chances, strict=True)},
    )


def to_read(found: Consensus) -> tuple[tuple[int | None, ...], ...]:
    """Which votes should be read first? Those on which the judges disagree, the least certain first."""
    apart = [row for row in found.chances if len({vote for vote in row if vote is not None}) > 1]
    return tuple(sorted(apart, key=lambda row: (abs(found.chances[row] - 0.5), str(row))))


def _rates(
    chances: "np.ndarray[Any, Any]",
    weights: "np.ndarray[Any, Any]",
    failed: "np.ndarray[Any, Any]",
    passed: "np.ndarray[Any, Any]",
    added: float,
) -> "tuple[float, np.ndarray[Any, Any], np.ndarray[Any, Any]]":
    """Share of wrong answers, catch rates and false alarm rates, if answers are wrong with these chances."""
    import numpy as np

    of_wrong, of_right = weights * chances, weights * (1 - chances)

    def share(of: "np.ndarray[Any, Any]") -> "np.ndarray[Any, Any]":
        hits, others = of @ failed + added, of @ passed + added
        shares: np.ndarray[Any, Any] = np.full(len(hits), 0.5)
        np.divide(hits, hits + others, out=shares, where=hits + others > 0)
        return shares

    return float(of_wrong.sum() / weights.sum()), share(of_wrong), share(of_right)


def _chances(
    wrong: float,
    catch: "np.ndarray[Any, Any]",
    alarms: "np.ndarray[Any, Any]",
    failed: "np.ndarray[Any, Any]",
    passed: "np.ndarray[Any, Any]",
) -> "np.ndarray[Any, Any]":
    """The chance that an answer is wrong, for each row of votes."""
    import numpy as np

    tiny = np.finfo(float).tiny

    def likelihood(share: float, rate: "np.ndarray[Any, Any]") -> "np.ndarray[Any, Any]":
        logs: np.ndarray[Any, Any] = failed @ np.log(np.maximum(rate, tiny)) + passed @ np.log(
            np.maximum(1 - rate, tiny)
        )
        logs += math.log(max(share, tiny))
        return logs

    if_wrong, if_right = likelihood(wrong, catch), likelihood(1 - wrong, alarms)
    chances: np.ndarray[Any, Any] = 1 / (1 + np.exp(np.clip(if_right - if_wrong, -700, 700)))
    return chances


def _check(votes: Mapping[tuple[int | None, ...], int]) -> None:
    if len({len(row) for row in votes}) > 1:
        raise ValueError("expected rows of votes of one length, one vote a judge")
    if any(vote not in (0, 1, None) for row in votes for vote in row) or any(count < 0 for count in votes.values()):
        raise ValueError("expected votes 1, 0 or None, and counts from 0")

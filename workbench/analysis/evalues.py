"""Evidence that stays honest while cases are added one after another.

Testing a bound again after each added case passes a judge at the floor far more often than 5 %. An e-value may be
looked at after every case: a judge whose true share is the floor or less ever reaches 20 with at most 5 % chance.
"""

import math
from collections.abc import Iterable, Iterator

THRESHOLD = 20.0
"""The e-value that stands for 95 %: 1 / 0.05 (Ville's inequality)."""

_BET = 2 / 3
_LARGEST = 709.0


def e_value(scores: Iterable[float], floor: float) -> float:
    """How strongly do these cases speak for a true share above the floor?

    The product over cases of 1 + b (s - F) / F with the bet b = 2/3: a case that is right multiplies the evidence by
    1/3 + 2 / (3F), a miss divides it by 3. It is Wald's likelihood ratio of 1 - (1 - F) / 3 against F.

    Args:
        scores: Case scores between 0 and 1, in any order.
        floor: The share that has to be beaten, between 0 and 1, ends left out.

    Returns:
        A number above 0; 1.0 without cases, and evidence enough at 20.
    """
    return _exp(math.fsum(_log_factor(score, floor) for score in scores))


def e_values(scores: Iterable[float], floor: float) -> Iterator[float]:
    """What is the e-value after each case?

    Args:
        scores: Case scores between 0 and 1, in the order in which the cases were judged.
        floor: The share that has to be beaten, between 0 and 1, ends left out.

    Yields:
        One number a case; the last is `e_value` of them all.
    """
    log_e = 0.0
    for score in scores:
        log_e += _log_factor(score, floor)
        yield _exp(log_e)


def e_value_of_sum(score: float, items: int, floor: float) -> float:
    """The smallest e-value that cases with this sum of scores can have.

    The logarithm of a factor is concave in the score, so the least evidence is that of whole scores with at most one
    fraction left over. For whole scores it is the e-value itself; for others it errs against the judge.

    Args:
        score: Sum of the case scores, from 0 to `items`.
        items: Cases.
        floor: The share that has to be beaten, between 0 and 1, ends left out.
    """
    right = math.floor(score)
    rest = [score - right] if right < items else []
    log_e = right * _log_factor(1.0, floor) + (items - right - len(rest)) * _log_factor(0.0, floor)
    return _exp(log_e + math.fsum(_log_factor(value, floor) for value in rest))


def _log_factor(score: float, floor: float) -> float:
    return math.log1p(_BET * (score - floor) / floor)


def _exp(log_e: float) -> float:
    """Evidence beyond what a float can hold is as good as the largest one."""
    return math.exp(min(log_e, _LARGEST))

"""Whether the look of answers gives a set away: a judge could then be right without reading."""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import log2, sqrt

from workbench.identity import digest
from workbench.records.challenge import Challenge
from workbench.records.verdict import Outcome


def _count_of(kind: Callable[[str], bool]) -> Callable[[str], int]:
    # An answer holds few distinct characters: asking each once is several times faster than asking at every place.
    return lambda answer: sum(map(answer.count, filter(kind, set(answer))))


LOOKS: Mapping[str, Callable[[str], int]] = {
    "length": len,
    "number of digits": _count_of(str.isdigit),
    "number of capitals": _count_of(str.isupper),
    "number of commas": lambda answer: answer.count(","),
    "number of full stops": lambda answer: answer.count("."),
    "number of citation marks": lambda answer: answer.count("["),
    "number of line breaks": lambda answer: answer.count("\n"),
}
"""What can be counted in an answer without reading it."""

# Within this much of a coin's 0.5, a look tells little; what lies so many standard errors above may be chance.
_LITTLE = 0.1
_BY_CHANCE = 3


@dataclass(frozen=True, kw_only=True)
class Tell:
    """A look that tells wrong answers from right ones.

    Attributes:
        look: One of `LOOKS`.
        auc: The share of pairs of a wrong and a right answer that it puts in order, from 0.5 (nothing) to 1.0 (all).
    """

    look: str
    auc: float


def strongest_tell(challenges: Sequence[Challenge]) -> Tell | None:
    """Say which single look of the answers tells most of who is wrong; None where none tells more than chance and 0.60.

    How often answers of about that count are wrong is learned on one half of the sources and tried on the other, and
    the other way round. Looks that tell only together are not found.
    """
    wrong = sum(one.expected is Outcome.FAIL for one in challenges)
    right = len(challenges) - wrong
    halves: tuple[list[Challenge], list[Challenge]] = ([], [])
    side = {group: int(digest(group), 16) % 2 for group in {one.group for one in challenges}}
    for one in challenges:
        halves[side[one.group]].append(one)
    if not all({one.expected for one in half} == {Outcome.FAIL, Outcome.PASS} for half in halves):
        return None
    answers = {one.item.answer for one in challenges}
    places = ((look, {answer: _about(count(answer)) for answer in answers}) for look, count in LOOKS.items())
    auc, look = max(((_tried(*halves, about) + _tried(*halves[::-1], about)) / 2, look) for look, about in places)
    by_chance = sqrt((wrong + right + 1) / (12 * wrong * right))
    return Tell(look=look, auc=auc) if auc - 0.5 >= _LITTLE + _BY_CHANCE * by_chance else None


def _tried(known: Sequence[Challenge], tried: Sequence[Challenge], about: Mapping[str, int]) -> float:
    """The AUC of the share of wrong answers of about a count, by answer, learned on some and tried on others."""
    every = Counter(about[one.item.answer] for one in known)
    wrong = Counter(about[one.item.answer] for one in known if one.expected is Outcome.FAIL)
    told: dict[Outcome, list[float]] = {Outcome.FAIL: [], Outcome.PASS: []}
    for one in tried:
        place = about[one.item.answer]
        told[one.expected].append((wrong[place] + 1) / (every[place] + 2))
    order = sorted(told[Outcome.PASS])
    # The Mann-Whitney statistic over all pairs: ties count half.
    below = sum(bisect_left(order, share) + bisect_right(order, share) for share in told[Outcome.FAIL])
    return below / (2 * len(order) * len(told[Outcome.FAIL]))


def _about(count: int) -> int:
    """Counts of one size: two for each time that they double."""
    return round(2 * log2(count + 1))

"""Did the share of declines rise at some date, or is that chance?

A sudden rise usually means that a document moved: the questions are the same, and what answered them is not found any
more. With few questions a day the share jumps by itself, so a rise is tested, never read off a chart.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from itertools import pairwise

from workbench.analysis.canaries import fell
from workbench.analysis.intervals import ALPHA
from workbench.analysis.selective import Share


@dataclass(frozen=True, kw_only=True)
class DeclineRise:
    """The place in a dated record where declines rose most clearly.

    Attributes:
        since: The first date of the later part.
        before: Declined of asked, up to that date.
        after: The same from that date on.
        p_value: How often chance alone makes a rise as clear as this one, at any of the dates; above 0, at most 1.
    """

    since: date
    before: Share
    after: Share
    p_value: float

    @property
    def shown(self) -> bool:
        """Whether it is more than chance, at 5 %."""
        return self.p_value <= ALPHA


def decline_rise(declined: Mapping[date, Share]) -> DeclineRise | None:
    """Find where declines rose most clearly, and test it.

    Each date is tried as the first of a later part, which is compared with what came before by Fisher's exact test,
    one-sided. The smallest p-value is multiplied by the number of dates tried (Bonferroni), so that trying many finds
    no more rises by chance. Each question counts as one observation, and a change in what is asked is a cause like any
    other.

    Args:
        declined: Date to the questions declined and the questions asked on it, runtime errors in neither. Order does
            not matter.

    Returns:
        The clearest rise, the earliest of equally clear ones, whether it is `shown` or not. None where questions were
        asked on fewer than two dates, which says nothing, and where the share was at no date higher than before.

    Raises:
        ValueError: a count is below 0, or more were declined than asked.
    """
    days = [(day, *declined[day]) for day in sorted(declined)]
    if any(not 0 <= hits <= asked for _, hits, asked in days):
        raise ValueError("expected declines from 0 to the number of questions asked")
    days = [day for day in days if day[2]]
    all_hits, all_asked = sum(hits for _, hits, _ in days), sum(asked for _, _, asked in days)
    found: list[DeclineRise] = []
    hits = asked = 0
    for (_, day_hits, day_asked), (since, _, _) in pairwise(days):
        hits, asked = hits + day_hits, asked + day_asked
        later, asked_later = all_hits - hits, all_asked - asked
        if later * asked > hits * asked_later:
            # As many more declines as fewer answers.
            chance = fell(asked - hits, asked, asked_later - later, asked_later)
            p_value = min(1.0, chance * (len(days) - 1))
            found.append(DeclineRise(since=since, before=(hits, asked), after=(later, asked_later), p_value=p_value))
    return min(found, key=lambda rise: rise.p_value, default=None)

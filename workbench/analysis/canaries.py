"""Has the judge changed since it was certified? A frozen set of items is asked again.

Canaries are items on which the certified version never flipped. Each is its own control, so one call each is enough,
and any flip beyond the known noise is news. Without canaries it takes about 130 fresh cases to see what 30 of them see.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass

from workbench.analysis.luck import lucky_chance

CANARIES = 30
"""Half planted, half clean: enough to see that one verdict in ten has changed."""
FALSE_ALARMS = 0.01
"""How often an unchanged judge may be called changed."""


@dataclass(frozen=True, kw_only=True)
class CanaryAlarm:
    """From how many flips on is the judge called changed?

    Attributes:
        flips: The number of flips that raises the alarm.
        false_alarm: The chance that an unchanged judge shows so many.
    """

    flips: int
    false_alarm: float


@dataclass(frozen=True, kw_only=True)
class Drift:
    """What the canaries say.

    Attributes:
        flips: Canaries whose verdict is not the frozen one.
        canaries: Canaries that gave a verdict.
        p_value: The chance that an unchanged judge shows at least so many flips.
        changed: Is the judge called changed?
    """

    flips: int
    canaries: int
    p_value: float
    changed: bool


def canaries_needed(changed: float, *, power: float = 0.95) -> int:
    """How many canaries show at least one flip, if this share of verdicts has changed?

    ln(1 - power) / ln(1 - share), rounded up.

    Args:
        changed: Share of verdicts that changed, between 0 and 1, ends left out.
        power: The wanted chance to see it, between 0 and 1, ends left out.

    Raises:
        ValueError: an argument is out of range.
    """
    if not 0 < changed < 1 or not 0 < power < 1:
        raise ValueError(f"expected two shares between 0 and 1, ends left out, got {changed} and {power}")
    return math.ceil(math.log1p(-power) / math.log1p(-changed) - _ROUNDING)


def alarm_from(canaries: int, noise: float, *, false_alarms: float = FALSE_ALARMS) -> CanaryAlarm | None:
    """From how many flips on is a judge with this noise called changed?

    The fewest flips that an unchanged judge shows with a chance of at most `false_alarms`; one where it has no noise.

    Args:
        canaries: Canaries, from 0.
        noise: The share of calls that flip in an unchanged judge, from 0 to 1.
        false_alarms: How often an unchanged judge may be called changed.

    Returns:
        None where no number of flips would be news: too few canaries, or too much noise.

    Raises:
        ValueError: an argument is out of range.
    """
    for flips in range(1, canaries + 1):
        chance = chance_of_flips(flips, canaries, noise)
        if chance <= false_alarms + _ROUNDING:
            return CanaryAlarm(flips=flips, false_alarm=chance)
    return None


def chance_of_flips(flips: int, canaries: int, share: float) -> float:
    """With which chance do at least so many canaries flip, if each does with this chance? The power of an alarm."""
    return lucky_chance(flips, canaries, share)


def calibration_noise(items: Iterable[tuple[int, int]]) -> float | None:
    """With which chance does one more call flip a canary, though the judge has not changed?

    Canaries are chosen for having been right in every repeat, so what they did then says nothing of it. What does is
    every repeat of which all other repeats of its item were right: how many of them were wrong? (f + 1/2) / (n + 1) of
    f in n, so that no judge is taken for one that never flips.

    Args:
        items: Repeats and right repeats of each item at calibration; items with fewer than two repeats say nothing.

    Returns:
        None where no repeat says anything.
    """
    flips = calls = 0
    for repeats, right in items:
        if repeats < 2 or right < repeats - 1:
            continue
        flips += right < repeats
        calls += repeats if right == repeats else 1
    return (flips + 0.5) / (calls + 1) if calls else None


def seen_if(changed: float, canaries: int, noise: float) -> float:
    """With which chance is a judge called changed, if this share of its verdicts is? 0 where no flips would be news."""
    alarm = alarm_from(canaries, noise)
    return 0.0 if alarm is None else chance_of_flips(alarm.flips, canaries, changed)


def drift(flips: int, canaries: int, noise: float, *, false_alarms: float = FALSE_ALARMS) -> Drift | None:
    """Has the judge changed? The exact one-sided binomial test.

    Args:
        flips: Canaries whose verdict is not the frozen one.
        canaries: Canaries that gave a verdict: an error is no flip, and stands beside.
        noise: The share of calls that flip in an unchanged judge.
        false_alarms: How often an unchanged judge may be called changed.

    Returns:
        None without canaries: nothing was measured.

    Raises:
        ValueError: the counts do not fit together.
    """
    p_value = lucky_chance(flips, canaries, noise)
    if not canaries:
        return None
    news = flips > 0 and p_value <= false_alarms + _ROUNDING
    return Drift(flips=flips, canaries=canaries, p_value=p_value, changed=news)


def fell(before: int, before_items: int, after: int, after_items: int) -> float:
    """How surprising is the lower share on fresh cases, if nothing has changed?

    Fisher's exact test, one-sided, for two sets of different cases. It is weak: canaries are better.

    Args:
        before: Right cases then, from 0 to `before_items`.
        before_items: Cases then.
        after: Right cases now, from 0 to `after_items`.
        after_items: Cases now.

    Returns:
        A p-value above 0 and up to 1; 1.0 where either has no cases.

    Raises:
        ValueError: the counts do not fit together.
    """
    from scipy.stats import hypergeom

    if not 0 <= before <= before_items or not 0 <= after <= after_items:
        raise ValueError(f"expected counts within {before_items} and {after_items}, got {before} and {after}")
    if not before_items or not after_items:
        return 1.0
    return min(1.0, float(hypergeom.cdf(after, before_items + after_items, before + after, after_items)))


_ROUNDING = 1e-9

"""How many cases does a wanted bar need, before anything is run? And what can so many cases show at best?

A bar is cleared where n cases with c misses show its floor, by the rule that the gate uses: a bound where the number of
cases is fixed beforehand, an e-value where they are added one after another. The power is the chance that a judge of a
given quality does it. Power is saw-toothed in n: it jumps where one more miss is allowed and falls in between, so the
numbers worth planning are the smallest for each number of misses.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from workbench.analysis.intervals import ALPHA
from workbench.analysis.needed import Rule, clears_bound, more_cases
from workbench.analysis.repeats import right_calls

MOST = 20_000
"""No plan asks for more cases than this."""


@dataclass(frozen=True, kw_only=True)
class Needed:
    """A number of cases that clears a bar often enough.

    Attributes:
        items: Cases.
        misses: How many of them may be wrong.
        power: The chance that the judge clears the bar.
    """

    items: int
    misses: int
    power: float


def allowed_misses(items: int, floor: float, *, alpha: float = ALPHA, rule: Rule = clears_bound) -> int | None:
    """How many of so many cases may be wrong, so that they still show the floor?

    Args:
        items: Cases, from 0.
        floor: The share that has to be shown, between 0 and 1, ends left out.
        alpha: How often the rule may be wrong.
        rule: `clears_bound` or `clears_evidence`.

    Returns:
        A number of misses; None where even no miss is not enough.

    Raises:
        ValueError: an argument is out of range.
    """
    _check(items, floor)
    low, high = -1, items
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if _shows(rule, middle, items, floor, alpha) else (low, middle)
    return low if low >= 0 else None


def fewest_items(misses: int, floor: float, *, alpha: float = ALPHA, rule: Rule = clears_bound) -> int:
    """How many cases show the floor in spite of so many misses?

    Args:
        misses: Cases that may be wrong, from 0.
        floor: The share that has to be shown, between 0 and 1, ends left out.
        alpha: How often the rule may be wrong.
        rule: `clears_bound` or `clears_evidence`.

    Raises:
        ValueError: an argument is out of range.
    """
    _check(misses, floor)
    return misses + more_cases(rule, 0, misses, minimum=1, floor=floor, alpha=alpha)


def power(  # noqa: PLR0913 - a set, a bar and a judge
    items: int,
    floor: float,
    share: float,
    *,
    repeats: int = 1,
    correlation: float = 1.0,
    alpha: float = ALPHA,
    rule: Rule = clears_bound,
) -> float:
    """With which chance does a judge of this quality clear the bar?

    Exact, over all outcomes of the beta-binomial model in `repeats`. The rule looks at the sum of case scores, as in
    the gate.

    Args:
        items: Cases, from 0.
        floor: The share that has to be shown, between 0 and 1, ends left out.
        share: The judge's true share of right calls, from 0 to 1.
        repeats: Calls on each case, from 1.
        correlation: How alike repeats of a case are, from 0 to 1; 1 where they only repeat the first. No end is the
            cautious one: repeats that flip bring scores between 0 and 1, of which a rule makes less or more.
        alpha: How often the rule may be wrong.
        rule: `clears_bound` or `clears_evidence`.

    Raises:
        ValueError: an argument is out of range.
    """
    _check(items, floor)
    chances = right_calls(items, repeats, share=share, correlation=correlation)
    low, high = -1, items * repeats
    if not _shows(rule, 0, items, floor, alpha):
        return 0.0
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if _shows(rule, items - middle / repeats, items, floor, alpha) else (middle, high)
    return float(min(1.0, chances[high:].sum()))


def first_plan(
    floor: float,
    share: float,
    *,
    wanted: float = 0.8,
    minimum: int = 1,
    alpha: float = ALPHA,
    rule: Rule = clears_bound,
) -> Needed | None:
    """How many cases, at least, clear the bar with the wanted power?

    Args:
        floor: The share that has to be shown, between 0 and 1, ends left out.
        share: The judge's true share of right cases, from 0 to 1.
        wanted: Power, between 0 and 1, ends left out.
        minimum: Cases asked for, whatever they show.
        alpha: How often the rule may be wrong.
        rule: `clears_bound` or `clears_evidence`.

    Returns:
        None where no number up to `MOST` is enough, as for every judge at or below the floor.

    Raises:
        ValueError: an argument is out of range.
    """
    return next((plan for plan in _plans(floor, share, wanted, minimum, (alpha, rule)) if plan.power >= wanted), None)


def steady_plan(
    floor: float, share: float, *, wanted: float = 0.8, alpha: float = ALPHA, rule: Rule = clears_bound
) -> Needed | None:
    """From how many cases on does the power stay at the wanted one, however many more there are?

    Between two teeth of the saw the power falls; this number is safe from that. Arguments and errors as in
    `first_plan`.
    """
    found: Needed | None = None
    before: Needed | None = None
    for plan in _plans(floor, share, wanted, 1, (alpha, rule)):
        if before is not None and _binomial_power(plan.items - 1, before.misses, share) < wanted:
            found = None
        if found is None and plan.power >= wanted:
            found = plan
        if found is not None and plan.misses > 2 * found.misses + 10:
            return found
        before = plan
    return found


def _plans(floor: float, share: float, wanted: float, minimum: int, by: tuple[float, Rule]) -> Iterator[Needed]:
    """The minimum, and from there on the smallest number of cases for each number of misses."""
    alpha, rule = by
    _check(0, floor)
    if not 0 <= share <= 1 or not 0 < wanted < 1:
        raise ValueError(f"expected a share from 0 to 1 and a power between 0 and 1, got {share} and {wanted}")
    if share <= floor and wanted > alpha:
        return
    misses = allowed_misses(minimum, floor, alpha=alpha, rule=rule) or 0
    while (items := max(minimum, fewest_items(misses, floor, alpha=alpha, rule=rule))) <= MOST:
        yield Needed(items=items, misses=misses, power=_binomial_power(items, misses, share))
        misses += 1


def _shows(rule: Rule, misses: float, items: int, floor: float, alpha: float) -> bool:
    return rule(items - misses, items, minimum=1, floor=floor, alpha=alpha)


def _binomial_power(items: int, misses: int, share: float) -> float:
    from scipy.special import bdtrc

    return 1.0 if misses >= items else float(bdtrc(items - misses - 1, items, share))


def _check(count: int, floor: float) -> None:
    if count < 0 or not 0 < floor < 1:
        raise ValueError(f"expected a count from 0 and a floor between 0 and 1, got {count} and {floor}")

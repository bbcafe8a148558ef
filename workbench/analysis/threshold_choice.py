"""Which threshold should a judge that gives scores have, and what is it worth on cases that it was not chosen on?

A threshold flatters itself on the cases that it was chosen on: of few cases even a useless score has one that looks
good. So the choice is made again without each fifth of the sources, and tried on that fifth.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from workbench.analysis.calibration import Calibration, calibration
from workbench.analysis.intervals import upper_bound
from workbench.analysis.scored_cases import ScoredCases
from workbench.analysis.separation import Separation, separation
from workbench.analysis.threshold_check import PARTS, ThresholdCheck, check_threshold
from workbench.analysis.threshold_setting import Point, every_point, point_at, setting, spelled
from workbench.analysis.thresholds import (
    Cut,
    cheapest,
    clean_needed,
    expected_cost,
    threshold_for_cap,
)
from workbench.errors import NotMeasured
from workbench.records.summary import Rate

LEAST = 8
"""Fewer mistakes or right answers than this say nothing of a threshold."""

GUESSING = 0.5
"""The area under the curve of a score that knows nothing."""


@dataclass(frozen=True, kw_only=True)
class Costs:
    """The cheapest threshold is wanted.

    Attributes:
        miss: What a missed mistake costs.
        false_alarm: What a false alarm costs, in the same unit.
        base_rate: The share of mistakes among answers in use, which is not that of the cases.
    """

    miss: float
    false_alarm: float
    base_rate: float

    def of(self, cut: Cut) -> float:
        """What an answer costs on average."""
        return expected_cost(cut, miss=self.miss, false_alarm=self.false_alarm, prevalence=self.base_rate)

    @property
    def passing_is_cheaper(self) -> bool:
        """Whether it is cheaper to pass all answers unread than to fail all."""
        return self.miss * self.base_rate <= self.false_alarm * (1 - self.base_rate)

    @property
    def without_judge(self) -> float:
        """What an answer costs on average where all are passed, or all are failed, whichever is cheaper."""
        return self.miss * self.base_rate if self.passing_is_cheaper else self.false_alarm * (1 - self.base_rate)


@dataclass(frozen=True, kw_only=True)
class Cap:
    """The threshold with the most catches is wanted that keeps the false alarm rate under a cap, with 95 % confidence.

    Attributes:
        share: The largest false alarm rate.
    """

    share: float

    @property
    def needed(self) -> int:
        """How many sources of right answers that takes."""
        return clean_needed(self.share)


Wanted = Costs | Cap


@dataclass(frozen=True, kw_only=True)
class ThresholdChoice:
    """A score-based judge at every threshold, and the one that was chosen.

    Attributes:
        cases: What it was chosen on.
        wanted: What was asked for.
        area: How well the score separates, whatever the threshold.
        points: Every threshold that makes a difference, the one that fails least first.
        now: What the threshold does that the judge has; None where it has none.
        chosen: The threshold that was chosen; None where a cap takes more right answers than there are.
        check: What the choice does on cases that it was not made on; None where there are too few to leave some out,
            and for a cap, which holds by itself and whose threshold no mistake had a part in.
        calibration: What the scores say as chances of a mistake; None where some lie outside 0 to 1.
    """

    cases: ScoredCases
    wanted: Wanted
    area: Separation
    points: tuple[Point, ...]
    now: Point | None
    chosen: Point | None
    check: ThresholdCheck | None
    calibration: Calibration | None

    def false_alarms(self, cut: Cut) -> Rate:
        """How many right answers does a threshold fail, and how many could it be, a source counting as one case?"""
        return _at_most(cut.alarmed, cut.right, self.cases.independent(wrong=False))

    def misses(self, cut: Cut) -> Rate:
        """How many mistakes does a threshold pass, and how many could it be, a source counting as one case?"""
        return _at_most(cut.wrong - cut.caught, cut.wrong, self.cases.independent(wrong=True))

    @property
    def parts(self) -> tuple[float | None, ...]:
        """The number in settings that was chosen without each part; None where it would fail all of them or none."""
        thresholds = () if self.check is None else self.check.thresholds
        return tuple(setting(threshold, high_is_good=self.cases.high_is_good) for threshold in thresholds)

    @property
    def earned(self) -> bool:
        """Whether the chosen threshold is worth writing down.

        The score must be shown to separate at all, and the threshold must tell cases apart. Where costs were named, it
        must also cost less on cases that it was not chosen on than passing all answers, or failing all. Neither alone
        is enough: half of all useless scores look a little better than nothing, on any cases.
        """
        if self.chosen is None or not self.chosen.fails_some or not self.separates:
            return False
        if isinstance(self.wanted, Cap):
            return self.chosen.cut.caught > 0
        return self.check is not None and self.wanted.of(self.check.others) < self.wanted.without_judge

    @property
    def separates(self) -> bool:
        """Whether the score is shown, at 95 %, to be better than guessing."""
        return self.area.low is not None and self.area.low > GUESSING


def choose_threshold(cases: ScoredCases, wanted: Wanted, *, now: float | None) -> ThresholdChoice:
    """Choose a threshold, and say what it is worth.

    Args:
        cases: The cases.
        wanted: What is asked for.
        now: The threshold that the judge has, on the scale of its scores; None where it has none.

    Raises:
        NotMeasured: mistakes or right answers are too few or from too few sources, or all scores are the same; says
            all of it.
    """
    _refuse(cases)
    wrong, right = cases.suspicion_of(wrong=True), cases.suspicion_of(wrong=False)
    high = cases.high_is_good
    area = separation(wrong, right, sources=(cases.sources_of(wrong=True), cases.sources_of(wrong=False)))
    assert area is not None  # there are mistakes and right answers
    best = best_threshold(cases, wanted)
    # A cap holds by itself.
    check = None if isinstance(wanted, Cap) else _check(cases, wanted)
    return ThresholdChoice(
        cases=cases,
        wanted=wanted,
        area=area,
        points=every_point(wrong, right, high_is_good=high),
        now=None if now is None else point_at(-now if high else now, wrong, right, high_is_good=high),
        chosen=None if best is None else spelled(best, wrong, right, high_is_good=high),
        check=check,
        calibration=_calibration(cases),
    )


def best_threshold(cases: ScoredCases, wanted: Wanted) -> float | None:
    """Return the threshold that is wanted, on the scale of suspicion; None where a cap takes more right answers."""
    wrong, right = cases.suspicion_of(wrong=True), cases.suspicion_of(wrong=False)
    if isinstance(wanted, Cap):
        return _under_cap(cases, wanted)
    best = _cheapest(wanted, wrong, right, high_is_good=cases.high_is_good)
    return None if best is None else best.threshold


def _check(cases: ScoredCases, costs: Costs) -> ThresholdCheck | None:
    def choose(wrong: Sequence[float], right: Sequence[float]) -> Cut | None:
        return _cheapest(costs, wrong, right, high_is_good=cases.high_is_good)

    return check_threshold(cases.suspicion, cases.wrong, cases.sources, choose=choose)


def _cheapest(costs: Costs, wrong: Sequence[float], right: Sequence[float], *, high_is_good: bool) -> Cut | None:
    cut = cheapest(wrong, right, miss=costs.miss, false_alarm=costs.false_alarm, prevalence=costs.base_rate)
    # The number that settings would hold: what is tried on others is what is used.
    return None if cut is None else spelled(cut.threshold, wrong, right, high_is_good=high_is_good).cut


def _under_cap(cases: ScoredCases, cap: Cap) -> float | None:
    """The rule takes independent right answers: of each source the most suspicious one."""
    most: dict[str, float] = {}
    for source, score in zip(cases.sources_of(wrong=False), cases.suspicion_of(wrong=False), strict=True):
        most[source] = max(score, most.get(source, score))
    rule = threshold_for_cap([*most.values()], cap.share)
    return None if rule is None else rule.threshold


def _at_most(hits: int, items: int, independent: int) -> Rate:
    return Rate(
        hits=hits,
        items=items,
        unresolved=0,
        errors=0,
        calls=items,
        score=float(items - hits),
        low=None,
        high=None,
        bound=upper_bound(independent * hits / items, independent),
    )


def _refuse(cases: ScoredCases) -> None:
    problems = []
    for is_wrong, what in ((True, "mistakes"), (False, "right answers")):
        count, sources = cases.wrong.count(is_wrong), len(set(cases.sources_of(wrong=is_wrong)))
        if count < LEAST:
            problems.append(f"{count} {what} with a score, {LEAST} are the least that say anything")
        elif sources < PARTS:
            problems.append(f"{what} from {sources} sources, {PARTS} are the least, so that some can be left out")
    if cases.scores and len(set(cases.scores)) == 1:
        problems.append(f"every score is {cases.scores[0]:g}, so no threshold tells two cases apart")
    if problems:
        unscored = cases.unscored_wrong + cases.unscored_right
        problems += [f"{unscored} cases have no score"] if unscored else []
        raise NotMeasured("\n  ".join(("no threshold can be chosen on these cases", *problems)))


def _calibration(cases: ScoredCases) -> Calibration | None:
    if not all(0 <= score <= 1 for score in cases.scores):
        return None
    chances = [1 - score if cases.high_is_good else score for score in cases.scores]
    return calibration(chances, cases.wrong, cases.sources)

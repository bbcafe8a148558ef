"""How much of a run does the decision on one judge still need?

Its cases are followed one by one. The highest level that can still be earned says what is needed. Cases that were begun
are ended, so that what was asked last does not depend on how it was answered. Which case is next follows from the order
of the run, which is random.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import fsum

from workbench.analysis.sequential import Reached
from workbench.gate.goals import Goal, reached
from workbench.gate.policy import Bars
from workbench.gate.sizes import Line
from workbench.gate.style_lines import BLIND_FROM
from workbench.records.challenge import Challenge, Set
from workbench.records.reply import IN_CODE, JudgeSpec
from workbench.records.summary import Level
from workbench.records.verdict import Outcome, Verdict
from workbench.records.vote import Poll

_LINES = {
    Set.PLANTED: Line.PLANTED,
    Set.CLEAN: Line.SOURCES,
    Set.NEAR_MISS: Line.SOURCES,
    Set.HELD_OUT: Line.HELD_OUT,
}
_ROUNDING = 1e-9


@dataclass(kw_only=True, slots=True, eq=False)
class _Case:
    """What counts as one: a mistake, or a right answer with its near misses; and how it was judged so far."""

    line: Line
    style: str
    parent: str
    owed: dict[str, int] = field(default_factory=dict)
    right: dict[str, int] = field(default_factory=dict)
    wrong: dict[str, int] = field(default_factory=dict)
    begun: bool = False
    score: float | None = None

    def counts_for(self, goal: Goal) -> bool:
        return goal.counts(self.line, style=self.style, parent=self.parent)

    def settle(self, item: str, votes: int) -> None:
        """Give an item of a judge that votes its one verdict, or none, as soon as no further call can change it."""
        right, wrong, owed = self.right[item], self.wrong[item], self.owed[item]
        # Which side is which does not matter here.
        poll = Poll(votes, passes=right, fails=wrong, errors=votes - owed - right - wrong)
        if poll.settled:
            self.owed[item] = 0
            self.right[item] = int(poll.verdict is Outcome.PASS)
            self.wrong[item] = int(poll.verdict is Outcome.FAIL)

    def end(self, needed: int) -> None:
        """Take the lowest score of its items, once all are judged or one of them has 0, which nothing can mend.

        An item with too few valid repeats scores 0.
        """
        judged = [item for item, owed in self.owed.items() if not owed]
        answers = [(self.right[item], self.right[item] + self.wrong[item]) for item in judged]
        lowest = min((right / valid if valid >= needed else 0.0 for right, valid in answers), default=1.0)
        if lowest == 0 or len(judged) == len(self.owed):
            self.score = lowest


@dataclass(frozen=True, kw_only=True)
class _Needs:
    """What is needed for the level that is worked for: cases by their `id`, and any case of some styles."""

    aim: Level | None = None
    cases: frozenset[int] = frozenset()
    styles: frozenset[tuple[Line, str]] = frozenset()


class Course:
    """What one judge version of a run has shown so far, and what its decision still needs.

    Attributes:
        reachable: Whether a judge that is always right could earn a level in this run. Where not, there is nothing to
            decide, and everything is asked.
    """

    def __init__(
        self, challenges: Iterable[Challenge], spec: JudgeSpec, goals: Sequence[Goal], *, repeats: int, needed: int
    ) -> None:
        """Lay out the cases.

        Args:
            challenges: The answer key of the run.
            spec: The judge version.
            goals: The levels, the highest first.
            repeats: Repeats of every item.
            needed: Valid repeats that an item needs to count.
        """
        # A vote is one verdict.
        self._needed = 1 if spec.votes else needed
        self._votes = spec.votes
        self._cases = _cases([one for one in challenges if one.rule == spec.rule], repeats)
        self._styles: dict[tuple[Line, str], list[_Case]] = defaultdict(list)
        for case in self._cases:
            if case.line is not Line.SOURCES:
                self._styles[case.line, case.style].append(case)
        self._counted = {
            (goal.level, line): [case for case in self._cases if case.line is line and case.counts_for(goal)]
            for goal in goals
            for line in Line
        }
        self._first_look = {goal.level for goal in goals if self._can_be_looked_at(goal)}
        self._of_item = {item: case for case in self._cases for item in case.owed}
        self._expected = {one.item.item_id: one.expected for one in challenges if one.rule == spec.rule}
        # A script cannot change its mind, so once is enough for it.
        often = [goal for goal in goals if spec.kind in IN_CODE or repeats >= goal.bars.repeats]
        earned = [goal for goal in often if self._can_be_earned(goal)]
        # Where held-out mistakes are not opened, or burned, no level is earned; the rest of it is decided all the same.
        self._goals = [goal for goal in earned if goal.level in self._first_look] or earned
        self.reachable = bool(self._goals)
        self._known: _Needs | None = None

    @property
    def aim(self) -> Level | None:
        """The level that is still worked for; None where none can be earned any more, or in this run at all."""
        return self._needs().aim

    def tell(self, item_id: str, verdict: Verdict) -> None:
        """Take note of a verdict, the last one of its cell."""
        case = self._of_item.get(item_id)
        if case is None:
            return
        case.begun = True
        if self._votes and not case.owed[item_id]:
            # Calls after a settled vote count nowhere.
            return
        case.owed[item_id] -= 1
        if verdict.outcome is not None:
            kind = case.right if verdict.outcome is self._expected[item_id] else case.wrong
            kind[item_id] += 1
        if self._votes:
            case.settle(item_id, self._votes)
        case.end(self._needed)
        if case.score is not None:
            self._known = None

    def begin(self, item_id: str) -> None:
        """Take note that an item is being asked about."""
        if item_id in self._of_item:
            self._of_item[item_id].begun = True

    def wants(self, item_id: str) -> bool:
        """Is a verdict on this item still needed? Labelled answers, which decide nothing, are always wanted."""
        case = self._of_item.get(item_id)
        if case is None or case.begun or not self.reachable:
            return True
        needs = self._needs()
        return id(case) in needs.cases or (case.line, case.style) in needs.styles

    def _needs(self) -> _Needs:
        """What is needed now, worked out only when somebody asks."""
        if self._known is None:
            self._known = self._work_out()
        return self._known

    def _work_out(self) -> _Needs:
        """Find the highest level that can still be earned, and what it still needs."""
        uncaught = self._uncaught()
        # A single mistake of a style says too little to give the judge up.
        several = [self._styles[style] for style in uncaught if len(self._styles[style]) >= BLIND_FROM]
        blind = any(all(case.score is not None for case in cases) for cases in several)
        for goal in [] if blind else self._goals:
            rates = {line: self._rate(goal, line) for line in Line}
            if Reached.FUTILE not in rates.values():
                lines = [line for line, found in rates.items() if found is Reached.OPEN]
                cases = frozenset(id(case) for line in lines for case in self._counted[goal.level, line])
                return _Needs(aim=goal.level, cases=cases, styles=frozenset(uncaught | self._other_styles(goal)))
        return _Needs()

    def _rate(self, goal: Goal, line: Line) -> Reached:
        cases = self._counted[goal.level, line]
        if line is Line.HELD_OUT and goal.level not in self._first_look:
            return Reached.CLEARED
        scores = [case.score for case in cases if case.score is not None]
        left = len(cases) - len(scores)
        bar = goal.rates[line]
        if bar is None:
            if any(score < 1 for score in scores):
                return Reached.FUTILE
            return Reached.OPEN if left else Reached.CLEARED
        return reached(bar, score=fsum(scores), items=len(scores), left=left)

    def _uncaught(self) -> set[tuple[Line, str]]:
        """Styles of mistakes of which none was caught so far."""
        return {style for style, cases in self._styles.items() if all(case.score != 1 for case in cases)}

    def _other_styles(self, goal: Goal) -> set[tuple[Line, str]]:
        """The other styles of plants, where one has too large a share of those that are judged."""
        judged = _by_style(case for case in self._counted[goal.level, Line.PLANTED] if case.begun)
        if _spread(judged, goal.bars):
            return set()
        largest = max(judged, key=lambda style: judged[style])
        return {(line, style) for line, style in self._styles if line is Line.PLANTED and style != largest}

    def _can_be_earned(self, goal: Goal) -> bool:
        """Could a judge that is always right earn the level, as far as nothing held out is concerned?"""
        plants = _by_style(self._counted[goal.level, Line.PLANTED])
        return (
            all(self._rate(goal, line) is not Reached.FUTILE for line in Line)
            and _spread(plants, goal.bars)
            and len(plants) >= goal.bars.plant_styles
        )

    def _can_be_looked_at(self, goal: Goal) -> bool:
        """Are there held-out mistakes enough whose first look this is?"""
        cases = self._counted[goal.level, Line.HELD_OUT]
        bar = goal.rates[Line.HELD_OUT]
        enough = bar is None or reached(bar, score=0.0, items=0, left=len(cases)) is not Reached.FUTILE
        styles = len({case.style for case in cases})
        return enough and len(cases) >= goal.bars.held_out and styles >= goal.bars.held_out_styles


def _by_style(plants: Iterable[_Case]) -> Mapping[str, int]:
    """Count plants by style."""
    return Counter(case.style for case in plants)


def _spread(plants: Mapping[str, int], bars: Bars) -> bool:
    """Is no style too large a share of the plants?"""
    return max(plants.values(), default=0) <= bars.style_share * sum(plants.values()) + _ROUNDING


def _cases(challenges: Iterable[Challenge], repeats: int) -> tuple[_Case, ...]:
    """Make a case of each mistake, and one of each right answer with its near misses."""
    found: dict[tuple[Line, str], _Case] = {}
    for one in challenges:
        line = _LINES.get(one.set)
        if line is None:
            continue
        item = one.item.item_id
        name = one.parent if line is Line.SOURCES else item
        case = found.setdefault((line, name), _Case(line=line, style=one.style, parent=one.parent))
        case.owed[item], case.right[item], case.wrong[item] = repeats, 0, 0
    return tuple(found.values())

"""What the levels of the gate ask of the cases of a run, so that it can be followed while the run is under way.

Each rate is read by the rule that the gate itself reads it with:

- Where the number of cases counts as fixed, a line ends once no outcome of the cases that are left can change it: those
  that are not asked count as wrong, and the decision is that of the whole run. So nothing is lost and nothing gained.
- Where cases may be added one after another, a line is shown at the e-value that the gate asks for, and given up at
  1/19, or where even the rest could not show it. Its 5 % hold whenever one stops.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from workbench.analysis.evalues import e_value_of_sum
from workbench.analysis.sequential import FUTILE, Reached
from workbench.gate.looks import LedgerView
from workbench.gate.policy import Bars, Policy
from workbench.gate.rate_lines import Bar
from workbench.gate.sizes import Line
from workbench.records.summary import Level


@dataclass(frozen=True, kw_only=True)
class Goal:
    """A level, as one judge version of a run may earn it.

    Attributes:
        level: The level.
        bars: Its bars.
        rates: What each line asks for; None for one that asks that no repeat is wrong.
        stale: Parents whose mistakes and sources do not count.
        burned: Held-out styles that do not count as held out.
    """

    level: Level
    bars: Bars
    rates: Mapping[Line, Bar | None]
    stale: frozenset[str] = frozenset()
    burned: frozenset[str] = frozenset()

    def counts(self, line: Line, *, style: str, parent: str) -> bool:
        """Does the level count a case of this line in its rates?"""
        return style not in self.burned if line is Line.HELD_OUT else parent not in self.stale


def goals(policy: Policy, seen: LedgerView, *, registered: bool) -> tuple[Goal, ...]:
    """What may a judge version earn in a run, the highest level first?

    Args:
        policy: The bars.
        seen: What the ledger says of the version, its look in this run included.
        registered: Whether the numbers of the run were fixed before its first verdict.
    """

    def goal(level: Level, bars: Bars, *, candidates: int, open_ended: bool, stale: frozenset[str]) -> Goal:
        def bar(minimum: int, floor: float, *, evidence: bool) -> Bar:
            return Bar(level=level, minimum=minimum, floor=floor, evidence=evidence, candidates=candidates)

        floor = bars.held_out_floor
        rates = {
            Line.PLANTED: bar(bars.plants, bars.catch_floor, evidence=open_ended),
            Line.SOURCES: bar(bars.sources, bars.pass_floor, evidence=open_ended),
            Line.HELD_OUT: None if floor is None else bar(bars.held_out, floor, evidence=False),
        }
        return Goal(level=level, bars=bars, rates=rates, stale=stale, burned=frozenset(seen.burned))

    return (
        goal(
            Level.CERTIFIED,
            policy.certified,
            candidates=seen.candidates,
            open_ended=not registered,
            stale=seen.stale,
        ),
        goal(
            Level.PROVISIONAL,
            policy.provisional,
            candidates=1,
            open_ended=False,
            stale=seen.stale if seen.learned else frozenset(),
        ),
    )


def reached(bar: Bar, *, score: float, items: int, left: int) -> Reached:
    """Is a rate shown, or can the cases that are left show it no more?

    Args:
        bar: What it has to show.
        score: Sum of the scores of the cases so far, unresolved ones as 0.
        items: Cases so far.
        left: Cases of the run that are not judged yet.
    """

    def shown(right: float, cases: int) -> bool:
        return bar.rule(right, cases, minimum=bar.minimum, floor=bar.floor, alpha=bar.alpha)

    if shown(score, items if bar.evidence else items + left):
        return Reached.CLEARED
    given_up = bar.evidence and e_value_of_sum(score, items, bar.floor) <= FUTILE
    return Reached.FUTILE if given_up or not shown(score + left, items + left) else Reached.OPEN

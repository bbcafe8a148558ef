"""What a plan of cases is made of, for the views that show it."""

from collections.abc import Mapping
from dataclasses import dataclass

from workbench.gate.policy import Bars
from workbench.gate.sizes import AtBest, Quality, Sizes
from workbench.records.summary import Level


@dataclass(frozen=True, kw_only=True)
class Today:
    """The set of a rule as the bench builds it today. Held-out mistakes stay sealed and are not counted.

    Attributes:
        rule: The rule.
        counts: Items by set.
        styles: Styles of planted mistakes.
        at_best: What it shows of a judge without any mistake, and what is missing for the level.
    """

    rule: str
    counts: Mapping[str, int]
    styles: int
    at_best: AtBest


@dataclass(frozen=True, kw_only=True)
class Paid:
    """What a candidate's calls cost in an earlier run, and so would cost here.

    Attributes:
        judge: The candidate, as reports name it.
        run_id: The run.
        per_thousand: Dollars for 1,000 verdicts there.
        dollars: Dollars for the calls of the plan.
    """

    judge: str
    run_id: str
    per_thousand: float
    dollars: float


@dataclass(frozen=True, kw_only=True)
class PlannedCases:
    """The cases that a level needs.

    Attributes:
        level: The level.
        bars: Its bars.
        quality: The judge that should earn it.
        wanted: With which chance.
        candidates: Judges that share the set.
        ways: The set that is needed, for each way in which the level lets cases come together.
        near_misses: Near misses for each trusted answer, as in today's set.
        calls: Calls of one candidate on the set of the first way; None where no number of cases is enough.
        today: Today's set, by rule; empty where there is none.
        paid: What those calls would cost, for each candidate with a known price in the newest run.
    """

    level: Level
    bars: Bars
    quality: Quality
    wanted: float
    candidates: int
    ways: tuple[Sizes, ...]
    near_misses: float
    calls: int | None
    today: tuple[Today, ...]
    paid: tuple[Paid, ...]

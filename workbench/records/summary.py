"""The one summary that terminal, Markdown, JSON, HTML and exit code are views of.

Rates count items, never calls: repeats of an item are one observation.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from enum import StrEnum
from typing import Any

from workbench.records.comparison import VersionChange
from workbench.records.consistency import Consistency
from workbench.records.cost import Cost
from workbench.records.search import SearchSummary
from workbench.records.voting import Voting

LEFT_OUT = {"left_out": True}
"""Marks what a summary holds only where there is something to say."""
FORMAT = 3
"""The version of a summary. Format 1 had no pairs, slices, readings, constants and no order of reading, format 2 no
comparison with earlier versions."""


@dataclass(frozen=True, kw_only=True)
class Reading:
    """A rate counted in another way; the attributes are as those of `Rate`."""

    hits: int
    items: int
    low: float | None
    high: float | None
    bound: float | None


@dataclass(frozen=True, kw_only=True)
class Rate:
    """How many of n items, and what that can prove.

    Attributes:
        hits: Items counted: caught (every valid repeat said fail) or alarmed (any valid repeat said fail).
        items: All items that were to be judged, those without enough answers included. Where the run stopped early,
            those that it asked.
        unresolved: Items with too few valid repeats to count. In the gate's reading each counts against the judge.
        errors: Calls without a verdict, of `calls`.
        calls: All calls on these items.
        score: Sum over resolved items of the share of valid repeats that were right, between 0 and `items`.
        low: Lower end of the Wilson 95 % interval of hits among resolved items; None where none is resolved.
        high: Its upper end.
        bound: The worst case at one-sided 95 % (Clopper-Pearson on the case scores, unresolved items against the
            judge): at least this share is caught, or at most this share alarmed. None where `items` is 0.
        not_asked: Further items of the run that no decision needed. They are in none of the counts, and where there
            are some, intervals and bounds are those that hold at any time (by e-values).
        errors_left_out: The rate of the resolved items alone; None where every call gave a verdict.
        errors_against: The rate where each error is the wrong verdict and each unresolved item wrong; None likewise.
    """

    hits: int
    items: int
    unresolved: int
    errors: int
    calls: int
    score: float
    low: float | None
    high: float | None
    bound: float | None
    not_asked: int = 0
    errors_left_out: Reading | None = None
    errors_against: Reading | None = None


@dataclass(frozen=True, kw_only=True)
class StyleRate:
    """The rate of one style of one set."""

    set: str
    style: str
    rate: Rate


class SliceKind(StrEnum):
    """By which property of an item rates are told apart."""

    LENGTH = "length"
    EVIDENCE = "evidence"


@dataclass(frozen=True, kw_only=True)
class SliceRate:
    """The rate of the items of one set whose answer has a certain length, or whose evidence a certain rank.

    Attributes:
        by: Characters of the answer, or the rank (from 1) of the passage with the evidence.
        name: `short`, `middle` or `long` for a length; the rank, such as `1` or `4 to 10`, for evidence.
        least: The smallest length or rank of the slice.
        most: The largest one; None where there is no upper end.
        set: The items' set.
        expected: What a right judge says of them: `pass` or `fail`.
    """

    by: SliceKind
    name: str
    least: int
    most: int | None
    set: str
    expected: str
    rate: Rate


class Level(StrEnum):
    """What a judge has earned."""

    CERTIFIED = "CERTIFIED"
    PROVISIONAL = "PROVISIONAL"
    PLUMBING_ONLY = "PLUMBING ONLY"
    INVALID = "INVALID"


class Standing(StrEnum):
    """How one line of the gate stands."""

    MET = "met"
    MISSING = "missing"
    AGAINST = "against"


@dataclass(frozen=True, kw_only=True)
class GateLine:
    """One line of the gate: what was asked, what came, and what would mend it.

    `MISSING` means that more evidence could still meet it; `AGAINST` that the evidence speaks against the judge.
    """

    line: str
    standing: Standing
    figure: str
    asked: str
    missing: str = ""


@dataclass(frozen=True, kw_only=True)
class Decision:
    """The gate's decision on one candidate.

    Attributes:
        level: What it has earned.
        lines: Every line of both levels, by level name (`PROVISIONAL`, `CERTIFIED`).
        reasons: Plain sentences, the most important first.
    """

    level: Level
    lines: Mapping[str, tuple[GateLine, ...]]
    reasons: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class SetRates:
    """How a judge did on each set.

    Attributes:
        false_alarms: On clean answers.
        near_misses: Alarms on changed copies that are still right.
        planted: Planted mistakes caught.
        held_out: Held-out mistakes caught.
        natural_caught: Wrong real answers caught; None where no labelled answers came in.
        natural_alarms: Alarms on right real answers; None likewise.
        pairs: Mistakes, planted and held out, that the judge failed while it passed the very answer they were made of.
    """

    false_alarms: Rate
    near_misses: Rate
    planted: Rate
    held_out: Rate
    natural_caught: Rate | None
    natural_alarms: Rate | None
    pairs: Rate

    @property
    def rates(self) -> dict[str, Any]:
        """These rates alone, by name."""
        return {part.name: getattr(self, part.name) for part in fields(SetRates)}


@dataclass(frozen=True, kw_only=True)
class WithSetAside(SetRates):
    """What the rates of a judge were with the items that people found wrong. Its own rates count without them.

    Attributes:
        items: Ids of the items of the judge's rule that count no more. They are in no rate but these.
    """

    items: tuple[str, ...]
    sources: Rate


@dataclass(frozen=True, kw_only=True)
class JudgeSummary(SetRates):
    """Everything measured of one candidate.

    Attributes:
        sources: Alarms counted by source: a source is alarmed where its clean answer or any near miss of it was.
        by_style: One rate a style, worst first.
        slices: One rate a length of answer and set, and one a rank of the evidence and set.
        errors: Calls without a verdict, by error code.
        script_caught: What the rule's baseline script caught of the planted and held-out mistakes; None for scripts.
        disagreements: Ids of the items where a verdict is not the expected one or repeats differ, worst first.
        with_set_aside: The rates before people set items aside; None where they set none of the judge's rule aside.
        since: What it fixed and broke against its version in an earlier run; None where there was none.
        voting: How its single calls did, where its verdict is the majority of several; None where each call is a
            verdict. Rates, disagreements and costs are those of the vote, consistency is that of the first calls.
    """

    name: str
    rule: str
    model: str
    kind: str
    judge_id: str
    calls: int
    sources: Rate
    by_style: tuple[StyleRate, ...]
    slices: tuple[SliceRate, ...]
    consistency: Consistency
    errors: Mapping[str, int]
    script_caught: Rate | None
    cost: Cost
    disagreements: tuple[str, ...]
    decision: Decision | None = None
    with_set_aside: WithSetAside | None = None
    since: VersionChange | None = None
    voting: Voting | None = field(default=None, metadata=LEFT_OUT)

    @property
    def votes(self) -> int:
        """The calls whose majority is its verdict; 0 where each call is one."""
        return self.voting.votes if self.voting is not None else 0

    @property
    def steady_calls(self) -> tuple[int, int]:
        """Calls that were made whatever the verdicts said, and those of them without a verdict."""
        if self.voting is not None:
            return self.voting.calls, self.voting.errors
        return self.calls, sum(self.errors.values())


@dataclass(frozen=True, kw_only=True)
class Constant(SetRates):
    """What a judge that always says the same would show: the rates that any judge must better.

    Attributes:
        name: `always pass` or `always fail`.
        rule: The rule whose items it is counted on.
    """

    name: str
    rule: str


@dataclass(frozen=True, kw_only=True)
class Summary:
    """One run, measured.

    Attributes:
        run_id: The run's folder name.
        bench: The bench's name.
        created_at: When the run was started, UTC, ISO 8601.
        repeats: Repeats asked for.
        calls: All calls that gave a final attempt.
        counts: Challenges by rule and set: `{rule: {set: items}}`.
        build: Plants declined and left out: `{rule: {style: {reason: cases}}}`.
        left_out: Cases that no set was built from, by reason.
        judges: One a candidate, in the order of settings.
        baselines: Rule to the name of its baseline script.
        constants: Always pass and always fail, for each rule that a judge was run on.
        read_first: Rule to the items on which its judges disagree with each other, the least certain first. It orders
            what is read, and says nothing of any judge. Rules with fewer than 3 judges or 100 items have none.
        simulated: True where any judge or model of the run was simulated.
        notes: Sentences that a reader must see, such as "held out: not opened".
    """

    format: int
    run_id: str
    bench: str
    created_at: str
    repeats: int
    calls: int
    search: SearchSummary | None
    counts: Mapping[str, Mapping[str, int]]
    build: Mapping[str, Mapping[str, Mapping[str, int]]]
    left_out: Mapping[str, int]
    judges: tuple[JudgeSummary, ...]
    baselines: Mapping[str, str]
    constants: tuple[Constant, ...]
    read_first: Mapping[str, tuple[str, ...]]
    simulated: bool
    notes: tuple[str, ...] = field(default_factory=tuple)

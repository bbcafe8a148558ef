"""What judges with known verdicts must come out with, counted one by one and with no code of the analysis."""

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from workbench.gate.decide import PASSED, exit_code
from workbench.gate.policy import Bars
from workbench.gate.sizes import Way, at_best
from workbench.gate.style_lines import BLIND_FROM
from workbench.judges.simulated import Behaviour, BehaviourKind, SimulatedJudge
from workbench.records.challenge import Challenge, Set
from workbench.records.summary import JudgeSummary, Level, Rate, Standing, Summary
from workbench.records.verdict import Outcome

_ALPHA = 0.05
_SAME = 1e-9
_WRONG = (Set.PLANTED, Set.HELD_OUT)
_NAMES = {
    "clean answers alarmed": Set.CLEAN,
    "near misses alarmed": Set.NEAR_MISS,
    "planted caught": Set.PLANTED,
    "held out caught": Set.HELD_OUT,
}


@dataclass(frozen=True, kw_only=True)
class Known:
    """A judge, and every verdict that it gives.

    Attributes:
        judge: The judge.
        behaviour: How it errs.
        challenges: The items of its rule.
        verdicts: Item id to its verdicts, one a repeat.
    """

    judge: SimulatedJudge
    behaviour: Behaviour
    challenges: Sequence[Challenge]
    verdicts: Mapping[str, Sequence[Outcome]]

    @classmethod
    def of(
        cls, judge: SimulatedJudge, behaviour: Behaviour, challenges: Sequence[Challenge], *, repeats: int
    ) -> "Known":
        """Say what a judge says, from what its behaviour means; only a coin has to be thrown to know."""
        if behaviour.kind is BehaviourKind.RANDOM:
            verdicts = asyncio.run(_thrown(judge, challenges, repeats))
        else:
            verdicts = {one.item.item_id: [_says(behaviour, one)] * repeats for one in challenges}
        return cls(judge=judge, behaviour=behaviour, challenges=challenges, verdicts=verdicts)

    @property
    def name(self) -> str:
        """How it is called in a difference."""
        return f"{self.judge.spec.name} ({self.judge.spec.rule})"

    def caught(self, one: Challenge) -> bool:
        """Say whether every repeat fails an item."""
        return all(said is Outcome.FAIL for said in self.verdicts[one.item.item_id])

    def alarmed(self, one: Challenge) -> bool:
        """Say whether any repeat fails an item."""
        return Outcome.FAIL in self.verdicts[one.item.item_id]

    def disagrees(self, one: Challenge) -> bool:
        """Say whether any repeat differs from what is expected, or from another."""
        return {one.expected} != set(self.verdicts[one.item.item_id])


def _says(behaviour: Behaviour, one: Challenge) -> Outcome:
    """What a behaviour says of an item in every repeat."""
    if behaviour.kind is BehaviourKind.ALWAYS_PASS or (
        behaviour.kind is BehaviourKind.BLIND and one.style == behaviour.style
    ):
        return Outcome.PASS
    if behaviour.kind is BehaviourKind.ALWAYS_FAIL or one.set in _WRONG:
        return Outcome.FAIL
    return Outcome.PASS


async def _thrown(judge: SimulatedJudge, challenges: Sequence[Challenge], repeats: int) -> dict[str, list[Outcome]]:
    """Throw the coin. An error is a side of no coin, and is left out: the pipeline must not count it either."""
    replies = {
        one.item.item_id: [await judge.judge(one.item, repeat) for repeat in range(repeats)] for one in challenges
    }
    return {item: [said.verdict.outcome for said in some if said.verdict.outcome] for item, some in replies.items()}


def differences(known: Sequence[Known], summary: Summary, bars: Bars) -> Iterator[str]:
    """Name every figure and decision that is not the known one.

    Args:
        known: The judges.
        summary: What the pipeline makes of them.
        bars: The bars of `PROVISIONAL`.
    """
    measured = {judge.judge_id: judge for judge in summary.judges}
    for one in known:
        judge = measured.get(one.judge.spec.judge_id)
        if judge is None:
            yield f"{one.name}: it is not among the judges that were measured"
            continue
        must, came = dict(_counted(one)), dict(_measured(judge))
        for what in sorted({*must, *came}):
            if must.get(what) != came.get(what):
                yield f"{one.name}: {what}: {_told(came.get(what))}, known to be {_told(must.get(what))}"
        yield from _coin(one)
        yield from _bounds(one, judge)
        yield from _decision(one, judge, bars)


Count = tuple[int, int]
"""How many, of how many."""


def _counted(one: Known) -> Iterator[tuple[str, Count]]:
    right = [item for item in one.challenges if item.set not in _WRONG]
    for what, part in _NAMES.items():
        mine = [item for item in one.challenges if item.set is part]
        yield what, (sum(map(one.caught if part in _WRONG else one.alarmed, mine)), len(mine))
    yield "sources alarmed", (len({item.parent for item in right if one.alarmed(item)}), len({i.parent for i in right}))
    for style in {item.style for item in one.challenges if item.set in _WRONG}:
        mine = [item for item in one.challenges if item.set in _WRONG and item.style == style]
        yield f"style {style} caught", (sum(map(one.caught, mine)), len(mine))
    several = [item for item in one.challenges if len(one.verdicts[item.item.item_id]) > 1]
    yield "items with one verdict", (sum(one.caught(i) or not one.alarmed(i) for i in several), len(several))
    yield "disagreements", (sum(map(one.disagrees, one.challenges)), len(one.challenges))
    calls = sum(map(len, one.verdicts.values()))
    yield "calls with a verdict", (calls, calls)


def _measured(judge: JudgeSummary) -> Iterator[tuple[str, Count]]:
    rates = (judge.false_alarms, judge.near_misses, judge.planted, judge.held_out)
    yield from zip(_NAMES, map(_count, rates), strict=True)
    yield "sources alarmed", _count(judge.sources)
    for one in judge.by_style:
        if one.set in map(str, _WRONG):
            yield f"style {one.style} caught", _count(one.rate)
    yield "items with one verdict", (judge.consistency.unanimous, judge.consistency.items)
    yield "disagreements", (len(set(judge.disagreements)), sum(rate.items for rate in rates))
    yield "calls with a verdict", (judge.calls - sum(judge.errors.values()), judge.calls)


def _count(rate: Rate) -> Count:
    return rate.hits, rate.items


def _coin(one: Known) -> Iterator[str]:
    """A coin falls on either side about as often: six standard deviations off is no coin, once in 500 million."""
    if one.behaviour.kind is BehaviourKind.RANDOM:
        said = [verdict for some in one.verdicts.values() for verdict in some]
        fails = sum(verdict is Outcome.FAIL for verdict in said)
        if abs(fails - len(said) / 2) > 3 * len(said) ** 0.5:
            yield f"{one.name}: a coin said fail in {fails:,} of {len(said):,} calls"


def _bounds(one: Known, judge: JudgeSummary) -> Iterator[str]:
    """Compare the bounds of rates of none and of all, which have a form that can be written down."""
    for what, rate, caught in (("caught", judge.planted, True), ("alarmed", judge.sources, False)):
        if one.behaviour.kind is BehaviourKind.RANDOM or not rate.items or rate.hits not in (0, rate.items):
            continue
        edge = _ALPHA ** (1 / rate.items)
        must = (edge if rate.hits else 0.0) if caught else (1.0 if rate.hits else 1 - edge)
        if rate.bound is None or abs(rate.bound - must) > _SAME:
            yield f"{one.name}: bound of what is {what}: {rate.bound}, known to be {must}"


def _decision(one: Known, judge: JudgeSummary, bars: Bars) -> Iterator[str]:
    """Hold the gate to what it has to say: it refuses all but a judge without a mistake."""
    decision = judge.decision
    if decision is None:
        yield f"{one.name}: the gate did not decide"
        return
    passed = exit_code(decision, Level.PROVISIONAL) == PASSED
    against = any(line.standing is Standing.AGAINST for line in decision.lines[str(Level.PROVISIONAL)])
    if one.behaviour.kind is BehaviourKind.PERFECT:
        if against or (enough(one.challenges, bars) and not passed):
            yield f"{one.name}: the gate says {decision.level} of a judge without a mistake"
    elif passed or (_is_refuted(one, bars) and not against):
        yield f"{one.name}: the gate says {decision.level}, and had to refuse it"


def enough(challenges: Sequence[Challenge], bars: Bars) -> bool:
    """Say whether a judge without a mistake earns `PROVISIONAL` on some items."""
    styles = [item.style for item in challenges if item.set is Set.PLANTED]
    held_out = [item.style for item in challenges if item.set is Set.HELD_OUT]
    best = at_best(
        bars,
        plants=len(styles),
        styles=len(set(styles)),
        sources=len({item.parent for item in challenges if item.set not in _WRONG}),
        way=Way.FIXED,
    )
    return (
        not best.missing
        and not best.missing_styles
        and max(map(styles.count, styles), default=0) <= bars.style_share * len(styles)
        and len(held_out) >= bars.held_out
        and len(set(held_out)) >= bars.held_out_styles
        and (bars.held_out_floor is None or _ALPHA ** (1 / len(held_out)) >= bars.held_out_floor)
    )


def _is_refuted(one: Known, bars: Bars) -> bool:
    """Say whether the verdicts speak against a judge: a style or a held-out mistake missed, or nothing ever passed."""
    never = [item.style for item in one.challenges if item.set in _WRONG and not one.caught(item)]
    caught = {item.style for item in one.challenges if item.set in _WRONG and one.caught(item)}
    sources = {item.parent for item in one.challenges if item.set not in _WRONG}
    if any(never.count(style) >= BLIND_FROM for style in {*never} - caught):
        return True
    if bars.held_out_floor is None and any(i.set is Set.HELD_OUT and not one.caught(i) for i in one.challenges):
        return True
    failed_all = one.behaviour.kind is BehaviourKind.ALWAYS_FAIL and bool(sources)
    return failed_all and 1 - _ALPHA ** (1 / len(sources)) < bars.pass_floor


def _told(count: Count | None) -> str:
    return "nothing" if count is None else f"{count[0]:,} of {count[1]:,}"

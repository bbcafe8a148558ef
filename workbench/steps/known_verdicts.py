"""Judges with known verdicts, and what they must come out with: counted one by one, by no code of the analysis."""

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from workbench.gate.policy import Bars
from workbench.gate.sizes import Way, at_best
from workbench.gate.style_lines import BLIND_FROM
from workbench.judges.simulated import Behaviour, BehaviourKind, SimulatedJudge
from workbench.records.challenge import Challenge, Set
from workbench.records.verdict import Outcome

ALPHA = 0.05
WRONG = (Set.PLANTED, Set.HELD_OUT)
"""The sets of mistakes."""
NAMES = {
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
    if behaviour.kind is BehaviourKind.ALWAYS_FAIL or one.set in WRONG:
        return Outcome.FAIL
    return Outcome.PASS


async def _thrown(judge: SimulatedJudge, challenges: Sequence[Challenge], repeats: int) -> dict[str, list[Outcome]]:
    """Throw the coin. An error is a side of no coin, and is left out: the pipeline must not count it either."""
    replies = {
        one.item.item_id: [await judge.judge(one.item, repeat) for repeat in range(repeats)] for one in challenges
    }
    return {item: [said.verdict.outcome for said in some if said.verdict.outcome] for item, some in replies.items()}


Count = tuple[int, int]
"""How many, of how many."""


def known_counts(one: Known) -> Iterator[tuple[str, Count]]:
    """Count what a judge must come out with, by the name of the figure."""
    right = [item for item in one.challenges if item.set not in WRONG]
    for what, part in NAMES.items():
        mine = [item for item in one.challenges if item.set is part]
        yield what, (sum(map(one.caught if part in WRONG else one.alarmed, mine)), len(mine))
    yield "sources alarmed", (len({item.parent for item in right if one.alarmed(item)}), len({i.parent for i in right}))
    for style in {item.style for item in one.challenges if item.set in WRONG}:
        mine = [item for item in one.challenges if item.set in WRONG and item.style == style]
        yield f"style {style} caught", (sum(map(one.caught, mine)), len(mine))
    several = [item for item in one.challenges if len(one.verdicts[item.item.item_id]) > 1]
    yield "items with one verdict", (sum(one.caught(i) or not one.alarmed(i) for i in several), len(several))
    yield "disagreements", (sum(map(one.disagrees, one.challenges)), len(one.challenges))
    calls = sum(map(len, one.verdicts.values()))
    yield "calls with a verdict", (calls, calls)


def enough(challenges: Sequence[Challenge], bars: Bars) -> bool:
    """Say whether a judge without a mistake earns `PROVISIONAL` on some items."""
    styles = [item.style for item in challenges if item.set is Set.PLANTED]
    held_out = [item.style for item in challenges if item.set is Set.HELD_OUT]
    best = at_best(
        bars,
        plants=len(styles),
        styles=len(set(styles)),
        sources=len({item.parent for item in challenges if item.set not in WRONG}),
        way=Way.FIXED,
    )
    return (
        not best.missing
        and not best.missing_styles
        and max(map(styles.count, styles), default=0) <= bars.style_share * len(styles)
        and len(held_out) >= bars.held_out
        and len(set(held_out)) >= bars.held_out_styles
        and (bars.held_out_floor is None or ALPHA ** (1 / len(held_out)) >= bars.held_out_floor)
    )


def is_refuted(one: Known, bars: Bars) -> bool:
    """Say whether the verdicts speak against a judge: a style or a held-out mistake missed, or nothing ever passed."""
    never = [item.style for item in one.challenges if item.set in WRONG and not one.caught(item)]
    caught = {item.style for item in one.challenges if item.set in WRONG and one.caught(item)}
    sources = {item.parent for item in one.challenges if item.set not in WRONG}
    if any(never.count(style) >= BLIND_FROM for style in {*never} - caught):
        return True
    if bars.held_out_floor is None and any(i.set is Set.HELD_OUT and not one.caught(i) for i in one.challenges):
        return True
    failed_all = one.behaviour.kind is BehaviourKind.ALWAYS_FAIL and bool(sources)
    return failed_all and 1 - ALPHA ** (1 / len(sources)) < bars.pass_floor

"""What the pipeline makes of judges with known verdicts, held against what is known of them."""

from collections.abc import Iterator, Sequence

from workbench.gate.decide import PASSED, exit_code
from workbench.gate.policy import Bars
from workbench.judges.simulated import BehaviourKind
from workbench.records.summary import JudgeSummary, Level, Rate, Standing, Summary
from workbench.records.verdict import Outcome
from workbench.steps.known_verdicts import ALPHA, NAMES, WRONG, Count, Known, enough, is_refuted, known_counts

_SAME = 1e-9


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
        must, came = dict(known_counts(one)), dict(_measured(judge))
        for what in sorted({*must, *came}):
            if must.get(what) != came.get(what):
                yield f"{one.name}: {what}: {_told(came.get(what))}, known to be {_told(must.get(what))}"
        yield from _coin(one)
        yield from _bounds(one, judge)
        yield from _decision(one, judge, bars)


def _measured(judge: JudgeSummary) -> Iterator[tuple[str, Count]]:
    rates = (judge.false_alarms, judge.near_misses, judge.planted, judge.held_out)
    yield from zip(NAMES, map(_count, rates), strict=True)
    yield "sources alarmed", _count(judge.sources)
    for one in judge.by_style:
        if one.set in map(str, WRONG):
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
        edge = ALPHA ** (1 / rate.items)
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
    elif passed or (is_refuted(one, bars) and not against):
        yield f"{one.name}: the gate says {decision.level}, and had to refuse it"


def _told(count: Count | None) -> str:
    return "nothing" if count is None else f"{count[0]:,} of {count[1]:,}"

"""The instrument, tested before it is read: judges whose every verdict is known go through the whole pipeline.

They judge items of the bench itself, in a folder of their own that is gone afterwards. What run, journal, verdict
table, rates and gate make of them is held against a count of the known verdicts that is made with none of that code
(see `known_verdicts`). Held-out mistakes stay sealed: of the other styles one or two are held out in their place.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate
from pathlib import Path
from tempfile import TemporaryDirectory

from workbench.errors import StoreError, WorkbenchError
from workbench.gate.policy import Bars
from workbench.gate.sizes import Way, at_best
from workbench.gate.style_lines import BLIND_FROM
from workbench.judges.simulated import Behaviour, SimulatedJudge
from workbench.plants.built import Built
from workbench.records.challenge import Challenge, Set
from workbench.records.estimate import Estimate
from workbench.records.plant_decision import PlantDecisions
from workbench.records.search import SearchSummary
from workbench.records.summary import Summary
from workbench.report.checked import Instrument
from workbench.runner.budget import Spend
from workbench.runner.outcome import Ending, Progress
from workbench.steps.additions import Additions
from workbench.steps.answer_key import AnswerKey
from workbench.steps.bench import Bench
from workbench.steps.candidates import Candidates
from workbench.steps.instrument_differences import differences
from workbench.steps.known_verdicts import Known, enough
from workbench.steps.measure import summarise
from workbench.steps.plan import Plan
from workbench.steps.run import run_plan
from workbench.steps.settings import Settings
from workbench.store.run_folder import FoundRun

LEAST = 12
"""Items of a set that are judged at least, besides the held-out ones, where there are so many. More than the bars ask
for would show no more of the instrument, and take longer."""

FEWEST_REPEATS = 2
"""One shows no consistency, and the gate lets nobody through without it, whatever the bars say."""
MOST_REPEATS = 5
"""More than these would show no more of the instrument either."""

_USED = (Set.CLEAN, Set.NEAR_MISS, Set.PLANTED)
_BEHAVIOURS = ("perfect", "always_pass", "always_fail", "random")


class _Quiet:
    """Nobody waits long enough to be told."""

    def started(self, found: FoundRun, owed: int, estimate: Estimate | None) -> None: ...

    def progressed(self, progress: Progress, spend: Spend) -> None: ...

    def interrupted(self) -> None: ...


def test_instrument(settings: Settings, challenges: Sequence[Challenge]) -> Instrument:
    """Send judges with known verdicts through the pipeline, and compare what comes out.

    Args:
        settings: The bench's settings, for the bars of its gate.
        challenges: The answer key of the bench, without held-out mistakes.

    Returns:
        What was tried, and what differed. A rule in which nothing is planted is left out: there is nothing to tell.

    Raises:
        StoreError: there is no room for a folder.
        KeyboardInterrupt: it was interrupted.
    """
    sets = _sets(challenges, settings.policy.provisional)
    if not sets:
        return Instrument(rules=(), judges=0, items=0, verdicts=0)
    repeats = min(max(settings.policy.provisional.repeats, FEWEST_REPEATS), MOST_REPEATS)
    settings = _asking_for(repeats, settings)
    known = [one for rule, some in sets.items() for one in _judges(rule, some, repeats)]
    return Instrument(
        rules=tuple(sets),
        judges=len(known),
        items=sum(map(len, sets.values())),
        verdicts=sum(len(said) for one in known for said in one.verdicts.values()),
        too_small=tuple(rule for rule, some in sets.items() if not enough(some, settings.policy.provisional)),
        differences=_differences(settings, sets, known, repeats),
    )


def _asking_for(repeats: int, settings: Settings) -> Settings:
    bars = replace(settings.policy.provisional, repeats=repeats)
    return replace(settings, policy=replace(settings.policy, provisional=bars))


def _differences(
    settings: Settings,
    sets: Mapping[str, Sequence[Challenge]],
    known: Sequence[Known],
    repeats: int,
) -> tuple[str, ...]:
    try:
        with TemporaryDirectory(prefix="workbench-check-") as folder:
            plan = _plan(replace(settings, root=Path(folder).resolve()), sets, known, repeats)
            finished = run_plan(plan, tested=False, watch=_Quiet(), measuring=_measured)
    except OSError as error:
        raise StoreError(f"no folder can be made to test the instrument in: {error.strerror or error}") from error
    except WorkbenchError as error:
        if isinstance(error.__cause__, OSError):
            raise
        return (f"the pipeline stopped: {error}",)
    if finished.outcome is not None and finished.outcome.ending is Ending.INTERRUPTED:
        raise KeyboardInterrupt
    if finished.summary is None:
        return ("the pipeline stopped before its end",)
    return tuple(differences(known, finished.summary, settings.policy.provisional))


def _measured(found: FoundRun, settings: Settings) -> Summary:
    """Measure the run, and leave the reports, which nobody reads, unwritten."""
    return summarise(found, settings).summary


def _plan(settings: Settings, sets: Mapping[str, Sequence[Challenge]], known: Sequence[Known], repeats: int) -> Plan:
    """Plan the run: the items as an answer key of their own, in which nobody has decided anything yet."""
    held_out = tuple(sorted({one.style for some in sets.values() for one in some if one.set is Set.HELD_OUT}))
    search = SearchSummary(answerable=0, found=0, ranks={}, missed=(), uncited=(), unanswerable=0, answered_anyway=())
    built = {
        rule: Built(challenges=tuple(some), planted={}, declined={}, left_out={}, short={})
        for rule, some in sets.items()
    }
    return Plan(
        bench=Bench(settings=replace(settings, held_out=held_out), cases=(), own=False, search=search),
        key=AnswerKey(
            built=built,
            empty=(),
            styles=held_out,
            held_out=held_out,
            additions=Additions(decisions=PlantDecisions.of(())),
        ),
        candidates=Candidates(entries=tuple(one.judge for one in known)),
        repeats=repeats,
        held_out=True,
    )


def _sets(challenges: Sequence[Challenge], bars: Bars) -> dict[str, list[Challenge]]:
    """Take some items of each set, and hold some styles out. Which items does not depend on their order."""
    most = _most(bars)
    parts: dict[str, dict[Set, list[Challenge]]] = defaultdict(lambda: defaultdict(list))
    for one in sorted(challenges, key=lambda one: one.item.item_id):
        some = parts[one.rule][one.set]
        if one.set in _USED and len(some) < most:
            some.append(one)
    return {
        rule: [*mine[Set.CLEAN], *mine[Set.NEAR_MISS], *_some_held_out(mine[Set.PLANTED], bars)]
        for rule, mine in parts.items()
        if mine[Set.PLANTED]
    }


def _most(bars: Bars) -> int:
    """How many items of a set let a judge without a mistake through, if the bench has so many."""
    best = at_best(bars, plants=LEAST, styles=bars.plant_styles, sources=LEAST, way=Way.FIXED)
    return LEAST + max(bars.held_out, BLIND_FROM) + max(best.missing.values(), default=0)


def _some_held_out(planted: Sequence[Challenge], bars: Bars) -> list[Challenge]:
    """Hold out as many of the smallest styles as a judge is judged by, and none where no other style would be left."""
    counts = sorted((count, style) for style, count in Counter(one.style for one in planted).items())
    least = max(bars.held_out, BLIND_FROM)
    sums = accumulate(count for count, _ in counts)
    alone = [style for count, style in counts if count >= least][:1]
    held_out = alone or [style for (_, style), before in zip(counts, (0, *sums), strict=False) if before < least]
    if len(held_out) == len(counts):
        return [*planted]
    return [replace(one, set=Set.HELD_OUT) if one.style in held_out else one for one in planted]


def _judges(rule: str, challenges: Sequence[Challenge], repeats: int) -> Iterator[Known]:
    """The judges of a rule. One was tuned on all styles but one, and is blind to that."""
    blind_to = next((one.style for one in challenges if one.set is Set.HELD_OUT), "")
    right = {one.item.item_id: (one.expected, one.style) for one in challenges}
    for name in (*_BEHAVIOURS, *((f"blind:{blind_to}",) if blind_to else ())):
        behaviour = Behaviour.read(name)
        judge = SimulatedJudge(name, rule, behaviour, right)
        yield Known.of(judge, behaviour, challenges, repeats=repeats)

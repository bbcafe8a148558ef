"""Grade answers in use: ask a certified judge about one in N of them."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from workbench.errors import NotEarned, NotMeasured
from workbench.judges.judge import Judge
from workbench.records.estimate import Estimate
from workbench.records.grade import Grade
from workbench.records.reply import Attempt
from workbench.runner.budget import Bounds, Budget, Spend
from workbench.runner.limits import Limits
from workbench.runner.outcome import RunOutcome
from workbench.runner.run import run
from workbench.runner.schedule import Cell, plan_cells
from workbench.steps.answered_parts import with_answered_parts
from workbench.steps.ballots import Ballots
from workbench.steps.candidates import Candidates, Models, specs_of
from workbench.steps.certified_judge import refuse_another, same_candidate
from workbench.steps.drift import DriftWatch, Frozen, ask_canaries
from workbench.steps.grade_drift import DriftState, drift_state, refuse_drift
from workbench.steps.grade_plan import GradePlan
from workbench.steps.outlook import Shown, look_ahead, refuse_unpriced
from workbench.steps.rounds import OfAll, ask_in_rounds
from workbench.store.grade_folder import FoundGrade, grade_journal
from workbench.store.journal import Journal, open_journal
from workbench.store.journal_reader import JournalState, journal_state, read_attempts

EVERY_VOTE = "This is for every call; a judge that votes is asked no more once its vote is settled."


class GradeWatch(DriftWatch, Protocol):
    """Whoever wants to see how grading goes."""

    def grading(self, grade: Grade, estimate: Estimate, owed: int) -> None:
        """Called before the first answer is asked about, with what that costs and how many are asked about."""


@dataclass(frozen=True, kw_only=True)
class Way:
    """How to grade.

    Attributes:
        drift: Whether the canaries are asked first, unless that was done within a day.
        retry_errors: Whether to ask again where the judge gave no verdict.
        bounds: The most that may be spent, canaries included.
    """

    drift: bool = True
    retry_errors: bool = False
    bounds: Bounds = field(default_factory=Bounds)


@dataclass(frozen=True, kw_only=True)
class Asked:
    """How the asking went.

    Attributes:
        drift: What is known of drift by now.
        found: The set on disk; None where the canaries were not all asked, so that it was not begun.
        outcome: How it ended; None where nothing was owed.
        spend: What it cost; None where nothing was asked.
        warnings: What the user should know, such as a torn line that was dropped.
    """

    drift: DriftState
    found: FoundGrade | None
    outcome: RunOutcome | None = None
    spend: Spend | None = None
    warnings: tuple[str, ...] = ()


def estimate_grade(plan: GradePlan, way: Way) -> Estimate:
    """Say what grading would cost, its canaries included. No judgement is asked for.

    Raises:
        InputError: its model cannot judge any more.
    """
    spec, settings = plan.judge.spec, plan.settings
    canaries = _canaries(drift_state(plan.judge, settings), way)
    entries = same_candidate(spec, plan.judge.challenges, settings, Models.ESTIMATED).entries
    specs = specs_of(entries, settings)
    outlook = asyncio.run(look_ahead(settings, entries, specs, _shown(plan, canaries)))
    again = [one.item for one in canaries.challenges] if canaries is not None else []
    state = _state(plan)
    owed, _ = _owed(plan, state, way)
    owed = with_answered_parts(owed, grade_journal(settings.runs, plan.grade.judge_id), state)
    judge_id = specs[0].judge_id
    cells = [*(Cell(item=item, judge_id=judge_id, repeat=0) for item in again), *(_of(judge_id, one) for one in owed)]
    if spec.votes:
        outlook = replace(outlook, notes=(*outlook.notes, EVERY_VOTE))
    return outlook.estimate(cells, bench=settings.name, repeats=_repeats(plan))


def ask_judge(plan: GradePlan, way: Way, watch: GradeWatch) -> Asked:
    """Ask the canaries, then about the answers, each once. Every reply is on disk before it counts.

    A judge that votes is asked about an answer until its vote is settled.

    What was stopped goes on where it was. What the judge version was asked before, for whichever set, is not asked
    again; where nothing is owed, nobody is asked anything.

    Raises:
        NotEarned: the canaries show that the judge has changed, or its server makes another version of it.
        NotMeasured: too few canaries gave a verdict to tell.
        SetupError: something is missing to run the judge, such as an API key.
        InputError: its model cannot judge any more, or dollars are bounded and a price is unknown.
        StoreError: a journal is damaged, in use or cannot be written.
    """
    drift = drift_state(plan.judge, plan.settings)
    owed, _ = _owed(plan, _state(plan), way)
    if not owed:
        return Asked(drift=drift, found=plan.on_disk())
    candidates = same_candidate(plan.judge.spec, plan.judge.challenges, plan.settings, Models.ASKED)
    return asyncio.run(_ask(plan, way, candidates, drift, watch))


async def _ask(plan: GradePlan, way: Way, candidates: Candidates, drift: DriftState, watch: GradeWatch) -> Asked:
    settings, canaries, warnings = plan.settings, _canaries(drift, way), []
    judges = await candidates.connected(settings)
    try:
        _refuse_another(plan, judges)
        shown = _shown(plan, canaries)
        outlook = await look_ahead(settings, candidates.entries, [judge.spec for judge in judges], shown)
        refuse_unpriced(outlook, way.bounds)
        budget = Budget(outlook.forecast.tariff(), way.bounds)
        if canaries is not None:
            checked = await ask_canaries(canaries, settings, judges, outlook=outlook, budget=budget, watch=watch)
            warnings += [checked.warning] if checked.warning else []
            drift = replace(drift, checks=checked.checks, note="")
            if not checked.outcome.progress.complete:
                return Asked(
                    drift=drift, found=None, outcome=checked.outcome, spend=budget.spend, warnings=tuple(warnings)
                )
            refuse_drift(checked.checks, plan.grade.judge)
        path = grade_journal(settings.runs, plan.grade.judge_id)
        with open_journal(path, lock=path.with_suffix(".lock")) as journal:
            # Made while the lock is held: two commands at once would make the same set twice.
            found = plan.on_disk()
            warnings += [journal.warning] if journal.warning else []
            cells, ballots = _owed(plan, journal.state, way)
            record = _recorder(journal, ballots)
            cells = with_answered_parts(cells, path, journal.state)
            foreseen = outlook.estimate(cells, bench=settings.name, repeats=_repeats(plan))
            watch.grading(plan.grade, foreseen, len({cell.item.item_id for cell in cells}))

            async def ask_some(some: list[Cell], of_all: OfAll) -> RunOutcome:
                return await run(
                    some,
                    judges,
                    record,
                    limits=Limits(concurrency=settings.concurrency),
                    meter=budget,
                    on_progress=lambda progress: watch.progressed(of_all(progress), budget.spend),
                    on_interrupt=watch.interrupted,
                    following=ballots.following,
                )

            outcome = await ask_in_rounds(outlook.without_unsent(cells, record), ballots, ask_some)
    finally:
        for judge in judges:
            await judge.close()
    return Asked(drift=drift, found=found, outcome=outcome, spend=budget.spend, warnings=tuple(warnings))


def _canaries(drift: DriftState, way: Way) -> Frozen | None:
    """The canaries that are to be asked; None where none are."""
    return drift.frozen if way.drift and drift.due else None


def _of(judge_id: str, cell: Cell) -> Cell:
    """The cell of a judge that was not connected, and may not know yet what its server takes."""
    return replace(cell, judge_id=judge_id)


def _shown(plan: GradePlan, canaries: Frozen | None) -> list[Shown]:
    """All that the judge may be shown."""
    again = canaries.challenges if canaries is not None else ()
    return [*again, *plan.shown]


def _refuse_another(plan: GradePlan, judges: Sequence[Judge]) -> None:
    try:
        refuse_another(plan.judge.spec, judges)
    except NotMeasured as error:
        raise NotEarned(str(error)) from error


def _state(plan: GradePlan) -> JournalState:
    path = grade_journal(plan.settings.runs, plan.grade.judge_id)
    return journal_state(path) if path.exists() else JournalState()


def _repeats(plan: GradePlan) -> int:
    """How often may the judge be asked about an answer?"""
    return plan.judge.spec.votes or 1


def _owed(plan: GradePlan, state: JournalState, way: Way) -> tuple[list[Cell], Ballots]:
    """What the judge version may still be asked, and where its votes stand.

    With `retry_errors` what it gave no verdict on is asked again, unless the vote is settled without it.
    """
    ballots = Ballots([plan.judge.spec])
    if not plan.grade.sampled:
        return [], ballots
    cells = plan_cells(
        {plan.grade.rule: [one.item for one in plan.shown]},
        [plan.judge.spec],
        repeats=_repeats(plan),
        seed=plan.settings.seed,
        done=state.done - (state.errors.keys() if way.retry_errors else frozenset()),
        attempts=state.attempts,
    )
    path = grade_journal(plan.settings.runs, plan.grade.judge_id)
    if plan.judge.spec.votes and path.exists():
        ballots.tell_all(read_attempts(path), but=frozenset(cell.key for cell in cells))
    return ballots.owed(cells), ballots


def _recorder(journal: Journal, ballots: Ballots) -> Callable[[Attempt], None]:
    """Write attempts to the journal; those of an error that is asked again are numbered on."""
    errors = journal.state.errors

    def record(attempt: Attempt) -> None:
        earlier = errors.get((attempt.item_id, attempt.judge_id, attempt.repeat), 0)
        journal.append(replace(attempt, attempt=earlier + attempt.attempt) if earlier else attempt)
        ballots.recorded(attempt)

    return record

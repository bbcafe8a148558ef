"""Run every judge on every item N times, and measure what came of it."""

import asyncio
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from workbench.errors import InputError, NotMeasured
from workbench.judges.judge import Judge
from workbench.records.challenge import Challenge
from workbench.records.item import Item
from workbench.records.reply import JudgeSpec
from workbench.records.summary import Summary
from workbench.runner.clock import utc_now
from workbench.runner.limits import Limits
from workbench.runner.outcome import Progress, RunOutcome
from workbench.runner.run import run
from workbench.runner.schedule import plan_cells
from workbench.steps.answer_key import AnswerKey, build_answer_key
from workbench.steps.baselines import baselines
from workbench.steps.bench import Bench
from workbench.steps.candidates import Candidates, find_candidates
from workbench.steps.looks import write_looks
from workbench.steps.measure import measure
from workbench.steps.plant import keep_answer_key
from workbench.store.challenge_lines import set_hash
from workbench.store.challenges import write_challenges
from workbench.store.journal import Journal, open_journal
from workbench.store.manifest import Manifest, installed_versions
from workbench.store.run_folder import FoundRun, create_run, find_run
from workbench.store.run_identity import RunIdentity

SEALED = "The held-out mistakes were not opened; run with --with-holdout once the rubric is done."


@dataclass(frozen=True, kw_only=True)
class Plan:
    """A run before its first call.

    Attributes:
        bench: The bench.
        key: The answer key.
        candidates: The judges.
        repeats: Reruns of each item.
        held_out: Whether the held-out styles are opened.
    """

    bench: Bench
    key: AnswerKey
    candidates: Candidates
    repeats: int
    held_out: bool

    @property
    def notes(self) -> tuple[str, ...]:
        """What a reader of the results must know."""
        return (*self.candidates.notes, *(() if self.held_out else (SEALED,)))


@dataclass(frozen=True, kw_only=True)
class Finished:
    """A run that came to an end for now.

    Attributes:
        found: Its folder and manifest.
        outcome: How it ended; None where nothing was left to do.
        summary: What was measured; None where the run is not complete.
        warnings: What the user should know, such as a torn line that was dropped.
    """

    found: FoundRun
    outcome: RunOutcome | None
    summary: Summary | None
    warnings: tuple[str, ...]


class Watch(Protocol):
    """Whoever wants to see how a run goes."""

    def started(self, found: FoundRun, owed: int) -> None:
        """Called before the first call, with the number of verdicts that are owed."""

    def progressed(self, progress: Progress) -> None:
        """Called after every verdict; must be quick."""


def plan_run(
    bench: Bench,
    *,
    held_out: bool,
    names: Sequence[str] | None = None,
    models: Sequence[str] | None = None,
    repeats: int | None = None,
) -> Plan:
    """Work out a run: nothing is sent and nothing is written.

    Raises:
        InputError: judges, models or answers are not as expected.
        SetupError: a model judge was asked for by name, and no API key is set.
        NotMeasured: no judge is left to run.
    """
    key = build_answer_key(bench, held_out=held_out)
    candidates = find_candidates(bench.settings, key.challenges, names=names, models=models)
    if not candidates.entries:
        raise NotMeasured("\n  ".join(("no judge can be run", *candidates.notes)))
    if repeats is None:
        repeats = bench.settings.gate_repeats if held_out else bench.settings.repeats
    if repeats < 1:
        raise InputError(f"repeats: expected a whole number from 1, got {repeats}")
    return Plan(bench=bench, key=key, candidates=candidates, repeats=repeats, held_out=held_out)


def run_plan(
    plan: Plan,
    *,
    again: bool = False,
    watch: Watch,
) -> Finished:
    """Carry a plan out, or go on where an earlier session of the same run stopped.

    Args:
        plan: The plan.
        again: Start a new run although one that measures the same is there.
        watch: Told how it goes.

    Raises:
        StoreError: the run folder cannot be written, is in use or is damaged.
    """
    bench, settings = plan.bench, plan.bench.settings
    judges = plan.candidates.connected(settings)
    try:
        return asyncio.run(_run(plan, judges, again, watch))
    finally:
        if bench.own:
            keep_answer_key(bench, plan.key)


async def _run(
    plan: Plan,
    judges: Sequence[Judge],
    again: bool,
    watch: Watch,
) -> Finished:
    specs = tuple(judge.spec for judge in judges)
    challenges = tuple(c for c in plan.key.challenges if c.rule in {spec.rule for spec in specs})
    found = _open(plan, specs, challenges, again)
    try:
        with open_journal(found.folder.journal, lock=found.folder.lock) as journal:
            outcome = await _ask(plan, found, judges, challenges, journal, watch)
    finally:
        for judge in judges:
            await judge.close()
    warnings = (journal.warning,) if journal.warning else ()
    complete = outcome is None or outcome.progress.done == outcome.progress.planned
    summary = measure(found, plan.bench.settings) if complete else None
    return Finished(found=found, outcome=outcome, summary=summary, warnings=warnings)


async def _ask(
    plan: Plan,
    found: FoundRun,
    judges: Sequence[Judge],
    challenges: Sequence[Challenge],
    journal: Journal,
    watch: Watch,
) -> RunOutcome | None:
    items: dict[str, list[Item]] = defaultdict(list)
    for challenge in challenges:
        items[challenge.rule].append(challenge.item)
    cells = plan_cells(
        items,
        found.manifest.judges,
        repeats=plan.repeats,
        seed=plan.bench.settings.seed,
        done=journal.state.done,
        attempts=journal.state.attempts,
    )
    watch.started(found, len(cells))
    if not cells:
        return None
    write_looks(found, challenges, plan.bench.settings)
    limits = Limits(concurrency=plan.bench.settings.concurrency)
    return await run(cells, judges, journal.append, limits=limits, on_progress=watch.progressed)


def _open(plan: Plan, specs: tuple[JudgeSpec, ...], challenges: tuple[Challenge, ...], again: bool) -> FoundRun:
    bench = plan.bench
    identity = RunIdentity(
        judges=specs,
        sets={rule: set_hash(c for c in challenges if c.rule == rule) for rule in sorted({c.rule for c in challenges})},
        repeats=plan.repeats,
        seed=bench.settings.seed,
    )
    found = None if again else find_run(bench.settings.runs, identity)
    if found is None:
        manifest = Manifest(
            bench=bench.settings.name,
            created_at=utc_now(),
            identity=identity,
            versions=installed_versions(),
            settings=_told(plan),
            counts={rule: counts for rule, counts in plan.key.counts.items() if rule in identity.sets},
            build={rule: styles for rule, styles in plan.key.declined.items() if rule in identity.sets},
            left_out=plan.key.left_out,
            baselines=baselines(specs),
            search=bench.search,
            notes=plan.notes,
        )
        found = create_run(bench.settings.runs, manifest)
    # A session that was killed between the two left a run without its answer key.
    if not found.folder.challenges.exists():
        write_challenges(found.folder.challenges, challenges)
    return found


def _told(plan: Plan) -> dict[str, Any]:
    """The settings of the run, as the manifest keeps them: no keys, nothing of the environment."""
    settings = plan.bench.settings
    return {
        "answers": str(settings.answers),
        "questions": str(settings.questions) if settings.questions else "",
        "own_answers": plan.bench.own,
        "not_found": settings.not_found,
        "plants": settings.plants or "all",
        "near_misses": settings.near_misses or "all",
        "held_out_plants": settings.held_out_plants or "all",
        "held_out": list(settings.held_out),
        "with_holdout": plan.held_out,
        "concurrency": settings.concurrency,
    }

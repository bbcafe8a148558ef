"""Ask the canaries of a certificate again, and see whether the judge is still the one that earned it."""

import asyncio
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Protocol

from workbench.analysis.canaries import seen_if
from workbench.errors import NotMeasured
from workbench.gate.canary_check import CHANGED, LEAST_CHANCE, CanaryCheck
from workbench.gate.canary_choice import canary_noise, choose_canaries
from workbench.gate.certificate import Certificate, before_verdicts
from workbench.gate.ledger import append_to_ledger, read_ledger
from workbench.identity import digest
from workbench.judges.judge import Judge
from workbench.records.challenge import Challenge
from workbench.records.estimate import Estimate
from workbench.records.reply import Attempt, JudgeSpec
from workbench.records.summary import Level
from workbench.runner.budget import Bounds, Budget, Spend
from workbench.runner.clock import utc_now
from workbench.runner.limits import Limits
from workbench.runner.outcome import RunOutcome
from workbench.runner.run import run
from workbench.runner.schedule import Cell
from workbench.steps.answered_parts import with_answered_parts
from workbench.steps.ask import ProgressWatch
from workbench.steps.canary_check import canary_checks, canary_journal, check_look, checks_on_record, replied_in
from workbench.steps.candidates import Candidates, Models, specs_of
from workbench.steps.certified_judge import certified_version, filed_certificate, refuse_another, same_candidate
from workbench.steps.changes import changed_judge
from workbench.steps.outlook import Outlook, look_ahead, refuse_unpriced
from workbench.steps.replies import read_replies
from workbench.steps.settings import Settings
from workbench.steps.stored_run import read_answer_key
from workbench.store.journal import Journal, open_journal
from workbench.store.journal_reader import JournalState, read_attempts
from workbench.store.run_folder import open_run
from workbench.store.verdicts import both_tables

_GOES_ON = timedelta(days=1)
"""A check that was stopped goes on for so long; later, what it found is of another day, and a new one begins."""


@dataclass(frozen=True, kw_only=True)
class Frozen:
    """What was frozen at certification.

    Attributes:
        certificate: The certificate.
        spec: The judge version.
        challenges: The canaries, with what the judge must be shown.
        noise: The chance that one call flips a canary of an unchanged judge.
        repeats: Repeats of the certificate's run; checks are numbered from there on.
    """

    certificate: Certificate
    spec: JudgeSpec
    challenges: tuple[Challenge, ...]
    noise: float
    repeats: int

    @property
    def about(self) -> dict[str, str]:
        """What each canary is: the case that it was made from, and its style."""
        return {one.item.item_id: f"{one.parent}, {one.style or one.set}" for one in self.challenges}


@dataclass(frozen=True, kw_only=True)
class Checked:
    """What a check came to.

    Attributes:
        frozen: What was frozen.
        checks: Every time that the canaries were asked again, this one the last.
        outcome: How the asking ended.
        spend: What it cost.
        warning: What the user should know of the journal, such as a torn line that was dropped; empty where nothing.
    """

    frozen: Frozen
    checks: tuple[CanaryCheck, ...]
    outcome: RunOutcome
    spend: Spend
    warning: str


class DriftWatch(ProgressWatch, Protocol):
    """Whoever wants to see how a check goes."""

    def started(self, frozen: Frozen, estimate: Estimate, asked: int) -> None:
        """Called before the first call, with what they cost and how many canaries are asked."""


def frozen_canaries(settings: Settings, *, judge: str, model: str | None, level: Level | None = None) -> Frozen:
    """Find the certificate of a judge, and its canaries as the raw verdicts of its run have them.

    Args:
        settings: The bench's settings.
        judge: The judge's name.
        model: The model that it runs on, where it is certified on several.
        level: The level that the certificate must say; None for any.

    Raises:
        NotMeasured: it has no certificate, its canaries are too few or not those of the raw verdicts, or the judge has
            changed.
        InputError: it has certificates on several models, and none was named.
        StoreError: the certificate's run is gone or damaged.
    """
    certificate = filed_certificate(settings, judge=judge, model=model, level=level)
    # The name comes from a file, and leads nowhere else.
    found = open_run(settings.runs / Path(certificate.run).name)
    challenges = read_answer_key(found)
    spec = certified_version(found, certificate)
    changed = changed_judge(spec, settings)
    if changed:
        raise NotMeasured(f"{judge} is not the judge that was certified: {changed}")
    verdicts, _ = both_tables(read_replies(found, read_ledger(settings.ledger)), found.manifest.judges)
    if choose_canaries(challenges, verdicts, spec) != certificate.canaries:
        raise NotMeasured(
            f"the canaries of {judge}'s certificate are not those of the raw verdicts of run {certificate.run}\n"
            f"  what holds now: workbench gate {judge}"
        )
    noise = canary_noise(challenges, verdicts, spec)
    canaries = len(certificate.canaries)
    if seen_if(CHANGED, canaries, noise) < LEAST_CHANCE:
        raise NotMeasured(
            f"{judge} has {canaries} canaries, and flipped on {noise:.1%} of calls at its certification\n"
            f"  too few, or it too noisy, to show a judge that turned on {CHANGED:.0%} of its verdicts"
        )
    mine = {one.item for one in certificate.canaries}
    return Frozen(
        certificate=certificate,
        spec=spec,
        challenges=tuple(one for one in challenges if one.rule == spec.rule and one.item.item_id in mine),
        noise=noise,
        repeats=found.manifest.identity.repeats,
    )


def estimate_check(frozen: Frozen, settings: Settings) -> Estimate:
    """Say what a check would cost. Nothing is asked of the judge.

    Raises:
        InputError: its model cannot judge any more.
    """
    candidates = same_candidate(frozen.spec, frozen.challenges, settings, Models.ESTIMATED)
    specs = specs_of(candidates.entries, settings)
    outlook = asyncio.run(look_ahead(settings, candidates.entries, specs, frozen.challenges))
    cells = _cells(frozen, specs[0].judge_id, frozen.repeats)
    return outlook.estimate(cells, bench=settings.name, repeats=1)


def check_drift(frozen: Frozen, settings: Settings, *, bounds: Bounds, watch: DriftWatch) -> Checked:
    """Ask the canaries once each. Every reply is on disk before it counts, beside the certificate for the gate.

    A check that was stopped goes on where it was, within a day.

    Raises:
        SetupError: something is missing to run the judge, such as an API key.
        NotMeasured: what its server takes makes it another version than the one that was certified, or the clock
            stands before the certificate's run, so that the check would not count as a later one.
        InputError: its model cannot judge any more, or dollars are bounded and a price is unknown.
        StoreError: the journal is damaged, in use or cannot be written.
    """
    early = before_verdicts(frozen.certificate.measured_at, utc_now())
    if early:
        raise NotMeasured(early)
    candidates = same_candidate(frozen.spec, frozen.challenges, settings, Models.ASKED)
    return asyncio.run(_check(frozen, settings, candidates, bounds, watch))


async def _check(
    frozen: Frozen, settings: Settings, candidates: Candidates, bounds: Bounds, watch: DriftWatch
) -> Checked:
    judges = await candidates.connected(settings)
    try:
        refuse_another(frozen.spec, judges)
        specs = [judge.spec for judge in judges]
        outlook = await look_ahead(settings, candidates.entries, specs, frozen.challenges)
        refuse_unpriced(outlook, bounds)
        return await ask_canaries(
            frozen, settings, judges, outlook=outlook, budget=Budget(outlook.forecast.tariff(), bounds), watch=watch
        )
    finally:
        for judge in judges:
            await judge.close()


async def ask_canaries(
    frozen: Frozen,
    settings: Settings,
    judges: Sequence[Judge],
    *,
    outlook: Outlook,
    budget: Budget,
    watch: DriftWatch,
) -> Checked:
    """Ask the canaries of a judge that is connected already; see `check_drift`."""
    path = canary_journal(settings, frozen.spec.judge_id)
    with open_journal(path, lock=path.with_suffix(".lock")) as journal:
        known = checks_on_record(settings, frozen.spec.judge_id)
        cells = _owed(frozen, journal.state, known, _last_at(settings, frozen))
        cells = with_answered_parts(cells, path, journal.state)
        watch.started(frozen, outlook.estimate(cells, bench=settings.name, repeats=1), len(cells))
        record = _recorder(frozen, settings, cells[0].repeat, journal)
        sent = outlook.without_unsent(cells, record)
        outcome = await run(
            sent,
            judges,
            record,
            limits=Limits(concurrency=settings.concurrency),
            meter=budget,
            on_progress=lambda progress: watch.progressed(progress, budget.spend),
            on_interrupt=watch.interrupted,
        )
        _note_end(frozen, settings, cells[0].repeat)
    checks = canary_checks(frozen.certificate, frozen.noise, settings)
    return Checked(frozen=frozen, checks=checks, outcome=outcome, spend=budget.spend, warning=journal.warning)


def _last_at(settings: Settings, frozen: Frozen) -> str:
    """When the journal was last written to; empty where it is new."""
    journal = canary_journal(settings, frozen.spec.judge_id)
    return max((attempt.at for attempt in read_attempts(journal)), default="") if journal.exists() else ""


def _owed(frozen: Frozen, state: JournalState, known: Mapping[int, set[str]], last_at: str) -> list[Cell]:
    """The canaries of the check that was stopped today, or of a new one. One that lost replies is not asked again."""
    begun = [repeat for _, _, repeat in (*state.done, *state.attempts)]
    recent = last_at and datetime.fromisoformat(utc_now()) - datetime.fromisoformat(last_at) < _GOES_ON
    left = []
    if recent and last_at > frozen.certificate.measured_at:
        left = [cell for cell in _cells(frozen, frozen.spec.judge_id, max(begun)) if cell.key not in state.done]
    if left and any(cell.item.item_id in known.get(cell.repeat, ()) for cell in left):
        left = []
    # A number is given once, also where the journal of a check was lost.
    cells = left or _cells(frozen, frozen.spec.judge_id, max(*begun, *known, frozen.repeats - 1, 0) + 1)
    return [replace(cell, attempts=state.attempts.get(cell.key, 0)) for cell in cells]


def _recorder(frozen: Frozen, settings: Settings, check: int, journal: Journal) -> Callable[[Attempt], None]:
    """Write every attempt to the journal, and with the first verdict to the ledger that there was a check.

    In this order: what the ledger knows and no journal holds is what somebody took away.
    """
    noted = check in checks_on_record(settings, frozen.spec.judge_id)

    def record(attempt: Attempt) -> None:
        nonlocal noted
        journal.append(attempt)
        if not noted and attempt.final and attempt.reply.verdict.outcome is not None:
            _note(frozen, settings, check, {attempt.item_id})
            noted = True

    return record


def _note_end(frozen: Frozen, settings: Settings, check: int) -> None:
    """Write to the ledger which canaries replied, so that no reply can be cut off the end of the journal."""
    known = checks_on_record(settings, frozen.spec.judge_id).get(check)
    replied = replied_in(read_attempts(canary_journal(settings, frozen.spec.judge_id)), check)
    if known is not None and not replied <= known:
        _note(frozen, settings, check, replied)


def _note(frozen: Frozen, settings: Settings, check: int, replied: Collection[str]) -> None:
    append_to_ledger(settings.ledger, [check_look(frozen.certificate, frozen.spec, check, replied)])


def _cells(frozen: Frozen, judge_id: str, check: int) -> list[Cell]:
    """List what a check asks, in an order of its own. Its number stands where a run has the repeat."""
    cells = [Cell(item=one.item, judge_id=judge_id, repeat=check) for one in frozen.challenges]
    return sorted(cells, key=lambda cell: digest([check, cell.item.item_id]))

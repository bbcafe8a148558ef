"""May this judge gate? Worked out from the raw verdicts of a run, for the judge as it is now."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from workbench.errors import unknown_name
from workbench.gate.certificate import Certified
from workbench.gate.decide import NOT_PASSED, UNDECIDED, exit_code
from workbench.gate.ledger import read_ledger
from workbench.gate.words import plural
from workbench.records.challenge import Set
from workbench.records.summary import JudgeSummary, Level, Summary
from workbench.steps.certify import Case, certified_run, certify, outdated
from workbench.steps.changes import changed_judge, changed_sets
from workbench.steps.looks import sealed_styles
from workbench.steps.measure import Measured, summarise
from workbench.steps.settings import Settings
from workbench.steps.stored_run import find_stored
from workbench.store.run_folder import FoundRun

SEALED_STOCK = 2
"""Held-out styles that should be left for the next version."""


@dataclass(frozen=True, kw_only=True)
class Verdicts:
    """What the gate says.

    Attributes:
        run_id: The run that it rests on.
        asked: The level that was asked for.
        judges: The judges, with their decisions.
        stale: Judge id to what has changed since the run, in words, or why its verdicts count no more.
        certificates: Judge id to how it stands with its certificate; judges that never had one are left out.
        exit_code: 0 all passed; 3 the evidence speaks against one; 4 not enough evidence, or not of this version.
        notes: What the reader should see to, such as held-out styles that are used up.
    """

    run_id: str
    asked: Level
    judges: tuple[JudgeSummary, ...]
    stale: dict[str, str]
    certificates: dict[str, Certified]
    exit_code: int
    notes: tuple[str, ...] = ()


def gate(settings: Settings, *, judge: str | None, model: str | None, run: str | None, level: Level) -> Verdicts:
    """Decide on one judge of a run, or on all of them.

    Args:
        settings: The bench's settings.
        judge: The judge's name; None for all.
        model: The model that it runs on, where it runs on several.
        run: The run; None for the newest that has the judge.
        level: `CERTIFIED` or `PROVISIONAL`.

    Raises:
        InputError: the judge or model is not in the run.
        NotMeasured: the run is not finished, or there is none.
        StoreError: the run's files are damaged, or a certificate cannot be written.
    """
    cases = before_the_gate(settings, judge=judge, model=model, run=run, level=level)
    certificates = {case.judge.judge_id: certify(case, settings) for case in cases}
    codes = [UNDECIDED if case.stale else _code(case.judge, level) for case in cases]
    return Verdicts(
        run_id=cases[0].found.manifest.run_id,
        asked=level,
        judges=tuple(case.judge for case in cases),
        stale={case.judge.judge_id: case.stale for case in cases if case.stale},
        certificates={judge_id: found for judge_id, found in certificates.items() if found is not None},
        exit_code=NOT_PASSED if NOT_PASSED in codes else max(codes, default=UNDECIDED),
        notes=tuple(_notes(cases[0].measured, settings)),
    )


def before_the_gate(
    settings: Settings, *, judge: str | None, model: str | None, run: str | None, level: Level
) -> tuple[Case, ...]:
    """Work out how judges stand before the gate today, one at least. Nothing is written; see `gate`."""
    found = _found(settings, run, judge, level)
    measured = summarise(found, settings)
    judges = _chosen(measured.summary, judge, model)
    changed = stale_reasons(found, measured, settings, {one.judge_id for one in judges})
    cases = (
        Case(found=found, measured=measured, judge=one, asked=level, stale=changed.get(one.judge_id, ""))
        for one in judges
    )
    return tuple(replace(case, stale=outdated(case, settings)) for case in cases)


def _notes(measured: Measured, settings: Settings) -> Iterator[str]:
    """Say where the next version of a judge would find no held-out style. A run that opened none leaves them alone."""
    if not any(challenge.set is Set.HELD_OUT for challenge in measured.challenges):
        return
    left = sealed_styles(settings, read_ledger(settings.holdout.ledger))
    if len(left) < SEALED_STOCK:
        said = plural(len(left), "held-out style is", "held-out styles are") if left else "no held-out style is"
        yield f"{said} left that nobody opened; the next version needs new ones, {SEALED_STOCK} at least in stock"


def _found(settings: Settings, run: str | None, judge: str | None, level: Level) -> FoundRun:
    """The run that was named; else the one that the judge's certificate rests on; else the newest with the judge."""
    found = find_stored(settings, run, judge=judge)
    certified = None if run is not None else certified_run(settings, found, judge=judge, level=level)
    return found if certified is None else find_stored(settings, certified)


def stale_reasons(found: FoundRun, measured: Measured, settings: Settings, judge_ids: set[str]) -> dict[str, str]:
    """Say of each judge what has changed since the run, in it or in what it was tested on; others are left out."""
    specs = [spec for spec in found.manifest.judges if spec.judge_id in judge_ids]
    sets = changed_sets(found, measured.challenges, settings, rules={spec.rule for spec in specs})
    reasons = {spec.judge_id: changed_judge(spec, settings) or sets.get(spec.rule, "") for spec in specs}
    return {judge_id: reason for judge_id, reason in reasons.items() if reason}


def _code(judge: JudgeSummary, level: Level) -> int:
    return UNDECIDED if judge.decision is None else exit_code(judge.decision, level)


def _chosen(summary: Summary, name: str | None, model: str | None) -> tuple[JudgeSummary, ...]:
    where = f"run {summary.run_id} (name another with --run)"
    named = [judge for judge in summary.judges if name is None or judge.name == name]
    if not named:
        raise unknown_name("judge", name or "", sorted({judge.name for judge in summary.judges}), where=where)
    kept = [judge for judge in named if model is None or judge.model == model]
    if not kept:
        raise unknown_name("model", model or "", sorted({judge.model for judge in named}), where=where)
    return tuple(kept)

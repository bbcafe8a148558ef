"""The certificate of a judge: checked against the raw verdicts, and written where the level is earned."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from workbench.cases.path_text import path_text
from workbench.gate.canary_choice import canary_noise, choose_canaries
from workbench.gate.certificate import Certificate, Certified, differences, expiry, out_of_date
from workbench.gate.certificate_file import (
    Filed,
    certificate_path,
    read_certificate,
    read_certificates,
    write_certificate,
)
from workbench.gate.decide import PASSED, exit_code
from workbench.gate.ledger import read_ledger
from workbench.gate.pair import ORDINARY, SEALED
from workbench.identity import canonical_json
from workbench.records.challenge import Set
from workbench.records.reply import JudgeSpec
from workbench.records.summary import JudgeSummary, Level, Standing
from workbench.runner.clock import utc_now
from workbench.steps.canary_check import canary_alarm
from workbench.steps.changes import judge_differences
from workbench.steps.measure import Measured
from workbench.steps.settings import Settings
from workbench.store.run_folder import FoundRun


@dataclass(frozen=True, kw_only=True)
class Case:
    """A judge before the gate: the run that speaks for it, and what has changed since.

    Attributes:
        found: The run.
        measured: The run, measured.
        judge: The judge, decided on.
        asked: The level that it must have earned.
        stale: What has changed since the run, in words; empty where nothing has.
    """

    found: FoundRun
    measured: Measured
    judge: JudgeSummary
    asked: Level
    stale: str

    @property
    def earned(self) -> bool:
        """Has it earned the level, by its verdicts?"""
        return self.judge.decision is not None and exit_code(self.judge.decision, self.asked) == PASSED

    @property
    def spec(self) -> JudgeSpec:
        """Its version, as the run has it."""
        return next(spec for spec in self.found.manifest.judges if spec.judge_id == self.judge.judge_id)


def outdated(case: Case, settings: Settings) -> str:
    """Say why verdicts that earn a level count no more: they are too old, or canaries say something else since.

    Returns:
        The reason in words; empty where they count.
    """
    if case.stale or not case.earned:
        return case.stale
    today = _today(case, settings)
    noise = canary_noise(case.measured.challenges, case.measured.verdicts, case.spec)
    return out_of_date(today.measured_at, today.issued_at) or canary_alarm(today, noise, settings)


def certify(case: Case, settings: Settings) -> Certified | None:
    """Check the certificate on file, and write one where the level is earned and none on file says so.

    Args:
        case: The judge. Its `stale` says too why its verdicts count no more (see `outdated`).
        settings: The bench's settings.

    Returns:
        None where there is none, and none is earned.

    Raises:
        StoreError: the folder of certificates cannot be written, or a ledger is damaged.
    """
    path = certificate_path(settings.certificates, case.judge.judge_id, case.asked)
    filed = read_certificate(path) if path.is_file() else None
    if case.stale or not case.earned:
        return _lost(case, filed, settings)
    today = _today(case, settings)
    broken = () if filed is None else _broken(filed, today, settings)
    if filed is None or broken:
        write_certificate(path, today)
    return Certified(
        path=_shown(path, settings),
        holds=True,
        written=filed is None or bool(broken),
        until=today.expires_at,
        broken=broken or tuple(_of_other_versions(case, settings)),
    )


def why_not(case: Case, settings: Settings) -> tuple[str, ...]:
    """Say why a judge has no certificate that holds. Nothing is written.

    Args:
        case: The judge, its `stale` as `outdated` says it.
        settings: The bench's settings.

    Returns:
        What has changed, or what is missing for the level, in sentences; empty where the certificate on file holds.

    Raises:
        StoreError: a ledger is damaged.
    """
    if case.stale:
        return (case.stale,)
    if not case.earned:
        return tuple(_not_met(case)) or ("it was not put before the gate",)
    path = certificate_path(settings.certificates, case.judge.judge_id, case.asked)
    if not path.is_file():
        return ("it has earned the level, and no certificate says so yet",)
    return _broken(read_certificate(path), _today(case, settings), settings)


def _not_met(case: Case) -> Iterator[str]:
    """Name each line of the level that is not met; of a run that says nothing, why it does not."""
    decision = case.judge.decision
    if decision is None or decision.level is Level.INVALID:
        yield from decision.reasons if decision is not None else ()
        return
    for line in decision.lines[str(case.asked)]:
        if line.standing is not Standing.MET:
            said = f"{line.line}: {line.figure}, asked {line.asked}"
            yield f"{said}; {line.missing}" if line.missing else said


def certified_run(settings: Settings, found: FoundRun, *, judge: str | None, level: Level) -> str | None:
    """The run that the certificate of a judge rests on, where the newest run has the same version of it."""
    versions = {spec.judge_id for spec in found.manifest.judges if spec.name == judge}
    for version in sorted(versions):
        path = certificate_path(settings.certificates, version, level)
        filed = read_certificate(path).certificate if path.is_file() else None
        if filed is not None and (settings.runs / Path(filed.run).name).is_dir():
            return Path(filed.run).name
    return None


def _broken(filed: Filed, today: Certificate, settings: Settings) -> tuple[str, ...]:
    if filed.certificate is None:
        return (filed.damage,)
    chains = {ORDINARY: read_ledger(settings.ledger).hashes}
    if any(name != ORDINARY and head for name, head in filed.certificate.ledgers.items()):
        chains[SEALED] = read_ledger(settings.holdout.ledger).hashes
    return differences(filed.certificate, today, chains)


def _lost(case: Case, filed: Filed | None, settings: Settings) -> Certified | None:
    """A judge without the level: say so of what is on file for it, under this version or another."""
    if filed is not None:
        decision = case.judge.decision
        why = case.stale or (decision.reasons[0] if decision and decision.reasons else "the level is not earned")
        return Certified(path=_shown(filed.path, settings), holds=False, broken=(why,))
    others = tuple(_of_other_versions(case, settings))
    return Certified(path=_shown(settings.certificates, settings), holds=False, broken=others) if others else None


def _of_other_versions(case: Case, settings: Settings) -> Iterator[str]:
    """Name certificates on file for other versions of the judge, and what has changed since."""
    for filed in read_certificates(settings.certificates):
        one = filed.certificate
        if one is None or one.judge_id == case.judge.judge_id or one.level is not case.asked:
            continue
        if (one.judge, one.rule, one.model) != (case.judge.name, case.judge.rule, case.judge.model):
            continue
        before = JudgeSpec(
            name=one.judge,
            rule=one.rule,
            model=one.model,
            kind=case.spec.kind,
            judge_id=one.judge_id,
            details=one.details,
        )
        changed = "; ".join(judge_differences(before, case.spec)) or "the judge has changed"
        yield f"the one of version {one.judge_id} ({one.issued_at[:10]}) does not hold: {changed}"


def _today(case: Case, settings: Settings) -> Certificate:
    """Work the certificate out from the raw verdicts."""
    manifest, judge = case.found.manifest, case.judge
    decision = judge.decision
    assert decision is not None, "a certificate is worked out only of a judge that was decided on"
    held_out = any(one.set is Set.HELD_OUT for one in case.measured.challenges)
    heads = {ORDINARY: read_ledger(settings.ledger).last_hash}
    heads[SEALED] = read_ledger(settings.holdout.ledger).last_hash if held_out else ""
    return Certificate(
        level=case.asked,
        judge=judge.name,
        rule=judge.rule,
        model=judge.model,
        judge_id=judge.judge_id,
        details=as_json(case.spec.details),
        run=manifest.run_id,
        set_hash=manifest.identity.sets[judge.rule],
        policy=as_json(asdict(settings.policy)),
        ledgers=heads,
        lines=decision.lines[str(case.asked)],
        canaries=choose_canaries(case.measured.challenges, case.measured.verdicts, case.spec),
        measured_at=manifest.created_at,
        issued_at=utc_now(),
        expires_at=expiry(manifest.created_at),
    )


def as_json(value: object) -> dict[str, object]:
    """The value as a reader of the file will find it, so that the two can be compared."""
    import json

    read: dict[str, object] = json.loads(canonical_json(value))
    return read


def _shown(path: Path, settings: Settings) -> str:
    return path_text(path.relative_to(settings.root))

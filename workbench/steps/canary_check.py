"""Have the canaries of a certificate been asked again since, and do they still say the same?"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path

from workbench.cases.path_text import path_text
from workbench.gate.canary_check import CanaryCheck, Says, check_canaries
from workbench.gate.certificate import Certificate
from workbench.gate.chain import Look
from workbench.gate.ledger import read_ledger
from workbench.gate.words import plural
from workbench.records.reply import Attempt, JudgeSpec
from workbench.runner.clock import utc_now
from workbench.steps.settings import Settings
from workbench.store.journal_reader import read_attempts
from workbench.store.run_folder import list_runs

_CHECK = "canaries-"
"""How the ledger calls a check, before its number: it stands where a run's name does."""


def canary_journal(settings: Settings, judge_id: str) -> Path:
    """The journal of all checks of a judge version. The repeat of an attempt is the number of its check."""
    return settings.certificates / f"{judge_id}.canaries.jsonl"


def check_look(certificate: Certificate, spec: JudgeSpec, number: int, items: Collection[str]) -> Look:
    """A line of the ledger on a check of the canaries and those that replied, so that nobody can lose what it found."""
    return Look(
        at=utc_now(),
        judge=spec.name,
        rule=spec.rule,
        judge_id=spec.judge_id,
        run=f"{_CHECK}{number}",
        set_hash=certificate.set_hash,
        styles=(),
        cases=(),
        kind=str(spec.kind),
        items=tuple(sorted(items)),
    )


def checks_on_record(settings: Settings, judge_id: str, *, since: str = "") -> Mapping[int, set[str]]:
    """The checks of a judge version that the ledger knows, of those after a date: number to the items that replied.

    Raises:
        StoreError: the ledger is damaged.
    """
    replied: dict[int, set[str]] = defaultdict(set)
    for look in read_ledger(settings.ledger).looks:
        if look.judge_id == judge_id and look.run.startswith(_CHECK) and look.at > since:
            replied[int(look.run.removeprefix(_CHECK))].update(look.items)
    return dict(replied)


def replied_in(attempts: Iterable[Attempt], check: int) -> frozenset[str]:
    """The canaries that have a final reply in a check."""
    return frozenset(one.item_id for one in attempts if one.repeat == check and one.final)


def canary_alarm(certificate: Certificate, noise: float, settings: Settings) -> str:
    """Look for a check, or a later run of the same judge version, in which too many canaries had another verdict.

    Args:
        certificate: The certificate.
        noise: The chance that one call flips a canary of an unchanged judge.
        settings: The bench's settings.

    Returns:
        Why the certificate does not hold, in words: what has changed, or that what a check found is gone. Empty where
        neither is so.

    Raises:
        StoreError: the ledger, or the journal of a check or of a later run, is damaged.
    """
    for check in canary_checks(certificate, noise, settings):
        if check.says is Says.DRIFT:
            again = plural(check.answered, "canary", "canaries")
            where = f"in run {check.run}" if check.run else f"in the check of {check.at[:10]} (workbench drift)"
            told = f"{len(check.flipped)} of {again} have another verdict {where}"
            return f"the judge has changed: {told}. Run it again on fresh cases."
    kept = _checks(settings, certificate)
    known = checks_on_record(settings, certificate.judge_id, since=certificate.measured_at)
    # The links of a journal do not show that its end was cut off; the ledger does.
    gone = [check for check, items in known.items() if not items <= replied_in(kept.get(check, ()), check)]
    if gone:
        path = path_text(canary_journal(settings, certificate.judge_id).relative_to(settings.root))
        lacks = f"lacks {plural(len(gone), 'check')} of its canaries that runs/ledger.jsonl knows"
        return f"{path} {lacks}, or replies of them; restore it"
    return ""


def canary_checks(certificate: Certificate, noise: float, settings: Settings) -> tuple[CanaryCheck, ...]:
    """Count every time that the canaries were asked again since the certificate's run, the earliest first.

    Raises:
        StoreError: the journal of a check or of a later run is damaged.
    """
    again = (
        check_canaries(attempts, certificate, noise, run=run) for run, attempts in _asked_again(certificate, settings)
    )
    return tuple(sorted((check for check in again if check is not None), key=lambda check: (check.at, check.run)))


def _asked_again(certificate: Certificate, settings: Settings) -> Iterator[tuple[str, list[Attempt]]]:
    for run in list_runs(settings.runs).runs:
        later = run.manifest.created_at > certificate.measured_at
        same = any(spec.judge_id == certificate.judge_id for spec in run.manifest.judges)
        if later and same and run.folder.journal.exists():
            yield run.manifest.run_id, [one for one in read_attempts(run.folder.journal) if one.repeat == 0]
    yield from (("", attempts) for attempts in _checks(settings, certificate).values())


def _checks(settings: Settings, certificate: Certificate) -> dict[int, list[Attempt]]:
    """The attempts of each check since the certificate's run, by its number."""
    journal = canary_journal(settings, certificate.judge_id)
    by_check: dict[int, list[Attempt]] = defaultdict(list)
    for attempt in read_attempts(journal) if journal.exists() else ():
        if attempt.at > certificate.measured_at:
            by_check[attempt.repeat].append(attempt)
    return by_check

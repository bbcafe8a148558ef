"""Have the canaries of a certificate been asked again since, and do they still say the same?"""

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from workbench.gate.canary_check import CanaryCheck, Says, check_canaries
from workbench.gate.certificate import Certificate
from workbench.gate.words import plural
from workbench.records.reply import Attempt
from workbench.steps.settings import Settings
from workbench.store.journal_reader import read_attempts
from workbench.store.run_folder import list_runs


def canary_journal(settings: Settings, judge_id: str) -> Path:
    """The journal of all checks of a judge version. The repeat of an attempt is the number of its check."""
    return settings.certificates / f"{judge_id}.canaries.jsonl"


def canary_alarm(certificate: Certificate, noise: float, settings: Settings) -> str:
    """Look for a check, or a later run of the same judge version, in which too many canaries had another verdict.

    Args:
        certificate: The certificate.
        noise: The chance that one call flips a canary of an unchanged judge.
        settings: The bench's settings.

    Returns:
        What has changed, in words; empty where nothing has, or nobody asked again.

    Raises:
        StoreError: the journal of a check or of a later run is damaged.
    """
    for check in canary_checks(certificate, noise, settings):
        if check.says is Says.DRIFT:
            again = plural(check.answered, "canary", "canaries")
            where = f"in run {check.run}" if check.run else f"in the check of {check.at[:10]} (workbench drift)"
            return f"{len(check.flipped)} of {again} have another verdict {where}"
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
    journal = canary_journal(settings, certificate.judge_id)
    by_check: dict[int, list[Attempt]] = defaultdict(list)
    for attempt in read_attempts(journal) if journal.exists() else ():
        if attempt.at > certificate.measured_at:
            by_check[attempt.repeat].append(attempt)
    yield from (("", attempts) for attempts in by_check.values())

"""Have the canaries of a certificate been asked again since, and do they still say the same?"""

from workbench.analysis.canaries import drift
from workbench.gate.certificate import Certificate
from workbench.gate.words import plural
from workbench.steps.settings import Settings
from workbench.store.journal_reader import read_attempts
from workbench.store.run_folder import FoundRun, list_runs


def canary_alarm(certificate: Certificate, settings: Settings) -> str:
    """Look for the canaries in every later run of the same judge version, one verdict each.

    Canaries never flipped when they were chosen, so an unchanged judge is expected to flip on none.

    Returns:
        What has changed, in words; empty where nothing has, or nobody asked again.

    Raises:
        StoreError: the journal of a later run is damaged.
    """
    later = [run for run in list_runs(settings.runs).runs if run.manifest.created_at > certificate.measured_at]
    for run in later:
        if any(spec.judge_id == certificate.judge_id for spec in run.manifest.judges) and run.folder.journal.exists():
            flips, asked = _flips(certificate, run)
            found = drift(flips, asked, 0.0)
            if found is not None and found.changed:
                again = plural(asked, "canary", "canaries")
                return f"{flips} of {again} have another verdict in run {run.manifest.run_id}"
    return ""


def _flips(certificate: Certificate, run: FoundRun) -> tuple[int, int]:
    """How many canaries have another verdict in a run, of how many that gave one?"""
    frozen = {one.item: one.verdict for one in certificate.canaries}
    said = {
        attempt.item_id: str(attempt.reply.verdict)
        for attempt in read_attempts(run.folder.journal)
        if attempt.final
        and attempt.repeat == 0
        and attempt.judge_id == certificate.judge_id
        and attempt.item_id in frozen
        and attempt.reply.verdict.outcome is not None
    }
    return sum(verdict != frozen[item] for item, verdict in said.items()), len(said)

"""Measure a run again from its raw verdicts, and write its reports again."""

from dataclasses import dataclass
from pathlib import Path

from workbench.records.summary import Summary
from workbench.steps.measure import measure
from workbench.steps.settings import Settings
from workbench.steps.stored_run import find_stored


@dataclass(frozen=True, kw_only=True)
class Report:
    """What was measured, and the page that was written."""

    summary: Summary
    page: Path


def report(settings: Settings, *, run: str | None) -> Report:
    """Measure a finished run again. Needs no key, no network and no saved answers.

    Args:
        settings: The bench's settings.
        run: The run's name or path; None for the newest.

    Raises:
        NotMeasured: the run is not finished, or there is none.
        StoreError: the run's files are damaged, or the reports cannot be written.
    """
    found = find_stored(settings, run)
    return Report(summary=measure(found, settings), page=found.folder.report_html)

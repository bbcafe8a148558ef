"""How a check for drift goes, on stderr."""

from workbench.cli.output import say
from workbench.cli.progress import ProgressLine
from workbench.records.estimate import Estimate
from workbench.report.estimate_text import spend_ahead
from workbench.report.visible import on_one_line
from workbench.runner.budget import Spend
from workbench.runner.outcome import Progress
from workbench.steps.drift import Frozen


class DriftLine:
    """Shows how a check goes, as a run is shown."""

    def __init__(self) -> None:
        self._line = ProgressLine()

    def started(self, frozen: Frozen, estimate: Estimate, asked: int) -> None:
        """Say what is about to be asked, and what it costs."""
        cost = spend_ahead(estimate)
        certificate = frozen.certificate
        told = f"{asked:,} of {len(certificate.canaries):,} canaries to ask of {certificate.judge}"
        for note in estimate.notes:
            say(f"note: {on_one_line(note)}")
        say(on_one_line(told + (f"; {cost}" if cost else "")))

    def progressed(self, progress: Progress, spend: Spend) -> None:
        """Show how far it is."""
        self._line.progressed(progress, spend)

    def interrupted(self) -> None:
        """Say what the first Ctrl+C does."""
        self._line.interrupted()

    def done(self) -> None:
        """Leave the line."""
        self._line.done()

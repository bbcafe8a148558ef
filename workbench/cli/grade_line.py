"""How grading goes, on stderr."""

from workbench.cli.drift_line import DriftLine
from workbench.cli.output import say
from workbench.records.estimate import Estimate
from workbench.records.grade import Grade
from workbench.report.estimate_text import spend_ahead, too_long_lines
from workbench.report.visible import on_one_line


class GradeLine(DriftLine):
    """Shows how the canaries are asked, then how the answers are judged."""

    def grading(self, grade: Grade, estimate: Estimate, owed: int) -> None:
        """Say what is about to be asked, and what it costs."""
        self.done()
        for note in too_long_lines(estimate.too_long):
            say(f"note: {on_one_line(note)}")
        cost = spend_ahead(estimate)
        told = f"{owed:,} of {len(grade.answers):,} answers to ask {grade.judge} about"
        say(on_one_line(told + (f"; {cost}" if cost else "")))

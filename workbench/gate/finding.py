"""One line of the gate together with the sentence that tells a person what it means."""

from dataclasses import dataclass

from workbench.records.summary import GateLine, Standing


@dataclass(frozen=True, kw_only=True)
class Finding:
    """A line of the gate and its reason.

    Attributes:
        line: The line.
        reason: What it means, in a sentence; empty where the line is met.
        alone: The sentence where every other line of the level is met, so that mending this one earns the level;
            empty where it is no other than `reason`.
    """

    line: GateLine
    reason: str = ""
    alone: str = ""

    @property
    def standing(self) -> Standing:
        """How the line stands."""
        return self.line.standing


def met(line: str, *, figure: str, asked: str) -> Finding:
    """Make a finding that needs no words."""
    return Finding(line=GateLine(line=line, standing=Standing.MET, figure=figure, asked=asked))

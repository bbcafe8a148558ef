"""A judge before anything is started or asked: what the gate needs to know of it, offline."""

from typing import Protocol

from workbench.judges.judge import Judge
from workbench.records.reply import JudgeSpec


class JudgeToBe(Protocol):
    """A judge that is described whole, and that nothing was started for."""

    @property
    def spec(self) -> JudgeSpec:
        """Who will judge, and in which version."""
        ...

    def missing(self) -> str | None:
        """Return what is missing for it to run here, in words for the user; None where nothing is."""
        ...

    async def connect(self) -> Judge:
        """Start what it needs, and return the judge.

        Raises:
            InputError: it cannot be made of what settings name.
            SetupError: something outside the bench is missing or does not answer.
        """
        ...

"""A passage: one text that the system was shown."""

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Passage:
    """One text that the system was shown, with the id that answers cite it by."""

    id: str
    text: str
    title: str = ""

    @property
    def shown(self) -> str:
        """It as it was shown: its title, then its text."""
        return f"{self.title}\n\n{self.text}" if self.title else self.text

"""A passage that the search brought, and what became of it on its way to the model."""

from dataclasses import dataclass, replace

from workbench.records.passage import Passage


@dataclass(frozen=True, kw_only=True)
class Retrieved:
    """One passage as the search brought it.

    Attributes:
        passage: Id, title and whole text.
        revision: Which revision of the document it is from, as the system says; empty where it does not.
        dropped: Whether the model was not sent it.
        truncated_at: How many characters of the text the model was sent; None where all of them.
    """

    passage: Passage
    revision: str = ""
    dropped: bool = False
    truncated_at: int | None = None

    @property
    def sent(self) -> Passage | None:
        """What the model was sent of it; None where nothing."""
        if self.dropped:
            return None
        if self.truncated_at is None:
            return self.passage
        return replace(self.passage, text=self.passage.text[: self.truncated_at])

    @property
    def marked(self) -> bool:
        """Whether the file says more of it than that it was sent whole."""
        return self.dropped or self.truncated_at is not None or bool(self.revision)

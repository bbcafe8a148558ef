"""What a learned judge is trained on: items as rows of features, with what a right judge says of each."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Examples:
    """Items to learn from, one entry each in every field, in one order that follows from their content alone.

    Attributes:
        rows: The features of each.
        wrong: Whether a right judge fails it.
        sources: The source of each. Items of one source are copies of each other, and never told apart by a fold.
    """

    rows: tuple[tuple[float, ...], ...]
    wrong: tuple[bool, ...]
    sources: tuple[str, ...]

    def __post_init__(self) -> None:
        if not len(self.rows) == len(self.wrong) == len(self.sources):
            raise ValueError("expected features, a verdict and a source of every item")

    def of(self, places: Sequence[int]) -> "Examples":
        """Take some of them."""
        return Examples(
            rows=tuple(self.rows[place] for place in places),
            wrong=tuple(self.wrong[place] for place in places),
            sources=tuple(self.sources[place] for place in places),
        )

    def sources_of(self, *, wrong: bool) -> Collection[str]:
        """Return the sources of the mistakes, or of the right answers, each once."""
        return {source for source, is_wrong in zip(self.sources, self.wrong, strict=True) if is_wrong is wrong}

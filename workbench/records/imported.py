"""What an import found, for a person to check before it is written, and after."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class ImportedFiles:
    """Files that were read together.

    Attributes:
        files: Their paths.
        format: What `--format` calls them.
        title: What they are, in words.
        known_by: By what they are known.
        taken: For each thing of a case, the fields that it was taken from, with the number of rows of each.
        unused: Fields that were not read.
    """

    files: Sequence[str]
    format: str
    title: str
    known_by: str
    taken: Mapping[str, Mapping[str, int]]
    unused: Sequence[str]


@dataclass(frozen=True, kw_only=True)
class Refused:
    """Rows that cannot be used, of one reason.

    Attributes:
        expected: What they lack.
        count: How many they are.
        places: Where the first of them are, and what came there.
    """

    expected: str
    count: int
    places: Sequence[tuple[str, str]]


@dataclass(frozen=True, kw_only=True)
class ImportedAnswer:
    """One answer, to be looked at. `passages` holds the id and the text of each, `label` is empty without one."""

    id: str
    where: str
    question: str
    passages: Sequence[tuple[str, str]]
    answer: str
    label: str


@dataclass(frozen=True, kw_only=True)
class Imported:
    """What came of it.

    Attributes:
        files: Each group of files, in the order in which they were read.
        examples: The first answers.
        usable: How many answers can be used.
        refused: The others, the most frequent reason first.
        labels: How many answers a person labelled `pass`, and `fail`.
        renamed: How many ids are no name of a file, where each answer becomes one.
    """

    files: Sequence[ImportedFiles]
    examples: Sequence[ImportedAnswer]
    usable: int
    refused: Sequence[Refused]
    labels: Mapping[str, int]
    renamed: int = 0

    @property
    def unlabelled(self) -> int:
        """How many answers have no label while others have."""
        return self.usable - sum(self.labels.values()) if self.labels else 0

    @property
    def rows(self) -> int:
        """How many rows, or whatever holds one answer, there were."""
        return self.usable + sum(one.count for one in self.refused)

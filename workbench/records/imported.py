"""What an import found, for a person to check before it is written, and after."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field


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
        failed: How many questions have an error in place of an answer.
        unshown: How many answers nothing was found for, and nobody labelled.
        refused: The others, the most frequent reason first.
        labels: How many answers a person labelled `pass`, and `fail`.
        told: How many rows have a label, whether anybody knows what it means or not.
        renamed: How many ids are no name of a file, where each answer becomes one.
        words: Words of labels whose meaning nobody told, with the number of their rows.
        unread: For each thing that is told in a form that cannot be read, and is left out, the number of its rows.
        not_kept: Likewise for what is told and the form of the file does not hold.
        uncited: How many answers cite by a name that no passage has, where none of their passages has a name.
        placed: How many rows are in the file of each option, by its name.
    """

    files: Sequence[ImportedFiles]
    examples: Sequence[ImportedAnswer]
    usable: int
    refused: Sequence[Refused]
    labels: Mapping[str, int]
    told: int = 0
    failed: int = 0
    unshown: int = 0
    renamed: int = 0
    words: Mapping[str, int] = field(default_factory=dict)
    unread: Mapping[str, int] = field(default_factory=dict)
    not_kept: Mapping[str, int] = field(default_factory=dict)
    uncited: int = 0
    placed: Mapping[str, int] = field(default_factory=dict)

    @property
    def unlabelled(self) -> int:
        """How many answers have no label while others have."""
        return self.usable - sum(self.labels.values()) if self.told else 0

    @property
    def rows(self) -> int:
        """How many rows, or whatever holds one answer, there were."""
        return self.usable + self.failed + self.unshown + sum(one.count for one in self.refused)

"""What a format of another tool does: know its files, and read them."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from workbench.cases.importers.asked import Asked
from workbench.cases.importers.found import Found
from workbench.cases.importers.source import Source
from workbench.errors import Problem


@dataclass(frozen=True, kw_only=True)
class Reading:
    """Some files of one format, ready to be read.

    Attributes:
        format: What `--format` calls it.
        sources: The files.
        title: What they are, in words.
        known_by: By what they are known.
        unused: Fields that are not read.
        read: Returns every answer, or why there is none; adds what cannot be read at all to a list of problems.
    """

    format: str
    sources: Sequence[Source]
    title: str
    known_by: str
    unused: tuple[str, ...] = ()
    read: Callable[[list[Problem]], Iterator[Found]]


class Format(Protocol):
    """A format of another tool."""

    @property
    def name(self) -> str:
        """What `--format` calls it."""
        ...

    def recognise(self, source: Source) -> str:
        """Say by what a file is known as one of this format; empty where it is not."""
        ...

    def prepare(self, sources: Sequence[Source], asked: Asked) -> Iterator[Reading]:
        """Say how files will be read: each by itself, or all as one where an answer may be spread over them.

        Raises:
            InputError: a field that was asked for is not there, or question or answer cannot be told from the others.
        """
        ...

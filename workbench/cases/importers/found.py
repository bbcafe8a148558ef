"""What is found of an answer in a file of another tool."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


class Unusable(Exception):
    """A row that is no case, and why: what was expected, and what came."""

    def __init__(self, expected: str, got: str) -> None:
        super().__init__(f"expected {expected}, got {got}")
        self.expected = expected
        self.got = got


@dataclass(frozen=True, kw_only=True)
class Found:
    """One answer.

    Attributes:
        where: Its place, as `file:line`, or file and what the format counts.
        values: The fields of a line of our own JSONL: `question`, `passages`, `answer`, and `id`, `label` and others
            where they are told. A `label` that is null says that the file tells labels, and this row none; a label is
            the person's word, whatever that is. An `error` in place of an answer says that the system failed.
        taken: From where in the file each of them comes, for a person to check.
        refused: Why there is no case; None where there is one.
    """

    where: str
    values: Mapping[str, Any] = field(default_factory=dict)
    taken: Mapping[str, str] = field(default_factory=dict)
    refused: Unusable | None = None

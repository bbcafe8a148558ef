"""What a system under test is asked, and what it answers."""

from dataclasses import dataclass
from functools import cached_property

from workbench.identity import digest
from workbench.records.passage import Passage


@dataclass(frozen=True, kw_only=True)
class Ask:
    """One question to a system.

    Attributes:
        question: What is asked.
        passages: What it is to answer from; None where it searches itself.
        identity: Who asks; empty for the usual one.
    """

    question: str
    passages: tuple[Passage, ...] | None
    identity: str = ""

    @cached_property
    def key(self) -> str:
        """What is asked as a hash: the same question over the same passages is the same question."""
        passages = None if self.passages is None else [[one.id, one.title, one.text] for one in self.passages]
        return digest([self.question, passages, self.identity])


@dataclass(frozen=True, kw_only=True)
class SystemReply:
    """What came back: an answer, or why there is none.

    Attributes:
        answer: The answer, whole; empty where there is none.
        candidates: What the system says that it found or used; None where it does not say.
        error: Why there is no answer, in words; empty where there is one.
        stops: Whether every further call would fail in the same way.
        retryable: Whether asking again may help, as where a server is busy. It is not kept on the disk.
        retry_after_s: How long the server asked to wait, where it did. It is not kept either.
    """

    answer: str = ""
    candidates: tuple[Passage, ...] | None = None
    error: str = ""
    stops: bool = False
    retryable: bool = False
    retry_after_s: float | None = None


@dataclass(frozen=True, kw_only=True)
class Answered:
    """One call, as it is kept.

    Attributes:
        key: What was asked.
        repeat: Index of the repeat, from 0.
        at: When, in UTC.
        reply: What came back.
    """

    key: str
    repeat: int
    at: str
    reply: SystemReply

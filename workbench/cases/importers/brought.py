"""What an import brings in: an answer, or a question on which the system failed."""

from dataclasses import dataclass

from workbench.cases.check import may_have_no_passages
from workbench.records.case import Case


@dataclass(frozen=True, kw_only=True)
class Answer:
    """An answer that the bench reads.

    Attributes:
        case: Question, passages, answer and what is told of them.
        labelled: Whether a person labelled it.
        asked_at: When it was asked, as a date or a time in ISO form; empty where that is not told.
        confidence: How sure the system was, the higher the surer; None where that is not told.
    """

    case: Case
    labelled: bool
    asked_at: str = ""
    confidence: float | None = None

    @property
    def unshown(self) -> bool:
        """Whether nothing was found to show, and nobody labelled it: it is one in use, and none to trust."""
        return not (self.labelled or self.case.retrieved or may_have_no_passages(self.case))


@dataclass(frozen=True, kw_only=True)
class Failure:
    """A question on which the system failed.

    Attributes:
        id: Its id; empty where none is told, since one question may fail many times.
        where: Its place, as `file:line`.
        question: What was asked.
        error: What went wrong, as recorded.
        asked_at: As of an answer.
    """

    id: str
    where: str
    question: str
    error: str
    asked_at: str = ""

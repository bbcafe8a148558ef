"""A case: a question, the passages that the system was shown, and its answer."""

from dataclasses import dataclass, field

from workbench.records.passage import Passage
from workbench.records.retrieved import Retrieved
from workbench.records.rules import RULES


@dataclass(frozen=True, kw_only=True)
class Case:
    """One saved answer, as it came from the user's files.

    Attributes:
        case_id: Unique in its bench; the file name or the `id` field.
        question: What was asked.
        passages: What the system was shown, best first: what the model was sent of what the search brought.
        answer: What it answered, whole.
        answerable: Whether the documents hold the answer, as the questions file says; None where nobody said.
        evidence: A short phrase of the passage that answers the question; None where nobody gave one.
        default: The common answer to such a question, elsewhere; empty where nobody gave one.
        rules: The rules under which a person trusts this answer.
        label: What a person said of the answer, `pass` or `fail`; `pass` for a trusted answer.
        labelled: Whether the file says so in words.
        group: Cases of one group share passages or a source and are not independent.
        origin: Where the case was read, as `file` or `file:line`.
        trace: What the search brought, best first, where the file says that some of it was dropped or cut, or which
            revision it is from; empty where it says nothing of that kind.
    """

    case_id: str
    question: str
    passages: tuple[Passage, ...]
    answer: str
    answerable: bool | None = None
    evidence: str | None = None
    default: str = ""
    rules: tuple[str, ...] = RULES
    label: str = "pass"
    labelled: bool = field(default=False, compare=False)
    group: str = ""
    origin: str = ""
    trace: tuple[Retrieved, ...] = ()

    @property
    def retrieved(self) -> tuple[Retrieved, ...]:
        """What the search brought, best first. Where the file says nothing else, all of it was sent whole."""
        return self.trace or tuple(Retrieved(passage=passage) for passage in self.passages)

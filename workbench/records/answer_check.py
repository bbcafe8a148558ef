"""What an answer shows without a model: what it cites and does not, and what of it stands in no passage."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class WeakClaim:
    """A claim of which the passages that it cites hold few words: for a judge to read, never for the bin.

    Attributes:
        claim: The claim.
        cited: The passages that it cites.
        share: The share of its words that stand in them, 0 to 1.
        missing: Its words that do not.
    """

    claim: str
    cited: tuple[str, ...]
    share: float
    missing: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class CitationCheck:
    """The citations of one answer.

    Attributes:
        claims: Its claims; none where it only declines.
        citing: Those of them that cite anything.
        unknown: Ids that it cites, and that the model was not sent.
        dropped: Those of them that the search brought, and that were dropped before the model.
        uncited: Claims that cite nothing.
        weak: Claims whose cited passages hold few of their words.
    """

    claims: int
    citing: int
    unknown: tuple[str, ...]
    dropped: tuple[str, ...]
    uncited: tuple[str, ...]
    weak: tuple[WeakClaim, ...]


@dataclass(frozen=True, kw_only=True)
class FigureCheck:
    """Figures and overlap of one answer.

    Attributes:
        figures: Its figures that say something.
        missing: Those of them that stand in no passage, in any spelling or unit, as they are written.
        overlap: The share of its runs of three words that stand in a passage, 0 to 1; None where it only declines, or
            is too short.
    """

    figures: int
    missing: tuple[str, ...]
    overlap: float | None


@dataclass(frozen=True, kw_only=True)
class AnswerCheck:
    """One answer, checked.

    Attributes:
        case_id: Its id.
        label: What a person said of it, `pass` or `fail`; empty where nobody did, in a file of labelled answers.
        citations: Its citations.
        figures: Its figures and overlap.
        says: What the system says of its own answer, by the name of the field. It proves nothing, and nothing is made
            of it.
    """

    case_id: str
    label: str
    citations: CitationCheck
    figures: FigureCheck
    says: Mapping[str, str]


@dataclass(frozen=True, kw_only=True)
class AnswerChecks:
    """All answers, checked.

    Attributes:
        answers: Each of them, in the order in which they were read.
        citing: Claims of answers labelled `pass` that cite, and all claims of these.
    """

    answers: tuple[AnswerCheck, ...]
    citing: tuple[int, int]

    @property
    def must_cite(self) -> bool:
        """Whether the style demands citations: most claims of answers labelled `pass` cite."""
        cite, claims = self.citing
        return 2 * cite > claims

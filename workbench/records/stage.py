"""At which stage an answer went wrong, and which layer is to be mended."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum


class Layer(StrEnum):
    """What somebody can mend."""

    DOCUMENTS = "documents"
    CONTEXT = "context"
    INSTRUCTIONS = "instructions"


class Stage(StrEnum):
    """Where a wrong answer lost its evidence, or what it made of it; in the order of the way through the system."""

    NOT_RETRIEVED = "not_retrieved"
    DROPPED = "dropped"
    CUT_OFF = "cut_off"
    NOT_FOLLOWED = "not_followed"
    DECLINED = "declined"
    ANSWERED_ANYWAY = "answered_anyway"
    ODD_LABEL = "odd_label"
    UNKNOWN = "unknown"


LAYERS: Mapping[Stage, Layer] = {
    Stage.NOT_RETRIEVED: Layer.DOCUMENTS,
    Stage.DROPPED: Layer.CONTEXT,
    Stage.CUT_OFF: Layer.CONTEXT,
    Stage.NOT_FOLLOWED: Layer.INSTRUCTIONS,
    Stage.DECLINED: Layer.INSTRUCTIONS,
    Stage.ANSWERED_ANYWAY: Layer.INSTRUCTIONS,
}
"""The layer to mend. A stage without one places no fault."""


@dataclass(frozen=True, kw_only=True)
class Evidence:
    """What became of the phrase that answers a question.

    Attributes:
        phrase: The phrase.
        rank: Rank, from 1, of the first retrieved passage that holds it in title or text, before anything was cut;
            None where none does.
        passage: The id of that passage; empty where there is none.
        revision: The revision that it is from, where the file says so.
        dropped: Whether that passage was not sent.
        truncated_at: How many of its characters were sent; None where all of them, or none.
        sent: Whether any passage holds the phrase as it was sent.
    """

    phrase: str
    rank: int | None
    passage: str = ""
    revision: str = ""
    dropped: bool = False
    truncated_at: int | None = None
    sent: bool = False


@dataclass(frozen=True, kw_only=True)
class Clues:
    """Where the figures, dates and names of an answer stand. A hint where to read, and no proof.

    Those of the question are in none of these: an answer repeats them without a source.

    Attributes:
        evidence: In the evidence phrase.
        beside: In the passage with the evidence, as it was sent, and not in the phrase.
        elsewhere: In other passages that were sent, with their ids.
        nowhere: In no passage that was sent.
        missing: Those of the evidence phrase that the answer does not hold.
    """

    evidence: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()
    elsewhere: Mapping[str, tuple[str, ...]]
    nowhere: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Fault:
    """One wrong answer.

    Attributes:
        case_id: Its id.
        origin: Where it was read.
        stage: Where it went wrong.
        evidence: What became of its evidence; None where nobody gave a phrase.
        clues: What its figures, dates and names show; None for a decline.
        brought_by: Id of another case that the evidence was retrieved for, where it was not for this one: the search
            can find it. Empty where there is none.
    """

    case_id: str
    origin: str
    stage: Stage
    evidence: Evidence | None
    clues: Clues | None
    brought_by: str = ""


@dataclass(frozen=True, kw_only=True)
class StageReport:
    """Where the wrong answers of a system went wrong.

    Attributes:
        answers: All answers that were looked at, right and wrong.
        faults: The wrong ones, in the order of the files.
        right_with_evidence: Right answers, declines left out, whose evidence phrase is known.
        right_without: Ids of those among them that were not sent their evidence.
        failures: Questions that have no answer, because the system failed. They are in no other count.
        revisions: Passages that came in more than one revision, with the revisions.
    """

    answers: int
    faults: Sequence[Fault]
    right_with_evidence: int
    right_without: tuple[str, ...]
    failures: int
    revisions: Mapping[str, tuple[str, ...]]

    def of(self, stage: Stage) -> tuple[Fault, ...]:
        """Return the wrong answers of a stage."""
        return tuple(fault for fault in self.faults if fault.stage is stage)

    @property
    def placed(self) -> int:
        """How many wrong answers have a layer to mend."""
        return sum(fault.stage in LAYERS for fault in self.faults)

    def in_layer(self, layer: Layer) -> int:
        """How many wrong answers are the fault of a layer."""
        return sum(LAYERS.get(fault.stage) is layer for fault in self.faults)

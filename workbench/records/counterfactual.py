"""What a system did when one thing was changed: the evidence, what stands beside it, or who asks."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum


class Change(StrEnum):
    """The one thing that was changed. Question and all else stay."""

    REMOVED = "evidence_removed"
    EDITED = "fact_changed"
    LONGER = "long_passage_added"
    CONFLICT = "conflict_added"
    IDENTITY = "other_identity"


class Result(StrEnum):
    """What the system made of a change."""

    FOLLOWS = "follows the evidence"
    DECLINED = "declined rightly"
    KEPT_BACK = "kept back"
    MEMORY = "answered from memory"
    PASSED_OVER = "passed over the conflict"
    DISTRACTED = "distracted"
    NEEDLESS = "declined needlessly"
    LEAKED = "leaked"
    UNCLEAR = "unclear"
    ERROR = "error"
    NOT_TESTED = "not tested"

    @property
    def passes(self) -> bool:
        """Whether a system that reads its documents, and nobody else's, does this."""
        return self in (Result.FOLLOWS, Result.DECLINED, Result.KEPT_BACK)

    @property
    def fails(self) -> bool:
        """Whether it is a finding against the system. What is unclear, failed or not tested is neither."""
        return not self.passes and self not in (Result.UNCLEAR, Result.ERROR, Result.NOT_TESTED)


@dataclass(frozen=True, kw_only=True)
class Tried:
    """One question with one thing changed.

    Attributes:
        case: The saved answer that it was made from.
        change: What was changed.
        result: What the system did; of several repeats the worst.
        why: What in the answer shows it, or why it could not be tested, in words.
        differs: Whether the documents differ from the common answer to the question, its `default`.
        before: The answer with nothing changed, of the first repeat; empty where there is none.
        after: The answer that the result was read from; empty where there is none.
    """

    case: str
    change: Change
    result: Result
    why: str
    differs: bool
    before: str = ""
    after: str = ""


@dataclass(frozen=True, kw_only=True)
class PassRate:
    """How many questions a system passed. The unit is the question, however many repeats it had.

    Attributes:
        passed: Questions with the right result and no other.
        failed: Questions with a finding against the system.
        unclear: Questions whose answers a person has to read. They count as not passed.
        errors: Questions on which a call failed and nothing else went wrong. They are in no rate.
        not_tested: Questions of which nothing can be said. They are in no rate.
        low: Lower end of the 95 % interval of the rate; None where nothing was measured.
        high: Upper end.
    """

    passed: int
    failed: int
    unclear: int
    errors: int
    not_tested: int
    low: float | None
    high: float | None

    @property
    def items(self) -> int:
        """Questions in the rate."""
        return self.passed + self.failed + self.unclear

    @property
    def share(self) -> float | None:
        """Passed of the questions in the rate; None where nothing was measured."""
        return self.passed / self.items if self.items else None


@dataclass(frozen=True, kw_only=True)
class Counterfactuals:
    """What came out of a counterfactual check.

    Attributes:
        run_id: The folder of the check; empty for saved pairs.
        made_at: When the last answer came, in UTC; for saved pairs, when they were read.
        bench: How reports call the bench, or the file of saved pairs.
        system: What was asked.
        version: The version of what was asked: a hash of its source or its address; empty for saved pairs.
        repeats: How often each question was asked, unchanged and with each change.
        calls: Calls whose answers were read.
        failed_calls: Those of them that brought no answer.
        questions: Questions on which every change that could be tried was passed. It is the counterfactual pass rate.
        differing: Those of them whose documents differ from the common answer.
        changes: The rate of each change that was asked for.
        tried: Every question with every change; those that differ from the common answer first.
        notes: What a reader must know besides.
    """

    run_id: str
    made_at: str
    bench: str
    system: str
    version: str
    repeats: int
    calls: int
    failed_calls: int
    questions: PassRate
    differing: PassRate
    changes: Mapping[str, PassRate]
    tried: tuple[Tried, ...]
    notes: tuple[str, ...] = ()

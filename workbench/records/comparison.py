"""What a change of rubric or model fixed, and what it broke: two candidates on the same items, counted.

The unit is the case: a mistake, or a source with its near misses.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum


class Kind(StrEnum):
    """What is compared."""

    MISTAKES = "mistakes"
    SOURCES = "sources"
    LABELLED = "labelled answers"


class Moved(StrEnum):
    """Where an item stands between two candidates. Its case is right or wrong by the majority of each one's repeats."""

    STILL_RIGHT = "right in both"
    FIXED = "fixed"
    BROKEN = "broken"
    STILL_WRONG = "wrong in both"


MovedItems = Mapping[tuple[str, str], Moved]
"""Judge id and item id to where the item stands since another version of the judge."""


@dataclass(frozen=True, kw_only=True)
class Changed:
    """A case that one candidate got right and the other did not. `case` is an item id, or the parent of a source."""

    case: str
    style: str


@dataclass(frozen=True, kw_only=True)
class Part:
    """Two candidates on one kind of case.

    Attributes:
        kind: What is compared.
        cases: Cases of both, without those that are left out.
        left_out: Cases of both on which one had too few answers to count.
        right: Cases that the candidate got right, by the majority of its repeats.
        reference_right: Cases that the reference got right.
        fixed: Cases that only the candidate got right.
        broken: Cases that only the reference got right.
        unsure: Cases with different scores that are neither fixed nor broken.
        better: The mean score of the candidate less that of the reference.
        p_value: Of the sign-flip test on case scores.
        mcnemar: Of the exact McNemar test on fixed and broken cases.
        adjusted: The p-value after all comparisons were counted (Holm).
        low: Lower end of the 95 % interval of the difference in the share of right cases (Tango).
        high: Upper end.
        worst_loss: The candidate is at most so much worse, at one-sided 95 %, every case that is left out counted
            against it.
        cases_needed: About how many cases of this kind would tell the two apart, if they differ as they do here; None
            where they do not differ, or no 2,000 would.
    """

    kind: Kind
    cases: int
    left_out: int
    right: int
    reference_right: int
    fixed: tuple[Changed, ...]
    broken: tuple[Changed, ...]
    unsure: int
    better: float
    p_value: float
    mcnemar: float
    adjusted: float
    low: float
    high: float
    worst_loss: float
    cases_needed: int | None


@dataclass(frozen=True, kw_only=True)
class Comparison:
    """A candidate against a reference.

    Attributes:
        parts: One for each kind of case that both judged.
        items: Items that both were asked about.
        only_candidate: Items that only the candidate was asked about; they are compared with nothing.
        only_reference: Items that only the reference was asked about.
    """

    parts: tuple[Part, ...]
    items: int
    only_candidate: int
    only_reference: int


@dataclass(frozen=True, kw_only=True)
class VersionChange:
    """What a version of a judge fixed and broke, against another version of it in an earlier run.

    Attributes:
        run_id: The earlier run.
        judge_id: The version there; empty where it could not be read.
        differences: In what the two differ, in words.
        rubric: Lines of the rubric that are gone, each behind `- `, and new ones behind `+ `.
        comparison: This version against that one; None where they cannot be compared.
        trouble: Why they cannot, in words; empty where they are.
    """

    run_id: str
    judge_id: str = ""
    differences: tuple[str, ...] = ()
    rubric: tuple[str, ...] = ()
    comparison: Comparison | None = None
    trouble: str = ""

"""At which stage did an answer go wrong: search, packing, or what the model made of what it was sent?

It asks no model. The phrase that answers the question is followed through the system: was it retrieved, was it sent,
and what did the answer make of it. What cannot be told from that is not guessed.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from workbench.rag.clues import clues
from workbench.rag.evidence import Shelf, trace_evidence
from workbench.rag.right_decline import has_declined
from workbench.records.case import Case
from workbench.records.stage import Evidence, Fault, Stage, StageReport


def find_stages(cases: Sequence[Case], *, not_found: str, failures: int = 0) -> StageReport:
    """Say of each wrong answer where it went wrong.

    Args:
        cases: Answers with their labels; those labelled `fail` are the wrong ones.
        not_found: The exact words with which the system declines; empty where it has none.
        failures: Questions on which the system failed.
    """
    shelf = Shelf(cases)
    return stage_report(cases, [place(case, shelf, not_found=not_found) for case in cases], failures=failures)


@dataclass(frozen=True, kw_only=True)
class Placed:
    """One answer, looked at.

    Attributes:
        fault: Where it went wrong; None where it is not labelled wrong.
        sent: Whether a right answer was sent its evidence; None where nobody said what that is or whether it is
            right, and for a decline.
    """

    fault: Fault | None = None
    sent: bool | None = None


def place(case: Case, shelf: Shelf, *, not_found: str) -> Placed:
    """Look at one answer; the shelf holds the passages of all."""
    declined = has_declined(case, not_found)
    evidence = trace_evidence(case, shelf)
    if case.label == "fail":
        return Placed(fault=_fault(case, evidence, shelf, declined=declined))
    known = case.label == "pass" and not declined and evidence is not None
    return Placed(sent=evidence.sent if known and evidence is not None else None)


def stage_report(cases: Sequence[Case], placed: Sequence[Placed], *, failures: int) -> StageReport:
    """Put together what was found, in the order of the cases."""
    known = [(case.case_id, one.sent) for case, one in zip(cases, placed, strict=True) if one.sent is not None]
    return StageReport(
        answers=len(cases),
        faults=tuple(one.fault for one in placed if one.fault is not None),
        right_with_evidence=len(known),
        right_without=tuple(case_id for case_id, sent in known if not sent),
        failures=failures,
        revisions=_revisions(cases),
    )


def stage_of(case: Case, evidence: Evidence | None, *, declined: bool) -> Stage:
    """Return the stage of a wrong answer."""
    if case.answerable is False:
        return Stage.ODD_LABEL if declined else Stage.ANSWERED_ANYWAY
    if evidence is None:
        # Where the search brought nothing at all, it did not bring the evidence either, whatever that is.
        return Stage.NOT_RETRIEVED if case.answerable and not case.retrieved else Stage.UNKNOWN
    if evidence.sent:
        return Stage.DECLINED if declined else Stage.NOT_FOLLOWED
    if evidence.rank is None:
        return Stage.NOT_RETRIEVED
    return Stage.DROPPED if evidence.dropped else Stage.CUT_OFF


def _fault(case: Case, evidence: Evidence | None, shelf: Shelf, *, declined: bool) -> Fault:
    stage = stage_of(case, evidence, declined=declined)
    return Fault(
        case_id=case.case_id,
        origin=case.origin,
        stage=stage,
        evidence=evidence,
        clues=None if declined else clues(case, evidence),
        brought_by=shelf.brought_by(evidence.phrase) if evidence and stage is Stage.NOT_RETRIEVED else "",
    )


def _revisions(cases: Sequence[Case]) -> dict[str, tuple[str, ...]]:
    """Return the passages that came in more than one revision: an index that holds an old one answers from it."""
    found: dict[str, dict[str, None]] = defaultdict(dict)
    for case in cases:
        for one in case.trace:
            if one.revision:
                found[one.passage.id][one.revision] = None
    return {name: tuple(revisions) for name, revisions in sorted(found.items()) if len(revisions) > 1}

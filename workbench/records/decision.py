"""What a person decided about a disagreement."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from workbench.records.challenge import Set


class Decided(StrEnum):
    """Who was wrong. Their order is that of the keys 1 to 4, for ever."""

    JUDGE_WRONG = "judge_wrong"
    PLANT_WRONG = "plant_wrong"
    TRUSTED_ANSWER_BAD = "trusted_answer_bad"
    RUBRIC_UNCLEAR = "rubric_unclear"


ABOUT_THE_TEXT = frozenset({Decided.PLANT_WRONG, Decided.TRUSTED_ANSWER_BAD})
"""Decisions about the item itself: they hold for every judge and every version, and the figures count without it."""

PLANTS = frozenset({Set.NEAR_MISS, Set.PLANTED, Set.HELD_OUT})
"""What the builder made: where it can have been wrong."""


@dataclass(frozen=True, kw_only=True)
class JudgeVersion:
    """A judge of one version, under the rule that it judges by."""

    rule: str
    judge: str
    judge_id: str


@dataclass(frozen=True, kw_only=True)
class PersonDecision:
    """One line of `runs/decisions.jsonl`: what somebody decided on an item, took back or noted.

    Attributes:
        id: Names this line; made by whoever wrote it, so that one that is sent twice is known.
        prev: Id of the line about this item that its writer knew last; empty where there was none.
        at: When, UTC, ISO 8601.
        by: Who.
        run: The run in which it was read.
        item: The item's id, a hash of its content, so that the decision outlives the run.
        judges: The judge versions whose disagreement it is about.
        decision: What was decided; None where a decision was taken back, or only noted something.
        note: Why.
        saw_reasons: Whether the judges' reasons had been seen on the item; None where nobody recorded it.
    """

    id: str
    prev: str
    at: str
    by: str
    run: str
    item: str
    judges: tuple[JudgeVersion, ...]
    decision: Decided | None
    note: str
    saw_reasons: bool | None = None


@dataclass(frozen=True, kw_only=True)
class Decisions:
    """Where everything that was decided stands now.

    The last word on an item counts. A decision about the text holds under its rule until another decision on the item
    takes its place; one about a judge holds for that version of it.

    Attributes:
        last: Item to the last line about it.
        text: Item and rule to the decision about the text that holds.
        judge: Item, rule and judge version to the last line about that version.
    """

    last: Mapping[str, PersonDecision]
    text: Mapping[tuple[str, str], PersonDecision]
    judge: Mapping[tuple[str, str, str], PersonDecision]

    @classmethod
    def of(cls, lines: Iterable[PersonDecision]) -> "Decisions":
        """Gather what holds from lines in the order in which they were written."""
        last: dict[str, PersonDecision] = {}
        text: dict[tuple[str, str], PersonDecision] = {}
        judge: dict[tuple[str, str, str], PersonDecision] = {}
        for line in lines:
            last[line.item] = line
            for one in line.judges:
                judge[line.item, one.rule, one.judge_id] = line
                text.pop((line.item, one.rule), None)
                if line.decision in ABOUT_THE_TEXT:
                    text[line.item, one.rule] = line
        return cls(last=last, text=text, judge=judge)

    def on(self, item: str, rule: str, judge_id: str) -> PersonDecision | None:
        """What holds for a judge version on an item: a decision about its text, or the version's own."""
        own = self.judge.get((item, rule, judge_id))
        if own is not None and own.decision in ABOUT_THE_TEXT:
            own = None
        return self.text.get((item, rule)) or own

    def settles(self, item: str, rule: str, judge_id: str) -> bool:
        """Say whether a disagreement was decided. An unclear rubric settles nothing: it stays an open question."""
        found = self.on(item, rule, judge_id)
        return found is not None and found.decision not in (None, Decided.RUBRIC_UNCLEAR)

    def before(self, item: str, version: JudgeVersion) -> PersonDecision | None:
        """What was decided on an item for another version of a judge: it does not hold, and may be decided so again."""
        found = [
            line
            for (on, rule, judge_id), line in self.judge.items()
            if (on, rule) == (item, version.rule)
            and judge_id != version.judge_id
            and line.decision not in (None, *ABOUT_THE_TEXT)
            and any((one.judge, one.judge_id) == (version.judge, judge_id) for one in line.judges)
        ]
        return found[-1] if found else None


def why_not(decision: Decided, sets: Iterable[Set], note: str) -> str:
    """Say why a decision cannot be taken on an item; empty where it can.

    Args:
        decision: What is to be decided.
        sets: The sets that the item belongs to, one a rule.
        note: What the person wrote beside it.
    """
    if decision is Decided.PLANT_WRONG and not PLANTS & {*sets}:
        return "plant_wrong is for what the workbench changed, and nothing was planted in this item"
    if decision in ABOUT_THE_TEXT and not note.strip():
        return f"{decision} changes what counts for every judge: say why, in a note"
    return ""

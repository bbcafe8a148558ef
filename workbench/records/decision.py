"""What a person decided about a disagreement."""

from dataclasses import dataclass
from enum import StrEnum


class Decided(StrEnum):
    """Who was wrong."""

    JUDGE_WRONG = "judge_wrong"
    PLANT_WRONG = "plant_wrong"
    TRUSTED_ANSWER_BAD = "trusted_answer_bad"
    RUBRIC_UNCLEAR = "rubric_unclear"


ABOUT_THE_TEXT = frozenset({Decided.PLANT_WRONG, Decided.TRUSTED_ANSWER_BAD})
"""Decisions about the item itself: they hold for every judge and every version."""


@dataclass(frozen=True, kw_only=True)
class PersonDecision:
    """One line of `runs/decisions.jsonl`. The last one on an item and judge version counts.

    Attributes:
        at: When, UTC, ISO 8601.
        by: Who.
        run: The run in which it was read.
        rule: The rule under which it was judged.
        item: The item's id, a hash of its content, so that the decision outlives the run.
        judge: The judge's name.
        judge_id: The judge's version.
        decision: What was decided.
        note: Why.
    """

    at: str
    by: str
    run: str
    rule: str
    item: str
    judge: str
    judge_id: str
    decision: Decided
    note: str

    def covers(self, *, item: str, rule: str, judge_id: str) -> bool:
        """Say whether this settles a disagreement of a judge version on an item.

        A decision about the text settles it for every judge; one about a judge only for that version. An unclear rubric
        settles nothing: the question stays open until the rubric is a new version.
        """
        if self.decision is Decided.RUBRIC_UNCLEAR or (self.item, self.rule) != (item, rule):
            return False
        return self.decision in ABOUT_THE_TEXT or self.judge_id == judge_id

"""What people made of a judge's disagreements, as far as the gate asks for it."""

from collections.abc import Sequence
from dataclasses import dataclass

from workbench.gate.finding import Finding, met
from workbench.gate.unread import undecided
from workbench.gate.words import percent, plural
from workbench.records.challenge import Challenge, Set
from workbench.records.decision import Decided, PersonDecision
from workbench.records.summary import GateLine, JudgeSummary, Standing

SET_ASIDE = 0.20
"""Where people set a larger share of the plants aside, the plants measure the builder and not the judge."""


@dataclass(frozen=True, kw_only=True)
class Reading:
    """What people have read and decided. Counts from 0.

    Attributes:
        unread: Disagreements of the judge version that no decision covers.
        questions: Items on which somebody found the rubric unclear, for this version of it.
        set_aside: Plants that people found wrong: retired before the run, or decided to be wrong since.
        plants: All plants of the judge's rule, those set aside included.
    """

    unread: int = 0
    questions: int = 0
    set_aside: int = 0
    plants: int = 0

    def __post_init__(self) -> None:
        if min(self.unread, self.questions, self.set_aside, self.plants) < 0:
            raise ValueError(f"counts cannot be negative, got {self}")


def reading(
    judge: JudgeSummary, decided: Sequence[PersonDecision], challenges: Sequence[Challenge], *, retired: int
) -> Reading:
    """Count what people made of one judge version.

    Args:
        judge: The judge, measured.
        decided: All decisions, in the order in which they were written.
        challenges: The answer key of the run.
        retired: Plants of the judge's rule that were retired before the run, and are not in the key.
    """
    last = {(one.item, one.rule, one.judge_id): one.decision for one in decided}
    unclear = [key for key, decision in last.items() if decision is Decided.RUBRIC_UNCLEAR]
    wrong = {
        item for (item, rule, _), decision in last.items() if decision is Decided.PLANT_WRONG and rule == judge.rule
    }
    plants = {
        one.item.item_id for one in challenges if one.rule == judge.rule and one.set in (Set.PLANTED, Set.HELD_OUT)
    }
    return Reading(
        unread=len(undecided(judge, decided)),
        questions=sum((rule, judge_id) == (judge.rule, judge.judge_id) for _, rule, judge_id in unclear),
        set_aside=len(wrong & plants) + retired,
        plants=len(plants) + retired,
    )


def reading_lines(judge: JudgeSummary, read: Reading) -> tuple[Finding, ...]:
    """Has a person read every disagreement, is the rubric clear, and did the plants stand up to being read?"""
    return _disagreements(judge, read.unread), _questions(read.questions), _set_aside(read)


def _disagreements(judge: JudgeSummary, unread: int) -> Finding:
    total, asked = len(judge.disagreements), "every disagreement read by a person"
    if not unread:
        figure = f"{plural(total, 'disagreement')}, all read" if total else "no disagreements"
        return met("disagreements", figure=figure, asked=asked)
    figure, missing = f"{unread:,} of {plural(total, 'disagreement')} unread", f"{unread:,} to read"
    line = GateLine(line="disagreements", standing=Standing.MISSING, figure=figure, asked=asked, missing=missing)
    verb = "is" if unread == 1 else "are"
    return Finding(line=line, reason=f"{plural(unread, 'disagreement')} {verb} unread.")


def _questions(questions: int) -> Finding:
    name, asked = "rubric questions", "no item on which the rubric was found unclear"
    if not questions:
        return met(name, figure="none open", asked=asked)
    figure, missing = f"{plural(questions, 'item')} with an unclear rubric", "a rubric that answers them"
    line = GateLine(line=name, standing=Standing.MISSING, figure=figure, asked=asked, missing=missing)
    reason = (
        f"On {plural(questions, 'item')} a person found the rubric unclear; a rubric that says it is a new version."
    )
    return Finding(line=line, reason=reason)


def _set_aside(read: Reading) -> Finding:
    name, asked = "plants set aside", f"at most {percent(SET_ASIDE)} of the plants"
    if not read.set_aside:
        return met(name, figure="none", asked=asked)
    figure = f"{read.set_aside:,} of {plural(read.plants, 'plant')} ({percent(read.set_aside / read.plants)})"
    if read.set_aside <= SET_ASIDE * read.plants:
        return met(name, figure=figure, asked=asked)
    missing = "plants that people do not find wrong"
    line = GateLine(line=name, standing=Standing.MISSING, figure=figure, asked=asked, missing=missing)
    return Finding(line=line, reason=f"People set {figure} aside; {asked} is asked.")

"""What people made of a judge's disagreements, as far as the gate asks for it."""

from collections.abc import Sequence
from dataclasses import dataclass

from workbench.analysis.set_aside import RIGHT, set_aside
from workbench.gate.finding import Finding, met
from workbench.gate.unread import undecided
from workbench.gate.words import percent, plural
from workbench.records.challenge import Challenge, Set
from workbench.records.decision import Decided, Decisions
from workbench.records.summary import GateLine, JudgeSummary, Standing

SET_ASIDE = 0.20
"""Where people set a larger share of plants or sources aside, the set measures its builder and not the judge."""


@dataclass(frozen=True, kw_only=True)
class Reading:
    """What people have read and decided. Counts from 0.

    Attributes:
        unread: Disagreements of the judge version that no decision covers.
        questions: Items on which somebody found the rubric unclear, for this version of it.
        set_aside: Plants that people found wrong: retired before the run, or decided to be wrong since.
        plants: All plants of the judge's rule, those set aside included.
        doubted: Sources of which people found the trusted answer bad, or a near miss wrong.
        sources: All sources of the judge's rule: trusted answers with their near misses.
        emptied: Styles of mistakes of which no item of the run counts any more, as people found all of them wrong.
    """

    unread: int = 0
    questions: int = 0
    set_aside: int = 0
    plants: int = 0
    doubted: int = 0
    sources: int = 0
    emptied: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if min(self.unread, self.questions, self.set_aside, self.plants, self.doubted, self.sources) < 0:
            raise ValueError(f"counts cannot be negative, got {self}")


def reading(judge: JudgeSummary, decided: Decisions, challenges: Sequence[Challenge], *, retired: int) -> Reading:
    """Count what people made of one judge version.

    Args:
        judge: The judge, measured.
        decided: Where everything that was decided stands.
        challenges: The answer key of the run.
        retired: Plants of the judge's rule that were retired before the run, and are not in the key.
    """
    mine = [one for one in challenges if one.rule == judge.rule]
    aside = {item for item, rule in set_aside(mine, decided)}
    style_of = {one.item.item_id: one.style for one in mine if one.set in (Set.PLANTED, Set.HELD_OUT)}
    sources = [one for one in mine if one.set in RIGHT]
    unclear = [key for key, line in decided.judge.items() if line.decision is Decided.RUBRIC_UNCLEAR]
    return Reading(
        unread=len(undecided(judge, decided)),
        questions=sum((rule, judge_id) == (judge.rule, judge.judge_id) for _, rule, judge_id in unclear),
        set_aside=len(aside & set(style_of)) + retired,
        plants=len(style_of) + retired,
        doubted=len({one.parent for one in sources if one.item.item_id in aside}),
        sources=len({one.parent for one in sources}),
        emptied=tuple(sorted(set(style_of.values()) - {style_of[item] for item in set(style_of) - aside})),
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
    name, asked = "set aside", f"at most {percent(SET_ASIDE)} of the plants and of the sources"
    pairs = ((read.set_aside, read.plants, "plant"), (read.doubted, read.sources, "source"))
    found = [pair for pair in pairs if pair[0]]
    if not found:
        return met(name, figure="none", asked=asked)
    figure = ", ".join(f"{count:,} of {plural(of, what)} ({percent(count / of)})" for count, of, what in found)
    told = f"{figure}; {_emptied(read.emptied)}" if read.emptied else figure
    if all(count <= SET_ASIDE * of for count, of, _ in found):
        return met(name, figure=told, asked=asked)
    missing = "plants and answers that people do not find wrong"
    line = GateLine(line=name, standing=Standing.MISSING, figure=told, asked=asked, missing=missing)
    return Finding(line=line, reason=f"People set {figure} aside; {asked} is asked.")


def _emptied(styles: Sequence[str]) -> str:
    """Name styles that left the line on styles with the last of their plants: nothing is known of them."""
    return "nothing is left of " + ", ".join(f'"{style}"' for style in styles)

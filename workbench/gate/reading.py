"""What people made of a judge's disagreements, as far as the gate asks for it."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from workbench.analysis.set_aside import RIGHT, set_aside
from workbench.gate.finding import Finding, met
from workbench.gate.style_lines import BLIND_FROM
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
        held_out_aside: Those of the set aside that were held out in this run: few, and looked at once, so that each of
            them weighs more than one of the others.
        held_out: All held-out mistakes of the run, of the judge's rule.
        doubted: Sources of which people found the trusted answer bad, or a near miss wrong.
        sources: All sources of the judge's rule: trusted answers with their near misses.
        emptied: Styles of mistakes of which no item of the run counts any more, as people found all of them wrong, each
            with how many that were.
    """

    unread: int = 0
    questions: int = 0
    set_aside: int = 0
    plants: int = 0
    doubted: int = 0
    sources: int = 0
    held_out_aside: int = 0
    held_out: int = 0
    emptied: Mapping[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        asides = (self.set_aside, self.plants, self.held_out_aside, self.held_out, self.doubted, self.sources)
        if min(self.unread, self.questions, *asides) < 0:
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
    sealed = {one.item.item_id for one in mine if one.set is Set.HELD_OUT}
    left = {style_of[item] for item in set(style_of) - aside}
    sources = [one for one in mine if one.set in RIGHT]
    unclear = [key for key, line in decided.judge.items() if line.decision is Decided.RUBRIC_UNCLEAR]
    return Reading(
        unread=len(undecided(judge, decided)),
        questions=sum((rule, judge_id) == (judge.rule, judge.judge_id) for _, rule, judge_id in unclear),
        set_aside=len(aside & set(style_of)) + retired,
        plants=len(style_of) + retired,
        doubted=len({one.parent for one in sources if one.item.item_id in aside}),
        sources=len({one.parent for one in sources}),
        held_out_aside=len(aside & sealed),
        held_out=len(sealed),
        emptied={style: count for style, count in sorted(Counter(style_of.values()).items()) if style not in left},
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
    """At most a fifth of each, or one held-out mistake, and no style that is gone with all of its several items.

    Whoever may set aside what the judge missed may set aside the reason to refuse it: the share over all plants would
    hide that, as a rate over all styles hides a style that is never caught.
    """
    name = "set aside"
    asked = (
        f"at most {percent(SET_ASIDE)} of the plants, of the held-out mistakes (or one) and of the sources, "
        "and something left of each style"
    )
    counts = (
        (read.set_aside, read.plants, "plant", 0),
        (read.held_out_aside, read.held_out, "held-out mistake", 1),
        (read.doubted, read.sources, "source", 0),
    )
    found = [f"{count:,} of {plural(of, what)} ({percent(count / of)})" for count, of, what, _ in counts if count]
    if not found:
        return met(name, figure="none", asked=asked)
    told = "; ".join(part for part in (", ".join(found), _emptied(read.emptied)) if part)
    gone = [style for style, count in read.emptied.items() if count >= BLIND_FROM]
    if not gone and all(count <= max(least, SET_ASIDE * of) for count, of, _, least in counts):
        return met(name, figure=told, asked=asked)
    missing = "plants and answers that people do not find wrong"
    line = GateLine(line=name, standing=Standing.MISSING, figure=told, asked=asked, missing=missing)
    return Finding(line=line, reason=f"People set aside {told}. Asked: {asked}.")


def _emptied(styles: Mapping[str, int]) -> str:
    """Name styles that left the line on styles with the last of their plants: nothing is known of them."""
    return "nothing is left of " + ", ".join(f'"{style}"' for style in styles) if styles else ""

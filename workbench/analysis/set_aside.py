"""What people found wrong in the answer key: the figures count without it, and say what they were with it."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from workbench.records.challenge import Challenge, Set
from workbench.records.decision import PLANTS, Decided, Decisions
from workbench.records.reply import JudgeSpec
from workbench.records.summary import JudgeSummary, WithSetAside
from workbench.records.voting import Voting

if TYPE_CHECKING:
    import pandas as pd

RIGHT = frozenset({Set.CLEAN, Set.NEAR_MISS})
"""What must pass because a person trusts the answer: all of it falls with that answer."""

SetAside = frozenset[tuple[str, str]]
"""Items, each with the rule under which it counts no more."""


def set_aside(challenges: Sequence[Challenge], decided: Decisions) -> SetAside:
    """Return what counts no more.

    A plant that was found wrong, by itself. With a trusted answer that was found bad, the answer and its near misses; a
    mistake in a copy of it must be caught all the same. A real answer that was labelled wrongly, by itself.

    Args:
        challenges: The answer key of a run.
        decided: Where everything that was decided stands.
    """
    doubted = doubted_sources(challenges, decided)
    return frozenset(
        (one.item.item_id, one.rule)
        for one in challenges
        if (one.set in RIGHT and (one.parent, one.rule) in doubted)
        or (one.set in PLANTS and _says(one, decided, Decided.PLANT_WRONG))
        or (one.set is Set.NATURAL and _says(one, decided, Decided.TRUSTED_ANSWER_BAD))
    )


def doubted_sources(challenges: Sequence[Challenge], decided: Decisions) -> frozenset[tuple[str, str]]:
    """Return the cases whose trusted answer was found bad, each with the rule; any item made of it can say so."""
    return frozenset(
        (one.parent, one.rule)
        for one in challenges
        if one.set is not Set.NATURAL and _says(one, decided, Decided.TRUSTED_ANSWER_BAD)
    )


def kept(challenges: Sequence[Challenge], aside: SetAside) -> tuple[Challenge, ...]:
    """Return the part of an answer key that counts."""
    return tuple(one for one in challenges if (one.item.item_id, one.rule) not in aside)


def kept_verdicts(verdicts: "pd.DataFrame", specs: Sequence[JudgeSpec], aside: SetAside) -> "pd.DataFrame":
    """Return the verdicts on what counts: each judge's on the items of its own rule."""
    gone = {(spec.judge_id, item) for spec in specs for item, rule in aside if rule == spec.rule}
    pairs = zip(verdicts["judge_id"], verdicts["item_id"], strict=True)
    return verdicts[[pair not in gone for pair in pairs]]


def counted_without(before: JudgeSummary, after: JudgeSummary, aside: SetAside) -> JudgeSummary:
    """Return a judge whose rates count without what was set aside, and which says what they were with it.

    What was asked, paid for and read stays as it is, and so does consistency: a judge that changes its mind does so on
    a bad text as well.

    Args:
        before: The judge, measured on everything.
        after: The same, measured on what counts.
        aside: What was set aside.
    """
    items = tuple(sorted(item for item, rule in aside if rule == before.rule))
    if not items:
        return before
    return replace(
        after,
        calls=before.calls,
        consistency=before.consistency,
        errors=before.errors,
        cost=before.cost,
        disagreements=before.disagreements,
        voting=_calls_of(before.voting, after.voting),
        with_set_aside=WithSetAside(items=items, sources=before.sources, **before.rates),
    )


def _calls_of(before: Voting | None, after: Voting | None) -> Voting | None:
    """Return single calls with the rates of what counts; how many there were stays as it is."""
    if before is None or after is None:
        return None
    return replace(after, calls=before.calls, errors=before.errors)


def _says(one: Challenge, decided: Decisions, decision: Decided) -> bool:
    found = decided.text.get((one.item.item_id, one.rule))
    return found is not None and found.decision is decision

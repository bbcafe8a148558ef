"""What can be said of a judge on an item, in words: the page filters by them and every number is a list of them."""

from collections.abc import Collection
from enum import StrEnum

from workbench.records.comparison import Moved
from workbench.records.verdict import Outcome
from workbench.records.vote import Poll, counted_calls, first_calls
from workbench.report.quotes import Found
from workbench.report.view import Kind, Opinion, outcomes_of


class Tag(StrEnum):
    """One such word. `CAUGHT` and `ALARMED` are the hits of a rate: the gate and every table count the same."""

    DISAGREEMENT = "disagreement"
    MISSED = "missed mistake"
    FALSE_ALARM = "false alarm"
    SPLIT = "split"
    OTHER_REASON = "caught for another reason"
    QUOTE = "quote in no passage"
    NO_VERDICT = "no verdict"
    EXPECTED = "as expected"
    CAUGHT = "caught"
    ALARMED = "alarmed"
    UNRESOLVED = "unresolved"
    ERROR = "call without a verdict"
    UNANIMOUS = "all repeats agree"
    REPEATED = "two verdicts or more"
    PAIRED = "judged beside its own untouched answer"
    TOLD_APART = "told apart from its own untouched answer"
    PAIR_UNRESOLVED = "unresolved beside its own untouched answer"
    STILL_RIGHT = "right, and right in the version before"
    FIXED = "fixed since the version before"
    BROKEN = "broken since the version before"
    STILL_WRONG = "wrong, and wrong in the version before"
    UNREAD = "unread"
    READ = "read"


OF_KIND = {Kind.MISSED: Tag.MISSED, Kind.FALSE_ALARM: Tag.FALSE_ALARM, Kind.SPLIT: Tag.SPLIT}
OF_MOVED = {
    Moved.STILL_RIGHT: Tag.STILL_RIGHT,
    Moved.FIXED: Tag.FIXED,
    Moved.BROKEN: Tag.BROKEN,
    Moved.STILL_WRONG: Tag.STILL_WRONG,
}
_RANKS = (Tag.MISSED, Tag.FALSE_ALARM, Tag.SPLIT, Tag.OTHER_REASON, Tag.QUOTE, Tag.NO_VERDICT)


def tags_of(
    opinion: Opinion,
    expected: Outcome,
    *,
    needed: int,
    unread: bool,
    parent: Collection[Tag] | None = None,
    moved: Moved | None = None,
) -> tuple[Tag, ...]:
    """Return the tags of a judge on an item, in the order of `Tag`.

    Args:
        opinion: What it said.
        expected: What a right judge says.
        needed: How many valid repeats an item needs before it counts, as `needed_answers` says.
        unread: Whether it is a disagreement that no person has decided.
        parent: Of a mistake, the tags of the judge on the very answer that it was made from; None where that was not
            judged.
        moved: Where the item stands since the judge's version before; None where that was not compared on it.
    """
    votes = opinion.judge.votes
    counted = opinion.verdicts[: counted_calls(votes, outcomes_of(opinion.verdicts))] if votes else opinion.verdicts
    valid = [verdict for verdict in counted if not verdict.startswith("error:")]
    fails = valid.count(str(Outcome.FAIL))
    resolved, caught, alarmed = len(valid) >= needed, fails == len(valid), fails > 0
    if votes:
        vote = Poll.of(votes, outcomes_of(counted)).verdict
        resolved, caught, alarmed = vote is not None, vote is Outcome.FAIL, vote is Outcome.FAIL
    steady = [one for one in opinion.verdicts[: first_calls(votes)] if one in valid] if votes else valid
    nowhere = any(quote.found is Found.NOWHERE for saying in opinion.sayings for quote in saying.quotes)
    held = {
        Tag.DISAGREEMENT: opinion.kind is not None,
        Tag.OTHER_REASON: opinion.other_reason,
        Tag.QUOTE: nowhere,
        Tag.NO_VERDICT: not valid,
        Tag.EXPECTED: bool(valid) and opinion.kind is None,
        Tag.CAUGHT: expected is Outcome.FAIL and resolved and caught,
        Tag.ALARMED: expected is Outcome.PASS and resolved and alarmed,
        Tag.UNRESOLVED: not resolved,
        Tag.ERROR: len(valid) < len(counted),
        Tag.UNANIMOUS: len(steady) > 1 and len({*steady}) == 1,
        Tag.REPEATED: len(steady) > 1,
        Tag.PAIRED: parent is not None,
        Tag.UNREAD: unread,
        Tag.READ: opinion.kind is not None and not unread,
    }
    if opinion.kind:
        held[OF_KIND[opinion.kind]] = True
    if moved:
        held[OF_MOVED[moved]] = True
    if parent is not None:
        held[Tag.PAIR_UNRESOLVED] = not resolved or Tag.UNRESOLVED in parent
        held[Tag.TOLD_APART] = held[Tag.CAUGHT] and Tag.ALARMED not in parent and Tag.UNRESOLVED not in parent
    return tuple(tag for tag in Tag if held.get(tag))


def rank_of(tags: tuple[Tag, ...]) -> int:
    """Return the place of an item in a list: what most needs reading comes first."""
    return next((place for place, tag in enumerate(_RANKS) if tag in tags), len(_RANKS))

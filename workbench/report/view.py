"""The view model of an item: all that a person needs to decide who was wrong, the judge or the answer key."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from workbench.errors import InputError, Problem
from workbench.identity import digest
from workbench.records.challenge import Challenge, Site
from workbench.records.reply import Attempt
from workbench.records.summary import JudgeSummary, Summary
from workbench.records.verdict import Outcome
from workbench.records.vote import Poll, counted_calls
from workbench.report.other_reason import change_words, for_another_reason
from workbench.report.passages import PassageView, passage_views, passages_note
from workbench.report.quotes import Quote, Shown
from workbench.report.replies import FinalReplies, Said
from workbench.report.segments import Mark, Segment, replaced_whole, segments


class Kind(StrEnum):
    """How a judge and the answer key disagree."""

    MISSED = "missed mistake"
    FALSE_ALARM = "false alarm"
    SPLIT = "split"


@dataclass(frozen=True, kw_only=True, slots=True)
class Saying:
    """What a judge said, with the repeats (from 0) in which it said exactly that, and where its quotes stand."""

    verdict: str
    reason: str
    evidence: str
    repeats: tuple[int, ...]
    quotes: tuple[Quote, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Opinion:
    """One judge on one item.

    Attributes:
        judge: Who said it.
        kind: How it disagrees with the answer key; None where every valid repeat agreed; of a judge that votes,
            those up to the one that settled the vote.
        verdicts: The text form of the verdict of every repeat, in order.
        sayings: The same with reasons, equal ones folded into one.
        other_reason: Whether it caught a mistake and no reason touches what was changed. Never so for simulated judges,
            which give no reasons.
    """

    judge: JudgeSummary
    kind: Kind | None
    verdicts: tuple[str, ...]
    sayings: tuple[Saying, ...]
    other_reason: bool


@dataclass(frozen=True, kw_only=True)
class Ruling:
    """What one rule expects of the item, why, and what each of its judges said."""

    rule: str
    expected: Outcome
    set: str
    style: str
    proof: str
    opinions: tuple[Opinion, ...]


@dataclass(frozen=True, kw_only=True)
class ItemView:
    """One item, and all that was said of it. The text is held once for all judges.

    Attributes:
        anchor: Its name in links; made from its id, so a link outlives a rerun.
        parent: Id of the case that the item was made from.
        answer: The answer in segments.
        whole: True where nearly the whole answer was replaced: show before and after instead of marks.
        passages_note: What became of the number and order of the passages, in words; empty where nothing did.
        rulings: One a rule.
    """

    item_id: str
    anchor: str
    parent: str
    question: str
    answer: tuple[Segment, ...]
    whole: bool
    passages: tuple[PassageView, ...]
    passages_note: tuple[str, ...]
    rulings: tuple[Ruling, ...]

    @property
    def answer_changed(self) -> bool:
        """Whether the answer differs from the trusted one."""
        return any(part.mark is not Mark.SAME for part in self.answer)

    @property
    def passages_changed(self) -> bool:
        """Whether a passage, or the number or order of the passages, differs from what the system was shown."""
        return bool(self.passages_note) or any(passage.changed for passage in self.passages)

    @property
    def parts(self) -> tuple[tuple[str, str], ...]:
        """The set and style that the item has under each rule, each pair once."""
        return tuple(dict.fromkeys((ruling.set, ruling.style) for ruling in self.rulings))


def disagreements(
    summary: Summary, challenges: Iterable[Challenge], attempts: Iterable[Attempt]
) -> tuple[ItemView, ...]:
    """Gather what a person must read, in the order of `only_disagreements`.

    Args:
        summary: Says which items are disagreements; nothing is decided here.
        challenges: The answer key of the run.
        attempts: The journal; only final attempts are shown.

    Raises:
        InputError: the summary names an item that the answer key does not hold, or a site does not fit its text.
    """
    wanted = {item for judge in summary.judges for item in judge.disagreements}
    shown = [one for one in challenges if one.item.item_id in wanted]
    views = item_views(summary, shown, FinalReplies.among(attempts, items=wanted))
    return only_disagreements(summary, views)


def item_views(summary: Summary, challenges: Iterable[Challenge], replies: FinalReplies) -> tuple[ItemView, ...]:
    """Gather every item of an answer key with what the judges said of it, in the order of the answer key.

    Args:
        summary: Says who judged.
        challenges: The answer key, or the part of it that is to be shown.
        replies: What they said.

    Raises:
        InputError: a site does not fit its text.
    """
    groups: dict[tuple[str, tuple[Site, ...]], list[Challenge]] = defaultdict(list)
    for challenge in challenges:
        groups[challenge.item.item_id, challenge.sites].append(challenge)
    anchors: set[str] = set()
    return tuple(_item(group, summary.judges, replies, anchors) for group in groups.values())


def only_disagreements(summary: Summary, views: Iterable[ItemView]) -> tuple[ItemView, ...]:
    """Pick what a person must read: what is to be read first, then by judge in the order of its `disagreements`.

    Raises:
        InputError: the summary names an item that is not among the views.
    """
    held: dict[tuple[str, str], list[ItemView]] = defaultdict(list)
    for view in views:
        for ruling in view.rulings:
            held[ruling.rule, view.item_id].append(view)
    first = {(rule, item): at for rule, items in summary.read_first.items() for at, item in enumerate(items)}
    all_wrong = dict.fromkeys((judge.rule, item) for judge in summary.judges for item in judge.disagreements)
    wanted = sorted(all_wrong, key=lambda pair: first.get(pair, len(first)))
    missing = [
        Problem(where=item, expected=f"a challenge of {rule}") for rule, item in wanted if (rule, item) not in held
    ]
    if missing:
        raise InputError(missing, hint="summary and answer key are not of the same run")
    found = {view.anchor: view for pair in wanted for view in held[pair]}
    return tuple(found.values())


def _item(
    group: Sequence[Challenge], judges: Sequence[JudgeSummary], replies: FinalReplies, anchors: set[str]
) -> ItemView:
    first = group[0]
    item = first.item
    answer = segments(
        item.answer, [site for site in first.sites if site.where == "answer"], where=f"{item.item_id}, answer"
    )
    passages = passage_views(item, first.sites)
    around = _Around(
        judges=judges,
        replies=replies,
        shown=Shown(
            question=item.question,
            answer=item.answer,
            passages=[(passage.id, f"{passage.title} {passage.text}") for passage in item.passages],
        ),
        changed=change_words([answer, *(passage.segments for passage in passages)]),
    )
    return ItemView(
        item_id=item.item_id,
        anchor=_anchor(item.item_id, anchors),
        parent=first.parent,
        question=item.question,
        answer=answer,
        whole=replaced_whole(answer),
        passages=passages,
        passages_note=passages_note(first.sites),
        rulings=tuple(_ruling(challenge, around) for challenge in group),
    )


@dataclass(frozen=True, kw_only=True)
class _Around:
    """What the opinions on one item are made from."""

    judges: Sequence[JudgeSummary]
    replies: FinalReplies
    shown: Shown
    changed: frozenset[str]


def _ruling(challenge: Challenge, around: _Around) -> Ruling:
    found = ((judge, around.replies.of(challenge.item.item_id, judge.judge_id)) for judge in around.judges)
    return Ruling(
        rule=challenge.rule,
        expected=challenge.expected,
        set=challenge.set,
        style=challenge.style,
        proof=challenge.proof,
        opinions=tuple(
            _opinion(judge, replies, challenge.expected, around)
            for judge, replies in found
            if judge.rule == challenge.rule and replies
        ),
    )


def _opinion(judge: JudgeSummary, replies: Sequence[Said], expected: Outcome, around: _Around) -> Opinion:
    folded: dict[tuple[str, str, str], list[int]] = {}
    for said in replies:
        folded.setdefault((str(said.verdict), said.reason, said.evidence), []).append(said.repeat)
    reasoned = expected is Outcome.FAIL and judge.kind != "simulated"
    return Opinion(
        judge=judge,
        kind=kind_of([said.verdict.outcome for said in replies], expected, votes=judge.votes),
        verdicts=tuple(str(said.verdict) for said in replies),
        sayings=tuple(
            Saying(
                verdict=verdict,
                reason=reason,
                evidence=evidence,
                repeats=tuple(repeats),
                quotes=around.shown.quotes(reason, evidence),
            )
            for (verdict, reason, evidence), repeats in folded.items()
        ),
        other_reason=reasoned
        and for_another_reason(((one[0], f"{one[1]} {one[2]}") for one in folded), around.changed),
    )


def outcomes_of(verdicts: Iterable[str]) -> list[Outcome | None]:
    """Return what verdicts in their text form say; None for an error."""
    return [None if verdict.startswith("error:") else Outcome(verdict) for verdict in verdicts]


def kind_of(outcomes: Sequence[Outcome | None], expected: Outcome, *, votes: int = 0) -> Kind | None:
    """Say how the repeats of one judge disagree with the answer key; None where every verdict is the expected one.

    Errors (None) are no verdicts: they neither agree nor disagree.

    Args:
        outcomes: What the repeats said, in order.
        expected: What a right judge says.
        votes: The calls whose majority is the verdict. What came once the vote was settled is left out, and a wrong
            vote is missed or alarmed, not split. 0 where each call is a verdict.
    """
    counted = outcomes[: counted_calls(votes, outcomes)] if votes else outcomes
    given = set(counted) - {None}
    if given <= {expected}:
        return None
    vote = Poll.of(votes, counted).verdict if votes else None
    if len(given) > 1 and vote in (None, expected):
        return Kind.SPLIT
    return Kind.MISSED if expected is Outcome.FAIL else Kind.FALSE_ALARM


def _anchor(item_id: str, taken: set[str]) -> str:
    """Return a link target for an item: its id where that is safe in a link, else a hash of it; never one twice."""
    safe = item_id if item_id.isascii() and item_id.replace("-", "").replace("_", "").isalnum() else digest(item_id)
    anchor = f"item-{safe}"
    while anchor in taken:
        anchor += "-again"
    taken.add(anchor)
    return anchor

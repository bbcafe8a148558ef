"""The view model of a disagreement: all that a person needs to decide who was wrong, the judge or the answer key."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from workbench.errors import InputError, Problem
from workbench.identity import digest
from workbench.records.challenge import Challenge, Site
from workbench.records.reply import Attempt
from workbench.records.summary import JudgeSummary, Summary
from workbench.records.verdict import Outcome
from workbench.report.passages import PassageView, passage_views, passages_note
from workbench.report.segments import Mark, Segment, replaced_whole, segments


class Kind(StrEnum):
    """How a judge and the answer key disagree."""

    MISSED = "missed mistake"
    FALSE_ALARM = "false alarm"
    SPLIT = "split"


@dataclass(frozen=True, kw_only=True)
class Saying:
    """What a judge said, with the repeats (from 0) in which it said exactly that."""

    verdict: str
    reason: str
    evidence: str
    repeats: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class Opinion:
    """One judge on one item.

    Attributes:
        judge: Who said it.
        kind: How it disagrees with the answer key; None where every valid repeat agreed.
        verdicts: The text form of the verdict of every repeat, in order.
        sayings: The same with reasons, equal ones folded into one.
    """

    judge: JudgeSummary
    kind: Kind | None
    verdicts: tuple[str, ...]
    sayings: tuple[Saying, ...]


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
class Disagreement:
    """One item on which at least one judge and the answer key disagree. The text is held once for all of them.

    Attributes:
        anchor: Where the item stands in `report.html`; made from its id, so a link outlives a rerun.
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
) -> tuple[Disagreement, ...]:
    """Gather what a person must read, in the order of the judges and of their `disagreements`.

    Args:
        summary: Says which items are disagreements; nothing is decided here.
        challenges: The answer key of the run.
        attempts: The journal; only final attempts are shown.

    Raises:
        InputError: the summary names an item that the answer key does not hold, or a site does not fit its text.
    """
    wanted = list(dict.fromkeys((judge.rule, item) for judge in summary.judges for item in judge.disagreements))
    key = {(challenge.rule, challenge.item.item_id): challenge for challenge in challenges}
    missing = [
        Problem(where=item, expected=f"a challenge of {rule}") for rule, item in wanted if (rule, item) not in key
    ]
    if missing:
        raise InputError(missing, hint="summary and answer key are not of the same run")
    replies = _final_attempts(attempts, {item for _, item in wanted})
    groups: dict[tuple[str, tuple[Site, ...]], list[Challenge]] = defaultdict(list)
    for pair in wanted:
        groups[pair[1], key[pair].sites].append(key[pair])
    anchors: set[str] = set()
    return tuple(_disagreement(group, summary.judges, replies, anchors) for group in groups.values())


def _disagreement(
    group: Sequence[Challenge],
    judges: Sequence[JudgeSummary],
    replies: Mapping[tuple[str, str], Sequence[Attempt]],
    anchors: set[str],
) -> Disagreement:
    first = group[0]
    item = first.item
    answer = segments(
        item.answer, [site for site in first.sites if site.where == "answer"], where=f"{item.item_id}, answer"
    )
    return Disagreement(
        item_id=item.item_id,
        anchor=_anchor(item.item_id, anchors),
        parent=first.parent,
        question=item.question,
        answer=answer,
        whole=replaced_whole(answer),
        passages=passage_views(item, first.sites),
        passages_note=passages_note(first.sites),
        rulings=tuple(_ruling(challenge, judges, replies) for challenge in group),
    )


def _ruling(
    challenge: Challenge, judges: Sequence[JudgeSummary], replies: Mapping[tuple[str, str], Sequence[Attempt]]
) -> Ruling:
    item_id = challenge.item.item_id
    return Ruling(
        rule=challenge.rule,
        expected=challenge.expected,
        set=challenge.set,
        style=challenge.style,
        proof=challenge.proof,
        opinions=tuple(
            _opinion(judge, replies[item_id, judge.judge_id], challenge.expected)
            for judge in judges
            if judge.rule == challenge.rule and (item_id, judge.judge_id) in replies
        ),
    )


def _opinion(judge: JudgeSummary, attempts: Sequence[Attempt], expected: Outcome) -> Opinion:
    attempts = sorted(attempts, key=lambda attempt: attempt.repeat)
    folded: dict[tuple[str, str, str], list[int]] = {}
    for attempt in attempts:
        reply = attempt.reply
        folded.setdefault((str(reply.verdict), reply.reason, reply.evidence), []).append(attempt.repeat)
    return Opinion(
        judge=judge,
        kind=kind_of([attempt.reply.verdict.outcome for attempt in attempts], expected),
        verdicts=tuple(str(attempt.reply.verdict) for attempt in attempts),
        sayings=tuple(
            Saying(verdict=verdict, reason=reason, evidence=evidence, repeats=tuple(repeats))
            for (verdict, reason, evidence), repeats in folded.items()
        ),
    )


def kind_of(outcomes: Iterable[Outcome | None], expected: Outcome) -> Kind | None:
    """Say how the repeats of one judge disagree with the answer key; None where every verdict is the expected one.

    Errors (None) are no verdicts: they neither agree nor disagree.
    """
    given = set(outcomes) - {None}
    if given <= {expected}:
        return None
    if len(given) > 1:
        return Kind.SPLIT
    return Kind.MISSED if expected is Outcome.FAIL else Kind.FALSE_ALARM


def _final_attempts(attempts: Iterable[Attempt], items: set[str]) -> dict[tuple[str, str], list[Attempt]]:
    """Return the attempt of each repeat that is its verdict: the last final one, where an error was asked again."""
    found: dict[tuple[str, str], dict[int, Attempt]] = defaultdict(dict)
    for attempt in attempts:
        if attempt.final and attempt.item_id in items:
            found[attempt.item_id, attempt.judge_id][attempt.repeat] = attempt
    return {key: list(by_repeat.values()) for key, by_repeat in found.items()}


def _anchor(item_id: str, taken: set[str]) -> str:
    """Return a link target for an item: its id where that is safe in a link, else a hash of it; never one twice."""
    safe = item_id if item_id.isascii() and item_id.replace("-", "").replace("_", "").isalnum() else digest(item_id)
    anchor = f"item-{safe}"
    while anchor in taken:
        anchor += "-again"
    taken.add(anchor)
    return anchor

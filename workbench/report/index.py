"""What is to be read of each judge: its items by kind and style, each with a link to exactly them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from workbench.records.summary import JudgeSummary
from workbench.report.links import items_link
from workbench.report.tags import OF_KIND, Tag
from workbench.report.view import ItemView, Opinion
from workbench.report.words import plural


@dataclass(frozen=True, kw_only=True)
class Group:
    """How many items of one set and style are in a queue."""

    set: str
    style: str
    count: int
    link: str


@dataclass(frozen=True, kw_only=True)
class Queue:
    """The items of one judge of which the same can be said, such as "2 missed mistakes"."""

    words: str
    link: str
    groups: tuple[Group, ...]


@dataclass(frozen=True, kw_only=True)
class JudgeQueues:
    """All that is to be read of one judge."""

    judge: JudgeSummary
    queues: tuple[Queue, ...]


_Counts = Mapping[tuple[str, str], int]


def judge_queues(judges: Sequence[JudgeSummary], views: Sequence[ItemView]) -> tuple[JudgeQueues, ...]:
    """Return the queues of every judge that has any, in the order of the judges.

    Catches for another reason come last: they are to be read, and are no disagreement.
    """
    counts: dict[str, dict[Tag, dict[tuple[str, str], int]]] = {judge.judge_id: {} for judge in judges}
    for view in views:
        for ruling in view.rulings:
            for opinion in ruling.opinions:
                tag = _tag(opinion)
                if tag:
                    groups = counts[opinion.judge.judge_id].setdefault(tag, {})
                    part = (ruling.set, ruling.style)
                    groups[part] = groups.get(part, 0) + 1
    return tuple(
        JudgeQueues(judge=judge, queues=tuple(_queue(judge, tag, found[tag]) for tag in Tag if tag in found))
        for judge in judges
        if (found := counts[judge.judge_id])
    )


def _tag(opinion: Opinion) -> Tag | None:
    if opinion.kind:
        return OF_KIND[opinion.kind]
    return Tag.OTHER_REASON if opinion.other_reason else None


def _queue(judge: JudgeSummary, tag: Tag, counts: _Counts) -> Queue:
    count = sum(counts.values())
    words = f"{count:,} {tag}, perhaps" if tag is Tag.OTHER_REASON else plural(count, tag)
    groups = sorted(counts.items(), key=lambda entry: (-entry[1], entry[0]))
    return Queue(
        words=words,
        link=items_link(judge, ("is", tag)),
        groups=tuple(
            Group(set=part, style=style, count=count, link=_group_link(judge, tag, part, style))
            for (part, style), count in groups
        ),
    )


def _group_link(judge: JudgeSummary, tag: Tag, part: str, style: str) -> str:
    return items_link(judge, ("set", part), ("style", style), ("is", tag))

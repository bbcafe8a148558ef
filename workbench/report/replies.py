"""What judges said in the end, gathered from the attempts of a run while somebody reads them."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from workbench.records.reply import Attempt
from workbench.records.verdict import Verdict


class Said(NamedTuple):
    """What the page keeps of a final attempt. The raw replies of a large run would not fit into memory."""

    repeat: int
    verdict: Verdict
    reason: str
    evidence: str


class FinalReplies:
    """The reply of each repeat that is its verdict: the last final one, where an error was asked again."""

    def __init__(self, *, items: Collection[str] | None = None) -> None:
        """Begin with none. Where `items` are named, only replies on them are kept."""
        self._items = items
        self._found: dict[tuple[str, str], dict[int, Said]] = defaultdict(dict)

    @classmethod
    def among(cls, attempts: Iterable[Attempt], *, items: Collection[str] | None = None) -> "FinalReplies":
        """Gather them from attempts, in the order in which they came in."""
        replies = cls(items=items)
        for attempt in attempts:
            replies.add(attempt)
        return replies

    def add(self, attempt: Attempt) -> None:
        """Take the next attempt."""
        if attempt.final and (self._items is None or attempt.item_id in self._items):
            reply = attempt.reply
            said = Said(attempt.repeat, reply.verdict, reply.reason, reply.evidence)
            self._found[attempt.item_id, attempt.judge_id][attempt.repeat] = said

    def of(self, item_id: str, judge_id: str) -> Sequence[Said]:
        """Return what a judge said of an item, in the order of the repeats; nothing where it was not asked."""
        by_repeat = self._found.get((item_id, judge_id), {})
        return [by_repeat[repeat] for repeat in sorted(by_repeat)]

"""Which calls do votes still need? Of a judge that votes, its first calls on an item, and then one more at a time.

So what is asked follows from what was said alone, however many calls are made at once and however often a command is
taken up: the first calls, and after them each only while the vote is open.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping

from workbench.records.reply import Attempt, JudgeSpec
from workbench.records.verdict import Verdict
from workbench.records.vote import Poll, first_calls
from workbench.runner.schedule import Cell, CellKey


class Ballots:
    """The votes so far. A judge that does not vote needs every call, in any order."""

    def __init__(self, specs: Iterable[JudgeSpec], *, compared: bool = False) -> None:
        """Begin without verdicts.

        Args:
            specs: The judges.
            compared: Whether the first calls of an item are compared with each other, so that an error among them is
                asked again although the vote was settled without it.
        """
        self._compared = compared
        self._votes = {spec.judge_id: spec.votes for spec in specs}
        self._told: set[CellKey] = set()
        self._polls: dict[tuple[str, str], Poll] = {}
        self._later: dict[tuple[str, str], list[Cell]] = defaultdict(list)

    def tell(self, key: CellKey, verdict: Verdict) -> bool:
        """Take note of the verdict of a cell; say whether it is news."""
        if key in self._told:
            return False
        self._told.add(key)
        item_id, judge_id, _ = key
        if votes := self._votes[judge_id]:
            self._polls.setdefault((item_id, judge_id), Poll(votes)).add(verdict.outcome)
        return True

    def tell_all(self, attempts: Iterable[Attempt], *, but: frozenset[CellKey] = frozenset()) -> None:
        """Take note of the verdicts of a journal; an error that was asked again gives way to what came then.

        Args:
            attempts: The attempts, in the order of the journal.
            but: Cells whose verdict does not count, as they are asked again.
        """
        for key, verdict in last_verdicts(attempts, but=but).items():
            self.tell(key, verdict)

    def recorded(self, attempt: Attempt) -> None:
        """Take note of an attempt that was just recorded."""
        if attempt.final:
            self.tell((attempt.item_id, attempt.judge_id, attempt.repeat), attempt.reply.verdict)

    def is_owed(self, key: CellKey) -> bool:
        """Has the cell no verdict, and may a vote need one?"""
        item_id, judge_id, repeat = key
        if key in self._told:
            return False
        poll = self._polls.get((item_id, judge_id))
        return poll is None or not poll.settled or (self._compared and repeat < first_calls(poll.votes))

    def wants(self, cell: Cell) -> bool:
        """Is the call needed now? Of later ones only the next, once all before it have their verdicts."""
        item_id, judge_id, repeat = cell.key
        if not self.is_owed(cell.key):
            return False
        votes = self._votes[judge_id]
        if not votes or repeat < first_calls(votes):
            return True
        return all((item_id, judge_id, before) in self._told for before in range(repeat))

    def owed(self, cells: Iterable[Cell]) -> list[Cell]:
        """Of these cells, which have no verdict and may be needed, as far as is known now?"""
        return [cell for cell in cells if self.is_owed(cell.key)]

    def next_round(self, cells: Iterable[Cell]) -> list[Cell]:
        """Of the cells that are owed, which may be asked now? Of the others `following` names one after the other."""
        now = [cell for cell in cells if self.wants(cell)]
        self._later.clear()
        for cell in cells:
            votes = self._votes[cell.judge_id]
            if votes and cell.repeat >= first_calls(votes):
                self._later[cell.item.item_id, cell.judge_id].append(cell)
        return now

    def following(self, cell: Cell) -> Cell | None:
        """Which call has a verdict that just came made necessary, as a vote is still open? None where there is none."""
        later = self._later.get((cell.item.item_id, cell.judge_id), ())
        return next((one for one in later if self.wants(one)), None)


def last_verdicts(attempts: Iterable[Attempt], *, but: frozenset[CellKey] = frozenset()) -> Mapping[CellKey, Verdict]:
    """Return the verdict of each cell of a journal; an error that was asked again gives way to what came then."""
    last = {(one.item_id, one.judge_id, one.repeat): one.reply.verdict for one in attempts if one.final}
    return {key: verdict for key, verdict in last.items() if key not in but}

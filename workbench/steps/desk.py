"""Where decisions on the disagreements of a run are checked and written: from the terminal, the page or a file."""

import secrets
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from workbench.errors import InputError
from workbench.records.challenge import Challenge, Set
from workbench.records.decision import Decided, JudgeVersion, PersonDecision, why_not
from workbench.records.summary import Summary
from workbench.runner.clock import utc_now
from workbench.store.decisions import DecidedMeanwhile, append_decisions


@dataclass(frozen=True, kw_only=True)
class Wish:
    """What somebody wants to be written down about an item.

    Attributes:
        id: Names the wish, so that one that comes twice is written once.
        prev: Id of the last line about the item that the person knew; empty where there was none.
        item: The item.
        judges: Judge versions whose disagreement it is about; None for all that disagree on the item.
        decision: What is decided; None to take a decision back or only to note something.
        note: Why.
        saw_reasons: Whether the person had seen the judges' reasons.
    """

    id: str
    prev: str
    item: str
    judges: Collection[str] | None
    decision: Decided | None
    note: str
    saw_reasons: bool | None


@dataclass(frozen=True, kw_only=True)
class _Dispute:
    sets: frozenset[Set]
    judges: tuple[JudgeVersion, ...]


class Desk:
    """Takes decisions on the disagreements of one run."""

    def __init__(self, path: Path, summary: Summary, challenges: Sequence[Challenge], *, by: str) -> None:
        """Open a desk.

        Args:
            path: `runs/decisions.jsonl`.
            summary: The run, measured: who disagrees with the answer key, and on what.
            challenges: Its answer key.
            by: Who decides.
        """
        self._path = path
        self._run = summary.run_id
        self._by = by
        self._disputes = _disputes(summary, challenges)

    def line(self, wish: Wish) -> PersonDecision:
        """Return the line that a wish becomes.

        Raises:
            InputError: no judge at hand disagrees on the item, or the decision cannot be taken on it.
        """
        dispute = self._disputes.get(wish.item)
        judges = (
            [one for one in dispute.judges if wish.judges is None or one.judge_id in wish.judges] if dispute else []
        )
        if dispute is None or not judges:
            raise InputError(f"no judge disagrees with the key on item {wish.item}, so there is nothing to decide")
        refusal = why_not(wish.decision, dispute.sets, wish.note) if wish.decision else ""
        if refusal:
            raise InputError(refusal)
        return PersonDecision(
            id=wish.id,
            prev=wish.prev,
            at=utc_now(),
            by=self._by,
            run=self._run,
            item=wish.item,
            judges=tuple(judges),
            decision=wish.decision,
            note=wish.note.strip(),
            saw_reasons=wish.saw_reasons,
        )

    def write(self, wish: Wish) -> PersonDecision:
        """Write a wish down. It is on the disk when this returns; one that is there already is not written again.

        Raises:
            InputError: it cannot be taken.
            DecidedMeanwhile: somebody decided on the item since the person last looked.
            StoreError: the file is damaged or cannot be written.
        """
        line = self.line(wish)
        try:
            append_decisions(self._path, [line])
        except DecidedMeanwhile as meanwhile:
            if meanwhile.theirs.id != line.id:
                raise
            return meanwhile.theirs
        return line


def new_id() -> str:
    """Return a name for a wish that no other has."""
    return secrets.token_hex(16)


def _disputes(summary: Summary, challenges: Sequence[Challenge]) -> Mapping[str, _Dispute]:
    judges: dict[str, list[JudgeVersion]] = defaultdict(list)
    for judge in summary.judges:
        version = JudgeVersion(rule=judge.rule, judge=judge.name, judge_id=judge.judge_id)
        for item in judge.disagreements:
            judges[item].append(version)
    sets: dict[str, set[Set]] = defaultdict(set)
    for one in challenges:
        sets[one.item.item_id].add(one.set)
    return {item: _Dispute(sets=frozenset(sets[item]), judges=tuple(those)) for item, those in judges.items()}

"""Asking no more of a run than its decisions need: `workbench run --stop-early`.

What is needed is worked out from answer key, ledger, settings and verdicts alone, so a run that is taken up again, and
whoever reads it, comes to the same.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from workbench.analysis.set_aside import SetAside, kept, set_aside
from workbench.analysis.truth import needed_answers
from workbench.gate.course import Course
from workbench.gate.goals import goals
from workbench.gate.ledger import Ledger
from workbench.gate.plans import registration
from workbench.records.challenge import Challenge, Set
from workbench.records.decision import Decisions
from workbench.records.reply import Attempt, JudgeSpec
from workbench.records.summary import Level
from workbench.records.verdict import Verdict
from workbench.runner.schedule import Cell, CellKey
from workbench.steps.ballots import Ballots, last_verdicts
from workbench.steps.looks import looks_of, read_looks, seen_by, told_by
from workbench.steps.settings import Settings
from workbench.store.decisions import read_decisions
from workbench.store.journal_reader import read_attempts
from workbench.store.run_folder import FoundRun

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, kw_only=True)
class Stop:
    """Why a judge was asked no more.

    Attributes:
        judge_id: Its version.
        aim: The level whose rates its verdicts settle; None where it can earn none.
        reachable: Whether a level could be earned in the run at all; where not, everything is asked.
        planned: Calls that the whole run has for it.
        items: Items that it has for it.
    """

    judge_id: str
    aim: Level | None
    reachable: bool
    planned: int
    items: int


class StopEarly:
    """Says of each call of a run, right before it is made, whether a decision still needs it."""

    def __init__(
        self,
        found: FoundRun,
        challenges: Sequence[Challenge],
        ledger: Ledger,
        settings: Settings,
        *,
        aside: SetAside = frozenset(),
    ) -> None:
        """Begin without verdicts.

        Args:
            found: The run.
            challenges: Its answer key.
            ledger: All looks, held-out ones where the run opens them (see `read_looks`).
            settings: The bench's settings.
            aside: Items that count no more, as people set them aside.
        """
        seen = as_if_looked(ledger, found, challenges)
        self._keys = [
            (one.item.item_id, spec.judge_id, repeat)
            for spec in found.manifest.judges
            for one in challenges
            if one.rule == spec.rule
            for repeat in range(found.manifest.identity.repeats)
        ]
        self._courses = {
            spec.judge_id: _course(spec, found, challenges, seen, settings, aside) for spec in found.manifest.judges
        }
        rules = {spec.judge_id: spec.rule for spec in found.manifest.judges}
        self._aside = {(judge_id, item) for judge_id, rule in rules.items() for item, of in aside if of == rule}
        self._begun: set[tuple[str, str]] = set()
        self._before = _asked_before(ledger, found)
        self._ballots = Ballots(found.manifest.judges, compared=True)

    def tell(self, key: CellKey, verdict: Verdict) -> None:
        """Take note of the verdict of a cell."""
        if self._ballots.tell(key, verdict):
            self._begun.add((key[1], key[0]))
            self._courses[key[1]].tell(key[0], verdict)

    def tell_all(self, attempts: Iterable[Attempt], *, but: frozenset[CellKey] = frozenset()) -> None:
        """Take note of the verdicts of a journal; see `Ballots.tell_all`."""
        for key, verdict in last_verdicts(attempts, but=but).items():
            self.tell(key, verdict)

    def tell_table(self, verdicts: "pd.DataFrame") -> None:
        """Take note of the verdicts of a whole verdict table."""
        columns = (verdicts[name] for name in ("item_id", "judge_id", "repeat", "verdict"))
        for item_id, judge_id, repeat, verdict in zip(*columns, strict=True):
            self.tell((item_id, judge_id, repeat), Verdict.read(verdict))

    def recorded(self, attempt: Attempt) -> None:
        """Take note of an attempt that was just recorded."""
        if attempt.final:
            self.tell((attempt.item_id, attempt.judge_id, attempt.repeat), attempt.reply.verdict)

    def wants(self, cell: Cell) -> bool:
        """Is the cell needed now? Then its item counts as begun."""
        if not (self._ballots.wants(cell) and self._wanted(cell.judge_id, cell.item.item_id)):
            return False
        self._begun.add((cell.judge_id, cell.item.item_id))
        self._courses[cell.judge_id].begin(cell.item.item_id)
        return True

    def owed(self, cells: Iterable[Cell]) -> list[Cell]:
        """Of these cells, which have no verdict and may be needed, as far as is known now?"""
        return [cell for cell in cells if self.is_owed(cell.key)]

    def following(self, cell: Cell) -> Cell | None:
        """Which call has a verdict that just came made necessary, as a vote is still open? None where there is none."""
        found = self._ballots.following(cell)
        return found if found is not None and self.wants(found) else None

    @property
    def missing(self) -> int:
        """How many verdicts do the decisions still need?"""
        return sum(self.is_owed(key) for key in self._keys)

    def next_round(self, cells: Iterable[Cell]) -> list[Cell]:
        """Of the cells that are owed, which may be asked now?

        Those on items that the judge version was asked about in earlier runs come before the others. So cases that
        were added since come later in one and the same sequence, and its evidence stays good at any time.
        """
        now = self._ballots.next_round(cells)
        owed = [cell for cell in now if self._wanted(cell.judge_id, cell.item.item_id)]
        return [cell for cell in owed if (cell.item.item_id, cell.judge_id) in self._before] or owed

    def is_owed(self, key: CellKey) -> bool:
        """Has the cell no verdict, and may one be needed?"""
        return self._ballots.is_owed(key) and self._wanted(key[1], key[0])

    def _wanted(self, judge_id: str, item_id: str) -> bool:
        if (judge_id, item_id) in self._aside:
            return (judge_id, item_id) in self._begun
        return self._courses[judge_id].wants(item_id)

    @property
    def stops(self) -> tuple[Stop, ...]:
        """Where each judge stands."""
        planned = Counter(judge_id for _, judge_id, _ in self._keys)
        items = Counter(judge_id for _, judge_id, repeat in self._keys if not repeat)
        return tuple(
            Stop(
                judge_id=judge_id,
                aim=course.aim,
                reachable=course.reachable,
                planned=planned[judge_id],
                items=items[judge_id],
            )
            for judge_id, course in self._courses.items()
        )


def stop_early(
    found: FoundRun, challenges: Sequence[Challenge], settings: Settings, *, again: Iterable[CellKey] = ()
) -> StopEarly:
    """Work out, from what a run has on disk, what its decisions still need.

    Args:
        found: The run.
        challenges: Its answer key.
        settings: The bench's settings.
        again: Cells that are asked again, so that what they have does not count.

    Raises:
        StoreError: the journal, the decisions or a ledger is damaged.
    """
    ledger = read_looks(settings, held_out=any(one.set is Set.HELD_OUT for one in challenges))
    aside = set_aside(challenges, Decisions.of(read_decisions(settings.decisions)))
    stopping = StopEarly(found, challenges, ledger, settings, aside=aside)
    if found.folder.journal.exists():
        stopping.tell_all(read_attempts(found.folder.journal), but=frozenset(again))
    return stopping


def as_if_looked(ledger: Ledger, found: FoundRun, challenges: Sequence[Challenge]) -> Ledger:
    """Return the ledger as it will be once every judge of the run has given a verdict."""
    on_record = {replace(look, anchor="") for look in ledger.looks}
    looks = [look for part in looks_of(found, challenges) for look in part if look not in on_record]
    return replace(ledger, entries=(*ledger.entries, *looks))


def _asked_before(ledger: Ledger, found: FoundRun) -> frozenset[tuple[str, str]]:
    """Item and judge ids of what the judge versions of a run saw in earlier runs."""
    run = (found.manifest.run_id, found.manifest.created_at)
    mine = {spec.judge_id for spec in found.manifest.judges}
    before: set[tuple[str, str]] = set()
    begun: set[str] = set()
    for look in ledger.looks:
        if look.in_run == run:
            begun.add(look.judge_id)
        elif look.judge_id in mine - begun:
            before |= {(item, look.judge_id) for item in look.items}
    return frozenset(before)


def _course(
    spec: JudgeSpec,
    found: FoundRun,
    challenges: Sequence[Challenge],
    ledger: Ledger,
    settings: Settings,
    aside: SetAside,
) -> Course:
    manifest = found.manifest
    seen = seen_by(ledger, spec, found, challenges)
    mine = [one for one in challenges if one.rule == spec.rule and one.set is not Set.HELD_OUT]
    planned = registration(
        ledger,
        spec,
        run=(manifest.run_id, manifest.created_at),
        items={one.item.item_id for one in mine},
        fresh=told_by(one for one in mine if one.parent not in seen.stale),
        bars=settings.policy.certified,
    )
    repeats = manifest.identity.repeats
    return Course(
        kept(challenges, aside),
        spec,
        goals(settings.policy, seen, registered=planned.holds),
        repeats=repeats,
        needed=needed_answers(spec, repeats),
    )

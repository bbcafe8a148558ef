"""The tables of one run, and the two ways in which they are counted: all cases, and the fresh ones."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from workbench.analysis.set_aside import counted_without, kept, kept_verdicts, set_aside
from workbench.analysis.summarise import Counted, RunTables, count_run, summarise_judges
from workbench.gate.decide import decide
from workbench.gate.evidence import FreshEvidence, fresh_part
from workbench.gate.ledger import Ledger
from workbench.gate.plans import registration
from workbench.gate.reading import reading
from workbench.prices import PriceTable
from workbench.records.challenge import Challenge, Set
from workbench.records.decision import Decisions
from workbench.records.reply import JudgeSpec
from workbench.records.summary import Decision, JudgeSummary
from workbench.steps.answer_key import RETIRED
from workbench.steps.looks import seen_by, told_by
from workbench.steps.settings import Settings
from workbench.store.manifest import Manifest
from workbench.store.run_folder import FoundRun

if TYPE_CHECKING:
    import pandas as pd


class Counting:
    """Counts a run, without what people set aside, and has the gate decide on its judges.

    Attributes:
        kept: The part of the answer key that counts.
        kept_verdicts: The verdicts on it.
    """

    def __init__(
        self,
        found: FoundRun,
        challenges: Sequence[Challenge],
        verdicts: "pd.DataFrame",
        spend: "pd.DataFrame",
        prices: PriceTable,
        decided: Decisions,
    ) -> None:
        self._found = found
        self._manifest = found.manifest
        self._challenges = challenges
        self._verdicts = verdicts
        self._spend = spend
        self._prices = prices
        self._decided = decided
        self._aside = set_aside(challenges, decided)
        self.kept = kept(challenges, self._aside)
        self.kept_verdicts = kept_verdicts(verdicts, found.manifest.judges, self._aside) if self._aside else verdicts

    def counted(self) -> Counted:
        """All that is counted, on all cases but those that people set aside; these are read like any other."""
        specs = self._manifest.judges
        before = count_run(self._tables(self._challenges, self._verdicts, specs))
        if not self._aside:
            return before
        after = count_run(self._tables(self.kept, self.kept_verdicts, specs))
        pairs = zip(before.judges, after.judges, strict=True)
        judges = tuple(counted_without(one, rest, self._aside) for one, rest in pairs)
        return replace(after, judges=judges, read_first=before.read_first)

    def decision(self, judge: JudgeSummary, spec: JudgeSpec, ledger: Ledger, settings: Settings) -> Decision:
        """What the gate says of one judge."""
        seen = seen_by(ledger, spec, self._found, self._challenges)
        # A plan was made for the items as they were built, those that people set aside since included.
        planned_for, fresh_summary = tuple(self._challenges), judge
        if seen.stale:
            planned_for, _ = fresh_part(self._challenges, self._verdicts, seen)
            fresh, mine = fresh_part(self.kept, self.kept_verdicts, seen)
            fresh_summary = summarise_judges(self._tables(fresh, mine, (spec,)))[0]
        planned = registration(
            ledger,
            spec,
            run=(self._manifest.run_id, self._manifest.created_at),
            items={one.item.item_id for one in _not_sealed(self._challenges, spec.rule)},
            fresh=told_by(_not_sealed(planned_for, spec.rule)),
            bars=settings.policy.certified,
        )
        evidence = FreshEvidence(summary=fresh_summary, registered=planned.holds, terms=planned.words)
        return decide(
            judge,
            settings.policy,
            repeats=self._manifest.identity.repeats,
            seen=seen,
            read=reading(judge, self._decided, self._challenges, retired=_retired(self._manifest, judge.rule)),
            fresh=evidence,
        )

    def _tables(
        self, challenges: Sequence[Challenge], verdicts: "pd.DataFrame", specs: Sequence[JudgeSpec]
    ) -> RunTables:
        search = self._manifest.search
        return RunTables(
            challenges=challenges,
            verdicts=verdicts,
            specs=specs,
            repeats=self._manifest.identity.repeats,
            baselines=self._manifest.baselines,
            prices=self._prices,
            spend=self._spend,
            ranks=search.ranks if search else {},
            stopped_early=bool(self._manifest.settings.get("stop_early")),
        )


def _retired(manifest: Manifest, rule: str) -> int:
    """How many plants of a rule had people retired before the run?"""
    reasons = [found for style in manifest.build.get(rule, {}).values() for found in style.items()]
    return sum(count for reason, count in reasons if reason.startswith(RETIRED))


def _not_sealed(challenges: Sequence[Challenge], rule: str) -> list[Challenge]:
    return [one for one in challenges if one.rule == rule and one.set is not Set.HELD_OUT]

"""From a finished run to its summary and reports. Needs no key, no network and no bench."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from workbench import __version__
from workbench.analysis.summarise import summarise_judges
from workbench.gate.decide import decide
from workbench.gate.evidence import FreshEvidence, fresh_part
from workbench.gate.ledger import Ledger
from workbench.prices import PriceTable, read_prices
from workbench.records.challenge import Challenge, Set
from workbench.records.reply import JudgeKind, JudgeSpec
from workbench.records.summary import Decision, JudgeSummary, Summary
from workbench.report.html import html_report
from workbench.report.markdown import markdown_report
from workbench.report.summary_json import write_summary
from workbench.report.view import disagreements
from workbench.steps.looks import read_looks, seen_by
from workbench.steps.settings import Settings
from workbench.store.challenges import read_challenges
from workbench.store.journal_reader import read_attempts
from workbench.store.manifest import Manifest
from workbench.store.run_folder import FoundRun
from workbench.store.verdict_file import write_verdicts
from workbench.store.verdicts import spend_table, verdict_table
from workbench.store.whole_file import write_whole

if TYPE_CHECKING:
    import pandas as pd

FORMAT = 1


def measure(found: FoundRun, settings: Settings) -> Summary:
    """Measure a run from its raw verdicts, decide on every judge, and write summary and reports into its folder.

    Raises:
        StoreError: the run's files are damaged, or cannot be written.
        InputError: the answer key or the user's price file cannot be read.
    """
    challenges = read_challenges(found.folder.challenges)
    summary, verdicts = summarise(found, challenges, settings)
    write_verdicts(found.folder.verdicts, verdicts)
    shown = disagreements(summary, challenges, read_attempts(found.folder.journal))
    page = html_report(summary, shown, found.manifest.judges, tool_version=__version__)
    texts = {
        found.folder.summary: write_summary(summary),
        found.folder.report_markdown: markdown_report(summary, shown),
        found.folder.report_html: page,
    }
    for path, text in texts.items():
        write_whole(path, text.encode("utf-8", "replace"))
    return summary


def summarise(found: FoundRun, challenges: Sequence[Challenge], settings: Settings) -> "tuple[Summary, pd.DataFrame]":
    """Measure a run and decide on every judge. Writes nothing.

    Returns:
        The summary, and the verdict table that it was made from.
    """
    manifest, journal = found.manifest, found.folder.journal
    verdicts = verdict_table(read_attempts(journal), manifest.judges)
    spend = spend_table(read_attempts(journal))
    counting = _Counting(manifest, challenges, verdicts, spend, read_prices(settings.prices))
    ledger = read_looks(settings, held_out=any(challenge.set is Set.HELD_OUT for challenge in challenges))
    judges = tuple(
        replace(judge, decision=counting.decision(judge, spec, ledger, settings))
        for judge, spec in zip(counting.judges(), manifest.judges, strict=True)
    )
    summary = Summary(
        format=FORMAT,
        run_id=manifest.run_id,
        bench=manifest.bench,
        created_at=manifest.created_at,
        repeats=manifest.identity.repeats,
        calls=len(verdicts),
        search=manifest.search,
        counts=manifest.counts,
        build=manifest.build,
        left_out=manifest.left_out,
        judges=judges,
        baselines=manifest.baselines,
        simulated=any(spec.kind is JudgeKind.SIMULATED for spec in manifest.judges),
        notes=manifest.notes,
    )
    return summary, verdicts


class _Counting:
    """The tables of one run, and the two ways in which they are counted: all cases, and the fresh ones."""

    def __init__(
        self,
        manifest: Manifest,
        challenges: Sequence[Challenge],
        verdicts: "pd.DataFrame",
        spend: "pd.DataFrame",
        prices: PriceTable,
    ) -> None:
        self._manifest = manifest
        self._challenges = challenges
        self._verdicts = verdicts
        self._spend = spend
        self._prices = prices

    def judges(self) -> tuple[JudgeSummary, ...]:
        """Every judge, on all cases."""
        return self._summaries(self._challenges, self._verdicts, self._manifest.judges)

    def decision(self, judge: JudgeSummary, spec: JudgeSpec, ledger: Ledger, settings: Settings) -> Decision:
        """What the gate says of one judge."""
        seen = seen_by(ledger, spec)
        fresh = None
        if seen.stale:
            kept, mine = fresh_part(self._challenges, self._verdicts, seen)
            fresh = FreshEvidence(summary=self._summaries(kept, mine, (spec,))[0])
        return decide(
            judge,
            settings.policy,
            repeats=self._manifest.identity.repeats,
            seen=seen,
            unread=len(judge.disagreements),
            fresh=fresh,
        )

    def _summaries(
        self, challenges: Sequence[Challenge], verdicts: "pd.DataFrame", specs: Sequence[JudgeSpec]
    ) -> tuple[JudgeSummary, ...]:
        return summarise_judges(
            challenges,
            verdicts,
            specs,
            repeats=self._manifest.identity.repeats,
            baselines=self._manifest.baselines,
            prices=self._prices,
            spend=self._spend,
        )

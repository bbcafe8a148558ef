"""From a finished run to its summary and reports. Needs no key, no network and no bench."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from importlib import import_module
from typing import TYPE_CHECKING

from workbench import __version__
from workbench.analysis.slices import Slices
from workbench.analysis.truth import item_table
from workbench.prices import read_prices
from workbench.records.challenge import Challenge, Set
from workbench.records.comparison import MovedItems
from workbench.records.decision import Decisions
from workbench.records.reply import Attempt, JudgeKind
from workbench.records.summary import FORMAT, Summary
from workbench.report.html import html_report, load_templates
from workbench.report.markdown import markdown_report
from workbench.report.replies import FinalReplies
from workbench.report.summary_json import write_summary
from workbench.report.view import ItemView, item_views, only_disagreements
from workbench.steps.counting import Counting
from workbench.steps.looks import read_looks
from workbench.steps.replies import read_replies
from workbench.steps.run_notes import run_notes
from workbench.steps.self_test import self_test_attempts, untested
from workbench.steps.settings import Settings
from workbench.steps.stop_early import StopEarly
from workbench.steps.stop_notes import stop_notes
from workbench.steps.stored_run import read_answer_key, unfinished, verdicts_of
from workbench.steps.trained_notes import trained_notes
from workbench.steps.versions import compare_versions
from workbench.steps.vote_notes import vote_notes
from workbench.store.decisions import read_decisions
from workbench.store.run_folder import FoundRun
from workbench.store.verdict_file import write_verdicts
from workbench.store.verdicts import both_tables
from workbench.store.whole_file import write_whole

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, kw_only=True)
class Measured:
    """A run, measured.

    Attributes:
        summary: Its summary.
        challenges: The answer key that it was made from.
        verdicts: The verdict table that it was made from.
        counted: The part of the answer key that counts: all but what people set aside.
        counted_verdicts: The verdicts on it.
        slices: In which slices of length and evidence each item is counted.
    """

    summary: Summary
    challenges: tuple[Challenge, ...]
    verdicts: "pd.DataFrame"
    counted: tuple[Challenge, ...]
    counted_verdicts: "pd.DataFrame"
    slices: Slices


def load_libraries() -> None:
    """Load what measuring needs. It takes half a second, which may pass while judges are waited for."""
    for name in ("pandas", "pyarrow.parquet", "scipy.special"):
        import_module(name)
    load_templates()


def measure(found: FoundRun, settings: Settings) -> Summary:
    """Measure a run from its raw verdicts, decide on every judge, and write summary and reports into its folder.

    Raises:
        NotMeasured: the run still owes verdicts. Nothing is written.
        StoreError: the run's files are damaged, or cannot be written.
        InputError: the user's price file cannot be read.
    """
    summary, views, slices, moved = _counted(found, settings)
    decided = read_decisions(settings.decisions)
    page = html_report(
        summary,
        views,
        found.manifest.judges,
        decisions=decided,
        slices=slices,
        moved=moved,
        tool_version=__version__,
    )
    files = {found.folder.report_html: _as_file(page)}
    # As text it takes twice the room that it takes as bytes, and the list of a large run needs it.
    del page
    files[found.folder.report_markdown] = _as_file(markdown_report(summary, only_disagreements(summary, views)))
    files[found.folder.summary] = _as_file(write_summary(summary))
    for path, content in files.items():
        write_whole(path, content)
    return summary


def _as_file(text: str) -> bytes:
    return text.encode("utf-8", "replace")


def _counted(found: FoundRun, settings: Settings) -> tuple[Summary, tuple[ItemView, ...], Slices, MovedItems]:
    """Measure a run, keep its verdict table, and gather its items. What it was counted from is let go of then."""
    replies = FinalReplies()
    measured = summarise(found, settings, on_attempt=replies.add)
    write_verdicts(found.folder.verdicts, measured.verdicts)
    summary, moved = with_versions(measured, found, settings)
    return summary, item_views(summary, measured.challenges, replies), measured.slices, moved


def with_versions(measured: Measured, found: FoundRun, settings: Settings) -> tuple[Summary, MovedItems]:
    """Return the summary of a run with what each judge fixed and broke since its version before, and on which items."""
    manifest = found.manifest
    if not manifest.earlier:
        return measured.summary, {}
    rows = item_table(
        measured.counted,
        measured.counted_verdicts,
        manifest.judges,
        repeats=manifest.identity.repeats,
        stopped_early=bool(manifest.settings.get("stop_early")),
    )
    versions = compare_versions(found, rows, Decisions.of(read_decisions(settings.decisions)))
    judges = tuple(replace(judge, since=versions.changes.get(judge.judge_id)) for judge in measured.summary.judges)
    return replace(measured.summary, judges=judges), versions.moved


def summarise(found: FoundRun, settings: Settings, *, on_attempt: Callable[[Attempt], None] | None = None) -> Measured:
    """Measure a run and decide on every judge. Writes nothing.

    Args:
        found: The run.
        settings: The bench's settings.
        on_attempt: Called with every attempt of the journal in turn, which is read once: it may be long.

    Raises:
        NotMeasured: the run still owes verdicts.
        StoreError: the run's files are damaged.
        InputError: the user's price file cannot be read.
    """
    manifest, journal = found.manifest, found.folder.journal
    challenges = read_answer_key(found)
    if not journal.exists():
        raise unfinished(found)
    ledger = read_looks(settings, held_out=any(challenge.set is Set.HELD_OUT for challenge in challenges))
    attempts = read_replies(found, ledger)
    told = attempts if on_attempt is None else _telling(attempts, on_attempt)
    verdicts, spend = both_tables(told, manifest.judges, besides=self_test_attempts(found))
    stopping = None
    if manifest.settings.get("stop_early"):
        stopping = StopEarly(found, challenges, ledger, settings)
        stopping.tell_table(verdicts)
    missing = verdicts_of(manifest, challenges) - len(verdicts) if stopping is None else stopping.missing
    if missing > 0:
        raise unfinished(found, missing=missing)
    stopped = () if stopping is None else stop_notes(stopping, verdicts, manifest.judges)
    decided = Decisions.of(read_decisions(settings.decisions))
    counting = Counting(found, challenges, verdicts, spend, read_prices(settings.prices), decided)
    counted = counting.counted()
    judges = tuple(
        replace(judge, decision=counting.decision(judge, spec, ledger, settings))
        for judge, spec in zip(counted.judges, manifest.judges, strict=True)
    )
    trained = trained_notes(ledger, found, challenges)
    noted = run_notes(settings.policy, challenges, verdicts, manifest.judges)
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
        constants=counted.constants,
        read_first=counted.read_first,
        simulated=any(spec.kind is JudgeKind.SIMULATED for spec in manifest.judges),
        notes=(*manifest.notes, *stopped, *untested(found), *trained, *noted, *vote_notes(judges)),
    )
    return Measured(
        summary=summary,
        challenges=challenges,
        verdicts=verdicts,
        counted=counting.kept,
        counted_verdicts=counting.kept_verdicts,
        slices=counted.slices,
    )


def _telling(attempts: Iterable[Attempt], on_attempt: Callable[[Attempt], None]) -> Iterator[Attempt]:
    for attempt in attempts:
        on_attempt(attempt)
        yield attempt

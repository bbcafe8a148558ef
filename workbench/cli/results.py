"""Printing what a run came to, and its exit code."""

from dataclasses import asdict
from typing import Any

from workbench.cli.batch_lines import batches_text
from workbench.cli.output import go_on, say, show, show_json, show_json_text, width
from workbench.cli.pace import pace_notes
from workbench.cli.progress import known_dollars
from workbench.records.batch import Batch
from workbench.records.estimate import Estimate
from workbench.records.summary import Summary
from workbench.report.visible import on_one_line
from workbench.report.words import dollar_words, plural
from workbench.runner.budget import Spend
from workbench.runner.outcome import Ending, RunOutcome
from workbench.steps.run import Finished

_LONGEST_CAUSE = 300
_DONE, _NOT_MEASURED, _STOPPED, _INTERRUPTED = 0, 4, 5, 130


def finish(finished: Finished, *, as_json: bool) -> int:
    """Print a run's report, or why there is none yet, and return the exit code."""
    from workbench.report.summary_json import write_summary
    from workbench.report.terminal import trust_report

    for warning in finished.warnings:
        say(f"warning: {warning}")
    summary, outcome = finished.summary, finished.outcome
    if summary is not None:
        if as_json:
            show_json_text(write_summary(summary))
        else:
            show(trust_report(summary, width=width()))
            show(f"\nreport  {finished.found.folder.report_html}")
    if outcome is not None and summary is not None and finished.asked_again:
        still = f"{outcome.progress.errors:,} of {outcome.progress.done:,}"
        say(f"{finished.asked_again:,} errors were asked again; of all that was asked now, {still} are errors")
    if finished.spend is not None and finished.spend.calls:
        say(spent_words(finished.spend, finished.estimate))
    for note in pace_notes(outcome) if outcome is not None else ():
        say(f"note: {note}")
    if summary is not None and not _gave_verdicts(summary):
        say(f"no call gave a verdict, so nothing was measured: {_cause(finished)}")
        say("mend that and run again; with --retry-errors where the judge itself stays as it is")
        return _NOT_MEASURED
    if summary is not None or outcome is None:
        return _DONE
    return _unfinished(finished, outcome, as_json=as_json)


def _gave_verdicts(summary: Summary) -> bool:
    return any(sum(judge.errors.values()) < judge.calls for judge in summary.judges)


def _cause(finished: Finished) -> str:
    """Return what the last call of the run came to, in words."""
    from workbench.store.journal_reader import read_attempts

    said = [attempt.reply.reason for attempt in read_attempts(finished.found.folder.journal) if attempt.final]
    return on_one_line(said[-1])[:_LONGEST_CAUSE] if said else "no call was made"


def _unfinished(finished: Finished, outcome: RunOutcome, *, as_json: bool) -> int:
    done, planned = outcome.progress.done, outcome.progress.planned
    say(f"{done:,} of {planned:,} verdicts are on disk in {finished.found.folder.path}; {outcome.reason}")
    if outcome.abandoned:
        say(f"cut off in flight: {plural(outcome.abandoned, 'call')}, which may have to be paid for all the same")
    say(go_on())
    if finished.still_open:
        for line in _still_open(finished.still_open):
            say(line)
    if as_json:
        show_json(_ending(finished, outcome))
    return _INTERRUPTED if outcome.ending is Ending.INTERRUPTED else _STOPPED


def _still_open(batches: tuple[Batch, ...]) -> tuple[str, ...]:
    return (
        f"{batches_text(batches)} may be at work and cost money; their results are kept for 29 days",
        "  the command with --batch fetches them; to stop them: workbench batches --cancel",
    )


def spent_words(spend: Spend, estimate: Estimate | None) -> str:
    """Say what this command spent beside what was estimated, and what it may have spent without knowing."""
    told = f"spent {dollar_words(known_dollars(spend))} in {plural(spend.calls, 'call')} to models"
    if estimate is not None and estimate.about is not None:
        told += f" (estimated: about {dollar_words(estimate.about)} in {estimate.calls:,})"
    if not spend.unsure:
        return told
    unsure = f"the bill of {plural(spend.unsure, 'call')} is not known"
    if spend.unsure_dollars is None:
        return f"{told}; {unsure}, nor how high it may be"
    return f"{told}; {unsure}, at most {dollar_words(spend.unsure_dollars, up=True)} more"


def _ending(finished: Finished, outcome: RunOutcome) -> dict[str, Any]:
    return {
        "format": 1,
        "run_id": finished.found.manifest.run_id,
        "complete": False,
        "ending": str(outcome.ending),
        "reason": outcome.reason,
        "owed": outcome.progress.planned,
        "done": outcome.progress.done,
        "cut_off": outcome.abandoned,
        "batches": [batch.name for batch in finished.still_open],
        "spend": None if finished.spend is None else asdict(finished.spend),
    }

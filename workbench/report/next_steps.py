"""What to do next, worked out from the summary alone."""

from collections.abc import Iterator

from workbench.records.summary import Level, Summary
from workbench.report.scorecard import held_out_opened, items_to_read, simulated_names
from workbench.report.words import plural


def next_steps(summary: Summary) -> tuple[str, ...]:
    """Return sentences for the end of a report, the first thing to do first; never empty."""
    return tuple(_steps(summary)) or (
        "Plant a mistake of your own in a copy of one answer and rerun: does the judge find it?",
    )


def _steps(summary: Summary) -> Iterator[str]:
    mute = [judge.name for judge in summary.judges if judge.decision and judge.decision.level is Level.INVALID]
    if mute:
        yield f"Too many calls failed ({', '.join(dict.fromkeys(mute))}): mend the cause and run again."
    search = summary.search
    if search and search.missed:
        passages = plural(len(search.missed), "question")
        yield f"{passages} never had the passage shown: mend the documents or the search before the judges."
    unread = items_to_read(summary)
    if unread:
        yield f"Read {plural(unread, 'disagreement')} and decide each time who was wrong: workbench review."
    levels = {judge.decision.level for judge in summary.judges if judge.decision}
    if levels & {Level.PLUMBING_ONLY, Level.PROVISIONAL}:
        yield "Add what the gate lists as missing, then rerun. How many cases that takes: workbench plan."
    if not held_out_opened(summary):
        yield "Once a rubric is done, open the held-out mistakes with it, one time: workbench run --with-holdout."
    if summary.judges and len(simulated_names(summary)) == len({judge.name for judge in summary.judges}):
        yield "Run a real judge: simulated ones only show that the workbench works."

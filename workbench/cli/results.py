"""Printing what a run came to, and its exit code."""

from workbench.cli.output import say, width
from workbench.runner.outcome import Ending
from workbench.steps.run import Finished

_DONE, _STOPPED, _INTERRUPTED = 0, 5, 130


def finish(finished: Finished, *, as_json: bool) -> int:
    """Print a run's report, or why there is none yet, and return the exit code."""
    from workbench.report.summary_json import write_summary
    from workbench.report.terminal import trust_report

    for warning in finished.warnings:
        say(f"warning: {warning}")
    folder, outcome = finished.found.folder, finished.outcome
    if finished.summary is None:
        assert outcome is not None  # a run without a summary ended early
        done, planned = outcome.progress.done, outcome.progress.planned
        say(f"{done:,} of {planned:,} verdicts are on disk in {folder.path}; {outcome.reason}")
        if outcome.abandoned:
            say(f"{outcome.abandoned:,} calls were cut off and may have been paid for")
        say("go on with the same command")
        return _INTERRUPTED if outcome.ending is Ending.INTERRUPTED else _STOPPED
    if as_json:
        print(write_summary(finished.summary), end="")
    else:
        print(trust_report(finished.summary, width=width()))
        print(f"report  {folder.report_html}")
    if outcome is not None and outcome.capped_waits:
        say(
            f"note: the server asked {outcome.capped_waits:,} times for a longer wait than {outcome.retry_after_cap_s:g} s"
        )
    return _DONE

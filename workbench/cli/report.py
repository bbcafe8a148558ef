"""`workbench report`: measure a run again from its raw verdicts, and write its reports."""

from pathlib import Path

from workbench.cli.options import BenchOption, JsonOption, RunOption


def report(run: RunOption = None, bench: BenchOption = Path(), as_json: JsonOption = False) -> int:
    """Measure a finished run again from its raw verdicts and write summary and reports. Needs no key and no network.

    Example:
      workbench report --run 2026-11-30-1f3a9c2b
    """
    from workbench.cli.output import show, show_json_text, width
    from workbench.report.summary_json import write_summary
    from workbench.report.terminal import trust_report
    from workbench.steps.report import report as measure_again
    from workbench.steps.settings import read_settings

    made = measure_again(read_settings(bench), run=run)
    if as_json:
        show_json_text(write_summary(made.summary))
    else:
        show(trust_report(made.summary, width=width()))
        show(f"\nreport  {made.page}")
    return 0

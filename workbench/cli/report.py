"""`workbench report`: measure a run again from its raw verdicts, and write its reports."""

from pathlib import Path

from workbench.cli.options import BenchOption, JsonOption, RunOption


def report(run: RunOption = None, bench: BenchOption = Path(), as_json: JsonOption = False) -> int:
    """Measure a finished run again from its raw verdicts and write summary and reports. Needs no key and no network.

    Example: workbench report --run 2026-11-30-1f3a9c2b
    """
    from workbench.cli.output import width
    from workbench.report.summary_json import write_summary
    from workbench.report.terminal import trust_report
    from workbench.steps.gate import find_finished
    from workbench.steps.measure import measure
    from workbench.steps.settings import read_settings

    settings = read_settings(bench)
    found = find_finished(settings, run)
    summary = measure(found, settings)
    if as_json:
        print(write_summary(summary), end="")
    else:
        print(trust_report(summary, width=width()))
        print(f"report  {found.folder.report_html}")
    return 0

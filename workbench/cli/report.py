"""`workbench report`: measure a run again from its raw verdicts, and write its reports."""

from pathlib import Path
from typing import Annotated

import typer

from workbench.cli.options import BenchOption, JsonOption, RunOption

_OWN = "With --verdicts"


def report(
    run: RunOption = None,
    verdicts: Annotated[
        Path | None,
        typer.Option(help="Verdicts of judges run elsewhere, beside labels: JSONL, CSV or Parquet. Writes nothing."),
    ] = None,
    column: Annotated[
        list[str] | None,
        typer.Option(
            metavar="THING=NAME",
            help=f"{_OWN}: which column is item, label, verdict, score, judge, repeat, style, group. Default: by name.",
        ),
    ] = None,
    verdict: Annotated[
        list[str] | None,
        typer.Option(metavar="WORD=MEANING", help=f"{_OWN}: a word that means pass, fail or error:CODE."),
    ] = None,
    label: Annotated[
        list[str] | None, typer.Option(metavar="WORD=MEANING", help=f"{_OWN}: a word that means pass, fail or skip.")
    ] = None,
    threshold: Annotated[
        float | None, typer.Option(help=f"{_OWN}: where a score turns into the other verdict; itself it passes.")
    ] = None,
    passes: Annotated[
        str, typer.Option(metavar="at_least|at_most", help=f"{_OWN}: whether high or low scores are good.")
    ] = "at_least",
    labels: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="FILE", help=f"{_OWN}: labels by item, such as what workbench audit drew, filled in. Any number."
        ),
    ] = None,
    judge: Annotated[
        str | None,
        typer.Option(metavar="JUDGE", help=f"{_OWN}: the judge (or judge@model) of a run of the bench that gave them."),
    ] = None,
    details: Annotated[
        bool,
        typer.Option(
            "--details", help="Add every rate with its interval, lengths, ranks of the evidence, kappa and alpha."
        ),
    ] = False,
    bench: BenchOption = Path(),
    as_json: JsonOption = False,
) -> int:
    """Measure a finished run again from its raw verdicts and write summary and reports. Needs no key and no network.

    With --verdicts, measure judges that were run elsewhere, without a bench. Where people labelled only some of the
    answers, or none, it says how many of all are wrong, corrected for the judge's own mistakes.

    Examples:
      workbench report --run 2026-11-30-1f3a9c2b
      workbench report --details
      workbench report --verdicts judged.csv --label correct=pass --label wrong=fail
      workbench report --verdicts in_use.csv --labels to-label.csv
      workbench report --verdicts in_use.csv --judge grounded@claude-haiku-5-5
    """
    from workbench.cli.output import show, show_json_text, width
    from workbench.report.details_text import details_text
    from workbench.report.summary_json import write_summary
    from workbench.report.terminal import trust_report
    from workbench.steps.report import report as measure_again
    from workbench.steps.settings import read_settings

    if verdicts is not None:
        from workbench.cli.external import report_external

        return report_external(
            verdicts,
            column=column or (),
            verdict=verdict or (),
            label=label or (),
            threshold=threshold,
            passes=passes,
            labels=labels or (),
            judge=judge,
            run=run,
            bench=bench,
            details=details,
            as_json=as_json,
        )
    _refuse_alone(column=column, verdict=verdict, label=label, threshold=threshold, labels=labels, judge=judge)
    made = measure_again(read_settings(bench), run=run)
    if as_json:
        show_json_text(write_summary(made.summary))
    else:
        show(trust_report(made.summary, width=width()))
        if details:
            show(f"\n{details_text(made.summary, width=width())}")
        show(f"\nreport  {made.page}")
    return 0


def _refuse_alone(**given: object) -> None:
    from workbench.errors import InputError, Problem

    problems = [
        Problem(where=f"--{name}", expected="--verdicts FILE beside it") for name, value in given.items() if value
    ]
    if problems:
        raise InputError(problems)

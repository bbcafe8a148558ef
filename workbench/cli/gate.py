"""`workbench gate`: may this judge be used?"""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from workbench.cli.options import BenchOption, JsonOption, RunOption


class AskedLevel(StrEnum):
    """The levels that a gate can ask for."""

    CERTIFIED = "certified"
    PROVISIONAL = "provisional"


def gate(
    judge: Annotated[str | None, typer.Argument(help="The judge's name. Default: every judge of the run.")] = None,
    model: Annotated[
        str | None, typer.Option("--model", help="The model it runs on, where it runs on several.")
    ] = None,
    level: Annotated[AskedLevel, typer.Option("--level", help="What it must have earned.")] = AskedLevel.CERTIFIED,
    junit: Annotated[
        Path | None, typer.Option("--junit", metavar="FILE", help="Write JUnit XML there, a test for each line.")
    ] = None,
    summary: Annotated[
        Path | None,
        typer.Option("--summary", metavar="FILE", help="Add Markdown at its end, such as $GITHUB_STEP_SUMMARY."),
    ] = None,
    run: RunOption = None,
    bench: BenchOption = Path(),
    as_json: JsonOption = False,
) -> int:
    """Decide whether a judge may be used, from the raw verdicts of a run.

    A judge that has earned the level gets a certificate in runs/certificates. One on file is worked out again from the
    raw verdicts: any change of judge, cases, policy or ledger, 90 days, and canaries that a later run (or workbench
    drift) finds changed revoke it.

    Exit codes: 0 it has earned the level; 3 the evidence speaks against it; 4 there is not enough evidence, or the
    judge or its cases have changed since the run.

    Examples:
      workbench gate grounded --model claude-haiku-5-5 --level provisional
      workbench gate grounded --junit gate.xml --summary "$GITHUB_STEP_SUMMARY"
    """
    from workbench.cli.output import show, show_json, width, write_result
    from workbench.records.summary import Level
    from workbench.report.gate_ci import gate_junit, gate_summary
    from workbench.report.gate_text import gate_json, gate_text
    from workbench.steps.gate import gate as decide
    from workbench.steps.settings import read_settings

    asked = Level.CERTIFIED if level is AskedLevel.CERTIFIED else Level.PROVISIONAL
    found = decide(read_settings(bench), judge=judge, model=model, run=run, level=asked)
    told = gate_json(
        found.judges,
        run_id=found.run_id,
        asked=asked,
        stale=found.stale,
        certificates=found.certificates,
        code=found.exit_code,
    )
    told["notes"] = list(found.notes)
    if junit is not None:
        write_result(junit, gate_junit(told))
    if summary is not None:
        write_result(summary, gate_summary(told), add=True)
    if as_json:
        show_json(told)
    else:
        show(
            gate_text(
                found.judges,
                asked=asked,
                stale=found.stale,
                certificates=found.certificates,
                notes=found.notes,
                width=width(),
            )
        )
    return found.exit_code

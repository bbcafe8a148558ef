"""`workbench compare`: which candidate, and what did a change fix and break?"""

from pathlib import Path
from typing import Annotated

import typer

from workbench.cli.gate import AskedLevel
from workbench.cli.options import BenchOption, JsonOption, read_names


def compare(
    judges: Annotated[
        list[str] | None,
        typer.Argument(help="Judges to compare, the reference first. Default: all but scripts, the dearest first."),
    ] = None,
    models: Annotated[
        str | None,
        typer.Option("--models", help="Models to compare, with commas, the reference's first. Default: all."),
    ] = None,
    run: Annotated[
        list[str] | None,
        typer.Option("--run", help="Name or path of a run; repeat it to compare runs, the reference's first."),
    ] = None,
    margin: Annotated[
        float, typer.Option("--margin", help="By how much a candidate may be worse and be good enough, as a share.")
    ] = 0.10,
    level: Annotated[
        AskedLevel, typer.Option("--level", help="What a candidate must have earned to be recommended.")
    ] = AskedLevel.CERTIFIED,
    bench: BenchOption = Path(),
    as_json: JsonOption = False,
) -> int:
    """Compare models or rubric versions on the same items: what one fixes and breaks, and which is the cheapest to use.

    Every case is its own control, so far fewer of them tell two judges apart than two rates would. Where they are too
    few, it says so instead of ranking.

    Examples:
      workbench compare grounded --level provisional
      workbench compare grounded --run 2026-11-30-1f3a9c2b --run 2026-12-01-7b20ee41
    """
    from workbench.cli.output import show, show_json, width
    from workbench.errors import InputError, Problem
    from workbench.records.summary import Level
    from workbench.report.compare_text import compare_json, compare_text
    from workbench.steps.compare import compare_candidates
    from workbench.steps.settings import read_settings

    if not 0 < margin < 1:
        expected = "a share between 0 and 1, such as 0.10 for ten points"
        raise InputError(Problem(where="--margin", expected=expected, got=str(margin)))
    asked = Level.CERTIFIED if level is AskedLevel.CERTIFIED else Level.PROVISIONAL
    found = compare_candidates(
        read_settings(bench),
        judges=judges or (),
        models=read_names("--models", models) or (),
        runs=run or (),
        level=asked,
    )
    if as_json:
        show_json(compare_json(found, margin=margin))
    else:
        show(compare_text(found, margin=margin, width=width()))
    return 0

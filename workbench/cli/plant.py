"""`workbench plant`: build the planted mistakes and near misses."""

from pathlib import Path
from typing import Annotated

import typer

from workbench.cli.options import AnswersArgument, BenchOption, JsonOption, PlantsOption, read_quota


def plant(
    answers: AnswersArgument = None,
    show_count: Annotated[int, typer.Option("--show", min=0, help="Print so many plants, to read.")] = 0,
    plants: PlantsOption = None,
    seed: Annotated[int | None, typer.Option("--seed", min=0, help="Another seed gives other plants.")] = None,
    bench: BenchOption = Path(),
    as_json: JsonOption = False,
) -> int:
    """Plant known mistakes in copies of trusted answers, and near misses that must pass.

    Held-out styles are left alone: they are built by `workbench run --with-holdout`.

    Example: workbench plant --show 10
    """
    from workbench.cli.output import say, show, show_json
    from workbench.report.plants_text import plants_text
    from workbench.steps.bench import open_bench, with_options
    from workbench.steps.plant import build_report
    from workbench.steps.plant import plant as build

    opened = with_options(open_bench(bench, answers=answers), {"plants": read_quota("--plants", plants), "seed": seed})
    key = build(opened)
    if as_json:
        show_json(build_report(key))
    else:
        show(plants_text(key.challenges, build_report(key), show=show_count))
    if opened.own:
        say(f"written to {opened.plants}")
    return 0

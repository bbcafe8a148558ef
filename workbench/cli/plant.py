"""`workbench plant`: build the planted mistakes and near misses."""

from pathlib import Path
from typing import Annotated

import typer

from workbench.cli.options import AnswersArgument, BenchOption, JsonOption


def plant(
    answers: AnswersArgument = None,
    show: Annotated[int, typer.Option("--show", min=0, help="Print so many plants, to read.")] = 0,
    plants: Annotated[str | None, typer.Option("--plants", help="Planted mistakes a rule: a number, or all.")] = None,
    seed: Annotated[int | None, typer.Option("--seed", min=0, help="Another seed gives other plants.")] = None,
    bench: BenchOption = Path(),
    as_json: JsonOption = False,
) -> int:
    """Plant known mistakes in copies of trusted answers, and near misses that must pass.

    Held-out styles are left alone: they are built by `workbench run --with-holdout`.

    Example: workbench plant --show 10
    """
    from workbench.cli.output import print_json, say
    from workbench.report.plants_text import plants_text
    from workbench.steps.answer_key import build_answer_key
    from workbench.steps.bench import open_bench, with_options
    from workbench.steps.plant import build_report, keep_answer_key
    from workbench.steps.quota import read_quota

    opened = with_options(open_bench(bench, answers=answers), {"plants": read_quota("--plants", plants), "seed": seed})
    key = build_answer_key(opened, held_out=False)
    if opened.own:
        keep_answer_key(opened, key)
    if as_json:
        print_json(build_report(key))
    else:
        print(plants_text(key.challenges, build_report(key), show=show), end="")
        if opened.own:
            say(f"written to {opened.plants}")
    return 0

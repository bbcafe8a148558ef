"""`workbench init`: a bench to fill."""

from pathlib import Path
from typing import Annotated

import typer

from workbench.cli.options import JsonOption


def init(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Where to make the bench.")] = Path(),
    answers: Annotated[
        Path | None,
        typer.Option(
            "--answers",
            metavar="FILE|FOLDER",
            help="Saved answers that you have: JSONL, or a folder of Markdown. They stay where they are.",
        ),
    ] = None,
    sample: Annotated[bool, typer.Option("--sample", help="Fill it with the sample, as demo does.")] = False,
    as_json: JsonOption = False,
) -> int:
    """Make a bench: settings with a word on each, two rubrics to tune, and room for your answers.

    Overwrites nothing: a folder that is a bench already stays as it is. With --answers, settings name the answers that
    you have, and the rules and labels found in them are told. Answers in the form of another tool, or as CSV or
    Parquet, are brought in first: workbench import.

    Examples:
      workbench init my-bench
      workbench init my-bench --answers answers.jsonl
      workbench init my-bench --sample
    """
    from workbench.cli.output import show, show_json, width
    from workbench.report.made_bench import made_json, made_text
    from workbench.steps.init import init_bench

    made = init_bench(folder, answers=answers, sample=sample)
    if as_json:
        show_json(made_json(made))
    else:
        show(made_text(made, width=width()))
    return 0

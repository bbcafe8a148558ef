"""`workbench cascade`: cheap judges first, dear ones where they are needed."""

from pathlib import Path
from typing import Annotated

import typer

from workbench.cli.options import BenchOption, JsonOption, RunOption


def cascade(
    stages: Annotated[
        list[str], typer.Argument(help="Judges in the order in which they are asked: judge, judge@model, with :calls.")
    ],
    run: RunOption = None,
    bench: BenchOption = Path(),
    as_json: JsonOption = False,
) -> int:
    """Replay a cascade on the recorded verdicts of a run: what it would have caught, alarmed and cost. Asks nobody.

    A script decides where it fails an answer, a judge in the middle where its calls agree (2 unless said otherwise),
    the last one always. Alarms of the stages add up.

    Example:
      workbench cascade numbers grounded@claude-haiku-5-5:2 grounded@claude-sonnet-5-5
    """
    from workbench.cli.output import show, show_json, width
    from workbench.report.cascade_text import cascade_json, cascade_text
    from workbench.steps.cascade import cascade as replay
    from workbench.steps.settings import read_settings

    found = replay(read_settings(bench), stages=stages, run=run)
    if as_json:
        show_json(cascade_json(found))
    else:
        show(cascade_text(found, width=width()))
    return 0

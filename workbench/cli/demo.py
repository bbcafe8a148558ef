"""`workbench demo`: the sample bench, run and reported."""

from pathlib import Path
from typing import Annotated

import typer

from workbench.cli.options import JsonOption


def demo(
    folder: Annotated[Path, typer.Argument(help="Where to put the sample bench.")] = Path("workbench-demo"),
    as_json: JsonOption = False,
) -> int:
    """Copy the sample bench into a folder and run the main job on it. Asks no model, so it needs no key.

    Example:
      workbench demo my-bench
    """
    from workbench.cli.output import say
    from workbench.cli.progress import ProgressLine
    from workbench.cli.results import finish
    from workbench.steps.bench import open_bench
    from workbench.steps.candidates import Models
    from workbench.steps.demo import make_demo
    from workbench.steps.plan import plan_run
    from workbench.steps.run import run_plan

    made = make_demo(folder)
    say(f"the sample bench is in {folder}" if made else f"{folder} is a bench already; it is run as it is")
    # Whoever has a key set for other work does not mean to pay for a look at the sample.
    plan = plan_run(open_bench(folder), held_out=True, use=Models.LEFT_OUT)
    for note in plan.candidates.notes:
        say(f"note: {note}")
    watch = ProgressLine()
    finished = run_plan(plan, watch=watch)
    watch.done()
    return finish(finished, as_json=as_json)

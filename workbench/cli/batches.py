"""`workbench batches`: the message batches that are not fetched, and how to be rid of them."""

from pathlib import Path
from typing import Annotated

import typer

from workbench.cli.options import BenchOption, JsonOption

_NOT_CANCELLED = 2


def batches(
    cancel: Annotated[bool, typer.Option("--cancel", help="Cancel those that are at work.")] = False,
    give_up: Annotated[
        str | None,
        typer.Option("--give-up", metavar="BATCH", help="Expect nothing of it, so that its calls are made again."),
    ] = None,
    run: Annotated[str | None, typer.Option("--run", help="Only those of this run, by name or path.")] = None,
    bench: BenchOption = Path(),
    as_json: JsonOption = False,
) -> int:
    """List the message batches of `workbench run --batch` that are not fetched, of all runs of the bench.

    What a cancelled batch has done by then is paid for and fetched as ever; the rest is asked for by the next run.
    Where one could not be cancelled, the command exits with 2.
    Give up a batch only where its results are gone for good: what it has done is then paid for twice.

    Example:
      workbench batches --cancel
    """
    from workbench.cli.output import say, show, show_json
    from workbench.report.visible import on_one_line
    from workbench.steps.batch_list import give_up as give_up_one
    from workbench.steps.batch_list import list_batches
    from workbench.steps.settings import read_settings

    settings = read_settings(bench)
    listed = (give_up_one(settings, give_up),) if give_up else list_batches(settings, run=run, cancel=cancel)
    # Who cancels relies on it: a batch that may still be at work is no success.
    code = _NOT_CANCELLED if cancel and not all(one.known for one in listed) else 0
    if as_json:
        rows = [
            {"run_id": one.run_id, "batch": one.batch.name, "calls": len(one.batch.calls), "state": one.state}
            for one in listed
        ]
        show_json({"format": 1, "batches": rows})
        return code
    for one in listed:
        calls = f"{len(one.batch.calls):,} calls"
        show(on_one_line(f"{one.batch.name}  {calls}  {one.state}  sent {one.batch.at[:16]}Z  run {one.run_id}"))
    if not listed:
        say("no batch is open")
    elif not give_up:
        say("fetch their results with the command that sent them: workbench run --batch")
    return code

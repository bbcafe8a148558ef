"""The command line: one file a command; this one gathers them and turns errors into exit codes."""

import gc
import io
import os
import sys

import typer

from workbench.cli import batches, cascade, compare, demo, gate, plan, plant, report, run, search, show
from workbench.cli.exits import exits

EXAMPLES = """Test the model that judges your document assistant before it may gate anything.

\b
  workbench demo my-bench          a sample bench, run and reported, without a key
  workbench search                 did the search bring the right passage?
  workbench plan                   how many cases does it take, and what do they cost?
  workbench run                    run every judge on clean, planted and near-miss answers
  workbench show                   read the disagreements, and decide who was wrong
  workbench compare                which candidate is better, and which the cheapest to use?
  workbench gate grounded          may this judge gate? exit code 0, 3 or 4
"""

_OBJECTS_BETWEEN_COLLECTIONS = 50_000

app = typer.Typer(
    help=EXAMPLES,
    no_args_is_help=True,
    add_completion=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
for _command in (
    demo.demo,
    search.search,
    plan.plan,
    plant.plant,
    run.run,
    batches.batches,
    report.report,
    show.show,
    compare.compare,
    cascade.cascade,
    gate.gate,
):
    app.command()(exits(_command))


@app.callback(invoke_without_command=True)
def _root(
    version: bool = typer.Option(False, "--version", help="Print the version and stop.", is_eager=True),
) -> None:
    if version:
        from workbench import __version__

        typer.echo(f"workbench {__version__}")
        raise typer.Exit


def main() -> None:
    """Run the command line and exit with its code."""
    # A stream that was closed before the start is none at all to Python; what is written to it is not wanted.
    sys.stdout = sys.stdout or _nowhere()
    sys.stderr = sys.stderr or _nowhere()
    for stream in (sys.stdout, sys.stderr):
        # A terminal that cannot show a character gets its escape instead of a crash.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    # An SDK and pandas are hundreds of thousands of objects that are made at once and stay. The collector is to look
    # through them neither every 700 new ones nor at the end of the process, when all memory is given back anyway.
    gc.set_threshold(_OBJECTS_BETWEEN_COLLECTIONS)
    try:
        app()
    finally:
        gc.freeze()


def _nowhere() -> io.TextIOWrapper:
    # It stays open as long as the process, as the usual streams do.
    return open(os.open(os.devnull, os.O_WRONLY), "w", encoding="utf-8", closefd=False)

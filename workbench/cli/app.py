"""The command line: one file a command; this one gathers them and turns errors into exit codes."""

import gc
import io
import os
import re
import sys
from inspect import getdoc

import typer

from workbench.cli import (
    audit,
    batches,
    cascade,
    check,
    compare,
    counterfactual,
    demo,
    drift,
    gate,
    grade,
    import_,
    init,
    plan,
    plant,
    report,
    review,
    run,
    search,
    show,
    stage,
    threshold,
    train,
)
from workbench.cli.exits import exits
from workbench.cli.usage import Commands

EXAMPLES = """Test the model that judges your document assistant before it may gate anything.

\b
  workbench demo my-bench      a sample bench, run and reported, without a key
  workbench init               a bench for your own answers, here
  workbench check              is it ready, and what is next?
  workbench COMMAND --help     what a command does, with an example

A bench is a folder whose workbench.toml names your saved answers. Commands work on the one they are started in, or on
--bench FOLDER. The usual way: init, check, search, plant, run, review, compare, gate, grade.
"""

_OBJECTS_BETWEEN_COLLECTIONS = 50_000


def _as_written(doc: str) -> str:
    """Keep the lines of a docstring's examples as they stand: a wrapped command cannot be copied."""
    return re.sub(r"(?m)^Examples?:$", "\b\n\\g<0>", doc)


app = typer.Typer(
    cls=Commands,
    help=EXAMPLES,
    no_args_is_help=True,
    add_completion=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
for _command, _short in (
    (demo.demo, "The main job on a sample bench, without a key."),
    (init.init, "Make a bench: settings, rubrics, room for answers."),
    (check.check, "Is this bench ready, and what is next?"),
    (import_.import_, "Bring answers in from files of other tools."),
    (search.search, "Was the passage that holds the answer retrieved?"),
    (stage.stage, "Where did wrong answers go wrong?"),
    (counterfactual.counterfactual, "Does the system read, or know the answer?"),
    (plant.plant, "Plant known mistakes; read them, decide on them."),
    (plan.plan, "How many cases does a level take, at what cost?"),
    (run.run, "Run every judge on every item, and report."),
    (batches.batches, "Which batches of run --batch are still open?"),
    (show.show, "Read the disagreements: who was wrong?"),
    (review.review, "The same in the browser, decision by decision."),
    (report.report, "The report of a run again, without a key."),
    (audit.audit, "Which answers in use should a person label?"),
    (compare.compare, "What did another model or rubric fix and break?"),
    (cascade.cascade, "Cheap judges first: what would that come to?"),
    (threshold.threshold, "Which threshold for a judge that gives scores?"),
    (train.train, "Train a cheap judge on the planted mistakes."),
    (gate.gate, "May this judge be used? Exit code 0, 3 or 4."),
    (drift.drift, "Is it still the judge that was certified?"),
    (grade.grade, "How good are new answers, by a certified judge?"),
):
    # `import` is a word of Python's own, so the function has another name.
    _name = _command.__name__.removesuffix("_")
    app.command(_name, short_help=_short, help=_as_written(getdoc(_command) or ""))(exits(_command))


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

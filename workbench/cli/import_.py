"""`workbench import`: answers out of the files of other tools."""

from pathlib import Path
from typing import Annotated

import typer

from workbench.cli.options import JsonOption

_NOTHING = 2


def import_(
    files: Annotated[list[Path], typer.Argument(metavar="FILE", help="What another tool saved; or folders of it.")],
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="FILE|FOLDER", help="Where to: a .jsonl file, or a new folder for Markdown."),
    ] = None,
    column: Annotated[
        list[str] | None,
        typer.Option(
            metavar="THING=NAME", help="Which field is id, question, passages, answer, label, group or asked_at."
        ),
    ] = None,
    label: Annotated[
        list[str] | None, typer.Option(metavar="WORD=MEANING", help="A word that means pass, fail or skip.")
    ] = None,
    form: Annotated[
        str | None, typer.Option("--format", metavar="NAME", help="What the files are, where the guess is wrong.")
    ] = None,
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Replace the file that --out names.")] = False,
    as_json: JsonOption = False,
) -> int:
    """Bring answers in: Ragas, DeepEval, LangSmith, Langfuse, Phoenix, OpenTelemetry, promptfoo, Inspect, tables.

    Says what the files are taken for, which of their fields is what, and which rows cannot be used and why. Without
    --out, nothing is written. Files are JSON, JSONL, CSV, Parquet or an Inspect archive, packed with gzip or not;
    formats by name: inspect, promptfoo, spans, langsmith, langfuse, ragas, deepeval, plain.

    A label is what a person said of an answer. Scores of metrics are none: workbench report --verdicts measures those.

    Examples:
      workbench import traces.jsonl
      workbench import traces.jsonl --out answers.jsonl
      workbench import graded.csv --column question=prompt --label good=pass --label bad=fail --out labelled.jsonl
    """
    from workbench.cases.importers.asked import read_asked
    from workbench.cli.output import show, show_json, width
    from workbench.external.words import read_words
    from workbench.report.import_text import import_json, import_text, next_lines
    from workbench.steps.import_answers import import_answers

    imported = import_answers(
        files,
        asked=read_asked(column or ()),
        words=read_words(verdict=(), label=label or ()).label,
        form=form,
        write_to=(out, overwrite),
        tell=lambda found: None if as_json else show(import_text(found, width=width())),
    )
    if as_json:
        show_json(import_json(imported, written=None if out is None else str(out)))
    else:
        show("\n".join(next_lines(imported, written=None if out is None else str(out))))
    return 0 if imported.usable else _NOTHING

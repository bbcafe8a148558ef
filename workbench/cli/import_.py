"""`workbench import`: answers out of the files of other tools."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from workbench.cli.options import JsonOption

if TYPE_CHECKING:
    from workbench.records.imported import Imported

_NOTHING = 2


def import_(
    files: Annotated[list[Path], typer.Argument(metavar="FILE", help="What another tool saved; or folders of it.")],
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="FILE|FOLDER", help="Where to: a .jsonl file, or a new folder for Markdown."),
    ] = None,
    in_use: Annotated[
        Path | None,
        typer.Option("--in-use", metavar="FILE", help="A .jsonl file for what nobody labelled, and for errors."),
    ] = None,
    column: Annotated[
        list[str] | None,
        typer.Option(
            metavar="THING=NAME",
            help="Which field is id, question, passages, answer, label, group, asked_at, error or confidence.",
        ),
    ] = None,
    label: Annotated[
        list[str] | None, typer.Option(metavar="WORD=MEANING", help="A word that means pass, fail or skip.")
    ] = None,
    form: Annotated[
        str | None, typer.Option("--format", metavar="NAME", help="What the files are, where the guess is wrong.")
    ] = None,
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Replace the files that are there.")] = False,
    as_json: JsonOption = False,
) -> int:
    """Bring answers in: Ragas, DeepEval, LangSmith, Langfuse, Phoenix, OpenTelemetry, promptfoo, Inspect, tables.

    Says what the files are taken for, which of their fields is what, and which rows cannot be used and why. Without
    --out, nothing is written. Files are JSON, JSONL, CSV, Parquet or an Inspect archive, packed with gzip or not;
    formats by name: inspect, promptfoo, spans, langsmith, langfuse, ragas, deepeval, plain.

    With --in-use, --out takes what people labelled, and --in-use all else: answers without a label, those that nothing
    was found for, and questions on which the system failed. Without --out, it takes all of them.

    For passages, --column may name a field, several fields with commas, or the tool, span or observation that brought
    them.

    A label is what a person said of an answer. Scores of metrics are none: workbench report --verdicts measures those.

    Examples:
      workbench import traces.jsonl
      workbench import traces.jsonl --out answers.jsonl
      workbench import traces.jsonl --out labelled.jsonl --in-use in-use.jsonl
      workbench import graded.csv --column question=prompt --label good=pass --label bad=fail --out labelled.jsonl
    """
    from workbench.cases.importers.asked import read_asked
    from workbench.cli.output import show, show_json, width
    from workbench.cli.row_line import RowLine
    from workbench.external.words import read_words
    from workbench.report.import_text import import_json, import_text, next_lines
    from workbench.steps.answer_files import Targets
    from workbench.steps.import_answers import import_answers

    line = RowLine()

    def tell(found: "Imported") -> None:
        line.done()
        if not as_json:
            show(import_text(found, width=width()))

    try:
        imported = import_answers(
            files,
            asked=read_asked(column or (), words=read_words(verdict=(), label=label or ()).label, form=form),
            targets=Targets(out=out, in_use=in_use, overwrite=overwrite),
            tell=tell,
            progressed=line.read,
        )
    finally:
        line.done()
    places = {"out": None if out is None else str(out), "in_use": None if in_use is None else str(in_use)}
    if as_json:
        show_json(import_json(imported, **places))
    else:
        show("\n".join(next_lines(imported, **places)))
    return 0 if imported.usable or imported.failed or imported.unshown else _NOTHING

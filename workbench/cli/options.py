"""Options that several commands share, so that they have one name and one help text."""

from pathlib import Path
from typing import Annotated

import typer

BenchOption = Annotated[
    Path, typer.Option("--bench", help="Folder of the bench; its settings may stand in a folder above.")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")]
AnswersArgument = Annotated[
    Path | None,
    typer.Argument(
        help="Saved answers: a folder of Markdown files, one file, or JSONL. Default: those of the settings."
    ),
]
QuestionsOption = Annotated[
    Path | None, typer.Option("--questions", help="Questions with evidence phrases, as JSONL. Default: settings.")
]
RunOption = Annotated[str | None, typer.Option("--run", help="Name or path of a run. Default: the newest.")]


def names(text: str | None) -> tuple[str, ...] | None:
    """Read a comma-separated list of names; None where the option was not given."""
    return None if text is None else tuple(name.strip() for name in text.split(",") if name.strip())

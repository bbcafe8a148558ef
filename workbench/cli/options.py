"""Options that several commands share, so that they have one name and one help text."""

from pathlib import Path
from typing import Annotated

import typer

from workbench.errors import InputError, Problem

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
NaturalOption = Annotated[
    Path | None,
    typer.Option("--natural", help="Real answers that a person labelled, as JSONL or CSV. Default: settings."),
]
RunOption = Annotated[str | None, typer.Option("--run", help="Name or path of a run. Default: the newest.")]
PlantsOption = Annotated[
    str | None, typer.Option("--plants", metavar="NUMBER|all", help="Planted mistakes a rule. Default: settings.")
]


def read_names(option: str, text: str | None) -> tuple[str, ...] | None:
    """Read a comma-separated list of names; None where the option was not given.

    Raises:
        InputError: there is no name in it, or one comes twice.
    """
    if text is None:
        return None
    names = tuple(name.strip() for name in text.split(",") if name.strip())
    if not names or len(set(names)) < len(names):
        expected = "names with commas between them, each once"
        raise InputError(Problem(where=option, expected=expected, got=repr(text)))
    return names


def read_quota(option: str, text: str | None) -> int | str | None:
    """Read a quota; None where it was not given.

    Raises:
        InputError: it is neither a whole number from 1 nor `all`.
    """
    if text is None or text == "all":
        return text
    if not text.isascii() or not text.isdigit() or int(text) < 1:
        raise InputError(Problem(where=option, expected="a whole number from 1, or all", got=repr(text)))
    return int(text)

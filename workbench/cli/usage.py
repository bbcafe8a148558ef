"""What is wrong with the value of an option, in the words of every other error: what was expected, and what came."""

import re
from typing import Any

import typer
from typer.core import TyperGroup

from workbench.cli.output import say

_BAD_USAGE = 2
_NOT_ONE = re.compile(r"(?:Value error, )?(?P<got>.+) is not one of (?P<known>.+?)\.?", re.DOTALL)
_KINDS = {"integer": "a whole number", "number": "a number", "float": "a number", "boolean": "true or false"}
_KIND = re.compile(rf"\bvalid ({'|'.join(_KINDS)})\b")


class Commands(TyperGroup):
    """The commands. A value that is none is said as other mistakes are; all else is as Typer has it."""

    def invoke(self, ctx: Any) -> Any:  # noqa: ANN401 - Typer's own context and whatever a command returns
        """Run the command that was asked for."""
        try:
            return super().invoke(ctx)
        except typer.BadParameter as error:
            # A missing argument is a mistake of another kind, and a class of its own.
            if type(error) is not typer.BadParameter or error.param is None:
                raise
            say(f"error: {error.param.opts[-1]}: {_in_our_words(error)}")
            raise typer.Exit(_BAD_USAGE) from error


def _in_our_words(error: typer.BadParameter) -> str:
    if match := _NOT_ONE.fullmatch(error.message):
        return f"expected one of {match['known'].replace(chr(39), '')}, got {match['got']}"
    if match := _KIND.search(error.message):
        return f"expected {_KINDS[match[1]]}{_got(error)}"
    return error.message.removeprefix("Value error, ")


def _got(error: typer.BadParameter) -> str:
    """Say what came where what went wrong inside tells it."""
    told = getattr(error.__cause__, "errors", None)
    came = told()[0].get("input") if callable(told) else None
    return f", got {came!r}" if isinstance(came, str) else ""

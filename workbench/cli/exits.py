"""From what a command returns or raises to the exit code of the process."""

import errno
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec

import typer

from workbench.cli.output import go_on, say
from workbench.errors import WorkbenchError

INTERRUPTED = 130
_BAD_INPUT = 2
_SHOWN = 60

P = ParamSpec("P")


def exits(command: Callable[P, int]) -> Callable[P, None]:
    """Make a command exit with the code it returns, and say a user's mistake without a traceback.

    Anything that is not a WorkbenchError is a bug and keeps its traceback; the process then exits with 1.
    """

    @wraps(command)
    def exiting(*args: P.args, **kwargs: P.kwargs) -> None:
        raise typer.Exit(_code(command, *args, **kwargs))

    return exiting


def _code(command: Callable[P, int], *args: P.args, **kwargs: P.kwargs) -> int:
    try:
        return command(*args, **kwargs)
    except WorkbenchError as error:
        say(f"error: {error}")
        return error.exit_code
    except OSError as error:
        # No step asks of each path whether the system has room for its name: any of them may come from a user.
        if error.errno != errno.ENAMETOOLONG:
            raise
        say(f"error: no file can have a name of so many characters: {str(error.filename)[:_SHOWN]}...")
        return _BAD_INPUT
    except KeyboardInterrupt:
        say(f"interrupted; nothing that was paid for is lost, {go_on()}")
        return INTERRUPTED

"""From what a command returns or raises to the exit code of the process."""

import os
import sys
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec

import typer

from workbench.errors import WorkbenchError

INTERRUPTED = 130

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
        code = command(*args, **kwargs)
        sys.stdout.flush()
    except WorkbenchError as error:
        print(f"error: {error}", file=sys.stderr)
        return error.exit_code
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read our output has gone; what is left in the buffer must not raise at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return code

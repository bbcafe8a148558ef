"""Printing: results on stdout, talk on stderr. A reader that has gone does not stop a run or change its exit code."""

import json
import os
import shlex
import shutil
import sys
from pathlib import Path
from typing import Any, TextIO

from workbench.errors import StoreError, WriteError
from workbench.report.visible import visible
from workbench.store.whole_file import write_whole


def show(text: str) -> None:
    """Print a result; a text that ends with a line end gets no second one. It cannot steer the terminal either."""
    _print(visible(text))


def show_json(value: Any) -> None:  # noqa: ANN401 - any JSON value
    """Print one JSON document."""
    show_json_text(json.dumps(value, indent=2, ensure_ascii=False, allow_nan=False))


def show_json_text(text: str) -> None:
    r"""Print one JSON document that is text already, such as a file's.

    Where the terminal's encoding cannot hold every character, they are printed as JSON escapes (`\u00e9`). The escapes
    that Python would put in their place are not JSON.
    """
    if sys.stdout.encoding.casefold().replace("_", "-") not in ("utf-8", "utf8"):
        text = "".join(part if part.isascii() else json.dumps(part, allow_nan=False)[1:-1] for part in text)
    _print(text)


def write_result(path: Path, text: str, *, add: bool = False) -> None:
    """Write a result into a file that the user named, or add it at the end. A new file is there whole or not at all.

    What UTF-8 cannot hold is written as its escape.

    Raises:
        StoreError: the file cannot be written.
    """
    if not os.path.lexists(path):
        write_whole(path, text.encode("utf-8", "backslashreplace"))
        return
    # What is there already may be more than a file: a link, a pipe, or the summary of a build server.
    try:
        with path.open("a" if add else "w", encoding="utf-8", errors="backslashreplace", newline="\n") as file:
            file.write(text)
    except OSError as error:
        raise StoreError(f"cannot write {path}: {error.strerror or error}") from error


def say(text: str) -> None:
    """Say something to the person at the terminal. What it holds of files and servers cannot steer the terminal."""
    write_talk(f"{visible(text)}\n")


def write_talk(text: str) -> None:
    """Write to stderr as it stands."""
    _write(sys.stderr, text)


def go_on() -> str:
    """Say with which command a run goes on: the one that was given, ready to be copied.

    Without `--again`, which would start it anew.
    """
    given = sys.argv[1:]
    kept = [argument for argument in given if argument != "--again"]
    program = ["python", "-m", "workbench"] if sys.argv[0].endswith("__main__.py") else ["workbench"]
    same = " the same command" if kept == given else ""
    return f"go on with{same}: {visible(shlex.join([*program, *kept]))}"


def width() -> int:
    """Columns of the terminal; 100 where the output is piped."""
    return shutil.get_terminal_size((100, 24)).columns if sys.stdout.isatty() else 100


def _print(text: str) -> None:
    _write(sys.stdout, text if text.endswith("\n") else f"{text}\n")


def _write(stream: TextIO, text: str) -> None:
    try:
        stream.write(text)
        stream.flush()
    except OSError as error:
        # What is left in the buffer must not raise at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
        # Whoever read this may go, as `head` does; and where talk finds no room, the results still may.
        if stream is sys.stdout and not isinstance(error, BrokenPipeError):
            said = f"cannot write the result to standard output: {error.strerror or error}"
            raise WriteError(f"{said}\n  make room there, then give the same command again") from error

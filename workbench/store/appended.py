"""Files that only ever grow: whole lines at the end, on the disk before anybody relies on them."""

import os
from collections.abc import Callable
from pathlib import Path

from workbench.errors import StoreError

_LOCK_S = 30


def append_lines(path: Path, lines: bytes, check: Callable[[Path], object]) -> None:
    """Add whole lines at the end of a file. They are on the disk when this returns.

    A last line that a crash cut off is cut away first; nothing is added to a file that does not pass its check.

    Args:
        path: The file; it and its folder are made where they are missing.
        lines: What to add, ending in a newline.
        check: Reads the file and raises where it is damaged.

    Raises:
        StoreError: the file is damaged, or cannot be written.
    """
    from filelock import FileLock, Timeout

    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with FileLock(f"{path}.lock", timeout=_LOCK_S):
            check(path)
            whole = path.read_bytes().rfind(b"\n") + 1 if path.exists() else 0
            with path.open("ab") as file:
                file.truncate(whole)
                file.write(lines)
                file.flush()
                os.fsync(file.fileno())
    except Timeout as error:
        raise StoreError(f"{path}: another process has held the file for {_LOCK_S} s; try again") from error
    except OSError as error:
        raise StoreError(f"{path}: cannot be written: {error.strerror or error}") from error


def whole_lines(path: Path) -> list[bytes]:
    """Return the lines of a file that end in a newline; none where the file is not there.

    Raises:
        StoreError: the file cannot be read.
    """
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return []
    except OSError as error:
        raise StoreError(f"{path}: cannot be read: {error.strerror or error}") from error
    return data.split(b"\n")[:-1]

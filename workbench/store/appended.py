"""Files that only ever grow: whole lines at the end, on the disk before anybody relies on them."""

import json
import os
from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any

from workbench.errors import StoreError

_LOCK_S = 30


def append_lines(path: Path, lines: bytes, check: Callable[[Path], object], *, private: bool = False) -> None:
    """Add whole lines at the end of a file. They are on the disk when this returns.

    A last line that a crash cut off is cut away first, one that only lacks its line end gets it; nothing is added to a
    file that does not pass its check.

    Args:
        path: The file; it and its folder are made where they are missing.
        lines: What to add, ending in a newline.
        check: Reads the file and raises where it is damaged.
        private: Whether a file that is made here is for its owner alone.

    Raises:
        StoreError: the file is damaged, or cannot be written.
    """
    from filelock import FileLock, Timeout

    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with FileLock(f"{path}.lock", timeout=_LOCK_S):
            check(path)
            kept = b"".join(line + b"\n" for line in whole_lines(path))
            with open(path, "ab", opener=_for_the_owner if private else None) as file:
                file.truncate(min(len(kept), file.tell()))
                file.write(kept[file.tell() :] + lines)
                file.flush()
                os.fsync(file.fileno())
    except Timeout as error:
        raise StoreError(f"{path}: another process has held the file for {_LOCK_S} s; try again") from error
    except OSError as error:
        raise StoreError(f"{path}: cannot be written: {error.strerror or error}") from error


def whole_lines(path: Path) -> list[bytes]:
    """Return the lines of a file, without a last one that was cut off; none where the file is not there.

    A last line without a line end is whole where it is one JSON object, as an editor may leave it.

    Raises:
        StoreError: the file cannot be read.
    """
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return []
    except OSError as error:
        raise StoreError(f"{path}: cannot be read: {error.strerror or error}") from error
    *lines, last = data.split(b"\n")
    return [*lines, last] if _is_object(last) else lines


def versioned_object(line: bytes, fields: Collection[str], *, version: int, where: str, wrong: str) -> dict[str, Any]:
    """Return the JSON object of a line that holds exactly these fields and `v`, its format.

    Args:
        line: The line without its end.
        fields: The fields beside `v`.
        version: The format that is read here.
        where: The place, for messages.
        wrong: What to say of a line that is something else.

    Raises:
        StoreError: the line is something else, or of a newer format.
    """
    try:
        value = json.loads(line.decode("utf-8", "surrogatepass"))
    except (ValueError, RecursionError):
        raise StoreError(f"{where}: {wrong}") from None
    found = value.get("v") if isinstance(value, dict) else None
    if type(found) is int and found > version:
        raise StoreError(f"{where}: written by a newer version of the workbench (format {found})")
    if found != version or set(value) != {"v", *fields}:
        raise StoreError(f"{where}: {wrong}")
    return {name: value[name] for name in fields}


def _for_the_owner(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def _is_object(line: bytes) -> bool:
    try:
        return isinstance(json.loads(line), dict)
    except (ValueError, RecursionError):
        return False

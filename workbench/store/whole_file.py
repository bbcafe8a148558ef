"""Write a file whole or not at all."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from workbench.errors import StoreError


def write_whole(path: Path, data: bytes) -> None:
    """Write a file so that a reader, even after a crash, finds the old one or the new one and never a part.

    Raises:
        StoreError: the folder is missing or cannot be written, or the disk is full. The old file is untouched.
    """
    with replacing(path) as draft:
        draft.write_bytes(data)


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Give a path to write to; when the block ends well, that file takes the place of `path`.

    Raises:
        StoreError: as for `write_whole`.
    """
    draft = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        yield draft
        with draft.open("rb+") as file:
            os.fsync(file.fileno())
        draft.replace(path)
    except OSError as error:
        raise StoreError(f"cannot write {path}: {error.strerror or error}") from error
    finally:
        with suppress(OSError):
            draft.unlink(missing_ok=True)

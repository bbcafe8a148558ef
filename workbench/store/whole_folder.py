"""Write a folder of files whole or not at all."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from workbench.errors import StoreError


@contextmanager
def new_folder(path: Path) -> Iterator[Path]:
    """Give a folder to write into; when the block ends well, it becomes `path`, which may be there but must be empty.

    Raises:
        StoreError: it cannot be written, or something else has come to be at `path` meanwhile.
    """
    draft = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        draft.mkdir()
        yield draft
        if path.is_dir():
            path.rmdir()
        draft.rename(path)
    except OSError as error:
        raise StoreError(f"cannot write {path}: {error.strerror or error}") from error
    finally:
        shutil.rmtree(draft, ignore_errors=True)

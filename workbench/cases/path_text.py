"""Paths as text in UTF-8, whatever the locale says.

Files hold names in UTF-8 and an id comes from a file's name, so both must be the same on every machine. Python reads
file names by the locale, and with LC_ALL=C or Latin-1 it makes something else of the same bytes.
"""

import os
from pathlib import Path


def path_text(path: Path) -> str:
    """Return a path as text. A byte that is not UTF-8 becomes a lone surrogate, as Python has it."""
    return os.fsencode(path).decode("utf-8", "surrogateescape")


def text_path(text: str) -> Path:
    """Return the path that a text names; the inverse of `path_text`."""
    return Path(os.fsdecode(text.encode("utf-8", "surrogateescape")))

"""What to do with a file that turns out to be another tool's."""

from collections.abc import Sequence
from pathlib import Path

from workbench.cases.path_text import path_text
from workbench.errors import InputError, Problem


def unreadable(path: Path, problems: Sequence[Problem], *, any_read: bool) -> InputError:
    """Return the error for answers that cannot be used, with the way to bring them in where no row could be read."""
    return InputError(problems, hint="" if any_read else _hint(path))


def _hint(path: Path) -> str:
    # Loaded here: the formats of other tools are no business of a file that can be read.
    from workbench.cases.importers.asked import read_asked
    from workbench.cases.importers.catalogue import prepare_all
    from workbench.cases.importers.source import open_source

    try:
        file = next((one for one in sorted(path.iterdir()) if one.is_file()), path) if path.is_dir() else path
        source = open_source(file)
        if {"id", "question", "answer"} <= {*source.names}:
            return ""
        first = next(prepare_all([source], read_asked(())), None)
    except (InputError, OSError):
        return ""
    if first is None:
        return ""
    return f"its fields have other names ({first.title}): bring it in first with: workbench import {path_text(file)}"

"""Laying out a new bench: its files, and last of all the settings that make a bench of them."""

import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from workbench.errors import InputError, Problem, StoreError
from workbench.judges.rubric import shipped_rubric
from workbench.records.rules import RULES
from workbench.steps.settings import FILE, settings_file
from workbench.store.whole_file import write_whole

RUBRICS = "rubrics"
"""The folder of the rubrics that are the bench's own to tune."""


def is_bench(folder: Path) -> bool:
    """Say whether a folder has settings of its own; those of a folder above make no bench of it.

    Raises:
        InputError: it is no folder, or its pyproject.toml is no TOML file.
    """
    if os.path.lexists(folder) and not folder.is_dir():
        raise InputError(Problem(where=str(folder), expected="a folder, or nothing yet", got="a file"))
    return os.path.lexists(folder / FILE) or settings_file(folder) is not None


def lay_out(folder: Path, files: Mapping[str, bytes], settings: str) -> tuple[str, ...]:
    """Write the files of a bench, and its settings last: one that was cut off is not taken for a bench.

    Args:
        folder: The bench's folder; made where it is missing.
        files: Contents by name. A file that is there already stays as it is.
        settings: The text of `workbench.toml`.

    Returns:
        The names of the files that were written.

    Raises:
        StoreError: something cannot be written. What was written before is taken away again.
    """
    made: list[Path] = []
    written = []
    try:
        for name, content in {**files, FILE: settings.encode("utf-8")}.items():
            path = folder / name
            if os.path.lexists(path):
                continue
            for missing in _missing_folders(path.parent):
                missing.mkdir()
                made.append(missing)
            write_whole(path, content)
            made.append(path)
            written.append(name)
    except BaseException as error:
        for path in reversed(made):
            with suppress(OSError):
                path.rmdir() if path.is_dir() else path.unlink()
        if isinstance(error, OSError):
            raise StoreError(f"cannot make a bench in {folder}: {error.strerror or error}") from error
        raise
    return tuple(written)


def own_rubrics(rules: tuple[str, ...] = RULES) -> dict[str, bytes]:
    """Return the rubrics that ship as files of the bench, to be tuned there: the same text is the same judge."""
    return {f"{RUBRICS}/{rule}.md": shipped_rubric(rule).text.encode("utf-8") for rule in rules}


def rubric_tables(rules: tuple[str, ...] = RULES) -> str:
    """Return the settings by which the judges on models take those files."""
    head = "# The instructions of the judges on models, yours to edit. Another word makes another version of a judge.\n"
    return head + "\n".join(f'[judge.{rule}]\nrubric = "{RUBRICS}/{rule}.md"\n' for rule in rules)


def _missing_folders(folder: Path) -> list[Path]:
    return [path for path in reversed((folder, *folder.parents)) if not path.is_dir()]

"""The sample that ships with the workbench, as a bench of the user's own."""

import re
import shutil
from pathlib import Path

from workbench.errors import InputError, StoreError
from workbench.steps.settings import FILE

_SHIPPED = Path(__file__).parents[1] / "_sample"
_REPOSITORY = Path(__file__).parents[2]
_TABLE = re.compile(r"^\[tool\.workbench(?P<inner>[.\w\"-]*)\]\s*$")


def make_demo(folder: Path) -> bool:
    """Copy the sample bench into a folder. A folder that holds a bench already is left as it is.

    Returns:
        Whether anything was copied.

    Raises:
        InputError: the folder holds something else.
        StoreError: it cannot be written.
    """
    if (folder / FILE).is_file():
        return False
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise InputError(f"{folder} is not empty and holds no bench", hint="name a new folder: workbench demo DIR")
    sample = sample_folder()
    try:
        shutil.copytree(sample / "plants" / "answers", folder / "plants" / "answers", dirs_exist_ok=True)
        for name in ("questions.jsonl", "sample_systems.py"):
            shutil.copy(sample / "plants" / name, folder / "plants" / name)
        # Written last: a copy that was cut off holds no settings and is not taken for a bench.
        (folder / FILE).write_text(_settings_text(sample / "pyproject.toml"), encoding="utf-8", newline="\n")
    except OSError as error:
        raise StoreError(f"cannot write the sample into {folder}: {error.strerror or error}") from error
    return True


def sample_folder() -> Path:
    """Where the sample is: inside the installed package or, from a source tree, the repository itself."""
    return _SHIPPED if _SHIPPED.is_dir() else _REPOSITORY


def _settings_text(pyproject: Path) -> str:
    """Cut the bench's own tables out of pyproject.toml, comments and all, and name them as workbench.toml does."""
    kept: list[str] = []
    ours = False
    for line in pyproject.read_text(encoding="utf-8").splitlines():
        table = _TABLE.match(line)
        if line.startswith("["):
            ours = table is not None
            line = f"[{table.group('inner').removeprefix('.')}]" if table and table.group("inner") else ""
        if ours:
            kept.append(line)
    return "\n".join(kept).strip() + "\n"

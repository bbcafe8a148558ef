"""The sample that ships with the workbench, as a bench of the user's own."""

import re
from pathlib import Path

from workbench.errors import InputError
from workbench.steps.new_bench import is_bench, lay_out, own_rubrics, rubric_tables

_SHIPPED = Path(__file__).parents[1] / "_sample"
_REPOSITORY = Path(__file__).parents[2]
_TABLE = re.compile(r"^\[tool\.workbench(?P<inner>[.\w\"-]*)\]\s*$")


def make_demo(folder: Path) -> tuple[str, ...]:
    """Copy the sample bench into a folder, with rubrics of its own. A folder that is a bench already is left as it is.

    Returns:
        The names of the files that were written.

    Raises:
        InputError: the folder holds something else.
        StoreError: it cannot be written.
    """
    if is_bench(folder):
        return ()
    if folder.exists() and any(folder.iterdir()):
        raise InputError(f"{folder} is not empty and holds no bench", hint="name a new folder: workbench demo DIR")
    sample = sample_folder()
    answers = sorted((sample / "plants" / "answers").glob("*.md"))
    copied = [*answers, sample / "plants" / "questions.jsonl", sample / "plants" / "sample_systems.py"]
    files = {path.relative_to(sample).as_posix(): path.read_bytes() for path in copied}
    return lay_out(
        folder, {**files, **own_rubrics()}, _settings_text(sample / "pyproject.toml") + "\n" + rubric_tables()
    )


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

"""`runs/grades/saved.jsonl`: which answers in use were handed to a person to label, so that none is twice."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from workbench.errors import StoreError
from workbench.identity import canonical_json
from workbench.store.appended import append_lines, versioned_object, whole_lines
from workbench.store.grade_folder import FOLDER

VERSION = 1
_FIELDS = ("week", "item", "case", "rule", "file")
_WRONG = "this is no answer that was handed out; mend the line or restore the file"


@dataclass(frozen=True, kw_only=True)
class Saved:
    """An answer that was handed out.

    Attributes:
        week: The week of its graded set, ISO 8601, such as 2026-W49.
        item: The id of its content.
        case: Its id in the file that it came from.
        rule: The rule that its label is about.
        file: The file that it was written to, from the bench's folder.
    """

    week: str
    item: str
    case: str
    rule: str
    file: str


def saved_path(runs: Path) -> Path:
    """Where they are kept."""
    return runs / FOLDER / "saved.jsonl"


def read_saved(runs: Path) -> tuple[Saved, ...]:
    """Read all of them, in order. A file that is not there holds none.

    Raises:
        StoreError: a line is something else, or was written by a newer version.
    """
    return _read(saved_path(runs))


def append_saved(runs: Path, saved: Sequence[Saved]) -> None:
    """Write some down. They are on the disk when this returns.

    Raises:
        StoreError: the file is damaged or cannot be written.
    """
    lines = "".join(canonical_json({"v": VERSION, **asdict(one)}) + "\n" for one in saved)
    append_lines(saved_path(runs), lines.encode("utf-8", "surrogatepass"), _read)


def _read(path: Path) -> tuple[Saved, ...]:
    found = []
    for number, line in enumerate(whole_lines(path), start=1):
        where = f"{path}: line {number}"
        value = versioned_object(line, _FIELDS, version=VERSION, where=where, wrong=_WRONG)
        if not all(isinstance(one, str) for one in value.values()):
            raise StoreError(f"{where}: {_WRONG}")
        found.append(Saved(**value))
    return tuple(found)

"""Graded sets on disk: a folder each, and for each judge version one journal that they share.

The journal is shared so that no answer is paid for twice, in whichever set it comes again.
"""

from dataclasses import dataclass, replace
from pathlib import Path

from workbench.errors import StoreError
from workbench.identity import canonical_json, digest
from workbench.records.grade import Grade
from workbench.store.run_folder import new_folder
from workbench.store.strict_json import StrictReader, encode
from workbench.store.versioned_json import read_versioned
from workbench.store.whole_file import write_whole

FORMAT = 1
_HASH_DIGITS = 64
FOLDER = "grades"


@dataclass(frozen=True, kw_only=True)
class FoundGrade:
    """A graded set that is there."""

    path: Path
    grade: Grade

    @property
    def summary(self) -> Path:
        """Everything that was counted."""
        return self.path / "summary.json"

    @property
    def report(self) -> Path:
        """The report as Markdown."""
        return self.path / "grade.md"

    @property
    def verdicts(self) -> Path:
        """The answers that were judged, each with its verdict, for `workbench audit`."""
        return self.path / "verdicts.jsonl"


def grade_journal(runs: Path, judge_id: str) -> Path:
    """Where every attempt of a judge version on answers in use is kept."""
    return runs / FOLDER / f"{judge_id}.jsonl"


def create_grade(runs: Path, grade: Grade) -> FoundGrade:
    """Make the folder of a graded set, `<date>-<first 8 digits of its identity>`, and write what it is made of.

    Args:
        runs: The folder of all runs.
        grade: The set, still without its id.

    Raises:
        StoreError: the folder cannot be written.
    """
    folder = runs / FOLDER
    try:
        folder.mkdir(parents=True, exist_ok=True)
        path = new_folder(folder, f"{grade.date}-{grade.identity[:8]}")
    except OSError as error:
        raise StoreError(f"cannot make a graded set in {folder}: {error.strerror or error}") from error
    return _write(path, replace(grade, grade_id=path.name))


def renew_grade(found: FoundGrade, grade: Grade) -> FoundGrade:
    """Write what is known of the answers of a set today, where that is something else than when it was begun.

    Args:
        found: The set.
        grade: The same set, as its answers are read now: declines and figures may be others.

    Raises:
        StoreError: the folder cannot be written.
    """
    return found if found.grade == grade else _write(found.path, grade)


def find_grade(runs: Path, identity: str) -> FoundGrade | None:
    """Return the set with this identity that was begun first; None where there is none.

    Raises:
        StoreError: one that by its name might be it cannot be read.
    """
    return next((one for one in _listed(runs, f"*-{identity[:8]}*") if one.grade.identity == identity), None)


def list_grades(runs: Path) -> tuple[FoundGrade, ...]:
    """List the graded sets by date, and those of one date as they were begun.

    Raises:
        StoreError: one of them is damaged or of a newer format, so that no trend can be told.
    """
    return _listed(runs, "*")


def _listed(runs: Path, names: str) -> tuple[FoundGrade, ...]:
    found = [FoundGrade(path=path.parent, grade=_read(path)) for path in (runs / FOLDER).glob(f"{names}/grade.json")]
    return tuple(sorted(found, key=lambda one: (one.grade.date, one.grade.created_at, one.grade.grade_id)))


def _record(path: Path) -> Path:
    return path / "grade.json"


def _write(path: Path, grade: Grade) -> FoundGrade:
    value = {"format": FORMAT, **encode(Grade, grade)}
    text = canonical_json({**value, "hash": digest(value, length=_HASH_DIGITS)}) + "\n"
    write_whole(_record(path), text.encode("utf-8", "surrogatepass"))
    return FoundGrade(path=path, grade=grade)


def _read(path: Path) -> Grade:
    found, value = read_versioned(path, newest=FORMAT, oldest=FORMAT)
    # A trend is told from sets whose answers nobody may have any more: what is kept of them must be as it was written.
    if value.pop("hash", None) != digest({"format": found, **value}, length=_HASH_DIGITS):
        raise StoreError(
            f"{path}: it was edited or damaged after it was written; restore it\n"
            "  or delete its folder and grade its answers again: those that were judged are not asked about again"
        )
    reader = StrictReader()
    grade: Grade = reader.decode(Grade, value, str(path))
    if reader.problems:
        raise StoreError("\n  ".join(map(str, reader.problems)))
    return grade

"""Where the files of a run are, and how runs are made and found."""

from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path

from workbench.errors import StoreError
from workbench.store.manifest import Manifest
from workbench.store.manifest_file import read_manifest, write_manifest
from workbench.store.run_identity import RunIdentity


@dataclass(frozen=True, kw_only=True)
class RunFolder:
    """The folder of one run, and the names in it."""

    path: Path

    @property
    def manifest(self) -> Path:
        """What made the run."""
        return self.path / "manifest.json"

    @property
    def challenges(self) -> Path:
        """The answer key of the run, so that it can be measured again without the bench."""
        return self.path / "challenges.jsonl"

    @property
    def journal(self) -> Path:
        """Every attempt, as it came in."""
        return self.path / "journal.jsonl"

    @property
    def self_test(self) -> Path:
        """Every attempt on control items before the run, as it came in."""
        return self.path / "self_test.jsonl"

    @property
    def batches(self) -> Path:
        """What was sent in message batches."""
        return self.path / "batches.jsonl"

    @property
    def lock(self) -> Path:
        """Held while a run is at work here."""
        return self.path / ".lock"

    @property
    def verdicts(self) -> Path:
        """The verdict table, made from the journal."""
        return self.path / "verdicts.parquet"

    @property
    def summary(self) -> Path:
        """Everything measured."""
        return self.path / "summary.json"

    @property
    def report_html(self) -> Path:
        """The report to look at."""
        return self.path / "report.html"

    @property
    def report_markdown(self) -> Path:
        """The report as Markdown."""
        return self.path / "report.md"


@dataclass(frozen=True, kw_only=True)
class FoundRun:
    """A run that is there."""

    folder: RunFolder
    manifest: Manifest


@dataclass(frozen=True, kw_only=True)
class FoundRuns:
    """The runs of a bench.

    Attributes:
        runs: Newest first.
        unreadable: What is wrong with each folder whose manifest cannot be read.
    """

    runs: tuple[FoundRun, ...]
    unreadable: tuple[str, ...] = ()


def create_run(runs: Path, manifest: Manifest) -> FoundRun:
    """Make the folder of a new run, `<date>-<first 8 digits of its identity>`, and write its manifest.

    Where that name is taken, `-2`, `-3` and so on follow it: the name is for people, the manifest says what a run is.

    Args:
        runs: The folder of all runs; made where it is missing.
        manifest: What made the run, still without a run id.

    Returns:
        The run, its manifest with the run id filled in.

    Raises:
        StoreError: the folder cannot be written.
    """
    stem = f"{manifest.created_at[:10]}-{manifest.identity.digest[:8]}"
    try:
        runs.mkdir(parents=True, exist_ok=True)
        path = new_folder(runs, stem)
    except OSError as error:
        raise StoreError(f"cannot make a run in {runs}: {error.strerror or error}") from error
    folder = RunFolder(path=path)
    named = replace(manifest, run_id=path.name)
    try:
        write_manifest(folder.manifest, named)
    except StoreError:
        with suppress(OSError):
            path.rmdir()
        raise
    return FoundRun(folder=folder, manifest=named)


def open_run(path: Path) -> FoundRun:
    """Open the run in a folder.

    Raises:
        StoreError: there is none, or its manifest cannot be read.
    """
    folder = RunFolder(path=path)
    if not folder.manifest.is_file():
        held = ", though it holds replies; put the file back, or start a new run with --again"
        raise StoreError(f"{path} is not a run: it has no manifest.json{held if folder.journal.is_file() else ''}")
    return FoundRun(folder=folder, manifest=read_manifest(folder.manifest))


def list_runs(runs: Path) -> FoundRuns:
    """List the runs, newest first by their manifests. Folders without a manifest are no runs.

    Raises:
        StoreError: the folder of all runs cannot be read.
    """
    if not runs.is_dir():
        return FoundRuns(runs=())
    found: list[FoundRun] = []
    unreadable: list[str] = []
    try:
        folders = [path for path in sorted(runs.iterdir()) if (path / "manifest.json").is_file()]
    except OSError as error:
        raise StoreError(f"cannot read {runs}: {error.strerror or error}") from error
    for path in folders:
        try:
            found.append(open_run(path))
        except StoreError as error:
            unreadable.append(str(error))
    found.sort(key=lambda run: (run.manifest.created_at, run.manifest.run_id), reverse=True)
    return FoundRuns(runs=tuple(found), unreadable=tuple(unreadable))


def find_run(runs: Path, identity: RunIdentity) -> FoundRun | None:
    """Return the newest run that measures the same; None where there is none. Names of folders play no part.

    Raises:
        StoreError: no run measures the same, but one that by its name might cannot be read. To start it anew could
            mean to pay for it twice.
    """
    wanted = identity.digest
    for run in list_runs(runs).runs:
        if run.manifest.identity.digest == wanted:
            return run
    for path in sorted(runs.glob(f"*-{wanted[:8]}*")):
        folder = RunFolder(path=path)
        if folder.manifest.is_file() or folder.journal.is_file():
            open_run(path)
    return None


def new_folder(runs: Path, stem: str) -> Path:
    """Make a folder of that name, or of the next one that is free: `-2`, `-3` and so on follow it.

    Raises:
        OSError: the folder of all runs is missing or cannot be written.
    """
    for number in count(1):
        path = runs / (stem if number == 1 else f"{stem}-{number}")
        try:
            path.mkdir()
        except FileExistsError:
            continue
        return path
    raise AssertionError("count() does not end")

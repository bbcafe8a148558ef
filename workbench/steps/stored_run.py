"""Finding a run that is there, and reading what it was measured on."""

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from workbench.errors import InputError, NotMeasured, StoreError
from workbench.records.challenge import Challenge
from workbench.steps.settings import Settings
from workbench.store.challenge_lines import set_hash
from workbench.store.challenges import read_challenges
from workbench.store.manifest import Manifest
from workbench.store.run_folder import FoundRun, list_runs, open_run


def find_stored(settings: Settings, run: str | None, *, judge: str | None = None) -> FoundRun:
    """Find a run by its name or path; without either, the newest that has a judge of this name, or any.

    Raises:
        StoreError: there is no such run, or one that cannot be read may be the newest.
        NotMeasured: there is no run at all.
    """
    if run is not None:
        path = Path(run)
        return open_run(path if path.is_dir() else settings.runs / run)
    found = list_runs(settings.runs)
    if found.unreadable:
        raise StoreError(
            "\n  ".join(("which run is the newest cannot be told; name one with --run", *found.unreadable))
        )
    if not found.runs:
        raise NotMeasured(f"there is no run in {settings.runs}; start one with: workbench run")
    holding = [one for one in found.runs if judge is None or any(spec.name == judge for spec in one.manifest.judges)]
    # No run has the judge: whoever asked says so, with the names that the newest run has.
    return (holding or found.runs)[0]


def read_answer_key(found: FoundRun) -> tuple[Challenge, ...]:
    """Read the answer key that a run keeps, and make sure that it is the one that the run was made with.

    Raises:
        NotMeasured: the run was stopped before it wrote its answer key.
        StoreError: the answer key cannot be read, or was changed.
    """
    path = found.folder.challenges
    if not path.exists():
        raise unfinished(found)
    try:
        challenges = read_challenges(path)
    except InputError as error:
        raise StoreError(str(error)) from error
    for rule, before in found.manifest.identity.sets.items():
        if set_hash(one for one in challenges if one.rule == rule) != before:
            raise StoreError(
                f"{path}: the answer key of {rule} was changed after the run was made\n"
                "  restore the file from a copy, or start a new run with --again"
            )
    return challenges


def unfinished(found: FoundRun, *, missing: int | None = None) -> NotMeasured:
    """Say that a run still owes verdicts, and how to go on."""
    owed = "" if missing is None else f": {missing:,} verdicts are missing"
    return NotMeasured(f"run {found.manifest.run_id} is not finished{owed}\n  give the command that started it again")


def verdicts_of(manifest: Manifest, challenges: Iterable[Challenge]) -> int:
    """How many verdicts does the whole run have?"""
    items = Counter(challenge.rule for challenge in challenges)
    return sum(items[spec.rule] for spec in manifest.judges) * manifest.identity.repeats

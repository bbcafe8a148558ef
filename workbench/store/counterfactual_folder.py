"""Where the answers of a counterfactual check are: a folder for each version of the system and set of questions."""

from pathlib import Path

from workbench.errors import StoreError
from workbench.store.counterfactual_file import FOLDER


def check_folder(runs: Path, identity: str, *, day: str, again: bool) -> Path:
    """Return the newest folder of a check, or make one: `<date>-<identity>`, with a number behind it where it is taken.

    Args:
        runs: The folder of all runs.
        identity: Hash of what is asked of whom.
        day: Today, as a new folder is called.
        again: Whether to begin anew, whatever is there.

    Raises:
        StoreError: it cannot be made.
    """
    place = runs / FOLDER
    there = sorted(place.glob(f"*-{identity}*"), key=lambda path: (path.name[: len(day)], _number(path, identity)))
    if there and not again:
        return there[-1]
    taken = [path for path in there if path.name.startswith(day)]
    number = _number(taken[-1], identity) + 1 if taken else 1
    path = place / (f"{day}-{identity}" + (f"-{number}" if number > 1 else ""))
    try:
        path.mkdir(parents=True)
    except OSError as error:
        raise StoreError(f"cannot make {path}: {error.strerror or error}") from error
    return path


def _number(path: Path, identity: str) -> int:
    behind = path.name.partition(f"{identity}-")[2]
    return int(behind) if behind.isdecimal() else 1

"""The answer key of a rule as a file of JSON lines."""

from collections.abc import Iterable
from pathlib import Path

from workbench.errors import InputError
from workbench.records.challenge import Challenge
from workbench.store.challenge_lines import challenges_from_text, challenges_to_text
from workbench.store.whole_file import write_whole


def write_challenges(path: Path, challenges: Iterable[Challenge]) -> None:
    """Write a file of challenges, whole or not at all.

    Raises:
        StoreError: the folder is missing or cannot be written.
    """
    write_whole(path, challenges_to_text(challenges).encode("utf-8", "surrogatepass"))


def read_challenges(path: Path) -> tuple[Challenge, ...]:
    """Read a file of challenges.

    Raises:
        InputError: the file cannot be read, or lines of it; all bad lines at once.
    """
    try:
        text = path.read_bytes().decode("utf-8", "surrogatepass")
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: expected UTF-8, got byte {error.object[error.start]:#x} at {error.start}") from error
    return challenges_from_text(text, where=str(path))

"""The answer key of a rule as a file of JSON lines."""

from collections.abc import Iterable
from pathlib import Path

from workbench.errors import InputError
from workbench.records.challenge import Challenge
from workbench.store.challenge_lines import challenge_lines, challenges_from_text
from workbench.store.whole_file import replacing


def write_challenges(path: Path, challenges: Iterable[Challenge]) -> None:
    """Write a file of challenges, whole or not at all.

    Raises:
        StoreError: the folder is missing or cannot be written.
    """
    # Line by line: all passages of a large set as one text, and once more as bytes, would take twice its size.
    with replacing(path) as draft, draft.open("wb") as file:
        file.writelines(line.encode("utf-8", "surrogatepass") for line in challenge_lines(challenges))


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

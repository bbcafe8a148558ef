r"""Read a run's journal: every attempt, in the order in which it came in.

Lines end with `\n` and with nothing else: the other characters that Unicode counts as line ends may stand inside a
reply. A last line without its newline was being written when the process died; it is left out, and said. Anything
else that cannot be read is damage, and is refused with its line number.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from workbench.errors import StoreError
from workbench.records.reply import Attempt
from workbench.store.attempt_line import CellKey, NewerFormat, cell_from_line, from_line

T = TypeVar("T")


def read_attempts(path: Path) -> Iterator[Attempt]:
    """Read the attempts one by one. A torn last line is left out.

    Raises:
        StoreError: the journal is missing, damaged or of a newer format.
    """
    for attempt, _end in _lines(path, from_line):
        yield attempt


@dataclass(frozen=True, kw_only=True)
class JournalState:
    """What a journal already holds.

    Attributes:
        done: Cells with a final attempt.
        attempts: Attempts on the cells without one.
        lines: Whole lines, that is attempts.
        size: Bytes up to the end of the last whole line.
    """

    done: frozenset[CellKey] = frozenset()
    attempts: dict[CellKey, int] = field(default_factory=dict)
    lines: int = 0
    size: int = 0


def journal_state(path: Path) -> JournalState:
    """Say which cells have their verdict and how often the others were asked.

    Raises:
        StoreError: as for `read_attempts`; also a cell with two final attempts.
    """
    done: set[CellKey] = set()
    attempts: dict[CellKey, int] = {}
    size = lines = 0
    for (key, attempt, final), end in _lines(path, cell_from_line):
        lines, size = lines + 1, end
        if not final:
            attempts[key] = max(attempt, attempts.get(key, 0))
            continue
        if key in done:
            raise StoreError(f"{path}:{lines}: {second_final(key)}")
        done.add(key)
    left = {key: made for key, made in attempts.items() if key not in done}
    return JournalState(done=frozenset(done), attempts=left, lines=lines, size=size)


def second_final(key: CellKey) -> str:
    """Say that a cell has two final attempts, so that nobody can tell which is its verdict."""
    item_id, judge_id, repeat = key
    return f"a second verdict for item {item_id}, judge {judge_id}, repeat {repeat}; a cell has one"


def _lines(path: Path, read: Callable[[bytes], T]) -> Iterator[tuple[T, int]]:
    """Give what each line says and the offset in bytes behind it."""
    end = 0
    try:
        with path.open("rb") as file:
            for number, line in enumerate(file, start=1):
                if not line.endswith(b"\n"):
                    return
                end += len(line)
                yield _read(path, number, line, read), end
    except OSError as error:
        raise StoreError(f"cannot read the journal {path}: {error.strerror or error}") from error


def _read(path: Path, number: int, line: bytes, read: Callable[[bytes], T]) -> T:
    try:
        return read(line)
    except NewerFormat as error:
        raise StoreError(f"{path}:{number}: written by a newer workbench ({error}); update to read it") from error
    except (ValueError, RecursionError) as error:
        raise StoreError(
            f"{path}:{number}: damaged, expected one attempt as JSON: {error}\n"
            "  only a torn last line can be mended; restore the file from a copy, or start a new run"
        ) from error

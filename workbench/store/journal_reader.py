r"""Read a run's journal: every attempt, in the order in which it came in.

Lines end with `\n` and with nothing else: the other characters that Unicode counts as line ends may stand inside a
reply. A last line without its newline was being written when the process died; it is left out, and said. Anything
else that cannot be read is damage, and is refused with its line number.

A cell has one verdict: its final attempt. An error may be replaced by a later final attempt, where errors were asked
again on purpose; a pass or a fail never.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from workbench.errors import StoreError
from workbench.records.reply import Attempt
from workbench.store.attempt_line import CellKey, NewerFormat, cell_from_line, from_line
from workbench.store.line_chain import START, Unlinked, unlinked

T = TypeVar("T")

_MEND = "only a torn last line can be mended; restore the file from a copy, or start a new run with --again"


def read_attempts(path: Path) -> Iterator[Attempt]:
    """Read the attempts one by one. A torn last line is left out.

    Raises:
        StoreError: the journal is missing, damaged or of a newer format.
    """
    for attempt, _end, _link in read_lines(path, from_line):
        yield attempt


@dataclass(frozen=True, kw_only=True)
class JournalState:
    """What a journal already holds.

    Attributes:
        done: Cells with a final attempt.
        errors: Those of them whose verdict is an error, with the attempts made on them.
        attempts: Attempts on the cells without a final one.
        in_parts: Cells of which parts were asked about.
        lines: Whole lines, that is attempts.
        size: Bytes up to the end of the last whole line.
        link: The link of that line.
    """

    done: frozenset[CellKey] = frozenset()
    errors: dict[CellKey, int] = field(default_factory=dict)
    attempts: dict[CellKey, int] = field(default_factory=dict)
    in_parts: frozenset[CellKey] = frozenset()
    lines: int = 0
    size: int = 0
    link: str = START


def journal_state(path: Path) -> JournalState:
    """Say which cells have their verdict and how often the others were asked.

    Raises:
        StoreError: as for `read_attempts`; also a cell with two verdicts.
    """
    errors: dict[CellKey, bool] = {}
    attempts: dict[CellKey, int] = {}
    in_parts: set[CellKey] = set()
    size = lines = 0
    link = START
    for (key, attempt, final, error, part), end, link in read_lines(path, cell_from_line):  # noqa: B007 - the last counts
        lines, size = lines + 1, end
        before = attempts.get(key, 0)
        attempts[key] = max(attempt, before)
        if part:
            in_parts.add(key)
        if not final:
            continue
        if key in errors and not may_replace(error=errors[key], before=before, after=attempt):
            raise StoreError(f"{path}:{lines}: {second_final(key)}")
        errors[key] = error
    return JournalState(
        done=frozenset(errors),
        errors={key: attempts[key] for key, error in errors.items() if error},
        attempts={key: made for key, made in attempts.items() if key not in errors},
        in_parts=frozenset(in_parts),
        lines=lines,
        size=size,
        link=link,
    )


def may_replace(*, error: bool, before: int, after: int) -> bool:
    """Say whether a final attempt may take the place of another.

    Args:
        error: Whether the one before is an error.
        before: The number of the last attempt before it.
        after: Its own number.
    """
    return error and after > before


def second_final(key: CellKey) -> str:
    """Say that a cell has two verdicts, so that nobody can tell which one counts."""
    item_id, judge_id, repeat = key
    return f"a second verdict for item {item_id}, judge {judge_id}, repeat {repeat}; a cell has one"


def read_lines(path: Path, read: Callable[[bytes], T]) -> Iterator[tuple[T, int, str]]:
    """Give what each line says, the offset in bytes behind it and its link. A torn last line is left out.

    Args:
        path: A file of linked lines.
        read: Reads one line without its link; raises ValueError where it is something else, and NewerFormat.

    Raises:
        StoreError: the file is missing, damaged or of a newer format.
    """
    end, link = 0, START
    try:
        with path.open("rb") as file:
            for number, line in enumerate(file, start=1):
                if not line.endswith(b"\n"):
                    return
                end += len(line)
                said, link = _read(f"{path}:{number}", line, link, read)
                yield said, end, link
    except OSError as error:
        raise StoreError(f"cannot read the journal {path}: {error.strerror or error}") from error


def _read(where: str, line: bytes, before: str, read: Callable[[bytes], T]) -> tuple[T, str]:
    try:
        try:
            body, link = unlinked(line, before)
        except Unlinked:
            _refuse_newer(line, read)
            raise
        return read(body), link
    except NewerFormat as error:
        raise StoreError(f"{where}: written by a newer workbench ({error}); update to read it") from error
    except Unlinked as error:
        raise StoreError(f"{where}: damaged: {error}\n  {_MEND}") from error
    except (ValueError, RecursionError) as error:
        raise StoreError(f"{where}: damaged, expected one attempt as JSON: {error}\n  {_MEND}") from error


def _refuse_newer(line: bytes, read: Callable[[bytes], object]) -> None:
    """A newer version may link its lines in another way; that is no damage.

    Raises:
        NewerFormat: the line is of a newer version.
    """
    try:
        read(line)
    except NewerFormat:
        raise
    except (ValueError, RecursionError):
        return

"""The journal of a run, open for writing: one line an attempt, one writer, append only.

Each line is with the operating system before `append` returns, so `kill -9` loses nothing that was appended. It is on
the disk about a second later (fsync, from a thread of its own), so a power cut can lose the last second.
"""

import os
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

from workbench.errors import StoreError, WriteError
from workbench.records.reply import Attempt
from workbench.store.attempt_line import to_line
from workbench.store.journal_reader import JournalState, journal_state
from workbench.store.line_chain import linked
from workbench.store.lock import FolderLock

_SYNC_EVERY_S = 1.0


class Journal:
    """A journal that this process alone may write. Make one with `open_journal`.

    Attributes:
        state: What it held when it was opened.
        warning: What was dropped on opening; empty where nothing was.
    """

    def __init__(self, path: Path, *, state: JournalState, warning: str, lock: FolderLock | None) -> None:
        self.state = state
        self.warning = warning
        self._path = path
        self._lock = lock
        self._file = path.open("r+b", buffering=0)
        self._file.seek(state.size)
        self._end = state.size
        self._lines, self._link = state.lines, state.link
        self._syncer = ThreadPoolExecutor(max_workers=1, thread_name_prefix="journal-fsync")
        self._sync: Future[None] | None = None
        self._next_sync = time.monotonic() + _SYNC_EVERY_S

    def append(self, attempt: Attempt) -> None:
        """Write one attempt. When this returns, the death of this process cannot lose it.

        Raises:
            StoreError: the disk is full: all attempts before this one are safe, the file is whole, this one is not in
                it, and appending may be tried again. Or the disk is failing.
        """
        self.append_line(to_line(attempt))

    def append_line(self, line: bytes) -> None:
        """Write one line that is JSON already, as `append` writes attempts.

        Raises:
            StoreError: as for `append`.
        """
        line, link = linked(line, self._link)
        try:
            self._write(line)
        except OSError as error:
            raise WriteError(
                f"cannot write the journal {self._path}: {error.strerror or error}\n"
                "  everything recorded before is safe; make room or mend the disk, then run the same command to go on"
            ) from error
        self._lines, self._link = self._lines + 1, link
        self._sync_now_and_then()

    @property
    def end(self) -> tuple[int, str]:
        """How many whole lines there are, and the link of the last one."""
        return self._lines, self._link

    def close(self) -> None:
        """Bring everything to the disk and let others write. Calling it twice is harmless.

        Raises:
            StoreError: the disk failed.
        """
        if self._file.closed:
            return
        try:
            self._wait_for_sync()
            self._fsync()
        finally:
            self._syncer.shutdown()
            self._file.close()
            if self._lock is not None:
                self._lock.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _write(self, line: bytes) -> None:
        left = memoryview(line)
        try:
            while left:
                left = left[self._file.write(left) :]
        except BaseException:
            # The next line must start where this one did. What is left of this one holds no newline, so even if it
            # cannot be cut off, it reads as a torn end and never as a line.
            self._file.seek(self._end)
            with suppress(OSError):
                self._file.truncate(self._end)
            raise
        self._end += len(line)

    def _sync_now_and_then(self) -> None:
        if time.monotonic() < self._next_sync or (self._sync is not None and not self._sync.done()):
            return
        self._wait_for_sync()
        self._sync = self._syncer.submit(self._fsync)
        self._next_sync = time.monotonic() + _SYNC_EVERY_S

    def _wait_for_sync(self) -> None:
        """Wait for the fsync under way, and raise what it raised."""
        if self._sync is not None:
            sync, self._sync = self._sync, None
            sync.result()

    def _fsync(self) -> None:
        try:
            os.fsync(self._file.fileno())
        except OSError as error:
            raise WriteError(
                f"the disk could not keep the journal {self._path}: {error.strerror or error}\n"
                "  its last lines may be lost; check the disk, then run the same command to go on"
            ) from error


def open_journal(
    path: Path, *, lock: Path | None = None, read_state: Callable[[Path], JournalState] = journal_state
) -> Journal:
    """Open a journal to append to, made new where there is none.

    Before anything is written the whole file is checked. A torn last line is cut off, with a warning.

    Args:
        path: The journal.
        lock: The file whose lock says that a run is at work in this folder; None where the caller holds it.
        read_state: Checks the whole file, and says where it ends.

    Raises:
        StoreError: another run is at work there, the journal is damaged before its last line or of a newer format,
            or the folder cannot be written.
    """
    held = None if lock is None else FolderLock.take(lock)
    try:
        path.touch()
        state = read_state(path)
        dropped = path.stat().st_size - state.size
        if dropped:
            os.truncate(path, state.size)
        return Journal(path, state=state, warning=_torn(path, state, dropped) if dropped else "", lock=held)
    except BaseException as error:
        if held is not None:
            held.release()
        if isinstance(error, OSError):
            raise StoreError(f"cannot write the journal {path}: {error.strerror or error}") from error
        raise


def _torn(path: Path, state: JournalState, dropped: int) -> str:
    return (
        f"{path}:{state.lines + 1}: the last line was cut short while it was written ({dropped} bytes); "
        "it was dropped and its call will be made again"
    )

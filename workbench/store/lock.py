"""One run at a time in a run folder."""

from pathlib import Path
from typing import TYPE_CHECKING

from workbench.errors import StoreError

if TYPE_CHECKING:
    from filelock import BaseFileLock


class FolderLock:
    """A held lock. The operating system lets go of it when the process dies, however it dies."""

    def __init__(self, lock: "BaseFileLock") -> None:
        self._lock = lock

    @classmethod
    def take(cls, path: Path, *, wait_s: float = 0.0) -> "FolderLock":
        """Take the lock, at once or within so many seconds.

        Raises:
            StoreError: another process holds it, or the folder cannot be written.
        """
        from filelock import FileLock, Timeout

        lock = FileLock(path)
        try:
            lock.acquire(timeout=wait_s)
        except Timeout as error:
            raise StoreError(
                f"another run is at work in {path.parent}\n  wait for it or stop it, then try again"
            ) from error
        except OSError as error:
            raise StoreError(f"cannot write in {path.parent}: {error.strerror or error}") from error
        return cls(lock)

    def release(self) -> None:
        """Let go. Calling it twice is harmless."""
        self._lock.release()

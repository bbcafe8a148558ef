"""The ledger: which judge version has seen which held-out styles and which cases, and no line can be edited unnoticed.

One JSON line an entry, appended and never changed. Each line holds the hash of the line before it, so an edited,
removed or reordered line is noticed by whoever reads. What the chain alone cannot show is a cut at the end: for that
the other ledger, the certificates and the runs are asked (see `pair`).
"""

import os
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from workbench.errors import StoreError, WriteError
from workbench.gate.chain import START, BadLine, Entry, Look, read_entry, write_entry

_LOCK_SECONDS = 30


@dataclass(frozen=True, kw_only=True)
class Ledger:
    """What a ledger file holds.

    Attributes:
        entries: Looks and plans, in the order in which they were written.
        hashes: The hash of each line, in the same order.
        torn: What was left out because a write was cut off, in words; empty where nothing was.
        lost: Why nothing can be called fresh or held out by this ledger, in words; empty where it is whole.
    """

    entries: tuple[Entry, ...] = ()
    hashes: tuple[str, ...] = ()
    torn: str = ""
    lost: str = ""

    @property
    def looks(self) -> tuple[Look, ...]:
        """The looks alone."""
        return tuple(entry for entry in self.entries if isinstance(entry, Look))

    @property
    def last_hash(self) -> str:
        """The hash of the last line; the next line is chained to it."""
        return self.hashes[-1] if self.hashes else START


def read_ledger(path: Path) -> Ledger:
    """Read a ledger and check its chain. A file that does not exist is an empty ledger.

    A last line without its line end that is no whole entry is the rest of a write that was cut off: it is left out
    and named in `torn`.

    Raises:
        StoreError: a line was edited, removed or reordered, is no entry, or was written by a newer version.
    """
    return _read(path)[0]


def append_to_ledger(path: Path, entries: Iterable[Entry]) -> Ledger:
    """Write looks or plans down before they count, and return the ledger with them.

    Every line is on the disk when this returns. A look that the ledger holds already, from the run before it was
    resumed, is not written twice.

    Raises:
        StoreError: the ledger is damaged, locked by another process, or cannot be written.
    """
    from filelock import FileLock, Timeout

    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with FileLock(f"{path}.lock", timeout=_LOCK_SECONDS):
            return _append(path, tuple(entries))
    except Timeout as error:
        raise StoreError(f"{path}: another process has held the ledger for {_LOCK_SECONDS} s; try again") from error
    except OSError as error:
        raise WriteError(
            f"{path}: the ledger cannot be written: {error.strerror or error}\n"
            "  no verdict counts before its look is written down; make room or mend the disk, then run the same command"
        ) from error


def _append(path: Path, entries: tuple[Entry, ...]) -> Ledger:
    ledger, whole = _read(path)
    new: list[Entry] = []
    hashes = [*ledger.hashes]
    known = {_content(entry) for entry in ledger.entries}
    lines = b""
    for entry in entries:
        if _content(entry) in known:
            continue
        line, own_hash = write_entry(entry, hashes[-1] if hashes else START)
        hashes.append(own_hash)
        lines += line
        known.add(_content(entry))
        new.append(entry)
    if new:
        _write(path, whole, lines)
    return Ledger(entries=(*ledger.entries, *new), hashes=tuple(hashes), torn=ledger.torn)


def _content(entry: Entry) -> Entry:
    """The entry without what differs from session to session of one run."""
    return replace(entry, anchor="") if isinstance(entry, Look) and not _is_anchor(entry) else entry


def _is_anchor(look: Look) -> bool:
    """A look that saw nothing is written for its anchor alone."""
    return not (look.styles or look.cases or look.items)


def _write(path: Path, whole: int, lines: bytes) -> None:
    """Write after the last whole entry, cutting off what a broken write left there."""
    created = not path.exists()
    with path.open("ab") as file:
        file.truncate(whole)
        if whole and not _ends_with_newline(path, whole):
            lines = b"\n" + lines
        file.write(lines)
        file.flush()
        os.fsync(file.fileno())
    if created and os.name == "posix":
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def _ends_with_newline(path: Path, whole: int) -> bool:
    with path.open("rb") as file:
        file.seek(whole - 1)
        return file.read(1) == b"\n"


def _read(path: Path) -> tuple[Ledger, int]:
    """Read the ledger and say how many bytes of it are whole entries."""
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return Ledger(), 0
    except OSError as error:
        raise StoreError(f"{path}: the ledger cannot be read: {error.strerror or error}") from error
    entries: list[Entry] = []
    hashes: list[str] = []
    whole = 0
    lines = data.split(b"\n")
    for number, line in enumerate(lines, start=1):
        if number == len(lines) and not line:
            break
        try:
            entry, own_hash = read_entry(line, hashes[-1] if hashes else START)
        except BadLine as error:
            if number == len(lines) and error.torn:
                torn = f"{path}: line {number} was cut off while it was written and is left out"
                return Ledger(entries=tuple(entries), hashes=tuple(hashes), torn=torn), whole
            raise StoreError(f"{path}: line {number}: {error}") from None
        entries.append(entry)
        hashes.append(own_hash)
        whole = min(whole + len(line) + 1, len(data))
    return Ledger(entries=tuple(entries), hashes=tuple(hashes)), whole

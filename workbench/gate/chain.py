"""The lines of the ledger: how a look is written down and chained to the one before."""

import json
from dataclasses import asdict, dataclass
from typing import Any

from workbench.identity import canonical_json, digest

FORMAT = 1
START = ""
"""What the first line holds in place of the hash of a line before it."""

_HASH_DIGITS = 64
_TEXTS = ("at", "judge", "rule", "judge_id", "run", "set_hash")
_LISTS = ("styles", "cases")


@dataclass(frozen=True, kw_only=True)
class Look:
    """One judge version was run, and this is what it saw.

    Attributes:
        at: When, UTC, ISO 8601.
        judge: The judge's name.
        rule: The rule that it decides.
        judge_id: The judge's version.
        run: The run; candidates of one run look together.
        set_hash: The version of the answer key.
        styles: Styles of mistakes that were run: held-out ones in the ledger of the holdout, planted ones in the other.
        cases: Ids of the parents of all items that were judged.
    """

    at: str
    judge: str
    rule: str
    judge_id: str
    run: str
    set_hash: str
    styles: tuple[str, ...]
    cases: tuple[str, ...]


class BadLine(Exception):
    """A line that is no entry, with whether that can come from a write that was cut off."""

    def __init__(self, message: str, *, torn: bool = False) -> None:
        super().__init__(message)
        self.torn = torn


def write_entry(look: Look, last_hash: str) -> tuple[bytes, str]:
    """Return the line of a look, and its hash for the line after it."""
    entry = {"v": FORMAT, **asdict(look), "prev": last_hash}
    own_hash = digest(entry, length=_HASH_DIGITS)
    line = canonical_json({**entry, "hash": own_hash}).encode("utf-8", "surrogatepass")
    return line + b"\n", own_hash


def read_entry(line: bytes, last_hash: str) -> tuple[Look, str]:
    """Read a line without its line end, and return the look and its hash.

    Args:
        line: The line.
        last_hash: The hash of the line before; `START` for the first.

    Raises:
        BadLine: the line is no entry, was edited, does not follow the line before, or has a newer format.
    """
    try:
        entry = json.loads(line.decode("utf-8", "surrogatepass"))
    except (ValueError, RecursionError):
        raise BadLine("this is no entry of a ledger; restore the file from version control", torn=True) from None
    version = entry.get("v") if isinstance(entry, dict) else None
    if type(version) is int and version > FORMAT:
        raise BadLine(f"written by a newer version of the workbench (format {version}, this one reads {FORMAT})")
    if version != FORMAT or not _well_formed(entry):
        raise BadLine("this is no entry of a ledger; restore the file from version control")
    content = {name: value for name, value in entry.items() if name != "hash"}
    if digest(content, length=_HASH_DIGITS) != entry["hash"]:
        raise BadLine("the line was edited after it was written; restore the file from version control")
    if entry["prev"] != last_hash:
        raise BadLine("a line before this one was removed, added or moved; restore the file from version control")
    fields: dict[str, Any] = {name: entry[name] for name in _TEXTS}
    fields |= {name: tuple(entry[name]) for name in _LISTS}
    return Look(**fields), entry["hash"]


def _well_formed(entry: dict[str, Any]) -> bool:
    if set(entry) != {"v", "prev", "hash", *_TEXTS, *_LISTS}:
        return False
    lists = all(isinstance(entry[name], list) and all(isinstance(x, str) for x in entry[name]) for name in _LISTS)
    return lists and all(isinstance(entry[name], str) for name in ("prev", "hash", *_TEXTS))

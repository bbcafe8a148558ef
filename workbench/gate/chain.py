"""The lines of a ledger: how a look, a plan or a number of replies is written down and chained to the line before."""

import json
from dataclasses import asdict, dataclass
from typing import Any

from workbench.identity import canonical_json, digest

FORMAT = 4
"""Format 1 had looks alone, and less about each; 2 did not know how many replies a run had, 3 what items are like."""
START = ""
"""What the first line holds in place of the hash of a line before it."""

_HASH_DIGITS = 64


@dataclass(frozen=True, kw_only=True)
class Look:
    """One judge version was run, and this is what it saw.

    Attributes:
        at: When the run was started, UTC, ISO 8601. Together with its name it tells runs apart: a name may come again
            where a run's folder was deleted.
        judge: The judge's name.
        rule: The rule that it decides.
        judge_id: The judge's version.
        run: The run; candidates of one run look together.
        set_hash: The version of the answer key.
        styles: Styles of mistakes that were run: held-out ones in the ledger of the holdout, planted ones in the other.
        cases: Ids of the parents of all items that were judged.
        kind: How the judge comes to its verdicts; empty in a line of an older version.
        items: Ids of the items, which are hashes of their content: what was seen stays seen under another name. Those
            of held-out mistakes in the ledger of the holdout, all others in the other.
        likes: What the items are like, by hash: a copy with other blanks stays seen.
        anchor: The hash of the last line of the other ledger, which so cannot lose it unnoticed; empty where nothing
            is known of the other.
    """

    at: str
    judge: str
    rule: str
    judge_id: str
    run: str
    set_hash: str
    styles: tuple[str, ...]
    cases: tuple[str, ...]
    kind: str = ""
    items: tuple[str, ...] = ()
    likes: tuple[str, ...] = ()
    anchor: str = ""

    @property
    def seen(self) -> frozenset[str]:
        """All that tells an item that was seen: its id and what it is like."""
        return frozenset((*self.items, *self.likes))

    @property
    def in_run(self) -> tuple[str, str]:
        """The run that looked: its name and when it was started."""
        return self.run, self.at


@dataclass(frozen=True, kw_only=True)
class RegisteredPlan:
    """The numbers of one rule, fixed before the first verdict.

    Attributes:
        at: When it was registered, UTC, ISO 8601.
        rule: The rule.
        items: Ids of all items that are going to be judged, without held-out ones.
        plants: Planted mistakes among them.
        sources: Trusted answers among them.
        bars: The bars of `CERTIFIED`, as canonical JSON.
    """

    at: str
    rule: str
    items: tuple[str, ...]
    plants: int
    sources: int
    bars: str


@dataclass(frozen=True, kw_only=True)
class Replies:
    """How many lines the journal of a run had when a session of it ended, so that none can be cut off and asked again.

    Attributes:
        at: When the run was started, UTC, ISO 8601.
        run: The run.
        lines: Whole lines of its journal.
        link: The link of the last of them, which stands for all.
    """

    at: str
    run: str
    lines: int
    link: str

    @property
    def in_run(self) -> tuple[str, str]:
        """The run: its name and when it was started."""
        return self.run, self.at


Entry = Look | RegisteredPlan | Replies
_KINDS: dict[str, type[Entry]] = {"look": Look, "plan": RegisteredPlan, "replies": Replies}
_TEXTS: dict[str, tuple[str, ...]] = {
    "look": ("at", "judge", "rule", "judge_id", "run", "set_hash", "kind", "anchor"),
    "plan": ("at", "rule", "bars"),
    "replies": ("at", "run", "link"),
}
_LISTS: dict[str, tuple[str, ...]] = {"look": ("styles", "cases", "items", "likes"), "plan": ("items",), "replies": ()}
_COUNTS: dict[str, tuple[str, ...]] = {"look": (), "plan": ("plants", "sources"), "replies": ("lines",)}
_NEW_IN = {2: ("kind", "anchor", "items"), 4: ("likes",)}
"""Fields of looks that older formats do not have."""


class BadLine(Exception):
    """A line that is no entry, with whether that can come from a write that was cut off."""

    def __init__(self, message: str, *, torn: bool = False) -> None:
        super().__init__(message)
        self.torn = torn


def write_entry(entry: Entry, last_hash: str) -> tuple[bytes, str]:
    """Return the line of an entry, and its hash for the line after it."""
    [what] = [name for name, kind in _KINDS.items() if isinstance(entry, kind)]
    value = {"v": FORMAT, "what": what, **asdict(entry), "prev": last_hash}
    own_hash = digest(value, length=_HASH_DIGITS)
    line = canonical_json({**value, "hash": own_hash}).encode("utf-8", "surrogatepass")
    return line + b"\n", own_hash


def read_entry(line: bytes, last_hash: str) -> tuple[Entry, str]:
    """Read a line without its line end, and return the entry and its hash.

    Args:
        line: The line.
        last_hash: The hash of the line before; `START` for the first.

    Raises:
        BadLine: the line is no entry, was edited, does not follow the line before, or has a newer format.
    """
    try:
        value = json.loads(line.decode("utf-8", "surrogatepass"))
    except (ValueError, RecursionError):
        raise BadLine("this is no entry of a ledger; restore the file from version control", torn=True) from None
    version = value.get("v") if isinstance(value, dict) else None
    if type(version) is int and version > FORMAT:
        raise BadLine(f"written by a newer version of the workbench (format {version}, this one reads {FORMAT})")
    what = _what(value) if type(version) is int and 1 <= version <= FORMAT else ""
    if not what:
        raise BadLine("this is no entry of a ledger; restore the file from version control")
    content = {name: part for name, part in value.items() if name != "hash"}
    if digest(content, length=_HASH_DIGITS) != value["hash"]:
        raise BadLine("the line was edited after it was written; restore the file from version control")
    if value["prev"] != last_hash:
        raise BadLine("a line before this one was removed, added or moved; restore the file from version control")
    return _entry(what, value), value["hash"]


def _entry(what: str, value: dict[str, Any]) -> Entry:
    fields: dict[str, Any] = {name: value[name] for name in (*_TEXTS[what], *_COUNTS[what]) if name in value}
    fields |= {name: tuple(value[name]) for name in _LISTS[what] if name in value}
    return _KINDS[what](**fields)


def _what(value: dict[str, Any]) -> str:
    """Which kind of entry is this? Empty where it is none."""
    what = value.get("what", "look" if value["v"] == 1 else "")
    if not isinstance(what, str) or what not in _TEXTS:
        return ""
    texts, lists, counts = _TEXTS[what], _LISTS[what], _COUNTS[what]
    known = {"v", "prev", "hash", *texts, *lists, *counts, *(("what",) if value["v"] > 1 else ())}
    later = {name for since, names in _NEW_IN.items() if value["v"] < since for name in names}
    if set(value) != (known - later if what == "look" else known):
        return ""
    given = value.keys()
    whole = (
        all(isinstance(value[name], str) for name in ("prev", "hash", *texts) if name in given)
        and all(isinstance(value[name], list) for name in lists if name in given)
        and all(isinstance(one, str) for name in lists if name in given for one in value[name])
        and all(type(value[name]) is int and value[name] >= 0 for name in counts)
    )
    return what if whole else ""

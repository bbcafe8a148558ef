"""`runs/decisions.jsonl`: what people decided. It outlives every run and belongs in version control."""

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from workbench.errors import StoreError
from workbench.identity import canonical_json
from workbench.records.decision import Decided, PersonDecision
from workbench.store.appended import append_lines, versioned_object, whole_lines

VERSION = 1
_FIELDS = ("at", "by", "run", "rule", "item", "judge", "judge_id", "decision", "note")
_WRONG = "this is no decision; mend the line or restore the file"


def append_decisions(path: Path, decisions: Sequence[PersonDecision]) -> None:
    """Write decisions down. They are on the disk when this returns.

    Raises:
        StoreError: the file is damaged or cannot be written.
    """
    lines = b"".join(
        canonical_json({"v": VERSION, **asdict(one)}).encode("utf-8", "surrogatepass") + b"\n" for one in decisions
    )
    append_lines(path, lines, read_decisions)


def read_decisions(path: Path) -> tuple[PersonDecision, ...]:
    """Read all decisions, in order. A file that is not there holds none; a last line that was cut off is left out.

    Raises:
        StoreError: a line is no decision, or was written by a newer version.
    """
    return tuple(_decision(line, f"{path}: line {number}") for number, line in enumerate(whole_lines(path), start=1))


def _decision(line: bytes, where: str) -> PersonDecision:
    value = versioned_object(line, _FIELDS, version=VERSION, where=where, wrong=_WRONG)
    if not all(isinstance(one, str) for one in value.values()):
        raise StoreError(f"{where}: {_WRONG}")
    if value["decision"] not in tuple(Decided):
        raise StoreError(f"{where}: expected a decision of {', '.join(Decided)}, got {value['decision']!r}")
    return PersonDecision(**{**value, "decision": Decided(value["decision"])})

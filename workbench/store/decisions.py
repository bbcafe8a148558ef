"""`runs/decisions.jsonl`: what people decided. It outlives every run and belongs in version control."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from workbench.errors import StoreError
from workbench.identity import canonical_json, digest
from workbench.records.decision import Decided, JudgeVersion, PersonDecision
from workbench.store.appended import append_lines, versioned_object, whole_lines

VERSION = 2
_FIELDS = ("id", "prev", "at", "by", "run", "item", "judges", "decision", "note", "saw_reasons")
_TEXTS = ("id", "prev", "at", "by", "run", "item", "note")
_JUDGE = frozenset({"rule", "judge", "judge_id"})
# Version 1 had a line a judge, and nothing that named it.
_FIELDS_1 = ("at", "by", "run", "rule", "item", "judge", "judge_id", "decision", "note")
_WRONG = "this is no decision; mend the line or restore the file"


class DecidedMeanwhile(StoreError):
    """Somebody else decided on the item since the writer of a line last looked. Nothing was written."""

    def __init__(self, theirs: PersonDecision) -> None:
        self.theirs = theirs
        told = theirs.decision or "nothing, with a note"
        super().__init__(f"{theirs.item}: {theirs.by} decided {told} meanwhile; look again, then decide")


def append_decisions(path: Path, decisions: Sequence[PersonDecision]) -> None:
    """Write decisions down. They are on the disk when this returns, in a file that only its owner can read.

    Raises:
        DecidedMeanwhile: a line does not know the last one about its item. Nothing is written.
        StoreError: the file is damaged or cannot be written.
    """

    def check(path: Path) -> None:
        last = {line.item: line for line in read_decisions(path)}
        for one in decisions:
            known = last.get(one.item)
            if known is not None and known.id != one.prev:
                raise DecidedMeanwhile(known)
            last[one.item] = one

    append_lines(path, "".join(map(decision_line, decisions)).encode("utf-8", "surrogatepass"), check, private=True)


def decision_line(decision: PersonDecision) -> str:
    """Return a decision as its line, with the line end."""
    return canonical_json({"v": VERSION, **asdict(decision)}) + "\n"


def read_decisions(path: Path) -> tuple[PersonDecision, ...]:
    """Read all decisions, in order. A file that is not there holds none; a last line that was cut off is left out.

    Raises:
        StoreError: a line is no decision, or was written by a newer version.
    """
    return tuple(
        read_decision(line, where=f"{path}: line {number}") for number, line in enumerate(whole_lines(path), start=1)
    )


def read_decision(line: bytes, *, where: str) -> PersonDecision:
    """Read one line.

    Raises:
        StoreError: it is no decision, or was written by a newer version.
    """
    if _version(line) == 1:
        return _first_version(line, where)
    value = versioned_object(line, _FIELDS, version=VERSION, where=where, wrong=_WRONG)
    judges = value["judges"]
    fits = (
        all(isinstance(value[name], str) for name in _TEXTS)
        and value["id"]
        and (value["saw_reasons"] is None or isinstance(value["saw_reasons"], bool))
        and isinstance(judges, list)
        and all(_is_judge(one) for one in judges)
    )
    if not fits:
        raise StoreError(f"{where}: {_WRONG}")
    found = {**value, "judges": tuple(JudgeVersion(**one) for one in judges)}
    return PersonDecision(**{**found, "decision": _decided(value["decision"], where, or_none=True)})


def _first_version(line: bytes, where: str) -> PersonDecision:
    value = versioned_object(line, _FIELDS_1, version=1, where=where, wrong=_WRONG)
    if not all(isinstance(one, str) for one in value.values()):
        raise StoreError(f"{where}: {_WRONG}")
    judge = JudgeVersion(rule=value["rule"], judge=value["judge"], judge_id=value["judge_id"])
    kept = {name: value[name] for name in ("at", "by", "run", "item", "note")}
    decision = _decided(value["decision"], where, or_none=False)
    return PersonDecision(id=digest(value), prev="", judges=(judge,), decision=decision, **kept)


def _decided(name: Any, where: str, *, or_none: bool) -> Decided | None:  # noqa: ANN401 - any JSON value
    if name is None and or_none:
        return None
    if name not in tuple(Decided):
        raise StoreError(f"{where}: expected a decision of {', '.join(Decided)}, got {name!r}")
    return Decided(name)


def _is_judge(value: Any) -> bool:  # noqa: ANN401 - any JSON value
    return isinstance(value, Mapping) and {*value} == _JUDGE and _all_text(value.values())


def _all_text(values: Iterable[Any]) -> bool:
    return all(isinstance(one, str) for one in values)


def _version(line: bytes) -> object:
    try:
        value = json.loads(line.decode("utf-8", "surrogatepass"))
    except (ValueError, RecursionError):
        return None
    return value.get("v") if isinstance(value, dict) else None

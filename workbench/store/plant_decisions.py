"""`plants/decisions.jsonl`: what people decided about plants. It outlives every build; keep it in version control."""

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from workbench.errors import StoreError
from workbench.identity import canonical_json
from workbench.records.plant_decision import PlantDecided, PlantDecision
from workbench.store.appended import append_lines, versioned_object, whole_lines

VERSION = 1
_FIELDS = ("at", "by", "item", "parent", "style", "decision", "reason")
_WRONG = "this is no decision about a plant; mend the line or restore the file"


def append_plant_decisions(path: Path, decisions: Sequence[PlantDecision]) -> None:
    """Write decisions down. They are on the disk when this returns.

    Raises:
        StoreError: the file is damaged or cannot be written.
    """
    lines = b"".join(
        canonical_json({"v": VERSION, **asdict(one)}).encode("utf-8", "surrogatepass") + b"\n" for one in decisions
    )
    append_lines(path, lines, read_plant_decisions)


def read_plant_decisions(path: Path) -> tuple[PlantDecision, ...]:
    """Read all decisions, in order. A file that is not there holds none; a last line that was cut off is left out.

    Raises:
        StoreError: a line is no decision, or was written by a newer version.
    """
    return tuple(_decision(line, f"{path}: line {number}") for number, line in enumerate(whole_lines(path), start=1))


def _decision(line: bytes, where: str) -> PlantDecision:
    value = versioned_object(line, _FIELDS, version=VERSION, where=where, wrong=_WRONG)
    if not all(isinstance(one, str) for one in value.values()):
        raise StoreError(f"{where}: {_WRONG}")
    if value["decision"] not in tuple(PlantDecided):
        raise StoreError(f"{where}: expected a decision of {', '.join(PlantDecided)}, got {value['decision']!r}")
    return PlantDecision(**{**value, "decision": PlantDecided(value["decision"])})

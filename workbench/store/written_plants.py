"""`plants/written.jsonl`: plants that a model wrote. Each counts only after a person confirmed it."""

import json
from dataclasses import asdict, dataclass
from pathlib import Path

from workbench.errors import InputError, StoreError
from workbench.records.challenge import Challenge
from workbench.store.appended import append_lines, versioned_object, whole_lines
from workbench.store.challenge_lines import challenges_from_text

VERSION = 1
STATUS = "to_confirm"
_FIELDS = ("status", "at", "by", "asked", "challenge")
_WRONG = "this is no written plant; mend the line or take it out"


@dataclass(frozen=True, kw_only=True)
class WrittenPlant:
    """One line.

    Attributes:
        at: When, UTC, ISO 8601.
        by: The model that wrote it.
        asked: The kind of mistake that it was asked for.
        challenge: The plant.
    """

    at: str
    by: str
    asked: str
    challenge: Challenge


def append_written(path: Path, plant: WrittenPlant) -> None:
    """Write a plant down, marked `to_confirm`. It is on the disk when this returns.

    Raises:
        StoreError: the file is damaged or cannot be written.
    """
    value = {"v": VERSION, "status": STATUS, **asdict(plant)}
    line = json.dumps(value, ensure_ascii=False, allow_nan=False) + "\n"
    append_lines(path, line.encode("utf-8", "surrogatepass"), read_written)


def read_written(path: Path) -> tuple[WrittenPlant, ...]:
    """Read all written plants, in order. A file that is not there holds none; a last line cut off is left out.

    Raises:
        StoreError: a line is no written plant, or was written by a newer version.
    """
    return tuple(_plant(line, f"{path}: line {number}") for number, line in enumerate(whole_lines(path), start=1))


def _plant(line: bytes, where: str) -> WrittenPlant:
    value = versioned_object(line, _FIELDS, version=VERSION, where=where, wrong=_WRONG)
    if value["status"] != STATUS or not all(isinstance(value[name], str) for name in ("at", "by", "asked")):
        raise StoreError(f"{where}: {_WRONG}")
    inner = value["challenge"]
    text = json.dumps(
        {"v": VERSION, **inner} if isinstance(inner, dict) else inner, ensure_ascii=False, allow_nan=False
    )
    try:
        (challenge,) = challenges_from_text(text, where=where)
    except InputError as error:
        raise StoreError(str(error)) from error
    return WrittenPlant(at=value["at"], by=value["by"], asked=value["asked"], challenge=challenge)

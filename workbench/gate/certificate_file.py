"""Certificates as files: one for each judge version and level, with a hash over all of it."""

import json
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from workbench.errors import StoreError
from workbench.gate.certificate import Canary, Certificate
from workbench.identity import digest
from workbench.records.summary import GateLine, Level, Standing
from workbench.store.whole_file import write_whole

FORMAT = 1
_HASH_DIGITS = 64
_TABLES = ("details", "policy", "ledgers")
_TEXTS = ("judge", "rule", "model", "judge_id", "run", "set_hash", "measured_at", "issued_at", "expires_at")


@dataclass(frozen=True, kw_only=True)
class Filed:
    """A certificate that is on file.

    Attributes:
        path: Its file.
        certificate: What it says; None where it cannot be trusted.
        damage: Why it cannot, in words; empty where it can.
    """

    path: Path
    certificate: Certificate | None
    damage: str = ""


def certificate_path(folder: Path, judge_id: str, level: Level) -> Path:
    """Where the certificate of a judge version is kept."""
    return folder / f"{judge_id}-{level.lower()}.json"


def write_certificate(path: Path, certificate: Certificate) -> None:
    """Write a certificate, whole or not at all.

    Raises:
        StoreError: the folder cannot be written.
    """
    value = {"format": FORMAT, **asdict(certificate)}
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(f"cannot write {path}: {error.strerror or error}") from error
    text = (
        json.dumps({**value, "hash": digest(value, length=_HASH_DIGITS)}, ensure_ascii=False, allow_nan=False, indent=2)
        + "\n"
    )
    write_whole(path, text.encode("utf-8", "surrogatepass"))


def read_certificates(folder: Path) -> tuple[Filed, ...]:
    """Read every certificate of a folder, in the order of their names; none where the folder is not there."""
    return tuple(read_certificate(path) for path in sorted(folder.glob("*.json")))


def read_certificate(path: Path) -> Filed:
    """Read one certificate. One that was edited is on file all the same, and says why it cannot be trusted."""
    try:
        value = json.loads(path.read_bytes().decode("utf-8", "surrogatepass"))
        known = value.pop("hash")
        version = value["format"]
        if type(version) is int and version > FORMAT:
            return Filed(path=path, certificate=None, damage=f"it was written by a newer workbench (format {version})")
        if version != FORMAT or digest(value, length=_HASH_DIGITS) != known:
            return Filed(path=path, certificate=None, damage="it was edited after it was written")
        return Filed(path=path, certificate=_certificate(value))
    except OSError as error:
        return Filed(path=path, certificate=None, damage=f"it cannot be read: {error.strerror or error}")
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError):
        return Filed(path=path, certificate=None, damage="it is damaged, and is no certificate any more")


def _certificate(value: dict[str, Any]) -> Certificate:
    given = {name: part for name, part in value.items() if name != "format"}
    if set(given) != {part.name for part in fields(Certificate)}:
        raise ValueError("fields missing or unknown")
    texts = [given[name] for name in _TEXTS]
    lines = tuple(GateLine(**{**line, "standing": Standing(line["standing"])}) for line in given["lines"])
    canaries = tuple(Canary(**one) for one in given["canaries"])
    texts += [part for line in lines for part in asdict(line).values()] + [*given["ledgers"].values()]
    texts += [part for one in canaries for part in asdict(one).values()]
    if not all(isinstance(text, str) for text in texts) or not all(isinstance(given[name], dict) for name in _TABLES):
        raise ValueError("fields of another kind")
    return Certificate(**{**given, "level": Level(given["level"]), "lines": lines, "canaries": canaries})

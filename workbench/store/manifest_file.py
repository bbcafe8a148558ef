"""The manifest as `manifest.json`, and back, strictly."""

import json
from collections.abc import Mapping
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

from workbench.errors import StoreError
from workbench.records.reply import JudgeKind, JudgeSpec
from workbench.records.search import SearchSummary
from workbench.store.manifest import Manifest
from workbench.store.run_identity import RunIdentity
from workbench.store.versioned_json import read_versioned
from workbench.store.whole_file import write_whole

FORMAT = 3
"""Format 1 could be without the rubrics of judges, and 1 and 2 named no earlier runs."""

# What the values of a field are: a list of one kind, a table of one kind by its name "*", or of each name its own.
_SHAPE: dict[str, Any] = {
    **dict.fromkeys(("bench", "created_at", "run_id"), str),
    **{name: {"*": str} for name in ("versions", "baselines", "earlier")},
    "settings": {"*": object},
    "counts": {"*": {"*": int}},
    "build": {"*": {"*": {"*": int}}},
    "left_out": {"*": int},
    "notes": [str],
    "identity": {"judges": [{"*": object}], "sets": {"*": str}, "repeats": int, "seed": int},
}
_SEARCH: dict[str, Any] = {
    **dict.fromkeys(("answerable", "found", "unanswerable"), int),
    **{name: [str] for name in ("missed", "uncited", "answered_anyway", "unchecked")},
    "ranks": {"*": int},
}
_JUDGE: dict[str, Any] = {
    **dict.fromkeys(("name", "rule", "model", "kind", "judge_id", "rubric"), str),
    "details": {"*": object},
}


def write_manifest(path: Path, manifest: Manifest) -> None:
    """Write a manifest, whole or not at all.

    Raises:
        StoreError: the folder is missing or cannot be written.
        ValueError: settings or details hold NaN or Infinity.
    """
    value = {"format": FORMAT, "digest": manifest.identity.digest, **asdict(manifest)}
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, indent=2) + "\n"
    write_whole(path, text.encode("utf-8", "surrogatepass"))


def read_manifest(path: Path) -> Manifest:
    """Read a manifest back.

    Raises:
        StoreError: it is missing, damaged, edited or of a newer format.
    """
    found, value = read_versioned(path, newest=FORMAT, oldest=1)
    try:
        known = value.pop("digest")
        manifest = _manifest(value, found)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise StoreError(f"{path}: damaged, expected the manifest of a run: {type(error).__name__}: {error}") from error
    if manifest.identity.digest != known:
        raise StoreError(f"{path}: judges, sets, repeats or seed were edited; they no longer give digest {known}")
    return manifest


def _manifest(value: Mapping[str, Any], format_: int) -> Manifest:
    value = _exactly(value if format_ >= FORMAT else {"earlier": {}, **value}, Manifest)
    search = value["search"]
    _check_kinds(value, _SHAPE)
    return Manifest(
        **{
            **value,
            "identity": _identity(value["identity"], format_),
            "search": None if search is None else _search(search),
            "notes": tuple(value["notes"]),
        }
    )


def _identity(value: Mapping[str, Any], format_: int) -> RunIdentity:
    value = _exactly(value, RunIdentity)
    return RunIdentity(**{**value, "judges": tuple(_judge(judge, format_) for judge in value["judges"])})


def _judge(value: Mapping[str, Any], format_: int) -> JudgeSpec:
    value = _exactly({"rubric": "", **value} if format_ == 1 else value, JudgeSpec)
    _check_kinds(value, _JUDGE)
    return JudgeSpec(**{**value, "kind": JudgeKind(value["kind"])})


def _search(value: Mapping[str, Any]) -> SearchSummary:
    value = _exactly(value, SearchSummary)
    _check_kinds(value, _SEARCH)
    lists = ("missed", "uncited", "answered_anyway", "unchecked")
    return SearchSummary(**{**value, **{name: tuple(value[name]) for name in lists}})


def _exactly(value: Mapping[str, Any], record: type[Any]) -> Mapping[str, Any]:
    """Return a JSON object that has exactly the fields of a record."""
    odd = value.keys() ^ {part.name for part in fields(record)}
    if odd:
        raise ValueError(f"fields missing or unknown: {', '.join(sorted(odd))}")
    return value


def _check_kinds(value: Mapping[str, Any], shape: Mapping[str, Any]) -> None:
    odd = [name for name, kind in shape.items() if not _fits(value[name], kind)]
    if odd:
        raise TypeError(f"of another kind than expected: {', '.join(odd)}")


def _fits(value: Any, shape: Any) -> bool:  # noqa: ANN401 - any JSON value
    if isinstance(shape, list):
        return isinstance(value, list) and all(_fits(one, shape[0]) for one in value)
    if isinstance(shape, dict):
        kinds = dict.fromkeys(value, shape["*"]) if "*" in shape and isinstance(value, dict) else shape
        return isinstance(value, dict) and all(_fits(value.get(name), kind) for name, kind in kinds.items())
    return shape is object or type(value) is shape

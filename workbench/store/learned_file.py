"""The file of a learned judge: one JSON object with a hash of the rest, so that no weight is edited unnoticed."""

import json
import math
import os
from pathlib import Path
from typing import Any

from workbench.errors import InputError, Problem, StoreError
from workbench.identity import digest
from workbench.records.learned import LearnedJudge
from workbench.store.strict_json import StrictReader, encode
from workbench.store.versioned_json import read_versioned
from workbench.store.whole_file import write_whole

FORMAT = 1
_TRAIN = "train it: workbench train NAME"


def write_learned(path: Path, learned: LearnedJudge) -> None:
    """Write the file of a judge, whole or not at all. The same judge gives the same bytes.

    Raises:
        StoreError: it cannot be written.
    """
    content = {"format": FORMAT, **encode(LearnedJudge, learned)}
    text = json.dumps({**content, "hash": _hash(content)}, indent=1, ensure_ascii=False, allow_nan=False)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(f"cannot make the folder {path.parent}: {error.strerror or error}") from error
    write_whole(path, f"{text}\n".encode("utf-8", "surrogatepass"))


def is_taken(path: Path) -> bool:
    """Say whether something else than the file of a learned judge, edited or not, stands in its place."""
    try:
        return "trained_on" not in read_versioned(path, newest=FORMAT, oldest=FORMAT)[1]
    except StoreError:
        return os.path.lexists(path)


def read_learned(path: Path) -> LearnedJudge:
    """Read the file of a judge.

    Raises:
        InputError: it is missing, newer, edited, or holds what no training writes, such as a number that is not finite.
    """
    try:
        found, value = read_versioned(path, newest=FORMAT, oldest=FORMAT)
    except StoreError as error:
        raise InputError(str(error), hint=_TRAIN) from error
    said = value.pop("hash", None)
    reader = StrictReader()
    learned = reader.decode(LearnedJudge, value, str(path))
    problems = [*reader.problems, *(_problems(learned, path) if learned is not None else ())]
    if problems or not isinstance(learned, LearnedJudge):
        raise InputError(problems, hint=_TRAIN)
    if said != _hash({"format": found, **value}):
        raise InputError(
            Problem(where=str(path), expected="the file as training wrote it", got="one that was edited"), hint=_TRAIN
        )
    return learned


def _problems(learned: LearnedJudge, path: Path) -> list[Problem]:
    numbers = {"intercept": learned.intercept, "threshold": learned.threshold, "area": learned.area}
    for feature in learned.features:
        parts = {"mean": feature.mean, "spread": feature.spread, "weight": feature.weight}
        numbers |= {f"{feature.name}.{name}": value for name, value in parts.items()}
    problems = [
        Problem(where=f"{path}: {name}", expected="a finite number", got=str(value))
        for name, value in numbers.items()
        if not math.isfinite(value)
    ]
    problems += [
        Problem(where=f"{path}: {feature.name}", expected="a spread above 0 and a weight from 0", got="others")
        for feature in learned.features
        if not problems and (feature.spread <= 0 or feature.weight < 0)
    ]
    if not problems and not 0 <= learned.threshold <= 1:
        problems.append(Problem(where=f"{path}: threshold", expected="0 to 1", got=f"{learned.threshold:g}"))
    return problems


def _hash(content: Any) -> str:  # noqa: ANN401 - any JSON value
    """Hash the content; a number that JSON has no word for is in no file that training wrote."""
    try:
        return digest(content, length=64)
    except ValueError:
        return ""

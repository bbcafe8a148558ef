"""The summary to and from `summary.json`, the machine-readable view that every other view must agree with."""

import json
import re
from typing import Any

from workbench.errors import InputError, Problem
from workbench.records.summary import FORMAT, Summary
from workbench.store.strict_json import StrictReader, encode

_SURROGATE = re.compile("[\ud800-\udfff]")


def write_summary(summary: Summary) -> str:
    """Return the text of `summary.json`: sorted keys, one value a line, a newline at the end.

    Equal summaries give equal text. Characters stand as themselves; a lone surrogate, which UTF-8 cannot hold, is
    written as its escape.

    Raises:
        ValueError: the summary holds NaN or Infinity. Neither is JSON, and neither is a measurement.
    """
    text = json.dumps(encode(Summary, summary), ensure_ascii=False, allow_nan=False, sort_keys=True, indent=2)
    return _SURROGATE.sub(lambda match: f"\\u{ord(match[0]):04x}", text) + "\n"


def read_summary(text: str, *, where: str = "summary.json") -> Summary:
    """Read the text of `summary.json`.

    Args:
        text: The whole file.
        where: The file's name, for error messages.

    Raises:
        InputError: not JSON, a newer or an older format, or a key that is unknown, missing, repeated or of the wrong
            type. All wrong keys are named at once.
    """
    try:
        value = json.loads(text, object_pairs_hook=_unique, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raise InputError(Problem(where=where, expected="JSON", got=str(error))) from error
    _check_format(value, where)
    reader = StrictReader()
    summary: Summary = reader.decode(Summary, value, where)
    if reader.problems:
        raise InputError(reader.problems)
    return summary


def _check_format(value: Any, where: str) -> None:  # noqa: ANN401 - any JSON value
    found = value.get("format") if isinstance(value, dict) else None
    if type(found) is not int or found < 1:
        raise InputError(Problem(where=where, expected=f'an object with "format": {FORMAT}', got=f"format {found!r}"))
    if found > FORMAT:
        problem = Problem(where=where, expected=f"format {FORMAT}", got=f"format {found}")
        raise InputError([problem], hint="it was written by a newer version of the workbench: update to read it")
    if found < FORMAT:
        problem = Problem(where=where, expected=f"format {FORMAT}", got=f"format {found}")
        raise InputError([problem], hint="make it again from the raw verdicts, with: workbench report --run FOLDER")


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise ValueError(f'the key "{key}" stands twice in one object')
        found[key] = value
    return found


def _no_constant(name: str) -> float:
    raise ValueError(f"{name} is not JSON")
